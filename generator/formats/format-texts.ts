/** What the documents say of each format of another tool: `formats.csv`, one line each. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { COMPAT_FORMATS } from "./format-files.ts";

const FormatText = z.strictObject({
  path: z.enum(COMPAT_FORMATS.map(({ path }) => path)),
  readBy: z.string().min(1),
  unit: z.string().min(1),
  /** How an id is named. */
  ids: z.string().min(1),
  /** What our facts say that the shape has no place for. */
  leavesOut: z.string().min(1),
});

/** In the order of the documents. */
export const COMPAT_FORMAT_TEXTS = z
  .array(FormatText)
  .length(COMPAT_FORMATS.length)
  .parse(parse(readFileSync("generator/formats/formats.csv"), { columns: true }));

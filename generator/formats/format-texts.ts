/** Texts of the documentation about each format of another tool, one line each in `formats.csv`. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { COMPAT_FORMATS } from "./format-files.ts";

const FormatText = z.strictObject({
  path: z.enum(COMPAT_FORMATS.map(({ path }) => path)),
  readBy: z.string().min(1),
  unit: z.string().min(1),
  /** How the format names model ids. */
  ids: z.string().min(1),
  /** Our facts for which the format has no field. */
  leavesOut: z.string().min(1),
});

/** In the order of the documents. */
export const COMPAT_FORMAT_TEXTS = z
  .array(FormatText)
  .length(COMPAT_FORMATS.length)
  .parse(parse(readFileSync("generator/formats/formats.csv"), { columns: true }));

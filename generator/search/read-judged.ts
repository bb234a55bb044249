import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { JudgedQuery } from "./judge.ts";

/** @throws ZodError when a row is not one. */
export async function readJudged(): Promise<JudgedQuery[]> {
  const text = await readFile(new URL("judged.csv", import.meta.url), "utf8");
  return z.array(JudgedQuery).parse(parse(text, { columns: true }));
}

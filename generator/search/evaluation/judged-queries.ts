/** Queries whose right first answers people have written down: `judged-queries.csv`. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { SEARCH_TYPES } from "../documents.ts";

/** `tune` may be looked at while the ranking is changed; `held` only says whether that worked elsewhere too. */
export const HALVES = ["tune", "held"] as const;
export type Half = (typeof HALVES)[number];

const JudgedQuery = z.strictObject({
  query: z.string().min(1),
  type: z.preprocess((text) => (text === "" ? undefined : text), z.enum(SEARCH_TYPES).optional()),
  expected: z
    .string()
    .min(1)
    .transform((text) => text.split(" "))
    .describe("`type:slug` of every answer that is right as the first"),
  kind: z.string().min(1),
  half: z.enum(HALVES),
});
export type JudgedQuery = z.infer<typeof JudgedQuery>;

/** @throws ZodError when a row is not one. */
export async function readJudgedQueries(): Promise<JudgedQuery[]> {
  const text = await readFile(new URL("judged-queries.csv", import.meta.url), "utf8");
  return z.array(JudgedQuery).parse(parse(text, { columns: true }));
}

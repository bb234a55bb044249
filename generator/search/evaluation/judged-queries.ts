/** Queries whose right first answers people have written down: `judged-queries.csv`. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { SEARCH_TYPES } from "../documents.ts";

/** `tune` may be looked at while the ranking is changed; `held` only says whether that worked elsewhere too. */
export const HALVES = ["tune", "held"] as const;
export type Half = (typeof HALVES)[number];

/** Kinds of queries that ask something, rather than name it. */
export const QUESTION_KINDS = [
  "price",
  "compare",
  "best",
  "context",
  "host",
  "free",
  "news",
  "ask",
] as const;
const KINDS = [
  "name",
  "partial",
  "typo",
  "spacing",
  "lab-family",
  "capability",
  "script",
  "current",
  "look-alike",
  "typed",
  ...QUESTION_KINDS,
] as const;

const JudgedQuery = z.strictObject({
  query: z.string().min(1),
  type: z.preprocess((text) => (text === "" ? undefined : text), z.enum(SEARCH_TYPES).optional()),
  expected: z
    .string()
    .min(1)
    .transform((text) => text.split(" "))
    .describe(
      "`type:slug` of every answer that is right as the first; `*` stands for any letters, where the answer is whatever is newest",
    ),
  kind: z.enum(KINDS),
});
export type JudgedQuery = z.infer<typeof JudgedQuery> & { half: Half };

/** By a hash of the query, so that nobody chooses. */
const halfOf = (query: string): Half =>
  createHash("sha256").update(query).digest().readUInt8() % 2 === 0 ? "tune" : "held";

/** @throws ZodError when a row is not one. */
export async function readJudgedQueries(): Promise<JudgedQuery[]> {
  const text = await readFile(new URL("judged-queries.csv", import.meta.url), "utf8");
  const judged = z.array(JudgedQuery).parse(parse(text, { columns: true }));
  return judged.map((one) => ({ ...one, half: halfOf(one.query) }));
}

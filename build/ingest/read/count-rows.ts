import type { Collected } from "../../sources/listing.ts";

/** Rows that an answer came to, of whatever kind. */
export function countRows({ models, offers, scores, facts }: Collected): number {
  const lists = [models, offers, scores].map((list) => list?.length ?? 0);
  const plain = Object.values(facts ?? {}).flatMap((files) => files.map(({ rows }) => rows.length));
  return [...lists, ...plain].reduce((sum, count) => sum + count, 0);
}

/** The service score orders models as everybody knows they came. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import type { CsvRow } from "../contract/csv.ts";
import type { Site } from "../contract/harness.ts";
import { verifies } from "../contract/verifies.ts";
import { everyEntry } from "../contract/walk.ts";

/** Each better than the one before by every account, years or sizes apart. */
const LADDERS = [
  ["gpt-3-5-turbo", "gpt-4", "gpt-4o", "o1", "o3", "gpt-5"],
  ["claude-2", "claude-3-opus", "claude-3-5-sonnet", "claude-opus-4", "claude-opus-4-5"],
  ["llama-2-7b", "llama-2-13b", "llama-2-70b"],
];

/**
 * Epoch AI's Capabilities Index, the best version of each model, by our slugs: https://epoch.ai/benchmarks, CC BY 4.0,
 * recorded with their benchmark scores. It stands here to be compared with and is published nowhere.
 */
const EPOCH_INDEX = new URL("./epoch-index.csv", import.meta.url);

/** Rank correlation: Pearson's of the ranks, ties sharing their mean rank. */
function spearman(pairs: readonly (readonly [number, number])[]): number {
  const ranks = (values: readonly number[]) =>
    values.map((value) => {
      const below = values.filter((other) => other < value).length;
      const equal = values.filter((other) => other === value).length;
      return below + (equal + 1) / 2;
    });
  const [a, b] = [ranks(pairs.map(([one]) => one)), ranks(pairs.map(([, other]) => other))];
  const mean = (pairs.length + 1) / 2;
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, rank, index) => sum + (rank - mean) * ((y[index] ?? mean) - mean), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

const scoreOf = async (site: Site) =>
  new Map((await everyEntry(site, "")).map(({ slug, service_score }) => [slug, service_score]));

verifies("4.2-service-score", "puts the members of a family in their known order", async (site) => {
  const scores = await scoreOf(site);
  for (const ladder of LADDERS) {
    const found = ladder.map((slug) => scores.get(slug)?.score);
    expect(found, ladder.join(" < ")).not.toContain(undefined);
    expect(found, ladder.join(" < ")).toEqual([...found].sort((a = 0, b = 0) => a - b));
  }
});

verifies("4.2-service-score", "ranks models as the Epoch Capabilities Index does", async (site) => {
  const scores = await scoreOf(site);
  const rows = parse(await readFile(EPOCH_INDEX), { columns: true }) as CsvRow[];
  const pairs = rows.flatMap(({ model = "", index }) => {
    const score = scores.get(model)?.score;
    return score === undefined ? [] : [[score, Number(index)] as const];
  });
  expect(pairs.length).toBeGreaterThanOrEqual(100);
  expect(spearman(pairs)).toBeGreaterThanOrEqual(0.95);
});

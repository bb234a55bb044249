/**
 * The ladder against names that were matched by hand. `gold.csv` is the set the ladder was mended by, so its
 * figure flatters; `gold-blind.csv` was drawn by chance afterwards, by somebody who had not seen the ladder: 194 of 197 decided names were right when it was first run (98.5 %).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Facts } from "../../facts/kinds.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { toNameParts } from "./canonical-key.ts";
import type { Resolver } from "./resolution.ts";
import { createResolver } from "./resolver.ts";

const GoldRow = z.object({
  kind: z.string(),
  source: z.string(),
  host: z.string(),
  name: z.string(),
  display_name: z.string(),
  /** The right model, spelled as the person who matched it saw fit; empty: no model of ours. */
  model: z.string(),
  note: z.string(),
});
type GoldRow = z.infer<typeof GoldRow>;

const SETS = ["gold.csv", "gold-blind.csv"] as const;

const readGold = (file: string): GoldRow[] =>
  z.array(GoldRow).parse(parse(readFileSync(join(import.meta.dirname, file)), { columns: true }));

/** One hand-matched row with what the catalogue makes of it; undefined when it decides nothing. */
interface Outcome {
  row: GoldRow;
  found: string | undefined;
  isRight: boolean;
}

let decide: (row: GoldRow) => Outcome;

beforeAll(async () => {
  const facts = await readFacts(join(import.meta.dirname, "../../../data"));
  const ids = [...facts.offers, ...facts.priceHistory];
  const resolver = createResolver({ models: facts.models, ids, aliases: facts.modelAliases });
  const offered = new Map(facts.offers.map((row) => [`${row.file} ${row.model_id}`, row.model]));
  const sameModel = modelComparer(facts, resolver);
  decide = (row) => {
    const found =
      offered.get(`${row.host} ${row.name}`) ??
      resolver.resolve({ name: row.name, displayName: row.display_name || null })?.model;
    return { row, found, isRight: sameModel(found, row.model) };
  };
});

/** Equal, or two spellings of one model: by alias or by strict key, so that `-instruct` is forgiven. */
function modelComparer({ models }: Facts, resolver: Resolver) {
  const known = new Set(models.map(({ slug }) => slug));
  const canonical = (slug: string) =>
    known.has(slug) ? slug : (resolver.resolve({ name: slug, displayName: null })?.model ?? slug);
  return (found: string | undefined, expected: string): boolean =>
    found !== undefined &&
    expected !== "" &&
    (found === canonical(expected) || toNameParts(found).key === toNameParts(expected).key);
}

describe("names matched by hand", () => {
  test("are 300 or more", () => {
    expect(SETS.flatMap(readGold).length).toBeGreaterThanOrEqual(300);
  });

  test.each(SETS)("are resolved with a precision of 98 percent: %s", (file) => {
    const outcomes = readGold(file).map(decide);
    const decided = outcomes.filter(({ found }) => found !== undefined);
    const wrong = decided.filter(({ isRight }) => !isRight);
    const precision = (decided.length - wrong.length) / decided.length;
    console.info(
      `${file}: ${outcomes.length} names, ${decided.length} decided (${percent(decided.length / outcomes.length)}), ${percent(precision)} of them right`,
    );
    const said = wrong.map(
      ({ row, found }) => `${row.source} ${row.host} ${row.name}: ${found}, not ${row.model}`,
    );
    expect(precision, said.join("\n")).toBeGreaterThanOrEqual(0.98);
  });
});

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Made-up catalog tables with one finding candidate or one recorded test run, for tests to change. */
import {
  type CatalogTables,
  FindingFactRow,
  type ModelRow,
  type OwnTestRunRow,
  type TokenCountRow,
} from "../../build/model/catalog/rows.ts";
import { createNullFields } from "../../build/schema/values.ts";

/**
 * A finding candidate whose model and lab have five hosts each. That counts as half known, so importance is half of
 * weight × size.
 */
export const sampleFindingFact = (
  kind: FindingFactRow["kind"],
  more: Partial<FindingFactRow>,
): FindingFactRow => ({
  ...createNullFields(FindingFactRow),
  kind,
  date: "2026-03-01",
  model: "acme-large",
  lab: "acme",
  size: 50,
  model_hosts: 5,
  lab_hosts: 5,
  statements: [],
  ...more,
});

/** A change of acme's list price by `percent`, from $2 input and $10 output. */
export function sampleListPriceMove(
  model: string,
  percent: number,
  more: Partial<FindingFactRow> = {},
): FindingFactRow {
  const factor = 1 + percent / 100;
  return sampleFindingFact(percent < 0 ? "price_drop" : "price_rise", {
    model,
    host: "acme",
    old_input: 2,
    new_input: 2 * factor,
    old_output: 10,
    new_output: 10 * factor,
    pct_blended: percent,
    size: percent < 0 ? -percent : (100 * percent) / (100 + percent),
    ...more,
  });
}

/** `acme-large` → a model called `Acme Large`. */
const model = (slug: string, offers: number): ModelRow =>
  ({
    slug,
    lab: slug.split("-")[0],
    offers,
    is_open_source: slug.endsWith("-open"),
    name: slug.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replaceAll("-", " "),
  }) as ModelRow;

const SLUGS = ["acme-large", "acme-small", "acme-tiny", "acme-mini", "acme-open", "delta-one"];

const named = (slugs: readonly string[]) =>
  slugs.map((slug) => ({ slug, name: slug.charAt(0).toUpperCase() + slug.slice(1) }));

export const sampleCatalogTables = (more: Partial<CatalogTables>): CatalogTables =>
  ({
    models: SLUGS.map((slug, index) => model(slug, index + 1)),
    providers: named(["acme", "bazaar", "cumulus", "delta"]),
    benchmarks: [
      ...named(["logic", "sums"]).map((row) => ({ ...row, unit: "%" })),
      { slug: "chess", name: "Chess", unit: "elo" },
    ],
    finding_facts: [],
    token_counts: [],
    model_tokenizers: [],
    own_test_runs: [],
    own_tests: [],
    own_test_items: [],
    ...more,
  }) as unknown as CatalogTables;

/** One row per language; the whole passage counts as one sentence. */
export const sampleTokenCounts = (
  tokenizer: string,
  tokens: Record<string, number>,
  run_date = "2026-04-01",
): TokenCountRow[] =>
  Object.entries(tokens).map(([language, count]) => ({
    tokenizer,
    language,
    passage_version: "1",
    run_date,
    package: "p",
    package_version: "1",
    tokens: [count],
    characters: [count],
  }));

export const sampleOwnTestRun = (
  model: string,
  score: number | null,
  more: Partial<OwnTestRunRow> = {},
) =>
  ({
    id: `run-${model}-${more.route ?? ""}`,
    test: "world-map",
    version: "1",
    model,
    score,
    route: null,
    run_date: "2026-05-01",
    interval: null,
    ...more,
  }) as OwnTestRunRow;

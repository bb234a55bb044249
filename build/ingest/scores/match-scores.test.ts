import { describe, expect, test } from "vitest";
import { sampleBenchmark } from "../../../test/builders/fact-builders.ts";
import { createLabFinderByModelName } from "../../identity/labs.ts";
import type { ModelNameResolver } from "../../identity/resolver.ts";
import type { ScoreListing } from "../../sources/listing.ts";
import { mergeBenchmarkScores, type ScoreMatchContext } from "./match-scores.ts";

const BENCHMARK = sampleBenchmark("hard-sums", { name: "Hard sums", category: "math" });
const SOURCE_URL = "https://sums.example.org/board";
const LISTING: ScoreListing = {
  source: "epoch-benchmarks",
  benchmark: "hard-sums",
  modelName: "nimbus-1",
  display_name: null,
  maker: "Cloud Lab",
  release_date: "2024-05-06",
  is_open_source: true,
  configuration: null,
  score: 50,
  self_reported: false,
  as_of: "2025-01-01",
  source_url: SOURCE_URL,
};

/** Knows `nimbus-1` and its dated snapshots. */
const resolver: ModelNameResolver = {
  resolve({ name }) {
    const found = /^nimbus-1(?:-(\d{4}-\d{2}-\d{2}))?$/.exec(name);
    if (!found) return undefined;
    return { model: "nimbus-1", step: "strict", configuration: found[1] ?? null };
  },
};

const CONTEXT: ScoreMatchContext = {
  resolver,
  labs: createLabFinderByModelName([{ prefix: "stratus", lab: "cloud-lab", base_model: null }]),
  slugs: new Set(["nimbus-1"]),
  benchmarks: [BENCHMARK],
  benchmarkAliases: [{ source: "llmstats", name: "HardSums", benchmark: "hard-sums" }],
  modelAliases: [],
};

function merge(listings: Partial<ScoreListing>[], context: Partial<ScoreMatchContext> = {}) {
  const whole = listings.map((listing) => ({ ...LISTING, ...listing }));
  const merged = mergeBenchmarkScores(whole, { ...CONTEXT, ...context });
  const reasons = merged.rejected.map(({ reason }) => reason);
  return { ...merged, rows: merged.scores, reasons };
}

test("a score of a known model is a row of its benchmark, with the snapshot in its name", () => {
  const configuration = "high, OpenHands";
  expect(merge([{ modelName: "nimbus-1-2024-08-06", configuration }]).rows).toEqual([
    {
      file: "hard-sums",
      model: "nimbus-1",
      score: 50,
      self_reported: false,
      source: "epoch-benchmarks",
      source_url: SOURCE_URL,
      as_of: "2025-01-01",
      configuration: "2024-08-06, high, openhands",
    },
  ]);
});

test("a benchmark is found by its alias in one upstream or by the spelling of its slug, else rejected", () => {
  const { rows, reasons } = merge([
    { source: "llmstats", benchmark: "HardSums" },
    { source: "vectara", benchmark: "Hard Sums" },
    { source: "aider", benchmark: "HardSums" },
  ]);
  expect(rows.map(({ source }) => source).sort()).toEqual(["llmstats", "vectara"]);
  expect(reasons).toEqual(["data/benchmarks has no such benchmark"]);
});

const LOWER = { benchmarks: [{ ...BENCHMARK, higher_is_better: false }] };
const old = { score: 90, as_of: "2025-01-01" };
const late = { score: 50, as_of: "2025-02-01" };

test.each<[string, Partial<ScoreListing>[], number, Partial<ScoreMatchContext>]>([
  ["the newest", [old, late], 50, {}],
  ["the best of a day", [{ score: 50 }, { score: 60 }], 60, {}],
  ["the lowest of a day where lower is better", [{ score: 50 }, { score: 60 }], 50, LOWER],
])(
  "of rows with one model, configuration, source and address, %s is kept",
  (_, given, score, more) => {
    const { rows, reasons } = merge(given, more);
    expect(rows).toMatchObject([{ score }]);
    expect(reasons).toEqual([
      "a newer or better score of the same model and configuration from the same page is already recorded",
    ]);
  },
);

test('a run with "thinking not stated" is dropped beside the same score without these words', () => {
  const unknown = { configuration: "thinking not stated, claude code" };
  const snapshot = { ...unknown, modelName: "nimbus-1-2024-08-06" };
  expect(merge([{ configuration: "claude code" }, unknown, snapshot]).rows).toMatchObject([
    { configuration: "claude code" },
    { configuration: "2024-08-06, thinking not stated, claude code" },
  ]);
});

describe("a name that fits no model", () => {
  test("adds a model if its lab is known and its maker or release date is stated", () => {
    const { models, rows } = merge([
      { modelName: "Stratus-7b-hf", release_date: "2023-02-01" },
      { modelName: "Stratus-7b", release_date: "2023-01-01", configuration: "5-shot" },
    ]);
    const added = { slug: "stratus-7b", name: "Stratus-7b", lab: "cloud-lab" };
    const stated = { is_open_source: true, release_date: "2023-01-01", as_of: "2025-01-01" };
    expect(models).toMatchObject([{ ...added, ...stated, source: "epoch-benchmarks" }]);
    expect(rows).toMatchObject([{ model: "stratus-7b" }, { model: "stratus-7b" }]);
  });

  test.each([
    ["Cirrus-7b", "Cloud Lab", "2024-05-06"],
    ["Stratus-7b", null, null],
  ])("%s of %s is rejected: its lab, or everything but its name, is unknown", (...facts) => {
    const [modelName, maker, release_date] = facts;
    const reasons = ["the catalogue has no such model, and too little is known to add it"];
    const merged = merge([{ modelName, maker, release_date, self_reported: null }]);
    expect(merged).toMatchObject({ models: [], rows: [], reasons });
  });

  test.each([
    [[true, false], null],
    [[true, null, false, true], true],
  ])("has open weights if most sources say so: %j gives %j", (stated, is_open_source) => {
    const listings = stated.map((one, index) => {
      return { modelName: "Stratus-7b", source: `source-${index}`, is_open_source: one };
    });
    expect(merge(listings).models).toMatchObject([{ is_open_source }]);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import type { FactOfKind } from "../../build/facts/kinds.ts";
import type { ScoreRow } from "../../build/model/catalog/rows.ts";
import type { LoadedCatalog } from "../../generator/pipeline/load.ts";
import { sampleBenchmark, sampleModel, sampleScore } from "../builders/fact-builders.ts";
import { getDefined } from "../builders/get.ts";
import { loadSampleCatalog } from "../builders/sample-catalog.ts";
import { SAMPLE_FACTS } from "../builders/sample-facts.ts";

type Score = FactOfKind<"scores">;
type Benchmark = FactOfKind<"benchmarks">;

const REPORTED: Record<string, boolean | null> = { "": false, maker: true, unknown: null };
/** A score of acme-large in words: the value, its configuration, and who ran it. */
const run = (words: string, more: Partial<Score> = {}) => {
  const [value, configuration = "none", by = ""] = words.split(" ");
  return sampleScore("acme-large", Number(value), {
    configuration: configuration === "none" ? null : configuration.replaceAll(",", ", "),
    self_reported: REPORTED[by] ?? null,
    ...more,
  });
};

/** Twenty more models, for benchmarks that many took. */
const TAKERS = Array.from({ length: 20 }, (_, place) => sampleModel(`m${place}`, "delta"));

/** Benchmarks with their rows, all loaded in one snapshot. They do not affect one another. */
const measured: { fact: Benchmark; rows: Score[] }[] = [];
let all: LoadedCatalog;
beforeAll(async () => {
  const scores = Object.fromEntries(measured.map(({ fact, rows }) => [fact.slug, rows]));
  all = await loadSampleCatalog({
    json: {
      ...SAMPLE_FACTS.json,
      // Late enough for a score that is measured late in the year.
      sources: SAMPLE_FACTS.json.sources.map((one) => ({ ...one, recorded_on: "2026-12-03" })),
      models: [...SAMPLE_FACTS.json.models, ...TAKERS],
      benchmarks: [...SAMPLE_FACTS.json.benchmarks, ...measured.map(({ fact }) => fact)],
    },
    csv: { ...SAMPLE_FACTS.csv, scores },
  });
});

/** Adds a benchmark with these rows. @returns Its slug. */
function benchmarkWith(rows: Score[], more: Partial<Benchmark> = {}): string {
  const slug = `measured-${measured.length}`;
  measured.push({ fact: sampleBenchmark(slug, more), rows });
  return slug;
}

/** Gives the default score of acme-large on a benchmark with these runs. */
function standing(runs: Score[], more: Partial<Benchmark> = {}): () => ScoreRow {
  const slug = benchmarkWith(runs, more);
  return () => {
    const rows = all.catalog.scoresOn(slug).filter(({ is_default }) => is_default);
    expect(rows).toHaveLength(1);
    return getDefined(rows[0], "score of acme-large");
  };
}

describe("the score that stands for a model on a benchmark", () => {
  const usual = (default_configuration: string): Partial<Benchmark> => ({
    default_configuration,
    default_configuration_reason: "most models ran so",
  });
  /** Runs of acme-large → the score that stands for it. */
  const CASES: Record<string, [runs: string, more?: Partial<Benchmark>]> = {
    "the best independent score, even if the maker reports a better one": [
      "90 max maker | 70 low | 80 high | 85 none unknown → 80",
    ],
    "a score of unknown origin rather than the maker's own": ["90 a maker | 70 b unknown → 70"],
    "the maker's own where nobody else measured": ["90 a maker | 70 b maker → 90"],
    "the one in the default configuration, even if the maker reports it": [
      "90 0-shot | 70 2025-01-01,5-shot maker → 70",
      usual("5-shot"),
    ],
    "the independent one of two in the default configuration": [
      "90 0-shot | 70 2025-01-01,5-shot maker | 60 5-shot → 60",
      usual("5-shot"),
    ],
    "the best where none has the usual configuration": ["90 a | 95 none → 95", usual("5-shot")],
    "one whose configuration has every part of the default one": [
      "90 5-shot | 70 cot,pass@1,5-shot → 70",
      usual("5-shot, cot"),
    ],
    "the lowest where lower is better": ["9 a | 7 b | 1 c maker → 7", { higher_is_better: false }],
  };
  const cases = Object.entries(CASES).map(([title, [text, more]]) => {
    const [runs = "", expected] = text.split(" → ");
    const rows = runs.split(" | ").map((one) => run(one));
    return [title, standing(rows, more), Number(expected)] as const;
  });
  it.each(cases)("is %s", (_, found, value) => {
    expect(found().score).toBe(value);
  });

  const days = ["2026-01-01", "2026-02-01"].map((as_of) => run(`80 ${as_of}`, { as_of }));
  const newest = standing(days);
  it("is the newest of equal scores", () => expect(newest().as_of).toBe("2026-02-01"));

  const precise = benchmarkWith([run("34.6590909 a"), run("20.005 b")]);
  it("is rounded to two decimals, like every other score", () => {
    const shown = all.catalog.scoresOn(precise).map((row) => row.score);
    expect(shown.sort()).toEqual([20.01, 34.66]);
  });
});

describe("the average score", () => {
  const names = Array.from({ length: 15 }, (_, place) => `m${String(place).padStart(2, "0")}`);
  const models = names.map((slug) => sampleModel(slug, "delta"));
  const common = ["logic", "sums", "words", "facts"];
  const benchmarks = [
    sampleBenchmark("facts"),
    sampleBenchmark("words", { floor: 25 }),
    sampleBenchmark("part", { part_of: "facts" }),
    sampleBenchmark("few"),
    sampleBenchmark("grades", { unit: "points", max_score: 10 }),
  ];
  const everyone = (value: (place: number) => number, more: Partial<Score> = {}) =>
    names.map((slug, place) => sampleScore(slug, value(place), more));
  const scores = {
    ...Object.fromEntries(common.map((name) => [name, everyone((place) => 25 + 3 * place)])),
    part: everyone(() => 1),
    few: everyone(() => 1).slice(1),
    grades: everyone((place) => place / 2),
    chess: everyone((place) => 1000 + place),
  };

  it("is the mean over whole benchmarks in percent with 15 models, each rescaled from chance to best", async () => {
    const { json, csv } = SAMPLE_FACTS;
    const others = json.benchmarks.filter(({ slug }) => slug !== "words");
    const added = { models: [...json.models, ...models], benchmarks: [...others, ...benchmarks] };
    const facts = { json: { ...json, ...added }, csv: { ...csv, scores } };
    const { catalog } = await loadSampleCatalog(facts);
    // m10 scores 55 on all four; on the benchmark whose score of chance is 25, this counts as (55 - 25) / 75 = 40 %.
    expect(["m10", "acme-large"].map((slug) => catalog.getModel(slug))).toMatchObject([
      { avg_score: 51.25, avg_score_basis: { measured: 4, benchmarks: 4, provisional: false } },
      { avg_score: null, avg_score_basis: { measured: 0, benchmarks: 4, provisional: true } },
    ]);
  });
});

describe("a new lead on a benchmark", () => {
  const on = (day: string, from: number, to: number, more: Partial<Score> = {}) =>
    TAKERS.slice(from, to).map(({ slug }, place) =>
      sampleScore(slug, from + place, { as_of: day, ...more }),
    );
  const leads = (rows: Score[]) => {
    const slug = benchmarkWith(rows);
    return () =>
      all.catalog.finding_facts
        .filter(({ kind, benchmark }) => kind === "top_score" && benchmark === slug)
        .map((row) => [row.date, row.model, row.self_reported, row.runner_up]);
  };

  const FEB = "2026-02-03";
  const late = on(FEB, 19, 20);
  const before = on("2026-01-01", 0, 14);
  const rest = on("2026-01-01", 0, 19);
  const byAnother = on(FEB, 14, 19, { source: "operator" });
  const byItsMaker = on(FEB, 19, 20, { self_reported: true });
  const nine = [...on("2026-03-01", 0, 10), ...on("2026-01-01", 10, 19)];
  const early = [...on("2025-01-01", 0, 19), ...on("2025-02-03", 19, 20)];
  const leadOn = (day: string, second: string) => [[day, "m19", false, second]];
  const NEWS = leadOn(FEB, "m18");
  const others = on("2026-01-01", 0, 18);
  const rival = on("2026-03-01", 18, 19);
  it.each<[string, () => unknown[], unknown[]]>([
    ["news when ten models were measured on earlier days", leads([...rest, ...late]), NEWS],
    ["dated on the release when the score is older", leads(early), leadOn("2026-02-01", "m18")],
    ["ahead of the second of its day", leads([...others, ...rival, ...late]), leadOn(FEB, "m17")],
    ["no news when nine models were measured on earlier days", leads([...nine, ...late]), []],
    ["no news among six scores of its source", leads([...before, ...on(FEB, 14, 20)]), []],
    ["news beside five of another source", leads([...before, ...byAnother, ...late]), NEWS],
    ["no news half a year after the release", leads([...rest, ...on("2026-12-03", 19, 20)]), []],
    ["marked as self-reported", leads([...rest, ...byItsMaker]), [[FEB, "m19", true, "m18"]]],
  ])("is %s", (_, find, expected) => expect(find()).toEqual(expected));
});

import { describe, expect, it } from "vitest";
import type { FactOf } from "../../build/facts/kinds.ts";
import type { ScoreRow } from "../../build/read-model/catalog/rows.ts";
import { toBenchmarkEntry } from "../../generator/endpoints/benchmarks/benchmark.ts";
import type { Loaded } from "../../generator/load.ts";
import { benchmark, model, score } from "../builders/fact-builders.ts";
import { getDefined } from "../builders/get.ts";
import { loadSample } from "../builders/sample-catalog.ts";
import { SAMPLE } from "../builders/sample-facts.ts";

type Score = FactOf<"scores">;
type Benchmark = FactOf<"benchmarks">;

interface Tested {
  /** Beside the sample's, or in place of one of them. */
  benchmarks?: Benchmark[];
  models?: FactOf<"models">[];
  scores: Record<string, Score[]>;
}

/** What is seen of the sample's models with these scores in place of its own. */
async function seen<T>(tested: Tested, look: (loaded: Loaded) => T): Promise<T> {
  const { benchmarks = [], models = [], scores } = tested;
  const slugs = new Set(benchmarks.map(({ slug }) => slug));
  const loaded = await loadSample({
    json: {
      ...SAMPLE.json,
      models: [...(SAMPLE.json.models ?? []), ...models],
      benchmarks: [
        ...(SAMPLE.json.benchmarks ?? []).filter(({ slug }) => !slugs.has(slug)),
        ...benchmarks,
      ],
    },
    csv: { ...SAMPLE.csv, scores },
  });
  const found = look(loaded);
  await loaded.dispose();
  return found;
}

const run = (value: number, configuration: string | null, self_reported: boolean | null = false) =>
  score("acme-large", value, { configuration, self_reported });

/** The score that stands for acme-large on `logic`. */
async function standing(runs: Score[], more: Partial<Benchmark> = {}): Promise<ScoreRow> {
  const tested = { benchmarks: [benchmark("logic", more)], scores: { logic: runs } };
  const rows = await seen(tested, ({ catalog }) =>
    catalog.scoresOf("acme-large").filter(({ is_default }) => is_default),
  );
  expect(rows).toHaveLength(1);
  return getDefined(rows[0], "score of acme-large");
}

const DEFAULT = {
  default_configuration: "5-shot",
  default_configuration_reason: "most models ran so",
};

describe("the score that stands for a model on a benchmark", () => {
  it("is the best of others' measurements, whatever the maker reports", async () => {
    const runs = [run(90, "max", true), run(70, "low"), run(80, "high"), run(85, null, null)];
    expect(await standing(runs)).toMatchObject({ score: 80, self_reported: false });
  });

  it("is one of unknown origin before the maker's own, and the maker's where nobody else measured", async () => {
    expect(await standing([run(90, "a", true), run(70, "b", null)])).toMatchObject({ score: 70 });
    expect(await standing([run(90, "a", true), run(70, "b", true)])).toMatchObject({ score: 90 });
  });

  it("is of the default configuration before others, whoever ran it", async () => {
    const runs = [run(90, "0-shot"), run(70, "2025-01-01, 5-shot", true)];
    expect(await standing(runs, DEFAULT)).toMatchObject({ score: 70 });
    expect(await standing([...runs, run(60, "5-shot")], DEFAULT)).toMatchObject({ score: 60 });
    expect(await standing([run(90, "25-shot"), run(95, null)], DEFAULT)).toMatchObject({
      score: 95,
    });
  });

  it("has every part of a default of several", async () => {
    const both = { ...DEFAULT, default_configuration: "5-shot, cot" };
    const runs = [run(90, "5-shot"), run(70, "cot, pass@1, 5-shot")];
    expect(await standing(runs, both)).toMatchObject({ score: 70 });
  });

  it("is the lowest where lower is better", async () => {
    const runs = [run(9, "a"), run(7, "b"), run(1, "c", true)];
    expect(await standing(runs, { higher_is_better: false })).toMatchObject({ score: 7 });
  });

  it("has at most two decimals, like every other", async () => {
    const scores = { logic: [run(34.6590909, "a"), run(20.005, "b")] };
    const shown = await seen({ scores }, ({ catalog }) =>
      catalog.scoresOf("acme-large").map((row) => row.score),
    );
    expect(shown.sort()).toEqual([20.01, 34.66]);
  });
});

describe("the leaderboard of a benchmark", () => {
  it("has what others measured first, then what makers report, the best first in both", async () => {
    const logic = [
      score("acme-large", 95, { self_reported: true }),
      score("acme-small", 70, { configuration: "high", as_of: "2026-04-01" }),
      score("delta-7b", 80, { self_reported: null }),
      score("delta-old", 99, { self_reported: true }),
    ];
    const top = await seen(
      { scores: { logic } },
      ({ catalog }) =>
        toBenchmarkEntry(getDefined(catalog.benchmark("logic"), "logic"), catalog).top_models,
    );
    expect(top.map(({ slug }) => slug)).toEqual([
      ...["delta-7b", "acme-small", "delta-old", "acme-large"],
    ]);
    expect(top[1]).toEqual({
      name: "ACME-SMALL",
      slug: "acme-small",
      provider: "ACME",
      score: 70,
      self_reported: false,
      configuration: "high",
      as_of: "2026-04-01",
    });
  });
});

describe("the average score", () => {
  const names = Array.from({ length: 15 }, (_, place) => `m${String(place).padStart(2, "0")}`);
  const models = names.map((slug) => model(slug, "delta"));
  const common = ["logic", "sums", "words", "facts"];
  const benchmarks = [
    benchmark("facts"),
    benchmark("words", { floor: 25 }),
    benchmark("part", { part_of: "facts" }),
    benchmark("grades", { unit: "points", max_score: 10 }),
  ];
  const all = (value: (place: number) => number, more: Partial<Score> = {}) =>
    names.map((slug, place) => score(slug, value(place), more));
  const scores = {
    ...Object.fromEntries(common.map((name) => [name, all((place) => 25 + 3 * place)])),
    part: all(() => 1),
    grades: all((place) => place / 2),
    chess: all((place) => 1000 + place),
  };
  const averages = (changed: Record<string, Score[]>) =>
    seen({ benchmarks, models, scores: { ...scores, ...changed } }, ({ catalog }) =>
      Object.fromEntries(
        catalog.models.map(({ slug, avg_score, avg_score_basis }) => [
          slug,
          [avg_score, avg_score_basis.measured, avg_score_basis.benchmarks],
        ]),
      ),
    );

  it("is the mean over whole benchmarks in percent with 15 models, each from chance to best", async () => {
    const found = await averages({});
    // 55 on three benchmarks; on the one with chance at 25 it is (55 - 25) / 75 = 40.
    expect(found.m10).toEqual([51.25, 4, 4]);
    expect(found["acme-large"]).toEqual([null, 0, 4]);
  });

  it("counts expected scores, but not for a model that was measured too little", async () => {
    const fewer = (slug: string) =>
      all((place) => 25 + 3 * place).filter((row) => row.model !== slug);
    const extra = score("acme-large", 50);
    const found = await averages({ facts: [...fewer("m10"), extra] });
    expect(found.m10).toEqual([null, 3, 4]);
    expect(found["acme-large"]).toEqual([null, 1, 4]);
  });

  it("is null where the maker reports all but one", async () => {
    const reported = all((place) => 25 + 3 * place, { self_reported: true });
    expect((await averages({ logic: reported, sums: reported })).m10?.[0]).toBe(51.25);
    const found = await averages({ logic: reported, sums: reported, words: reported });
    expect(found.m10?.[0]).toBeNull();
  });
});

describe("a lead as news", () => {
  const models = Array.from({ length: 20 }, (_, place) => model(`m${place}`, "delta"));
  const on = (day: string, from: number, to: number, more: Partial<Score> = {}) =>
    models
      .slice(from, to)
      .map(({ slug }, place) => score(slug, from + place, { as_of: day, ...more }));
  const leads = (logic: Score[]) =>
    seen({ models, scores: { logic } }, ({ catalog }) =>
      catalog.finding_facts
        .filter(({ kind }) => kind === "top_score")
        .map(({ date, model, self_reported }) => [date, model, self_reported]),
    );

  it("is told when ten models were measured on earlier days", async () => {
    const late = on("2026-02-03", 19, 20);
    expect(await leads([...on("2026-01-01", 0, 19), ...late])).toEqual([
      ["2026-02-03", "m19", false],
    ]);
    const early = [...on("2026-03-01", 0, 10), ...on("2026-01-01", 10, 19)];
    expect(await leads([...early, ...late])).toEqual([]);
  });

  it("is not told on a day on which its source dates a table", async () => {
    const before = on("2026-01-01", 0, 14);
    expect(await leads([...before, ...on("2026-02-03", 14, 20)])).toEqual([]);
    const others = on("2026-02-03", 14, 19, { source: "operator" });
    expect(await leads([...before, ...others, ...on("2026-02-03", 19, 20)])).toHaveLength(1);
  });

  it("says whose word it is", async () => {
    const reported = on("2026-02-03", 19, 20, { self_reported: true });
    expect(await leads([...on("2026-01-01", 0, 19), ...reported])).toEqual([
      ["2026-02-03", "m19", true],
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { differing } from "../../../test/builders/files.ts";
import { emptied } from "../../../test/builders/replay-faults.ts";
import {
  afterFirstNight,
  BENCHMARK,
  GENAI_PRICES,
  HOSTS,
  MODELS,
  MODELS_DEV,
  offerOf,
  type SampleOffer,
} from "../../../test/builders/replayed-night.ts";
import type { GateName, LiveSummary } from "../live-run.ts";

/** Those of the lab itself count as said by the list that is kept by hand. */
const RESOLD = (HOSTS - 1) * MODELS;
const FIRST = "2026-09-01";
const SECOND = "2026-09-02";

const here = afterFirstNight(FIRST);

const outcomeOf = ({ outcomes }: LiveSummary, id: string) =>
  outcomes.find(({ source }) => source === id);
const changes = async () => differing(here.before, await here.world.files());
const linesOf = async (path: string) =>
  (await here.world.files()).get(path)?.trimEnd().split("\n") ?? [];
const newLines = async (path: string) => {
  const old = new Set(here.before.get(path)?.split("\n"));
  return (await linesOf(path)).filter((line) => !old.has(line));
};
const heldBy = ({ gates }: LiveSummary): [GateName, string, string][] =>
  gates
    .filter(({ accepted }) => accepted === null)
    .map(({ gate, source, holds }) => [gate, source, holds]);
const repriceAll = (reprice: (cost: SampleOffer["cost"]) => SampleOffer["cost"]) => {
  for (const { models } of Object.values(here.world.api))
    for (const offer of Object.values(models)) offer.cost = reprice(offer.cost);
};
const offerAt = (host: string, id: string): SampleOffer => here.world.api[host]!.models[id]!;

describe("answers that are believed", () => {
  test("the same answers again change no byte, on the same day or the next", async () => {
    for (const day of [FIRST, SECOND]) {
      const summary = await here.world.night(day);
      expect(summary).toMatchObject({ changedFiles: [], deletedFiles: [], historyRows: 0 });
      expect(outcomeOf(summary, "models-dev")?.state).toBe("unchanged");
    }
    expect(await changes()).toEqual([]);
  });

  test("one price that changed is one row of history, and three files", async () => {
    offerAt("host-3", "quark-7").cost.input = 1.5;
    const summary = await here.world.night(SECOND);
    const files = ["offers/host-3.csv", "price-history/host-3.csv", "sources/models-dev.json"];
    expect(await changes()).toEqual(files);
    expect(summary).toMatchObject({ changedFiles: files, historyRows: 1 });
    expect(await newLines("price-history/host-3.csv")).toEqual([
      `${SECOND},quark-7,quark-7,changed,1.5,4.28,,,models-dev,`,
    ]);
    expect(outcomeOf(summary, "models-dev")?.state).toBe("changed");
    expect(outcomeOf(summary, "genai-prices")?.state).toBe("unchanged");
  });

  test("at the lab's own host a change of the list kept by hand counts, and a laggard takes nothing back", async () => {
    here.world.book[0]!.models[0]!.prices.input_mtok = 0.9;
    await here.world.night(SECOND);
    const line = `${SECOND},quark-1,quark-1,changed,0.9,4.04,,,genai-prices,`;
    expect(await newLines("price-history/host-1.csv")).toEqual([line]);
    expect((await here.world.night("2026-09-03")).changedFiles).toEqual([]);
    offerAt("host-1", "quark-1").cost.input = 0.9;
    expect((await here.world.night("2026-09-04")).historyRows).toBe(0);
  });

  test("a new model is added with its offer and its price", async () => {
    here.world.api["host-2"]!.models["quark-900"] = offerOf(900);
    const summary = await here.world.night(SECOND);
    expect(summary.newModels).toEqual(["quark-900"]);
    expect(await changes()).toEqual([
      "models/sample-lab/quark-900.json",
      "offers/host-2.csv",
      "price-history/host-2.csv",
      "sources/models-dev.json",
    ]);
    expect(await newLines("price-history/host-2.csv")).toEqual([
      `${SECOND},quark-900,quark-900,added,10,40,,,models-dev,`,
    ]);
  });

  test("a model that only a benchmark knows is found again the night after", async () => {
    const id = "sample-lab/quark-1000-2026-01-20";
    const of = { name: "Sample Test", score: 7, source: "https://sample.example/0", date: FIRST };
    here.world.scores[id] = { id, name: "Quark 1000", benchmarks: [of] };
    expect((await here.world.night(SECOND)).newModels).toEqual(["quark-1000"]);
    expect((await here.world.night("2026-09-03")).changedFiles).toEqual([]);
  });

  test("an offer that is gone is a row of history, and its model stays", async () => {
    delete here.world.api["host-4"]?.models["quark-9"];
    await here.world.night(SECOND);
    expect(await changes()).toEqual([
      "offers/host-4.csv",
      "price-history/host-4.csv",
      "sources/models-dev.json",
    ]);
    expect(await newLines("price-history/host-4.csv")).toEqual([
      `${SECOND},quark-9,quark-9,removed,,,,,models-dev,`,
    ]);
    expect((await here.world.night("2026-09-03")).changedFiles).toEqual([]);
  });

  test("a dry run says what would change and changes nothing", async () => {
    offerAt("host-3", "quark-7").cost.input = 1.5;
    const summary = await here.world.night(SECOND, { dryRun: true });
    expect(summary.changedFiles).toContain("offers/host-3.csv");
    expect(await changes()).toEqual([]);
  });
});

describe("a source that is down", () => {
  test("keeps its facts; its missed nights are counted, once a night, until it answers", async () => {
    here.world.replay.fault(MODELS_DEV, { kind: "status", status: 500 });
    for (const day of [SECOND, SECOND]) {
      const summary = await here.world.night(day);
      expect(outcomeOf(summary, "models-dev")).toMatchObject({ state: "failed", kind: "status" });
    }
    expect(await changes()).toEqual(["sources/models-dev.json"]);
    expect((await here.world.files()).get("sources/models-dev.json")).toContain('"missed_runs": 1');
    here.world.replay.heal();
    await here.world.night("2026-09-03");
    expect(await changes()).toEqual([]);
  });

  test.each<[string, (text: string) => string, string]>([
    ["an empty list", emptied, "too-few"],
    ["a list with another name", (text) => text.replaceAll('"models"', '"entries"'), "unreadable"],
  ])("%s is a failure", async (_name, transform, kind) => {
    here.world.replay.fault(MODELS_DEV, { kind: "body", transform });
    const summary = await here.world.night(SECOND);
    expect(outcomeOf(summary, "models-dev")).toMatchObject({ state: "failed", kind });
    expect(await changes()).toEqual(["sources/models-dev.json"]);
  });
});

describe("answers that are held back", () => {
  const expectNothing = async (summary: LiveSummary, source = "models-dev") => {
    expect(outcomeOf(summary, source)?.state).toBe("held");
    expect(await changes()).toEqual([]);
  };

  test("three quarters of the list", async () => {
    for (const host of [2, 3]) delete here.world.api[`host-${host}`];
    const summary = await here.world.night(SECOND);
    expect(heldBy(summary)).toEqual([["rows", "models-dev", "source"]]);
    expect(summary.gates[0]?.message).toMatch(
      new RegExp(`^${RESOLD - 2 * MODELS} of the ${RESOLD} offers it had came back \\(77 %`),
    );
    await expectNothing(summary);
  });

  test("prices under another name", async () => {
    repriceAll(({ input, output }) => ({ prompt: input!, completion: output! }));
    const summary = await here.world.night(SECOND);
    expect(heldBy(summary)).toEqual([["rows", "models-dev", "source"]]);
    expect(summary.gates[0]?.message).toContain(`0 of the ${RESOLD} prices`);
    await expectNothing(summary);
  });

  test("doubled prices", async () => {
    repriceAll(({ input, output }) => ({ input: 2 * input!, output: 2 * output! }));
    const summary = await here.world.night(SECOND);
    expect(heldBy(summary)).toEqual([["median-move", "models-dev", "source"]]);
    await expectNothing(summary);
  });

  test("doubled prices at one host: only that host", async () => {
    for (const { cost } of Object.values(here.world.api["host-5"]!.models)) cost.input! *= 2;
    offerAt("host-6", "quark-1").cost.input = 1.2;
    const summary = await here.world.night(SECOND);
    expect(heldBy(summary)).toEqual([["median-move", "models-dev", "row"]]);
    expect(summary.gates[0]?.scope).toBe("host-5");
    expect(summary.historyRows).toBe(1);
    expect(await changes()).not.toContain("offers/host-5.csv");
  });

  test("prices per token", async () => {
    repriceAll(({ input, output }) => ({ input: input! / 1e6, output: output! / 1e6 }));
    const summary = await here.world.night(SECOND);
    expect(heldBy(summary)).toContainEqual(["unit", "models-dev", "source"]);
    await expectNothing(summary);
  });

  test("one price per thousand tokens, one swapped, one far above the median: each row", async () => {
    offerAt("host-7", "quark-1").cost.input! /= 1000;
    offerAt("host-7", "quark-2").cost = { input: 4.08, output: 1.02 };
    offerAt("host-7", "quark-3").cost.output! *= 30;
    offerAt("host-7", "quark-4").cost.input = 1.1;
    const summary = await here.world.night(SECOND);
    expect(summary.gates.map(({ gate, scope, holds }) => [gate, scope, holds])).toEqual([
      ["above-median", "host-7 quark-3", "row"],
      ["swap", "host-7 quark-2", "row"],
      ["unit", "host-7 quark-1", "row"],
    ]);
    expect(await newLines("price-history/host-7.csv")).toEqual([
      `${SECOND},quark-4,quark-4,changed,1.1,4.16,,,models-dev,`,
    ]);
    expect(await newLines("offers/host-7.csv")).toHaveLength(1);
  });

  test("a date to come and a score above the maximum: each row, the others pass", async () => {
    const scoreOf = (number: number) =>
      here.world.scores[`sample-lab/quark-${number}`]!.benchmarks[0]!;
    Object.assign(scoreOf(1), { score: 20, date: "2026-10-01" });
    Object.assign(scoreOf(2), { score: 250 });
    Object.assign(scoreOf(3), { score: 33 });
    const summary = await here.world.night(SECOND);
    expect(heldBy(summary)).toEqual([
      ["future-date", "models-dev", "row"],
      ["above-maximum", "models-dev", "row"],
    ]);
    expect(await changes()).toEqual([`scores/${BENCHMARK}.csv`, "sources/models-dev.json"]);
    expect(await newLines(`scores/${BENCHMARK}.csv`)).toEqual([
      "quark-3,,33,,models-dev,https://sample.example/3,2026-07-01",
    ]);
    expect(await linesOf(`scores/${BENCHMARK}.csv`)).toHaveLength(MODELS + 1);
  });

  test("a source that is held says so beside one that passes", async () => {
    here.world.replay.fault(GENAI_PRICES, { kind: "html" });
    repriceAll(({ input, output }) => ({ input: 2 * input!, output: 2 * output! }));
    const { outcomes } = await here.world.night(SECOND);
    const told = outcomes.filter(({ state }) => state !== "not-due");
    expect(told.map(({ source, state }) => [source, state])).toEqual([
      ["genai-prices", "failed"],
      ["models-dev", "held"],
    ]);
  });

  test("what a person has looked at passes, and the reason is a fact", async () => {
    repriceAll(({ input, output }) => ({ input: 2 * input!, output: 2 * output! }));
    const accept = [
      { gate: "median-move", source: "models-dev", reason: "announced, and true" } as const,
    ];
    const summary = await here.world.night(SECOND, { accept });
    expect(heldBy(summary)).toEqual([]);
    expect(summary.gates[0]?.accepted).toBe("announced, and true");
    expect(summary.historyRows).toBe(HOSTS * MODELS);
    expect(await linesOf("corrections/accepted.csv")).toEqual([
      "date,gate,source,reason",
      `${SECOND},median-move,models-dev,"announced, and true"`,
    ]);
    expect((await here.world.night(SECOND, { accept })).changedFiles).toEqual([]);
  });
});

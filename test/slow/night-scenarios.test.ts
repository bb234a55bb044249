/** Whole nights on a market of realistic size: what is true is published by the second night, without flags. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NightlyResult, toNightlyExitCode } from "../../nightly/night.ts";
import {
  addSimulatedOffer,
  createLargeSimulatedMarket,
  createSimulatedLabOffer,
  type LargeSimulatedMarket,
  type SimulatedOffer,
  type SimulatedOffers,
  toSimulatedHostOffer,
} from "../builders/large-market.ts";

const FIRST = "2026-02-02";
const SECOND = "2026-03-02";
const DAYS = ["2026-03-03", "2026-03-04"] as const;
const AFTER_A_PAUSE = ["2026-07-01", "2026-07-02"] as const;

let start: LargeSimulatedMarket;
beforeAll(async () => {
  start = await createLargeSimulatedMarket();
  await start.night(FIRST);
  await start.night(SECOND);
}, 600_000);
afterAll(() => start.close());

/** Prices that are published and not true, and true ones that are not published. */
function untrue({ offers, truth }: LargeSimulatedMarket): string[] {
  const published = new Map(offers().map((one) => [`${one.host} ${one.model_id}`, one]));
  const wrong = [...truth].flatMap(([key, { input, output, context }]) => {
    const one = published.get(key);
    if (one === undefined) return [`${key} is not published`];
    if (one.trust === "unverified") return [`${key} is doubted: ${one.doubt}`];
    const isPrice = isNear(one.input, input) && isNear(one.output, output);
    if (!isPrice) return [`${key} costs ${input}/${output}, not ${one.input}/${one.output}`];
    return one.context_window === context
      ? []
      : [`${key} has ${context}, not ${one.context_window}`];
  });
  const gone = [...published.keys()].filter((key) => !truth.has(key));
  return [...wrong, ...gone.map((key) => `${key} is sold no more`)];
}

const isNear = (one: number | null, other: number): boolean =>
  one !== null && Math.abs(one - other) <= 1e-6 * other;

const MANY = 10;
/** The first few, and how many there are. */
const excerpt = (all: readonly string[]): string[] =>
  all.length > MANY ? [...all.slice(0, MANY), `${all.length} in all`] : [...all];

const reprice = (one: SimulatedOffer, factor: number): void => {
  one.input = Number((one.input * factor).toPrecision(4));
  one.output = Number((one.output * factor).toPrecision(4));
};
const rowsOf = (truth: SimulatedOffers, word: string): SimulatedOffer[] =>
  [...truth.values()].filter(({ id }) => id.startsWith(word));

/** All that sell a model move with its lab. */
function moveModels(
  truth: SimulatedOffers,
  isMoved: (id: string) => boolean,
  factor: number,
): void {
  for (const one of truth.values()) if (isMoved(one.id)) reprice(one, factor);
}

/** Ordinary news: two models cheaper everywhere, one new, one withdrawn at a host. */
function news(truth: SimulatedOffers): void {
  moveModels(truth, (id) => id === "quark-3", 0.8);
  moveModels(truth, (id) => id === "lepton-4", 0.7);
  for (const host of ["omega", "cirrus-a", "router-a", "bazaar-e"])
    addSimulatedOffer(truth, toSimulatedHostOffer(createSimulatedLabOffer("omega", 32), host));
  truth.delete("bazaar-a lepton-2");
}

/** 300 withdrawals or so, a quarter of the models at other prices, 120 new models, three hosts that nobody knew. */
function threeMonths(truth: SimulatedOffers): void {
  for (const [index, key] of [...truth.keys()].entries()) if (index % 3 === 1) truth.delete(key);
  for (const [index, number] of [2, 6, 10, 14, 18].entries())
    for (const word of ["quark", "lepton", "muon"])
      moveModels(truth, (id) => id === `${word}-${number}`, [0.5, 0.8, 1.25, 0.7, 0.3][index] ?? 1);
  for (let number = 21; number <= 60; number++)
    for (const lab of ["acme", "delta", "omega"] as const)
      for (const host of [lab, "router-b", "cirrus-b"])
        addSimulatedOffer(truth, toSimulatedHostOffer(createSimulatedLabOffer(lab, number), host));
  for (const host of ["newhall", "zenith", "harbour"])
    for (const one of rowsOf(truth, "lepton").filter(({ host: of }) => of === "router-b"))
      addSimulatedOffer(truth, { ...one, host });
}

async function nights(
  market: LargeSimulatedMarket,
  days: readonly string[],
): Promise<{ results: NightlyResult[]; wrong: string[][] }> {
  const results: NightlyResult[] = [];
  const wrong: string[][] = [];
  for (const day of days) {
    results.push(await market.night(day));
    wrong.push(excerpt(untrue(market)));
  }
  return { results, wrong };
}

test("the first nights publish what is true", () => {
  expect(excerpt(untrue(start))).toEqual([]);
});

describe.each<[string, readonly string[], (truth: SimulatedOffers) => void]>([
  ["ordinary news", DAYS, news],
  ["a pause of 120 days", AFTER_A_PAUSE, news],
  ["three months of change at once", DAYS, threeMonths],
  ["three months of change after a pause", AFTER_A_PAUSE, threeMonths],
  [
    "a closed family 60 % cheaper",
    DAYS,
    (truth) => moveModels(truth, (id) => /^quark/.test(id), 0.4),
  ],
  [
    "a closed family 90 % cheaper",
    DAYS,
    (truth) => moveModels(truth, (id) => /^quark/.test(id), 0.1),
  ],
  [
    "an open family 60 % cheaper",
    DAYS,
    (truth) => moveModels(truth, (id) => /^lepton/.test(id), 0.4),
  ],
  [
    "an open family 90 % cheaper",
    DAYS,
    (truth) => moveModels(truth, (id) => /^lepton/.test(id), 0.1),
  ],
])("%s", (_name, days, change) => {
  test("is published by the second night", async () => {
    const market = await start.copy();
    change(market.truth);
    const { results, wrong } = await nights(market, days);
    market.close();
    expect(wrong.at(-1)).toEqual([]);
    expect(results.map(toNightlyExitCode)).toEqual(days.map(() => 0));
  });
});

const failed = ({ ingested }: NightlyResult): string[] =>
  ingested.outcomes.flatMap(({ source, state }) => (state === "failed" ? source : []));

describe.each(["litellm", "genai-prices", "models-dev"])("%s is gone", (source) => {
  test("what the others say of it is published, and the rest stays", async () => {
    const market = await start.copy();
    market.down.add(source);
    moveModels(market.truth, (id) => id === "quark-3" || id === "lepton-4", 0.8);
    const { results } = await nights(market, DAYS);
    const wrong = untrue(market);
    market.close();
    // models.dev alone follows most hosts.
    const isSeen = (key: string) => source !== "models-dev" || /^(acme|delta|omega) /.test(key);
    expect(wrong.filter(isSeen)).toEqual([]);
    expect(results.map(failed)).toEqual([[source], [source]]);
    expect(results.map(toNightlyExitCode)).toEqual([2, 2]);
    expect(results.at(-1)?.report).toContain(`| ${source} | failed (status) |`);
  });
});

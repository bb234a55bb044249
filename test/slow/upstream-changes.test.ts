/** Each row of `upstream-changes.ts` in an otherwise quiet run: what of it is published, and what the report says. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFacts } from "../../build/facts/read-facts.ts";
import type { IngestSummary } from "../../build/ingest/run.ts";
import { buildDatabaseSnapshot } from "../../build/model/snapshot/snapshot.ts";
import {
  createSimulatedMarket,
  FIRST_MARKET_DAY,
  SECOND_MARKET_DAY,
  type SimulatedMarket,
  THIRD_MARKET_DAY,
} from "../builders/market-world.ts";
import { type ExpectedPrice, TRUE_CHANGES, WRONG_ANSWERS } from "../builders/upstream-changes.ts";

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

interface PublishedPrice {
  /** `input=2.5`, `output@batch=5`, … */
  prices: readonly string[];
  input: number | null;
  trust: string;
}

/** After two quiet runs, and what a quiet third one makes of them. */
let start: SimulatedMarket;
let recorded: Map<string, string>;
let right: Map<string, string>;
let rightPrices: Map<string, PublishedPrice>;

beforeAll(async () => {
  start = await createSimulatedMarket();
  await start.night(FIRST_MARKET_DAY);
  await start.night(SECOND_MARKET_DAY);
  recorded = start.files();
  const third = await start.copy();
  await third.night(THIRD_MARKET_DAY);
  right = third.files();
  rightPrices = await publishedPrices(third);
  third.close();
});
afterAll(() => start.close());

test("there are enough cases", () => {
  expect(WRONG_ANSWERS.length).toBeGreaterThanOrEqual(90);
  expect(TRUE_CHANGES.length).toBeGreaterThanOrEqual(150);
});

test.each(WRONG_ANSWERS)(
  "$name: nothing wrong is published as verified, and the report names it",
  async ({ source, change, distort, isOutvoted, changes = [], hidden }) => {
    const world = await start.copy();
    change?.(world.market);
    if (distort) world.distort = distort;
    const summary = await world.night(THIRD_MARKET_DAY);
    const shown = await publishedPrices(world);
    const differing = differences(world);
    const shownIn = [...world.files()].filter(([, text]) => hidden && text.includes(hidden));
    const rejected: string[][] = parse(await readFile(world.at("reports/rejected.csv")));
    world.close();
    expect(summary.faults).toEqual([]);
    expect(shownIn.map(([path]) => path)).toEqual([]);
    expect(wronglyPublished(shown)).toEqual([]);
    expect(differing.filter((path) => !changes.some((name) => path.startsWith(name)))).toEqual([]);
    const reported = [...reportedOf(summary, source), ...rejected.filter(([of]) => of === source)];
    if (!isOutvoted) expect(reported).not.toEqual([]);
  },
);

/** Prices that differ from the right ones and are verified, or that a rule doubts in the place of one it does not. */
function wronglyPublished(shown: ReadonlyMap<string, PublishedPrice>): string[] {
  return [...shown].flatMap(([key, now]) => {
    const before = rightPrices.get(key);
    // What is only missing is not wrong.
    const wrong = now.prices.filter((price) => !before?.prices.includes(price));
    if (wrong.length === 0 || now.trust === "one_source" || now.trust === "disputed") return [];
    const isUndoubted = before !== undefined && before.trust !== "unverified";
    const isWrong = now.trust === "verified" || (now.trust === "unverified" && isUndoubted);
    return isWrong ? [`${key}: ${wrong} (${now.trust})`] : [];
  });
}

/** What is in the ledger, or says only when sources were read, is no published value. */
const UNPUBLISHED = /^(prices|sources)\/|^(readings|held)\.csv$/;

/** Facts beside prices that are not among the right ones, or are lost: `offers/bazaar.csv: quark-7,…`. */
function differences(world: SimulatedMarket): string[] {
  const files = world.files();
  const paths = new Set([...right.keys(), ...files.keys()]);
  return [...paths].flatMap((path) => {
    const linesOf = (all: ReadonlyMap<string, string>) => (all.get(path) ?? "").split("\n");
    if (UNPUBLISHED.test(path) || right.get(path) === files.get(path)) return [];
    const [known, now, before] = [right, files, recorded].map((all) => new Set(linesOf(all)));
    const fresh = linesOf(files).filter((line) => !known?.has(line) && !before?.has(line));
    const gone = linesOf(right).filter((line) => !now?.has(line) && before?.has(line));
    return [...fresh, ...gone].map((line) => `${path}: ${line}`);
  });
}

const reportedOf = (
  { outcomes, held, oneSource, passed }: IngestSummary,
  source: string,
): unknown[] => [
  ...outcomes.filter((one) => one.source === source && one.message !== null),
  ...[...held, ...oneSource, ...passed].filter((one) => one.source === source),
];

test.each(TRUE_CHANGES)("$name: is published", async ({ change, model, nights = 1 }) => {
  const world = await start.copy();
  const expected = change(world.market);
  let summary = await world.night(THIRD_MARKET_DAY);
  for (let night = 1; night < nights; night++)
    summary = await world.night(addDays(THIRD_MARKET_DAY, night));
  const { models } = await readFacts(world.at("data"));
  await expectPublished(world, expected);
  world.close();
  if (model !== undefined)
    expect(models.find(({ slug }) => slug === model.slug)).toMatchObject({
      [model.field]: model.value,
    });
  expect(summary.held).toEqual([]);
  expect(summary.outcomes.filter(({ state }) => state === "failed")).toEqual([]);
  expect(summary.faults).toEqual([]);
});

async function expectPublished(world: SimulatedMarket, expected: readonly ExpectedPrice[]) {
  const published = await publishedPrices(world);
  for (const { host, id, input, trust } of expected) {
    const price = published.get(`${host} ${id}`);
    if (input === null) expect(price, id).toBeUndefined();
    else expect(price?.input, `${host} ${id}`).toBeCloseTo(input, 6);
    if (trust !== undefined) expect(price?.trust, `${host} ${id}`).toBe(trust);
  }
}

/** `host model_id` → what is published of it. */
async function publishedPrices(world: SimulatedMarket): Promise<Map<string, PublishedPrice>> {
  const { db, close } = await buildDatabaseSnapshot(await readFacts(world.at("data")), null);
  const reader = await db.runAndReadAll(
    `SELECT host, model_id, trust, input, concat_ws('; ', 'input=' || input, 'output=' || output,
       'cache_read=' || cache_read, 'cache_write=' || cache_write, rates) FROM offer_ids`,
  );
  const rows = reader.getRowsJS();
  close();
  return new Map(
    rows.map(([host, id, trust, input, prices]) => [
      `${host} ${id}`,
      { trust: String(trust), input: input as number | null, prices: String(prices).split("; ") },
    ]),
  );
}

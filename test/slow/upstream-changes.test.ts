/** Applies each row of `upstream-changes.ts` in an otherwise quiet run, and checks what is published and reported. */
import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatFactJsonFile } from "../../build/facts/format.ts";
import { FACT_KINDS } from "../../build/facts/kinds.ts";
import { readFacts } from "../../build/facts/read-facts.ts";
import type { IngestSummary } from "../../build/ingest/run.ts";
import { buildFactsDatabase } from "../../build/model/snapshot/snapshot.ts";
import { subtractDays } from "../../build/schema/values.ts";
import { SIMULATED_MODELS } from "../builders/market.ts";
import {
  createSimulatedMarket,
  FIRST_MARKET_DAY,
  SECOND_MARKET_DAY,
  type SimulatedMarket,
  THIRD_MARKET_DAY,
} from "../builders/market-world.ts";
import { type ExpectedPrice, TRUE_CHANGES, WRONG_ANSWERS } from "../builders/upstream-changes.ts";

interface PublishedPrice {
  /** `input=2.5`, `output@batch=5`, … */
  prices: readonly string[];
  input: number | null;
  trust: string;
  /** Prices other than input and output that only one source states and that are marked as such. */
  ofOneSource: readonly string[];
}

interface Outcome {
  files: Map<string, string>;
  prices: Map<string, PublishedPrice>;
}

/** The market after two quiet runs, its files, and the outcome after further quiet runs by their number. */
let start: SimulatedMarket;
let recorded: Map<string, string>;
const quiet = new Map<number, Outcome>();

beforeAll(async () => {
  start = await createSimulatedMarket(SIMULATED_MODELS);
  await start.night(FIRST_MARKET_DAY);
  await start.night(SECOND_MARKET_DAY);
  recorded = start.files();
  const needed = new Set(WRONG_ANSWERS.map(({ nights = 1 }) => nights));
  const world = await start.copy();
  for (let nights = 1; nights <= Math.max(...needed); nights++) {
    await world.night(subtractDays(THIRD_MARKET_DAY, 1 - nights));
    if (needed.has(nights))
      quiet.set(nights, { files: world.files(), prices: await publishedPrices(world) });
  }
  world.close();
}, 600_000);
afterAll(() => start.close());

test.each(WRONG_ANSWERS)(
  "$name: nothing wrong is published as verified, and the report names it",
  async ({
    source,
    change,
    distort,
    isOutvoted,
    changes = [],
    hidden,
    copy,
    nights = 1,
    daily,
  }) => {
    const world = await start.copy();
    change?.(world.market);
    if (copy) declareCopy(world, copy);
    if (distort) world.distort = distort;
    const summary = await world.night(THIRD_MARKET_DAY);
    for (let night = 1; night < nights; night++) {
      daily?.(world.market);
      await world.night(subtractDays(THIRD_MARKET_DAY, -night));
    }
    const right = quiet.get(nights) ?? { files: new Map(), prices: new Map() };
    const shown = await publishedPrices(world);
    const differing = differences(world, right.files);
    const shownIn = [...world.files()].filter(([, text]) => hidden && text.includes(hidden));
    const rejected: string[][] = parse(await readFile(world.at("reports/rejected.csv")));
    world.close();
    expect(summary.faults).toEqual([]);
    expect(shownIn.map(([path]) => path)).toEqual([]);
    expect(wronglyPublished(shown, right.prices)).toEqual([]);
    expect(differing.filter((path) => !changes.some((name) => path.startsWith(name)))).toEqual([]);
    const reported = [...reportedOf(summary, source), ...rejected.filter(([of]) => of === source)];
    if (!isOutvoted) expect(reported).not.toEqual([]);
  },
);

/** From now on the source counts as generated from models.dev. */
function declareCopy(world: SimulatedMarket, source: string): void {
  const path = world.at(`data/sources/${source}.json`);
  const fact = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(
    path,
    formatFactJsonFile(FACT_KINDS.sources, { ...fact, generated_from: ["models-dev"] }),
  );
}

/**
 * Prices that differ from the right ones and are either verified, or doubted by a rule where the right price is not
 * doubted.
 */
function wronglyPublished(shown: Outcome["prices"], right: Outcome["prices"]): string[] {
  return [...shown].flatMap(([key, now]) => {
    const before = right.get(key);
    // What is only missing is not wrong.
    const wrong = now.prices.filter((price) => !before?.prices.includes(price));
    if (wrong.length === 0 || now.trust === "one_source" || now.trust === "disputed") return [];
    const isUndoubted = before !== undefined && before.trust !== "unverified";
    const isMarked = wrong.every((price) => now.ofOneSource.includes(price));
    const isWrong =
      (now.trust === "verified" && !isMarked) || (now.trust === "unverified" && isUndoubted);
    return isWrong ? [`${key}: ${wrong} (${now.trust})`] : [];
  });
}

/** Files without published values: they record what sources state and when they were read. */
const UNPUBLISHED = /^(prices|sources|traits)\/|^(readings|held)\.csv$/;

/** Facts other than prices that were wrongly added or lost, as `offers/bazaar.csv: quark-7,…`. */
function differences(world: SimulatedMarket, right: Outcome["files"]): string[] {
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

test.each(TRUE_CHANGES)("$name: is published", async (one) => {
  const { change, model, nights = 1, day = THIRD_MARKET_DAY } = one;
  const world = await start.copy();
  const expected = change(world.market);
  let summary = await world.night(day);
  for (let night = 1; night < nights; night++)
    summary = await world.night(subtractDays(day, -night));
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
  const { db, close } = await buildFactsDatabase(await readFacts(world.at("data")), null);
  const reader = await db.runAndReadAll(
    `SELECT host, model_id, trust, input, concat_ws('; ', 'input=' || input, 'output=' || output,
       'cache_read=' || cache_read, 'cache_write=' || cache_write, rates), one_source_rates
     FROM offer_ids`,
  );
  const rows = reader.getRowsJS();
  close();
  return new Map(
    rows.map(([host, id, trust, input, all, ofOne]) => {
      const prices = String(all).split("; ");
      const names = ofOne as readonly string[];
      const ofOneSource = prices.filter((price) => names.includes(price.replace(/=[\d.e-]+/, "")));
      return [
        `${host} ${id}`,
        { trust: String(trust), input: input as number | null, prices, ofOneSource },
      ];
    }),
  );
}

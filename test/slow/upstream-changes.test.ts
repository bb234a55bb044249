/** Applies each row of `upstream-changes.ts` in an otherwise quiet run, and checks what is published and reported. */
import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatFactJsonFile } from "../../build/facts/format.ts";
import { FACT_KINDS } from "../../build/facts/kinds.ts";
import { readFacts } from "../../build/facts/read-facts.ts";
import { buildFactsDatabase } from "../../build/model/snapshot/snapshot.ts";
import { subtractDays } from "../../build/schema/values.ts";
import { getDefined } from "../builders/get.ts";
import { SIMULATED_MODELS } from "../builders/market.ts";
import {
  createSimulatedMarket,
  FIRST_MARKET_DAY,
  SECOND_MARKET_DAY,
  type SimulatedMarket,
  THIRD_MARKET_DAY,
} from "../builders/market-world.ts";
import { TRUE_CHANGES, WRONG_ANSWERS } from "../builders/upstream-changes.ts";

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

/** The market after two quiet runs, and its files. */
let start: SimulatedMarket;
let recorded: Map<string, string>;
/** Number of further quiet runs → their outcome. */
const quiet = new Map<number, Outcome>();

beforeAll(async () => {
  start = await createSimulatedMarket(SIMULATED_MODELS);
  await start.night(FIRST_MARKET_DAY);
  await start.night(SECOND_MARKET_DAY);
  recorded = start.files();
  for (const { nights = 1 } of WRONG_ANSWERS) {
    if (quiet.has(nights)) continue;
    const world = await start.copy();
    await runNights(world, nights, {});
    quiet.set(nights, { files: world.files(), prices: await publishedPrices(world) });
    world.close();
  }
}, 600_000);
afterAll(() => start.close());

/** Runs several nights from the third day on. */
async function runNights(
  world: SimulatedMarket,
  nights: number,
  { day = THIRD_MARKET_DAY, daily = () => {} }: { day?: string; daily?: () => void },
) {
  const first = await world.night(day);
  let last = first;
  for (let night = 1; night < nights; night++) {
    daily();
    last = await world.night(subtractDays(day, -night));
  }
  return { first, last };
}

test.each(WRONG_ANSWERS)(
  "$name: nothing wrong is published as verified, and the report names it",
  async ({ source, change, changes = [], hidden, copy, nights = 1, daily }) => {
    const world = await start.copy();
    change(world.market);
    if (copy) declareCopy(world, copy);
    const { first } = await runNights(world, nights, { daily: () => daily?.(world.market) });
    const { faults, outcomes, held, oneSource, passed } = first;
    const shown = await publishedPrices(world);
    const right = getDefined(quiet.get(nights), "outcome");
    const differing = differences(world, right.files);
    const shownIn = [...world.files()].filter(([, text]) => hidden && text.includes(hidden));
    const rejected: string[][] = parse(await readFile(world.at("reports/rejected.csv")));
    world.close();
    expect(faults).toEqual([]);
    expect(shownIn.map(([path]) => path)).toEqual([]);
    expect(wronglyPublished(shown, right.prices)).toEqual([]);
    expect(differing.filter((path) => !changes.some((name) => path.startsWith(name)))).toEqual([]);
    const failed = outcomes.filter(({ message }) => message !== null);
    const rows = [...held, ...oneSource, ...passed, ...failed];
    const reported = [...rows.map((one) => one.source), ...rejected.map(([of]) => of)];
    expect(reported).toContain(source);
  },
);

/** From now on the source counts as generated from models.dev. */
function declareCopy(world: SimulatedMarket, source: string): void {
  const path = world.at(`data/sources/${source}.json`);
  const fact = { ...JSON.parse(readFileSync(path, "utf8")), generated_from: ["models-dev"] };
  writeFileSync(path, formatFactJsonFile(FACT_KINDS.sources, fact));
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

test.each(TRUE_CHANGES)("$name: is published", async ({ change, model, nights = 1, day }) => {
  const world = await start.copy();
  const expected = change(world.market);
  const { last } = await runNights(world, nights, day ? { day } : {});
  const { held, outcomes, faults } = last;
  const { models } = await readFacts(world.at("data"));
  const published = await publishedPrices(world);
  world.close();
  for (const { host, id, input, trust } of expected) {
    const price = published.get(`${host} ${id}`);
    if (input === null) expect(price, id).toBeUndefined();
    else expect(price?.input, `${host} ${id}`).toBeCloseTo(input, 6);
    if (trust !== undefined) expect(price?.trust, `${host} ${id}`).toBe(trust);
  }
  if (model) expect(models.find(({ slug }) => slug === model.slug)).toMatchObject(model);
  expect(held).toEqual([]);
  expect(outcomes.filter(({ state }) => state === "failed")).toEqual([]);
  expect(faults).toEqual([]);
});

/** `host model_id` → what is published of it. */
async function publishedPrices(world: SimulatedMarket): Promise<Map<string, PublishedPrice>> {
  const { db, close } = await buildFactsDatabase(await readFacts(world.at("data")), null);
  const reader = await db.runAndReadAll(
    `SELECT host, model_id, trust, input, concat_ws('; ', 'input=' || input, 'output=' || output,
       'cache_read=' || cache_read, 'cache_write=' || cache_write, rates), coalesce(map_keys(rate_trust), [])
     FROM offer_ids`,
  );
  const rows = reader.getRowsJS();
  close();
  return new Map(
    rows.map(([host, id, trust, input, all, ofOne]) => {
      const prices = String(all).split("; ");
      const names = ofOne as readonly string[];
      const ofOneSource = prices.filter((price) => names.includes(price.replace(/=[\d.e-]+/, "")));
      const price = { trust: String(trust), input: input as number | null, prices, ofOneSource };
      return [`${host} ${id}`, price];
    }),
  );
}

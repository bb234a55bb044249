/** Each row of `upstream-changes.ts` in an otherwise quiet run: what of it is published, and what the report says. */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFacts } from "../../build/facts/read-facts.ts";
import { buildSnapshot } from "../../build/model/snapshot/snapshot.ts";
import {
  FIRST,
  FOURTH,
  type MarketWorld,
  openMarket,
  SECOND,
  THIRD,
} from "../builders/market-world.ts";
import { type ExpectedPrice, TRUE_CHANGES, WRONG_ANSWERS } from "../builders/upstream-changes.ts";

interface PublishedPrice {
  prices: string;
  input: number | null;
  trust: string;
}

/** After two quiet runs, and what a quiet third one makes of them. */
let start: MarketWorld;
let before: ReadonlySet<string>;
let right: Map<string, string>;
let rightPrices: Map<string, PublishedPrice>;

beforeAll(async () => {
  start = await openMarket();
  await start.night(FIRST);
  await start.night(SECOND);
  before = new Set(linesOf(start.files()));
  const third = await start.copy();
  await third.night(THIRD);
  right = third.files();
  rightPrices = await publishedPrices(third);
  third.close();
});
afterAll(() => start.close());

test.each(WRONG_ANSWERS)(
  "$name: nothing wrong is published unmarked, no other source is harmed",
  async ({ source, change, distort, isOutvoted }) => {
    const world = await start.copy();
    change?.(world.market);
    if (distort) world.distort = distort;
    const { outcomes, gates, faults } = await world.night(THIRD);
    // What is only missing is not wrong: the figures of an answer that is held back.
    const differing = differences(right, world.files()).filter(
      (row) => row.isPresent || before.has(row.line),
    );
    const isOwn = (row: Difference) => row.source === source || row.source === null;
    const shown = differing.some(({ path }) => path.startsWith("prices/"))
      ? await publishedPrices(world)
      : rightPrices;
    const wrong = differing.filter((row) => isOwn(row) && !row.path.startsWith("sources/"));
    const rejected: string[][] = parse(await readFile(world.at("reports/rejected.csv")));
    world.close();
    expect(wrong.filter((row) => !isRightOrMarked(row, shown))).toEqual([]);
    expect(differing.filter((row) => !isOwn(row))).toEqual([]);
    const reported = [
      ...outcomes.filter((one) => one.source === source && one.message !== null),
      ...gates.filter((one) => one.source === source),
      ...rejected.filter(([of]) => of === source),
      ...faults,
    ];
    if (isOutvoted) expect(wrong).toEqual([]);
    else expect(reported).not.toEqual([]);
  },
);

test.each(TRUE_CHANGES)("$name: is published", async ({ change, model, nextDay }) => {
  const world = await start.copy();
  const expected = change(world.market);
  const { gates, outcomes, faults } = await world.night(THIRD);
  await expectPublished(world, expected);
  if (model !== undefined) {
    const { models } = await readFacts(world.at("data"));
    const row = models.find(({ slug }) => slug === model.slug);
    expect(row).toMatchObject({ [model.field]: model.value });
  }
  expect(gates.filter(({ holds }) => holds !== "nothing")).toEqual([]);
  expect(outcomes.filter(({ state }) => state === "failed")).toEqual([]);
  expect(faults).toEqual([]);
  if (nextDay !== undefined) {
    await world.night(FOURTH);
    await expectPublished(
      world,
      expected.map((one) => ({ ...one, trust: nextDay })),
    );
  }
  world.close();
});

async function expectPublished(world: MarketWorld, expected: readonly ExpectedPrice[]) {
  const published = await publishedPrices(world);
  for (const { host, id, input, trust } of expected) {
    const price = published.get(`${host} ${id}`);
    if (input === null) expect(price, id).toBeUndefined();
    else expect(price?.input, `${host} ${id}`).toBeCloseTo(input, 6);
    if (trust !== undefined) expect(price?.trust).toBe(trust);
  }
}

/** `host model_id` → what is published of it. */
async function publishedPrices(world: MarketWorld): Promise<Map<string, PublishedPrice>> {
  const { db, close } = await buildSnapshot(await readFacts(world.at("data")), null);
  const reader = await db.runAndReadAll(
    `SELECT host, model_id, trust, input,
      concat_ws(' ', [input, output, cache_read, cache_write, reasoning, batch_input, batch_output], rates) FROM offer_ids`,
  );
  const rows = reader.getRowsJS();
  close();
  return new Map(
    rows.map(([host, id, trust, input, prices]) => [
      `${host} ${id}`,
      { trust: String(trust), input: input as number | null, prices: String(prices) },
    ]),
  );
}

interface Difference {
  path: string;
  /** `path: row`. */
  line: string;
  /** Of the row; null where it names none. */
  source: string | null;
  /** It is there, and should not be; or should be, and is not. */
  isPresent: boolean;
}

/** A ledger row that changes no published price, or one that is published with a mark. */
function isRightOrMarked({ path, line }: Difference, shown: Map<string, PublishedPrice>): boolean {
  const [, host] = /^prices\/(.+)\.csv$/.exec(path) ?? [];
  if (host === undefined) return false;
  const key = `${host} ${line.split(",")[2]}`;
  const published = shown.get(key);
  if (published?.prices === rightPrices.get(key)?.prices) return true;
  return published !== undefined && published.trust !== "verified";
}

const linesOf = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) => text.split("\n").map((row) => `${path}: ${row}`));

/** Rows that only one of the two has. */
function differences(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): Difference[] {
  const paths = [...new Set([...a.keys(), ...b.keys()])];
  return paths.flatMap((path) => {
    const [left, now] = [a.get(path) ?? "", b.get(path) ?? ""];
    if (left === now) return [];
    const [old, next] = [new Set(left.split("\n")), new Set(now.split("\n"))];
    if (path.endsWith(".json")) {
      const text = [...next].filter((row) => !old.has(row)).join(" ");
      const { source = null } = JSON.parse(now || left) as { source?: string };
      const [, id] = /^sources\/(.+)\.json$/.exec(path) ?? [];
      return [{ path, line: `${path}: ${text}`, source: id ?? source, isPresent: true }];
    }
    const column = (now || left).split("\n", 1)[0]?.split(",").indexOf("source") ?? -1;
    const toRow = (isPresent: boolean) => (text: string) => ({
      ...{ path, line: `${path}: ${text}`, source: text.split(",")[column] ?? null, isPresent },
    });
    return [
      ...[...old].filter((row) => !next.has(row)).map(toRow(false)),
      ...[...next].filter((row) => !old.has(row)).map(toRow(true)),
    ];
  });
}

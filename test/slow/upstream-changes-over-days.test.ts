/** Wrong answers that no single run shows: a price that creeps, a source that goes back to an old copy. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readFacts } from "../../build/facts/read-facts.ts";
import { buildSnapshot } from "../../build/model/snapshot/snapshot.ts";
import { toMarket } from "../builders/market.ts";
import { type MarketWorld, openMarket } from "../builders/market-world.ts";
import { entries, entry, times } from "../builders/upstream-changes.ts";

const dayOf = (night: number) => new Date(Date.UTC(2026, 5, night)).toISOString().slice(0, 10);

let start: MarketWorld;
let world: MarketWorld;
beforeAll(async () => {
  start = await openMarket();
  await start.night(dayOf(1));
  await start.night(dayOf(2));
});
afterAll(() => start.close());
beforeEach(async () => {
  world = await start.copy();
});
afterEach(() => world.close());

/** Trust of what is published of one id. */
async function published(host: string, id: string) {
  const { db, close } = await buildSnapshot(await readFacts(world.at("data")), null);
  const reader = await db.runAndReadAll(
    `SELECT input::DOUBLE AS input, trust, doubt FROM offer_ids WHERE host = '${host}' AND model_id = '${id}'`,
  );
  const [row] = reader.getRowObjectsJS();
  close();
  return row;
}

test.each([1.04, 1 / 1.04])(
  "a price × %f a night for 30 nights is reported of and marked",
  async (step) => {
    const reported: string[] = [];
    for (let night = 3; night <= 32; night++) {
      times(entry(world.market, "bazaar", "quark-7").cost, step);
      const { gates } = await world.night(dayOf(night));
      reported.push(...gates.map(({ gate, scope }) => `${gate} ${scope}`));
    }
    expect(new Set(reported)).toEqual(new Set(["drift bazaar quark-7"]));
    expect(await published("bazaar", "quark-7")).toMatchObject({
      trust: "unverified",
      doubt: "crept by more than 40 % within 30 days, told by one source",
    });
  },
);

test("a price that crept and then stayed for 30 days is verified, and so is one of two steps", async () => {
  for (let night = 3; night <= 12; night++) {
    times(entry(world.market, "bazaar", "quark-7").cost, 1.04);
    if (night < 5) times(entry(world.market, "bazaar", "quark-9").cost, 1.25);
    await world.night(dayOf(night));
  }
  expect(await published("bazaar", "quark-7")).toMatchObject({ trust: "unverified" });
  expect(await published("bazaar", "quark-9")).toMatchObject({ trust: "verified" });
  // Another of its prices moves: the source was read, and what it says of this one has stood for long.
  times(entry(world.market, "bazaar", "quark-3").cost, 1.1);
  await world.night(dayOf(50));
  expect(await published("bazaar", "quark-7")).toMatchObject({ trust: "verified" });
});

test("a source that goes back to last month's copy is held, night after night", async () => {
  const ids = ["quark-1", "quark-3", "quark-5", "quark-9", "lepton-2", "lepton-4"];
  for (const [index, id] of ids.entries()) {
    const isOf = (one: { id: string }) => one.id === id || one.id.endsWith(`/${id}`);
    for (const { cost } of entries(world.market).filter(isOf)) times(cost, 0.7 + index / 20);
    await world.night(dayOf(3 + index));
  }
  const before = await published("bazaar", "quark-3");
  world.market = toMarket();
  for (const night of [30, 31]) {
    const { outcomes } = await world.night(dayOf(night));
    expect(outcomes.find(({ source }) => source === "models-dev")).toMatchObject({ state: "held" });
    expect(await published("bazaar", "quark-3")).toEqual(before);
  }
});

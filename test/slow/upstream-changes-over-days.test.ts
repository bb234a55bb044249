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
      doubt: "crept by more than 40 % within 30 days, reported by one source",
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

test("a first price that is three hosts' but for a decimal point is held, and with it nothing else", async () => {
  const { api } = world.market;
  for (const host of ["alps", "bazaar", "cirrus"])
    entry(world.market, host, "quark-7").cost = { ...entry(world.market, "acme", "quark-7").cost };
  expect((await world.night(dayOf(3))).gates).toEqual([]);
  const right = entry(world.market, "acme", "quark-7");
  const add = (id: string, cost: Partial<typeof right.cost>) =>
    Object.assign(api.deepinfra?.models ?? {}, {
      [id]: { ...right, id, cost: { ...right.cost, ...cost } },
    });
  add("acme/quark-7", { output: right.cost.output / 10 });
  add("quark-7-latest", { output: right.cost.output * 0.9 });
  const { gates, faults } = await world.night(dayOf(4));
  expect(faults).toEqual([]);
  expect(gates.map(({ gate, scope, holds }) => `${gate} ${scope} ${holds}`)).toEqual([
    "peers deepinfra acme/quark-7 row",
  ]);
  expect(await published("deepinfra", "acme/quark-7")).toBeUndefined();
  expect(await published("deepinfra", "quark-7-latest")).toBeDefined();
});

const at = (host: string, id: string) => entry(world.market, host, id).cost;

test("an old copy that differs in three places only is held; a host that takes back two prices is verified", async () => {
  const moved = [at("bazaar", "quark-7"), at("bazaar", "quark-9"), at("cirrus", "lepton-3")];
  for (const [index, cost] of moved.entries()) {
    times(cost, 1.1);
    await world.night(dayOf(3 + index));
  }
  for (const cost of moved) times(cost, 1 / 1.1);
  const { outcomes } = await world.night(dayOf(28));
  expect(outcomes.find(({ source }) => source === "models-dev")).toMatchObject({
    ...{ state: "held", message: expect.stringMatching(/^old-copy: 3 of 3 prices/) },
  });
  times(at("cirrus", "lepton-3"), 1.1);
  expect((await world.night(dayOf(29))).gates).toEqual([]);
});

import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import {
  createSimulatedMarket,
  FIRST_MARKET_DAY,
  type SimulatedMarket,
} from "../../test/builders/market-world.ts";
import { recordChangesIfValid } from "./record-changes.ts";

let world: SimulatedMarket;
beforeAll(async () => {
  world = await createSimulatedMarket();
  await world.night(FIRST_MARKET_DAY, ONE);
});

const ONE = { only: ["models-dev"] };
/** What appears soon after the first reading of a host is no news. */
const LATER = "2026-07-15";
const night = () => world.night(LATER, ONE, { check: recordChangesIfValid });
const recorded = () => (world.files().get("changes.csv") ?? "").trimEnd().split("\n");

test("a run appends new, renamed and corrected changes once, with new ids", async () => {
  const row = `100001,${FIRST_MARKET_DAY},2026-05-01,price_drop,quark-1,acme,`;
  const header = "id,recorded,date,type,model,provider,key";
  writeFileSync(world.at("data/changes.csv"), `${header}\n${row}\n`);
  mkdirSync(world.at("data/aliases"), { recursive: true });
  const alias = "alias,model,reason\nquark-2,quark-1,the same\n";
  writeFileSync(world.at("data/aliases/models.csv"), alias);
  const acme = world.market.api.acme?.models ?? {};
  const entry = structuredClone(acme["quark-3"]);
  acme["quark-90"] = { ...entry, id: "quark-90", name: "Quark 90" } as (typeof acme)[string];
  await night();
  const after = recorded();
  expect(after.slice(0, 2)).toEqual([header, row]);
  expect(after.slice(2).map((line) => line.split(",").slice(3).join())).toEqual([
    "correction,quark-1,acme,100001",
    "renamed,quark-1,,quark-2",
    "new_model,quark-90,,",
    "offer_added,quark-90,acme,",
  ]);
  const ids = after.map((line) => line.split(",")[0]);
  expect(ids).toEqual(["id", "100001", "100002", "100003", "100004", "100005"]);

  expect((await night()).changedFiles).toEqual([]);
  expect(recorded()).toEqual(after);
});

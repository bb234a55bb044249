import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import {
  createSimulatedMarket,
  FIRST_MARKET_DAY,
  SECOND_MARKET_DAY,
  type SimulatedMarket,
} from "../../test/builders/market-world.ts";
import { recordChangesIfValid } from "./record-changes.ts";

let world: SimulatedMarket;
beforeAll(async () => {
  world = await createSimulatedMarket();
  await world.night(FIRST_MARKET_DAY, ONE);
});

const night = (day: string) => world.night(day, ONE, { check: recordChangesIfValid });
const recorded = () => (world.files().get("changes.csv") ?? "").trimEnd().split("\n");
const ONE = { only: ["models-dev"] };
const LATER = "2026-07-15";
/** `type,model,provider,key` of what came after some rows. */
const addedTo = (before: readonly string[]) => {
  const rows = recorded();
  expect(rows.slice(0, before.length)).toEqual(before);
  return rows.slice(before.length).map((row) => row.split(",").slice(3).join());
};

test("nights add ids at the end: of what is new, renamed, or no longer true", async () => {
  const row = `100001,${FIRST_MARKET_DAY},2026-05-01,price_drop,quark-1,acme,`;
  const header = "id,recorded,date,type,model,provider,key";
  writeFileSync(world.at("data/changes.csv"), `${header}\n${row}\n`);
  mkdirSync(world.at("data/aliases"), { recursive: true });
  const alias = "alias,model,reason\nquark-2,quark-1,the same\n";
  writeFileSync(world.at("data/aliases/models.csv"), alias);
  await night(SECOND_MARKET_DAY);
  const first = ["correction,quark-1,acme,100001", "renamed,quark-1,,quark-2"];
  expect(addedTo([header, row])).toEqual(first);

  const before = recorded();
  const acme = world.market.api.acme?.models ?? {};
  const entry = structuredClone(acme["quark-3"]);
  acme["quark-90"] = { ...entry, id: "quark-90", name: "Quark 90" } as (typeof acme)[string];
  await night(LATER);
  expect(addedTo(before)).toEqual(["new_model,quark-90,,", "offer_added,quark-90,acme,"]);
  const after = recorded();
  const ids = after.map((line) => line.split(",")[0]);
  expect(ids).toEqual(["id", "100001", "100002", "100003", "100004", "100005"]);

  expect((await night(LATER)).changedFiles).toEqual([]);
  expect(recorded()).toEqual(after);
});

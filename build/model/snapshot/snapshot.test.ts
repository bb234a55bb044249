import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { getDefined } from "../../../test/builders/get.ts";
import { writeSampleFacts } from "../../../test/builders/sample-facts.ts";
import type { Facts } from "../../facts/kinds.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { buildCatalogFromFacts } from "../catalog/read-catalog.ts";
import { CATALOG_ROW_SCHEMAS, type CatalogTables } from "../catalog/rows.ts";
import { buildFactsDatabase } from "./snapshot.ts";

let facts: Facts;
let tables: CatalogTables;
let offers: string[];
let series: string[];
beforeAll(async () => {
  facts = await readFacts((await writeSampleFacts()).data);
  const kind = { file: "not-models", reason: "no model" };
  facts.notModels.push(
    { ...kind, host: null, model_id: "acme-sm*" },
    { ...kind, host: "bazaar", model_id: "*" },
  );
  const model_id = "delta-7b-fp8@eu";
  const offer = facts.offers.find(({ file }) => file === "cumulus");
  const price = facts.prices.find(({ file }) => file === "cumulus");
  facts.offers.push({ ...getDefined(offer, "offer"), model_id });
  facts.prices.push({ ...getDefined(price, "price"), recorded: "2023-01-01", model_id });
  for (const key of ["3", "1", "2"])
    facts.recordedChanges.push({
      ...{ file: "", id: 10 + Number(key), recorded: "2026-01-02", date: "2026-01-02" },
      ...{ type: "correction", model: "acme-large", provider: "acme", key },
    });
  const { db, close } = await buildFactsDatabase(facts, null);
  const rowsOf = async (sql: string) => (await db.runAndReadAll(sql)).getRowsJS().map(String);
  ({ tables } = await buildCatalogFromFacts(db, { ...facts, tree: "" }, "hash", undefined));
  offers = await rowsOf("SELECT host, model_id, status, context_window FROM offers");
  series = await rowsOf("SELECT model_id FROM model_series WHERE host = 'cumulus'");
  close();
});

describe("the snapshot", () => {
  it("has every table of the catalog with valid rows, and exactly the offers of models", () => {
    for (const [name, schema] of Object.entries(CATALOG_ROW_SCHEMAS))
      expect(() => z.array(schema).parse(tables[name as keyof typeof tables]), name).not.toThrow();
    const expected = facts.offers
      .filter(({ file, model_id }) => file !== "bazaar" && !model_id.startsWith("acme-sm"))
      .map((row) => [row.file, row.model_id, row.status, row.context_window].join());
    expect(offers.sort()).toEqual(expected.sort());
  });

  it("leaves out ids that are no models; a model that another host sells or that has a score stays", () => {
    const models = tables.models.map(({ slug }) => slug);
    expect(models).toEqual(expect.arrayContaining(["acme-large", "delta-7b"]));
    expect(models).not.toContain("acme-small");
    const hosts = new Set(tables.offers.map(({ host }) => host));
    expect([...hosts].sort()).toEqual(["acme", "cumulus"]);
  });

  it("names a price series after the main id of its model, even if another id was sold first", () => {
    expect(series).toEqual(["delta-7b-fp8"]);
  });

  it("orders several retractions of one day and model by what they retract", () => {
    const retracted = tables.changes.flatMap(({ withdraws }) => withdraws ?? []);
    expect(retracted).toEqual([1, 2, 3]);
  });

  it("is not built with a rule about prices that has no predicate", async () => {
    const [rule] = facts.rules.filter(({ id }) => id === "zero");
    const rules = rule ? [...facts.rules, { ...rule, id: "too_good" }] : [];
    await expect(buildFactsDatabase({ ...facts, rules }, null)).rejects.toThrow(
      "build/rules/prices.sql has no branch for the rule too_good",
    );
  });
});

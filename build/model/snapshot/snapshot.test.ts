import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { writeSampleFacts } from "../../../test/builders/sample-facts.ts";
import type { Facts } from "../../facts/kinds.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { buildCatalogFromFacts } from "../catalog/read-catalog.ts";
import { CATALOG_ROW_SCHEMAS } from "../catalog/rows.ts";
import { buildDatabaseSnapshot } from "./snapshot.ts";

let sample: Awaited<ReturnType<typeof writeSampleFacts>>;
let facts: Facts;
beforeEach(async () => {
  sample = await writeSampleFacts();
  facts = await readFacts(sample.data);
});

describe("the snapshot", () => {
  it("has every table of the read model with rows that fit, and the rows that were checked", async () => {
    const { db, close } = await buildDatabaseSnapshot(facts, null);
    const { tables } = await buildCatalogFromFacts(db, { ...facts, tree: "" }, "hash", undefined);
    const reader = await db.runAndReadAll(
      "SELECT host, model_id, status, context_window FROM offers",
    );
    close();
    expect(tables.models).not.toEqual([]);
    for (const [name, schema] of Object.entries(CATALOG_ROW_SCHEMAS))
      expect(() => z.array(schema).parse(tables[name as keyof typeof tables]), name).not.toThrow();
    const expected = facts.offers.map((row) =>
      [row.file, row.model_id, row.status, row.context_window].join(),
    );
    expect(reader.getRowsJS().map(String).sort()).toEqual(expected.sort());
  });

  it("is not built with a rule about prices that has no predicate", async () => {
    const [rule] = facts.rules.filter(({ id }) => id === "zero");
    if (rule) facts.rules.push({ ...rule, id: "too_good" });
    await expect(buildDatabaseSnapshot(facts, null)).rejects.toThrow(
      "build/rules/prices.sql has no branch for the rule too_good",
    );
  });

  it("leaves out what is no model; a model that is sold elsewhere or has a score stays", async () => {
    facts.notModels.push(
      { file: "not-models", host: null, model_id: "acme-sm*", reason: "a router" },
      { file: "not-models", host: "bazaar", model_id: "*", reason: "a class of models" },
    );
    const { db, close } = await buildDatabaseSnapshot(facts, null);
    const read = async (sql: string) => (await db.runAndReadAll(sql)).getRows().flat();
    const models = await read("SELECT slug FROM catalog_models ORDER BY slug");
    const hosts = await read("SELECT DISTINCT host FROM catalog_offers ORDER BY host");
    close();
    expect(models).toContain("acme-large");
    expect(models).toContain("delta-7b");
    expect(models).not.toContain("acme-small");
    expect(hosts).toEqual(["acme", "cumulus"]);
  });
});

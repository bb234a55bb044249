import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHostIds, withoutMarks } from "../../build/identity/host-ids.ts";
import { offer } from "../../test/builders/fact-builders.ts";
import { stated } from "../../test/builders/price-statements.ts";
import { loadSample } from "../../test/builders/sample-catalog.ts";
import { SAMPLE } from "../../test/builders/sample-facts.ts";
import type { Loaded } from "../pipeline/load.ts";
import { findModel, slugsMeantBy } from "./find-model.ts";

/** Host → what it sells: model and its id there. */
const SOLD: Record<string, [model: string, id: string][]> = {
  acme: [
    ["acme-large", "acme-latest"],
    ["delta-7b", "most"],
  ],
  bazaar: [
    ["acme-small", "acme-latest"],
    ["delta-7b", "MOST"],
    ["acme-small", "other/acme-x"],
    ["delta-7b", "split"],
  ],
  cumulus: [
    ["acme-small", "acme-latest"],
    ["delta-old", "most"],
    ["delta-old", "split"],
  ],
};

let loaded: Loaded & { dispose(): Promise<void> };
beforeAll(async () => {
  const rows = <Row extends { model_id: string }>(toRow: (model: string, id: string) => Row) =>
    Object.fromEntries(
      Object.entries(SOLD).map(([host, sold]) => [
        host,
        sold
          .map(([model, id]) => toRow(model, id))
          .sort((a, b) => (a.model_id < b.model_id ? -1 : 1)),
      ]),
    );
  const offers = rows((model, id) => offer(model, id));
  const prices = rows((_, model_id) => stated("2026-03-01", 1, 2, { model_id }));
  loaded = await loadSample({ json: SAMPLE.json, csv: { ...SAMPLE.csv, offers, prices } });
});
afterAll(() => loaded.dispose());

describe("an id that hosts use for several models", () => {
  it.each([
    ["acme-latest", ["acme-large"], "what the lab's own host means, though others are more"],
    ["Most", ["delta-7b"], "what two of three hosts mean"],
    ["split", ["delta-7b", "delta-old"], "as many hosts each: both"],
    ["nobodys", [], "no host uses it"],
  ])("%s means %j: %s", (id, slugs) => {
    expect([...createHostIds(loaded.catalog).meantBy(id)].sort()).toEqual(slugs);
  });

  it.each([
    ["bazaar/acme-latest", "acme-small"],
    ["cumulus/split", "delta-old"],
    ["BAZAAR/Split", "delta-7b"],
    ["cumulus/most", "delta-old"],
    ["bazaar/other/acme-x", "acme-small"],
    ["other/acme-x:free", "acme-small"],
  ])("%s is decided by its host", (name, slug) => {
    expect(findModel(name, loaded.catalog)?.slug).toBe(slug);
  });

  it("is not sure without one, and all of them are suggested", () => {
    expect(findModel("split", loaded.catalog)).toBeUndefined();
    expect([...slugsMeantBy("split", loaded.catalog)].sort()).toEqual(["delta-7b", "delta-old"]);
  });
});

it.each([
  ["us.anthropic.claude-opus-4-20250514-v1:0", "anthropic.claude-opus-4"],
  ["amazon.nova-lite-v1:0:24k", "amazon.nova-lite"],
  ["openai/gpt-4o-2024-08-06:online", "openai/gpt-4o"],
  ["claude-sonnet-4@20250514", "claude-sonnet-4"],
  ["accounts/fireworks/models/llama-v3", "llama-v3"],
  ["deepseek-r1:70b", "deepseek-r1:70b"],
  ["gpt-4-0314", "gpt-4-0314"],
])("%s without its marks is %s", (id, plain) => {
  expect(withoutMarks(id)).toBe(plain);
});

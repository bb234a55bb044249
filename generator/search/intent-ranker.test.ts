import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { model } from "../../test/builders/fact-builders.ts";
import { loadSample } from "../../test/builders/sample-catalog.ts";
import { SAMPLE } from "../../test/builders/sample-facts.ts";
import type { Loaded } from "../pipeline/load.ts";

let loaded: Loaded & { dispose(): Promise<void> };
beforeAll(async () => {
  const models = [
    ...SAMPLE.json.models,
    model("quill-2", "acme", { name: "Quill 2", context_window: 2_000_000 }),
    model("quill-70b", "acme", { name: "Quill 70B", context_window: 8_000 }),
    model("quill-latest", "acme", { name: "Quill" }),
  ];
  loaded = await loadSample({ ...SAMPLE, json: { ...SAMPLE.json, models } });
});
afterAll(() => loaded.dispose());

const find = (query: string) =>
  loaded.search.find(query, { limit: 5 }).hits.map(({ type, slug }) => `${type}:${slug}`);

describe("a query that asks for something", () => {
  it.each([
    ["cheapest model", "model:delta-7b"],
    ["most expensive model", "model:acme-large"],
    ["cheapest acme model", "model:acme-large"],
    ["largest quill", "model:quill-70b"],
    ["free model", "model:acme-small"],
    ["cheapest model on bazaar", "model:delta-7b"],
    ["acme on bazaar", "model:acme-large"],
    ["models on bazaar", "provider:bazaar"],
    ["bazaar", "provider:bazaar"],
    ["what does acme large cost", "model:acme-large"],
    ["what is a token", "glossary:token"],
    ["who leads chess", "benchmark:chess"],
  ])("%s: %s", (query, first) => {
    expect(find(query)[0]).toBe(first);
  });

  it("a comparison has its things first, in their order", () => {
    expect(find("delta 7b vs acme large").slice(0, 2)).toEqual([
      "model:delta-7b",
      "model:acme-large",
    ]);
  });

  it("news are findings", () => {
    expect(find("price drop")[0]).toMatch(/^finding:.*price-drop/);
  });

  it("a name for whatever is newest comes after the models, but first under its slug", () => {
    expect(find("quill")[0]).not.toBe("model:quill-latest");
    expect(find("quill-latest")[0]).toBe("model:quill-latest");
  });

  it("a wish that nothing fulfils leaves the name", () => {
    expect(find("free delta 7b")[0]).toBe("model:delta-7b");
  });
});

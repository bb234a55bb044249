import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { model } from "../../test/builders/fact-builders.ts";
import { loadSample } from "../../test/builders/sample-catalog.ts";
import { SAMPLE } from "../../test/builders/sample-facts.ts";
import type { Loaded } from "../pipeline/load.ts";

const NAMES: [slug: string, name: string][] = [
  ["claude-sonnet-4-5", "Claude Sonnet 4.5"],
  ["claude-sonnet-4", "Claude Sonnet 4"],
  ["gpt-4o", "GPT-4o"],
  ["gpt-4o-mini", "GPT-4o mini"],
  ["llama-3-3-70b-instruct", "Llama 3.3 70B Instruct"],
  ["yi-large", "零一万物 Yi Large"],
  ["cafe-1", "Café 1"],
];

let loaded: Loaded & { dispose(): Promise<void> };
const models = [
  ...SAMPLE.json.models,
  ...NAMES.map(([slug, name]) => model(slug, "acme", { name })),
];
beforeAll(async () => {
  loaded = await loadSample({ ...SAMPLE, json: { ...SAMPLE.json, models } });
});
afterAll(() => loaded.dispose());

const first = (query: string) => loaded.search.find(query, { limit: 5 }).hits[0]?.slug;

describe("search", () => {
  it.each([
    ["claude sonnet 4.5", "claude-sonnet-4-5"],
    ["CLAUDE-SONNET-4-5", "claude-sonnet-4-5"],
    ["sonet 4.5", "claude-sonnet-4-5"],
    ["gpt4o", "gpt-4o"],
    ["gpt 4o mini", "gpt-4o-mini"],
    ["llama 3.3 70b", "llama-3-3-70b-instruct"],
    ["零一万物", "yi-large"],
    ["cafe", "cafe-1"],
    ["CAFÉ 1", "cafe-1"],
  ])("finds %s", (query, slug) => {
    expect(first(query)).toBe(slug);
  });

  it.each([
    ["calude sonnet 4.5", "two letters that changed places"],
    ["claudesonnet 4.5", "a missing space"],
    ["acme: claude sonnet 4.5", "the maker before it"],
    ["somebody/claude-sonnet-4.5", "a path before it"],
    ["4.5 claude sonnet", "other order"],
  ])("finds a name in %s: %s", (query) => {
    expect(first(query)).toBe("claude-sonnet-4-5");
  });

  it("finds what a model can do by its facts, and nothing that they do not say", () => {
    const found = loaded.search.find("reasoning", { type: "model", limit: 100 }).hits;
    const can = loaded.catalog.models.filter(({ supports }) => supports.reasoning === true);
    expect(found.map(({ slug }) => slug).sort()).toEqual(can.map(({ slug }) => slug).sort());
  });

  it.each(["", "!!!", "\u0000", "\uD800", "a".repeat(4000), "x ".repeat(2000)])(
    "answers odd queries without failing",
    (query) => {
      expect(loaded.search.find(query, { limit: 5 }).hits.length).toBeLessThanOrEqual(5);
    },
  );
});

describe("the index", () => {});

describe("terms", () => {});

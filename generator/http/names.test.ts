import { beforeAll, describe, expect, it } from "vitest";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { withModels } from "../../test/builders/sample-catalog.ts";
import { resolveSearchIntent } from "../endpoints/models/query-text.ts";
import { MIN_MATCH_SCORES } from "../search/ranker.ts";
import type { AnswerContext } from "./endpoint.ts";
import { findModelOrCandidates, suggestModels } from "./names.ts";

const NAMES: [slug: string, name: string, more?: Partial<ModelRow>][] = [
  ["claude-sonnet-4", "Claude Sonnet 4"],
  ["claude-sonnet-4-5", "Claude Sonnet 4.5"],
  ["claude-haiku-latest", "Claude Haiku"],
  ["dolphin-8b", "Dolphin 8B"],
  ["dolphin-3-8-27b", "Dolphin3.8-27B"],
  ["dolphin-3-5-0-8b", "Dolphin3.5-0.8B"],
  ["gpt-4o", "GPT-4o"],
  ["mistral-large-2402", "Mistral Large 24.02", { aliases: ["mistral-large"] }],
  ["mistral-large-4", "Mistral Large 4", { release_date: "2026-05-01" }],
  ["llama-3-3-70b-instruct", "Llama 3.3 70B Instruct"],
  ["llama-3-3-70b-euryale", "Llama 3.3 70B Euryale"],
  ["llama-33b", "LLaMA 33B"],
  ["kestrel-6-luna", "Kestrel 6 Luna", { release_date: "2026-03-01" }],
  ["kestrel-6-sol", "Kestrel 6 Sol", { release_date: "2026-03-01" }],
  ["kestrel-6-1-sol", "Kestrel 6.1 Sol", { release_date: "2026-05-01" }],
  ["kestrel-6-1-terra", "Kestrel 6.1 Terra", { release_date: "2026-04-01" }],
  ["kestrel-3", "Kestrel 3"],
  ["kestrel-2", "Kestrel 2"],
  ["kestrel-5-sol", "Kestrel 5 Sol", { release_date: "2026-02-01" }],
  ["twin-one", "Twin"],
  ["twin-two", "Twin"],
  ["merlin-a", "Merlin A", { retirement_date: "2020-01-01", offers: 0 }],
  ["merlin-b", "Merlin B", { retirement_date: "2020-01-01", offers: 9 }],
];

const PLAIN = { aliases: [], release_date: null };

let loaded: AnswerContext;
beforeAll(async () => {
  loaded = await withModels((models) => [
    ...models,
    ...NAMES.flatMap(([slug, name, more]) =>
      models.slice(0, 1).map((one) => ({ ...one, ...PLAIN, slug, name, ...more })),
    ),
  ]);
});

const find = (name: string) => {
  const found = findModelOrCandidates(name, loaded);
  return "model" in found ? found.model.slug : found.candidates.map(({ slug }) => slug);
};

it("ranks a model that its lab has retired by the hosts that still sell it", () => {
  const { hits } = loaded.search.find("merlin");
  expect(hits.map(({ slug }) => slug)).toEqual(["merlin-b", "merlin-a"]);
});

describe("a model's name as people write it", () => {
  it.each([
    ["claude sonet 4.5", "claude-sonnet-4-5", "a typing error"],
    ["claude haiku", "claude-haiku-latest", "the name of whichever release is newest"],
    ["somebody/gpt-4o", "gpt-4o", "a maker that neither makes nor sells it"],
    ["Twin", "twin-one", "two models with the same name"],
  ])("%s is ambiguous, with %s as a candidate: %s", (name, slug) => {
    expect(find(name)).toContain(slug);
    expect(find(name)).toBeInstanceOf(Array);
  });

  it.each(["", "!!!", "\u0000", "\uD800", "a/".repeat(2000), "x ".repeat(2000)])(
    "has no candidates when it has no word of a name",
    (name) => {
      expect(find(name)).toEqual([]);
    },
  );

  it("has at most 5 candidates", () => {
    expect(find("kestrel")).toHaveLength(5);
  });
});

it.each([
  ["cluade-sonet", "claude-sonnet-4-5", "errors in two words leave no similar name"],
  ["llama 3.3", "llama-3-3-70b-instruct", "names with the text come before similar ones"],
  ["kestrel-6", "kestrel-6-luna", "this version comes before newer ones that begin alike"],
  ["kestrel 6.2", "kestrel-6-1-sol", "without this version, the highest of its main version"],
  ["kestrel 1", "kestrel-2", "the nearest main version, here an older one"],
  ["ft:kestrel-5-sol:acme::a1b2", "kestrel-5-sol", "the base of a fine-tuned model"],
  ["kestrel 7", "kestrel-6-1-sol", "without this main version, the highest of the nearest"],
])("for %s, suggests %s first: %s", (name, slug) => {
  expect(suggestModels(name, loaded)[0]?.slug).toBe(slug);
});

it("models of exactly the version come first, and of these the line with the most versions", () => {
  const { hits } = loaded.search.find("kestrel 6", { limit: 4 });
  expect(hits.map(({ slug }) => slug)).toEqual([
    "kestrel-6-sol",
    "kestrel-6-luna",
    "kestrel-6-1-sol",
    "kestrel-6-1-terra",
  ]);
});

it("a number of parameters is found as one word", () => {
  const { hits } = loaded.search.find("dolphin 8b");
  const named = hits.filter(({ score }) => score >= MIN_MATCH_SCORES.name);
  expect(named.map(({ slug }) => slug)).toEqual(["dolphin-8b"]);
});

it.each(["mistral large", "mistrall large"])("%s means the newest model", (name) => {
  expect(resolveSearchIntent(name, {}, loaded).ranked?.[0]).toBe("mistral-large-4");
});

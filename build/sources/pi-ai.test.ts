import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { piAiCollector } from "./pi-ai.ts";

const cost = (input: number, output: number, more: object = {}) => {
  return { input, output, cacheRead: 0, cacheWrite: 0, ...more };
};
const TABLE = "dist/providers/data/openai.json";
/** The only table of the package. */
const read = (...entries: object[]) => {
  const named = entries.map((entry, index) => [index, { id: "n", name: "Nimbus", ...entry }]);
  return collectFromTexts(piAiCollector, { [TABLE]: { "some-api": Object.fromEntries(named) } });
};

test("an id has its prices, tiers and limits; a chat model calls tools; a threshold is no context window", () => {
  const tiered = cost(2, 10, { tiers: [{ inputTokensAbove: 272_000, ...cost(4, 15) }] });
  const limits = { maxTokens: 128_000, contextWindow: 1_050_000, input: ["text"] };
  const traitsOf = (more: object) => read({ cost: tiered, ...limits, ...more }).offers[0]?.traits;
  const traits = { max_output_tokens: 128_000, input_modalities: ["text"], tools: true };
  expect(traitsOf({})).toMatchObject({ ...traits, context_window: 1_050_000 });
  expect(traitsOf({ contextWindow: 272_000 })).toMatchObject({ ...traits, context_window: null });
  expect(traitsOf({ type: "image" })).toMatchObject({ ...traits, tools: null });
  const card = "input=2; input@>272000=4; output=10; output@>272000=15";
  expect(read({ cost: tiered }).cards).toEqual([`openai n: ${card}`]);
});

test("a price of 0 is free only for an id that says so", () => {
  const { cards } = read({ cost: cost(0, 0) }, { id: "n:free", cost: cost(0, 0) });
  expect(cards).toEqual(["openai n: no price", "openai n:free: input=0; output=0"]);
});

test("only an id's chat entry counts, not its classifier entry; a malformed entry is unread", () => {
  const chat = { type: "chat", cost: cost(1, 2) };
  const odd = { id: "odd", cost: "?" };
  const { cards, rejected } = read({ type: "classifier", cost: cost(0.1, 0) }, chat, odd);
  expect(cards).toEqual(["openai n: input=1; output=2"]);
  const unread = { host: "openai", modelId: "odd" };
  expect(rejected).toMatchObject([{ unread }, { value: "n" }]);
});

test("of a file of another shape every offer is unread, and an unknown provider is rejected", () => {
  const others = { "dist/providers/data/pi.json": {}, "dist/index.js": "", "release.json": {} };
  const { offers, rejected } = collectFromTexts(piAiCollector, { [TABLE]: [], ...others });
  const unread = { host: "openai", modelId: null };
  expect([offers, rejected]).toMatchObject([[], [{ unread }, { value: "pi" }]]);
});

test("a live download follows the newest release to its package", () => {
  const url = "https://registry.example.org/a.tgz";
  const release = JSON.stringify({ dist: { tarball: url } });
  const requests = piAiCollector.live?.follow?.(new Map([["release.json", release]]));
  expect(requests).toEqual([{ url, path: "", unpack: "tarball" }]);
});

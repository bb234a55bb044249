import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { formatRatesCell } from "../cost/rates.ts";
import { piAiCollector } from "./pi-ai.ts";

const cost = (input: number, output: number, more: object = {}) => ({
  input,
  output,
  cacheRead: 0,
  cacheWrite: 0,
  ...more,
});
const entry = (id: string, more: object) => ({ id, name: "Nimbus", ...more });
/** One table in the format of `dist/providers/data/openai.json`. */
const read = (entries: object[], file = "dist/providers/data/openai.json") =>
  collectFromTexts(piAiCollector, {
    [file]: { "some-api": Object.fromEntries(entries.map((one, index) => [String(index), one])) },
  });

test("an id has its prices, tiers and limits; a cache price of 0 means no price", () => {
  const tier = { inputTokensAbove: 272_000, ...cost(4, 15) };
  const more = { type: "chat", maxTokens: 128_000, contextWindow: 1_050_000, input: ["text"] };
  const nimbus = entry("nimbus-7", { ...more, cost: cost(2, 10, { tiers: [tier] }) });
  const [offer] = read([nimbus]).offers;
  expect(offer).toMatchObject({
    source: "pi-ai",
    host: "openai",
    modelId: "nimbus-7",
    prices: { input: 2, output: 10, cache_read: null, cache_write: null },
    traits: { context_window: 1_050_000, max_output_tokens: 128_000, input_modalities: ["text"] },
  });
  expect(formatRatesCell(offer?.rates ?? [])).toBe("input@>272000=4; output@>272000=15");
});

test("a context window equal to the threshold of a price tier is unknown", () => {
  const tiers = [{ inputTokensAbove: 272_000, ...cost(4, 15) }];
  const { offers } = read([entry("n", { contextWindow: 272_000, cost: cost(2, 10, { tiers }) })]);
  expect(offers[0]?.traits.context_window).toBeNull();
});

test.each([
  ["nimbus", null],
  ["nimbus:free", 0],
])("%s at a price of 0 has the price %s", (id, price) => {
  expect(read([entry(id, { cost: cost(0, 0) })]).offers[0]?.prices.input).toBe(price);
});

test("only an id's chat entry counts, not its classifier entry; a malformed entry is reported as unread", () => {
  const { offers, rejected } = read([
    entry("nimbus", { type: "classifier", cost: cost(0.1, 0) }),
    entry("nimbus", { type: "chat", cost: cost(1, 2) }),
    entry("odd", { cost: "?" }),
  ]);
  expect(offers.map(({ prices }) => prices.input)).toEqual([1]);
  expect(rejected).toMatchObject([
    { unread: { host: "openai", modelId: "odd" } },
    { value: "nimbus" },
  ]);
});

test("of a file of another shape, every offer of the host is unread", () => {
  const { rejected } = collectFromTexts(piAiCollector, { "dist/providers/data/openai.json": [] });
  expect(rejected).toMatchObject([{ unread: { host: "openai", modelId: null } }]);
});

test("an unknown provider is rejected, and the package's other files are ignored", () => {
  const files = { "dist/providers/data/pi.json": {}, "dist/index.js": "", "release.json": {} };
  const { offers, rejected } = collectFromTexts(piAiCollector, files);
  expect([offers, rejected]).toMatchObject([[], [{ value: "pi" }]]);
});

test("a live download follows the newest release to its package", () => {
  const release = JSON.stringify({ dist: { tarball: "https://registry.example.org/a.tgz" } });
  expect(piAiCollector.live?.follow?.(new Map([["release.json", release]]))).toEqual([
    { url: "https://registry.example.org/a.tgz", path: "", unpack: "tarball" },
  ]);
});

import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { formatRatesCell } from "../cost/rates.ts";
import { portkeyCollector } from "./portkey.ts";

const units = (prices: Record<string, number>) =>
  Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, { price }]));
/** Prices in US cents per token. */
const payAsYouGo = (input: number, output: number, more: object = {}) => ({
  pay_as_you_go: { ...units({ request_token: input, response_token: output }), ...more },
});
const priced = (input: number, output: number, more: object = {}) => ({
  pricing_config: payAsYouGo(input, output, more),
});
const read = (models: object, file = "openai") =>
  collectFromTexts(portkeyCollector, { [`pricing/${file}.json`]: models });
const cardOf = (entry: object, id = "nimbus-1") =>
  read({ [id]: entry }).offers.map(({ prices, rates }) => [
    prices.input,
    prices.output,
    formatRatesCell(rates),
  ])[0];

test("cents per token become USD per 1M tokens, and other units become rates", () => {
  const more = {
    ...units({ cache_read_input_token: 3e-5, cache_write_input_token: 0.000375 }),
    additional_units: units({ cache_write_1h: 0.0006, web_search: 1, video_seconds: 40 }),
  };
  expect(read({ default: priced(0, 0), "nimbus-1": priced(0.0003, 0.0015, more) }).offers).toEqual([
    expect.objectContaining({
      source: "portkey",
      host: "openai",
      modelId: "nimbus-1",
      prices: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
      isBeyondChat: false,
    }),
  ]);
  expect(cardOf(priced(0.0003, 0.0015, more))).toEqual([
    3,
    15,
    "cache_write@1h=6; output_video=0.4/second; search=10/1k searches",
  ]);
});

test.each<[string, object, unknown[]]>([
  ["whisper-9", priced(0.6, 0), [null, null, "input_audio=0.006/minute"]],
  ["rerank-v9", priced(0.2, 0), [null, null, "search=2/1k searches"]],
  ["nimbus-ocr", priced(0.4, 0), [null, null, "input=0.004/page"]],
  ["tts-1-hd", priced(0.003, 0), [null, null, "input=30/1M characters"]],
  ["o9-pro", priced(0.015, 0.06), [150, 600, null]],
  ["nimbus:free", priced(0, 0), [0, 0, null]],
  [
    "pixel-3",
    priced(0, 0, {
      image: {
        default: { default: { price: 4 }, "1024x1024": { price: 4 } },
        hd: { default: { price: 8 }, "1024x1792": { price: 12 } },
      },
    }),
    [
      null,
      null,
      "output_image=0.04/image; output_image@variant:hd=0.08/image; output_image@variant:hd-1024x1792=0.12/image",
    ],
  ],
])("the price of %s is read in the unit in which such a model is sold", (id, entry, card) => {
  expect(cardOf(entry, id)).toEqual(card);
});

test("Together's image prices are in dollars; an image price equal to the token price is ignored", () => {
  const image = (price: number) =>
    priced(0.0001, 0.0002, { image: { default: { default: { price } } } });
  const ratesAt = (file: string, price: number) =>
    read({ "pixel-3": image(price) }, file).offers.map((offer) => [
      offer.prices.input,
      formatRatesCell(offer.rates),
    ]);
  expect(ratesAt("together-ai", 0.0058)).toEqual([[1, "output_image=0.0058/image"]]);
  expect(ratesAt("openai", 3e-5)).toEqual([[1, null]]);
});

test("a price that is too high for a token and whose unit is unknown is rejected", () => {
  expect(read({ "nimbus-1": priced(0.5, 0) }).reasons).toEqual([
    expect.stringMatching(/too high to be a price per token/),
  ]);
});

test("service tiers, prompt sizes and regions are rates only when they change the price", () => {
  const mode = (input: number, output: number) => ({ pricing_config: payAsYouGo(input, output) });
  const entry = {
    pricing_config: {
      ...payAsYouGo(0.0003, 0.0015),
      batch_config: units({ request_token: 0.00015, response_token: 0.00075 }),
    },
    custom_pricing: {
      context_tier_map: { "0": "lte-200k", "200000": "gt-200k", "400000": "gt-400k" },
      regions: {
        default: {
          execution_modes: {
            standard: {
              context_tiers: {
                "lte-200k": mode(0.0003, 0.0015),
                "gt-200k": mode(0.0006, 0.00225),
                "gt-400k": mode(0.0003, 0.0015),
              },
            },
            priority: mode(0.0006, 0.003),
            unheard_of: mode(9, 9),
          },
        },
        "eu,us": { execution_modes: { standard: mode(0.00033, 0.0015) } },
        au: { execution_modes: { standard: mode(0.00033, 0.0018) } },
      },
    },
  };
  expect(cardOf(entry)).toEqual([
    3,
    15,
    [
      "input@region:au+eu+us=3.3; input@>200000=6; input@batch=1.5; input@priority=6",
      "output@region:au=18; output@>200000=22.5; output@batch=7.5; output@priority=30",
    ].join("; "),
  ]);
});

test("Gemini 1.5 has one entry for short prompts and one for long ones", () => {
  const { offers } = read({
    "gemini-1.5-x-lte-128k": priced(1e-5, 4e-5),
    "gemini-1.5-x-gt-128k": priced(2e-5, 8e-5),
    "gemini-9-lte-128k": priced(1e-5, 4e-5),
    "gemini-9-gt-128k": priced(2e-5, 8e-5),
  });
  expect(offers.map(({ modelId, rates }) => [modelId, formatRatesCell(rates)])).toEqual([
    ["gemini-1.5-x", "input@>128000=0.2; output@>128000=0.8"],
    ["gemini-9", null],
  ]);
});

test("a malformed entry, a file of another shape or an unknown provider is rejected alone", () => {
  const { offers, rejected } = read({ odd: 7, "nimbus-1": priced(1e-5, 1e-5) });
  expect(offers).toHaveLength(1);
  expect(rejected).toMatchObject([{ unread: { host: "openai", modelId: "odd" } }]);
  expect(read([]).rejected).toMatchObject([{ unread: { host: "openai", modelId: null } }]);
  expect(read({ "nimbus-1": priced(1e-5, 1e-5) }, "elsewhere").reasons).toEqual([
    expect.stringMatching(/no host known/),
  ]);
});

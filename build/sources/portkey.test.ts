import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
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

const FURTHER = {
  ...units({ cache_read_input_token: 3e-5, cache_write_input_token: 0.000375 }),
  additional_units: units({ cache_write_1h: 0.0006, web_search: 1, video_seconds: 40 }),
};
const IMAGES = {
  default: { default: { price: 4 }, "1024x1024": { price: 4 } },
  hd: { default: { price: 8 }, "1024x1792": { price: 12 } },
};
test.each<[string, object, string]>([
  [
    "nimbus-1",
    priced(0.0003, 0.0015, FURTHER),
    "input=3; output=15; cache_read=0.3; cache_write=3.75; cache_write@1h=6; output_video=0.4/second; search=10/1k searches",
  ],
  ["whisper-9", priced(0.6, 0), "input_audio=0.006/minute"],
  ["rerank-v9", priced(0.2, 0), "search=2/1k searches"],
  ["nimbus-ocr", priced(0.4, 0), "input=0.004/page"],
  ["tts-1-hd", priced(0.003, 0), "input=30/1M characters"],
  ["o9-pro", priced(0.015, 0.06), "input=150; output=600"],
  ["nimbus:free", priced(0, 0), "input=0; output=0"],
  [
    "pixel-3",
    priced(0, 0, { image: IMAGES }),
    "output_image=0.04/image; output_image@variant:hd=0.08/image; output_image@variant:hd-1024x1792=0.12/image",
  ],
])("the price of %s is read in the unit in which such a model is sold", (id, entry, card) => {
  const { cards, offers } = read({ default: priced(0, 0), [id]: entry });
  expect(cards).toEqual([`openai ${id}: ${card}`]);
  if (id === "nimbus-1") expect(offers).toMatchObject([{ isBeyondChat: false }]);
});

test("Together's image prices are in dollars; an image price equal to the token price is ignored", () => {
  const cardsAt = (file: string, price: number) => {
    const image = { default: { default: { price } } };
    return read({ p: priced(0.0001, 0.0002, { image }) }, file).cards;
  };
  expect([...cardsAt("together-ai", 0.0058), ...cardsAt("openai", 3e-5)]).toEqual([
    "togetherai p: input=1; output=2; output_image=0.0058/image",
    "openai p: input=1; output=2",
  ]);
});

test("service tiers, prompt sizes and regions are rates only when they change the price", () => {
  const mode = (input: number, output: number) => ({ pricing_config: payAsYouGo(input, output) });
  const plain = mode(0.0003, 0.0015);
  const long = mode(0.0006, 0.00225);
  const standard = { context_tiers: { "lte-200k": plain, "gt-200k": long, "gt-400k": plain } };
  const priority = mode(0.0006, 0.003);
  const batch_config = units({ request_token: 0.00015, response_token: 0.00075 });
  const entry = {
    pricing_config: { ...plain.pricing_config, batch_config },
    custom_pricing: {
      context_tier_map: { "0": "lte-200k", "200000": "gt-200k", "400000": "gt-400k" },
      regions: {
        default: { execution_modes: { standard, priority, unheard_of: mode(9, 9) } },
        "eu,us": { execution_modes: { standard: mode(0.00033, 0.0015) } },
        au: { execution_modes: { standard: mode(0.00033, 0.0018) } },
      },
    },
  };
  const card = [
    "input=3; input@region:au+eu+us=3.3; input@>200000=6; input@batch=1.5; input@priority=6",
    "output=15; output@region:au=18; output@>200000=22.5; output@batch=7.5; output@priority=30",
  ].join("; ");
  expect(read({ n: entry }).cards).toEqual([`openai n: ${card}`]);
});

test("Gemini 1.5 has one entry for short prompts and one for long ones", () => {
  const [short, long] = [priced(1e-5, 4e-5), priced(2e-5, 8e-5)];
  const entries = { "gemini-1.5-x-lte-128k": short, "gemini-1.5-x-gt-128k": long };
  const { cards } = read({ ...entries, "gemini-9-lte-128k": short, "gemini-9-gt-128k": long });
  expect(cards).toEqual([
    "openai gemini-1.5-x: input=0.1; input@>128000=0.2; output=0.4; output@>128000=0.8",
    "openai gemini-9: input=0.1; output=0.4",
  ]);
});

test("a malformed entry, a file of another shape or an unknown provider is rejected alone", () => {
  const none = { pricing_config: null };
  const { cards, rejected } = read({ odd: 7, high: priced(0.5, 0), n: priced(1e-5, 1e-5), none });
  const priceless = ["openai high: no price", "openai none: no price"];
  expect(cards.sort()).toEqual([priceless[0], "openai n: input=0.1; output=0.1", priceless[1]]);
  const odd = { host: "openai", modelId: "odd" };
  expect(rejected).toMatchObject([{ unread: odd, isMalformed: true }]);
  expect(read([]).rejected).toMatchObject([{ unread: { host: "openai", modelId: null } }]);
  expect(read({ n: priced(1e-5, 1e-5) }, "elsewhere").reasons[0]).toMatch(/no host known/);
});

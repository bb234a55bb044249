import { expect, test } from "vitest";
import { collectFromTexts, toOperatorTable } from "../../test/builders/collect.ts";
import { operatorCollector } from "./operator.ts";

const PAGE = "https://acme.example/pricing";
const read = (...table: Parameters<typeof toOperatorTable>) =>
  collectFromTexts(operatorCollector, toOperatorTable(...table));
const prices = (...rows: string[]) => read("prices.csv", ...rows);

test("a row of prices.csv is a rate card with the address of its page; empty cells are null", () => {
  const row = `acme,quark-7,,2,8,0.2,,cache_write@1h=4; input@batch=1,200000,,${PAGE}`;
  const { offers, cards } = prices(row);
  const card = "input=2; input@batch=1; output=8; cache_read=0.2; cache_write@1h=4";
  expect(cards).toEqual([`acme quark-7: ${card}`]);
  const traits = { context_window: 200_000, max_output_tokens: null };
  expect(offers).toMatchObject([{ source: "operator", note: PAGE, dated: [], traits }]);
});

const FUTURE = `acme,quark-7,2027-01-01,4,16,,,,,,${PAGE}`;
test("when an id has two prices, the current one is its price and the future one is announced", () => {
  const { offers } = prices(FUTURE, `acme,quark-7,,2,8,,,,,,${PAGE}`);
  const dated = [{ effective: "2027-01-01", prices: { input: 4 } }];
  expect(offers).toMatchObject([{ prices: { input: 2 }, dated }]);
});

test.each([
  ["an announced price without a current price", FUTURE, "but no current price"],
  ["a rate that cannot be read", `acme,quark-7,,4,16,,,batch:1,,,${PAGE}`, "rates"],
  ["a row without its page", "acme,quark-7,,4,16,,,,,,", "url"],
])("%s is left out with the reason", (_, row, reason) => {
  expect(prices(row)).toMatchObject({ offers: [], reasons: [expect.stringContaining(reason)] });
});

test("a page about a model states its traits, its parameters and what replaces it", () => {
  const row = `quark-7,Quark 7,2026-02-01,2025-06,,quark-8,200000,,text+image,text,false,true,MIT,,,70,,${PAGE}`;
  const replacement = { model_id: "quark-8", source_url: PAGE };
  const more = { replacement, parameters: { total: 70, active: null } };
  const flags = { reasoning: false, is_open_source: true };
  const traits = { ...flags, display_name: "Quark 7", input_modalities: ["text", "image"], more };
  expect(read("models.csv", row).models).toMatchObject([
    { name: "quark-7", source_url: PAGE, traits },
  ]);
});

test("a score has its configuration, and whether it is self-reported", () => {
  const { scores } = read("scores.csv", `gpqa-diamond,quark-7,81.5,high,true,2026-02-01,${PAGE}`);
  expect(scores).toMatchObject([
    { modelName: "quark-7", score: 81.5, configuration: "high", self_reported: true },
  ]);
});

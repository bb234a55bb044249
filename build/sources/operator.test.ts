import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { formatRatesCell } from "../cost/rates.ts";
import { operatorCollector } from "./operator.ts";

const PAGE = "https://acme.example/pricing";
const read = (files: Record<string, string>) => collectFromTexts(operatorCollector, files);
const prices = (...rows: string[]) =>
  read({
    "prices.csv": [
      "host,model_id,effective,input,output,cache_read,cache_write,rates,context_window,max_output_tokens,url",
      ...rows,
    ].join("\n"),
  });

test("a row of prices.csv is a rate card with the address of its page; empty cells are null", () => {
  const { offers } = prices(
    `acme,quark-7,,2,8,0.2,,cache_write@1h=4; input@batch=1,200000,,${PAGE}`,
  );
  expect(offers).toMatchObject([
    {
      source: "operator",
      host: "acme",
      modelId: "quark-7",
      note: PAGE,
      dated: [],
      prices: { input: 2, output: 8, cache_read: 0.2, cache_write: null },
      traits: { context_window: 200_000, max_output_tokens: null },
    },
  ]);
  expect(formatRatesCell(offers[0]?.rates ?? [])).toBe("input@batch=1; cache_write@1h=4");
});

test("when an id has two prices, the current one is its price and the future one is announced", () => {
  const { offers } = prices(
    `acme,quark-7,2027-01-01,4,16,,,,,,${PAGE}`,
    `acme,quark-7,,2,8,,,,,,${PAGE}`,
  );
  expect(offers).toMatchObject([
    { prices: { input: 2 }, dated: [{ effective: "2027-01-01", prices: { input: 4 } }] },
  ]);
});

test.each([
  [
    "an announced price without a current price",
    `acme,quark-7,2027-01-01,4,16,,,,,,${PAGE}`,
    "but no current price",
  ],
  ["a rate that cannot be read", `acme,quark-7,,4,16,,,batch:1,,,${PAGE}`, "rates"],
  ["a row without its page", "acme,quark-7,,4,16,,,,,,", "url"],
])("%s is left out with the reason", (_, row, reason) => {
  expect(prices(row)).toMatchObject({ offers: [], reasons: [expect.stringContaining(reason)] });
});

test("a page about a model states its traits, its parameters and what replaces it", () => {
  const { models } = read({
    "models.csv": [
      "model,name,release_date,knowledge_cutoff,retirement_date,replacement,context_window,max_output_tokens,input_modalities,output_modalities,open_weights,license,weights,announcement,parameters_total,parameters_active,url",
      `quark-7,Quark 7,2026-02-01,2025-06,,quark-8,200000,,text+image,text,true,MIT,,,70,,${PAGE}`,
    ].join("\n"),
  });
  expect(models).toMatchObject([
    {
      name: "quark-7",
      source_url: PAGE,
      traits: {
        display_name: "Quark 7",
        input_modalities: ["text", "image"],
        is_open_source: true,
        more: {
          replacement: { model_id: "quark-8", source_url: PAGE },
          parameters: { total: 70, active: null },
        },
      },
    },
  ]);
});

test("a score has its configuration, and whether it is self-reported", () => {
  const { scores } = read({
    "scores.csv": `benchmark,model,score,configuration,self_reported,date,url\ngpqa-diamond,quark-7,81.5,high,true,2026-02-01,${PAGE}`,
  });
  expect(scores).toMatchObject([
    { modelName: "quark-7", score: 81.5, configuration: "high", self_reported: true },
  ]);
});

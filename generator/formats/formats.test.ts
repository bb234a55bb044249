import { expect, test } from "vitest";
import { createPricedCatalog, statedRates } from "../../test/builders/priced-catalog.ts";
import { expectStoredTable } from "../../test/builders/stored-table.ts";
import type { AnswerContext } from "../http/endpoint.ts";
import { answerCompatPath, COMPAT_FORMATS_OF_DAY } from "./formats.ts";
import { listPricedModelIds } from "./priced-ids.ts";

const LONG = "input@>200000=6; output@>200000=22.5; cache_write@1h=6; search=10/1k searches";

const catalog = createPricedCatalog({
  models: [
    { slug: "norn-4", list_host: "alps" },
    { slug: "norn-5", list_host: "alps", context_window: null },
    { slug: "norn-embed", model_type: "embedding" },
    { slug: "norn-draw", model_type: "image", output_modalities: ["image"] },
  ],
  offers: [
    {
      model: "norn-4",
      host: "alps",
      model_id: "norn-4",
      is_list_price: true,
      cache_read: 0.3,
      cache_write: 3.75,
      cards: statedRates(LONG),
    },
    { model: "norn-4", host: "bazaar", model_id: "norn-4", input: 2, host_kind: "inference" },
    {
      model: "norn-4",
      host: "openrouter",
      model_id: "northwind/norn-4.0",
      input: 3.3,
      output: 16.5,
    },
    { model: "norn-5", host: "alps", model_id: "norn-5", input: 0, output: 0.07 },
    { model: "norn-embed", host: "bazaar", model_id: "norn-embed", input: 0.02, output: null },
    {
      model: "norn-draw",
      host: "bazaar",
      model_id: "norn-draw",
      input: null,
      output: null,
      cards: statedRates(
        "output_image@variant:1024x1024=0.04/image; output_image@variant:hd-1024x1792=0.12/image",
      ),
    },
  ],
  hosts: [
    { slug: "bazaar", host_kind: "inference" },
    { slug: "openrouter", host_kind: "router" },
  ],
});
const ids = listPricedModelIds(catalog, undefined);
const make = (path: string): unknown =>
  COMPAT_FORMATS_OF_DAY.find((format) => format.path === path)?.make(ids, catalog);

/** The expected tables are stored in `test/golden/formats`; `npx vitest run generator/formats -u` updates them. */
test.each([
  ["/v1/models", "OpenRouter's ids at its prices, other models as lab/model at the list price"],
  [
    "/compat/openlit.json",
    "prices per 1,000 tokens, images by quality and size, ids at the lab's own host",
  ],
  ["/compat/llm-prices.json", "ids of labs at their own hosts"],
  ["/compat/ccusage.json", "prices per token of the ids of labs and clouds"],
  ["/compat/librechat.json", "host → id, without ids whose context window is unknown"],
])("%s is stored: %s", (path) => expectStoredTable(path, make(path)));

test("a request for one model returns the requested id, or else the model's main id at OpenRouter", () => {
  const ids = [
    { name: "northwind/norn-4-2026-01-10", input: 5, output: 10 },
    { name: "norn-4:free", input: 0, output: 0 },
  ];
  const row = { model: "norn-4", host: "openrouter" };
  const sold = createPricedCatalog({
    models: [{ slug: "norn-4" }, { slug: "norn-5", list_host: "alps" }],
    offers: [
      {
        ...row,
        model_id: "northwind/norn-4",
        variants: ids.map(({ name, ...price }) => ({
          model_id: name,
          service_tier: "standard",
          ...price,
        })),
      },
      { model: "norn-5", host: "alps", model_id: "norn-5", output: null },
      // OpenRouter has withdrawn this id, but a source still lists it.
      { ...row, model: "norn-5", model_id: "northwind/norn-5", status: "retired" },
    ],
    idCards: ids.map((id) => ({ ...row, date: "2026-01-10", ...id })),
  });
  const context = { catalog: sold } as AnswerContext;
  const find = (name: string) => answerCompatPath(`/v1/models/${name}`, context);
  expect(find("norn-4")).toMatchObject({
    value: { id: "northwind/norn-4", pricing: { prompt: "0.000003" } },
  });
  expect(find("norn-4-2026-01-10")).toMatchObject({
    value: { id: "northwind/norn-4-2026-01-10", pricing: { prompt: "0.000005" } },
  });
  expect(find("norn-5")).toMatchObject({
    problem: "not-found",
    detail: expect.stringContaining("for input and output"),
  });
});

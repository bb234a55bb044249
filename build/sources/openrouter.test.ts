import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { openrouterCollector } from "./openrouter.ts";

/** The format of /api/v1/models, with models that do not exist. */
const entry = (pricing: unknown, id = "acme/a") => ({
  id,
  hugging_face_id: "",
  name: "Acme: Nimbus 1",
  context_length: 131_072,
  architecture: { input_modalities: ["text"], output_modalities: ["text"] },
  pricing,
  top_provider: { max_completion_tokens: null },
  supported_parameters: ["tools", "temperature"],
});
const PRICE = { prompt: "0.00000028", completion: "0.0000042", image: "0.01", request: "0" };
const read = (...data: unknown[]) =>
  collectFromTexts(openrouterCollector, { "models.json": { data } });

test("a model has its name, limits and parameters; its date and license are not those of the lab", () => {
  const traits = { display_name: "Nimbus 1", maker: "acme", tools: true, reasoning: false };
  const limits = { context_window: 131_072, max_output_tokens: null };
  const unknown = { release_date: null, is_open_source: null };
  const { offers } = read(entry(PRICE));
  expect(offers).toMatchObject([{ traits: { ...traits, ...limits, ...unknown } }]);
});

const MORE = { input_cache_read: "0.000000028", internal_reasoning: "0", web_search: "0.01" };
test.each([
  [{ ...PRICE, ...MORE }, "input=0.28; output=4.2; cache_read=0.028; search=10/1k searches"],
  [{ prompt: "0", completion: "0" }, "input=0; output=0"],
  // The price depends on a router's choice.
  [{ prompt: "-1", completion: "-1" }, "no price"],
  // Reading from the cache costs more than input.
  [{ ...PRICE, input_cache_read: "0.1" }, "input=0.28; output=4.2"],
])("the prices %j per token, image and search become %s", (pricing, card) => {
  expect(read(entry(pricing)).cards).toEqual([`openrouter acme/a: ${card}`]);
});

test.each([
  ["an empty price", entry({ prompt: "", completion: "0" })],
  ["a price that is null", entry({ prompt: null, completion: null })],
  ["an id that leaves its folder", entry(PRICE, "acme/../../a")],
  ["a row that is not an object", 7],
])("%s is rejected", (_what, odd) => {
  const rejected = [{ place: "models.json, row 1", isMalformed: true }];
  expect(read(odd)).toMatchObject({ offers: [], rejected });
});

import { expect, test } from "vitest";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { hasAllCapabilitiesOf, isCurrentModel } from "./alternatives.ts";

const able = {
  slug: "other",
  model_type: "text",
  offers: 1,
  status: "active",
  replacement: null,
  input_modalities: ["text", "image"],
  output_modalities: ["text"],
  supports: { tools: true },
  context_window: 200_000,
} as unknown as ModelRow;
const own = { ...able, slug: "own" };

test.each<[string, Partial<ModelRow>]>([
  ["accepts less", { input_modalities: ["text"] }],
  ["returns something else", { output_modalities: ["image"] }],
  ["cannot call tools", { supports: { ...able.supports, tools: false } }],
  ["has a smaller context", { context_window: 199_999 }],
  ["has an unknown context", { context_window: null }],
])("a model that %s is no alternative", (_, lack) => {
  expect(hasAllCapabilitiesOf(able, own)).toBe(true);
  expect(hasAllCapabilitiesOf({ ...able, ...lack }, own)).toBe(false);
});

test.each<[string, Partial<ModelRow>]>([
  ["is sold by nobody", { offers: 0 }],
  ["is being retired", { status: "deprecated" }],
  ["has a successor", { replacement: { slug: "newer", name: "Newer", source_url: "" } }],
])("a model that %s is not current", (_, lack) => {
  expect(isCurrentModel(able)).toBe(true);
  expect(isCurrentModel({ ...able, ...lack })).toBe(false);
});

import { expect, test } from "vitest";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { createPricedCatalog } from "../../../../test/builders/priced-catalog.ts";
import { findSimilarlyPricedModels, hasAllCapabilitiesOf } from "./alternatives.ts";

const able = {
  slug: "other",
  model_type: "text",
  input_modalities: ["text", "image"],
  output_modalities: ["text"],
  supports: { tools: true },
  context_window: 200_000,
} as unknown as ModelRow;
const own = { ...able, slug: "own" };

test.each<[string, Partial<ModelRow>]>([
  ["is of another type", { model_type: "embedding" }],
  ["accepts less", { input_modalities: ["text"] }],
  ["returns something else", { output_modalities: ["image"] }],
  ["cannot call tools", { supports: { ...able.supports, tools: false } }],
  ["has a smaller context", { context_window: 199_999 }],
  ["has an unknown context", { context_window: null }],
])("a model that %s is no alternative", (_, lack) => {
  expect(hasAllCapabilitiesOf(able, own)).toBe(true);
  expect(hasAllCapabilitiesOf({ ...able, ...lack }, own)).toBe(false);
});

const PRICES: Record<string, { input: number; output?: number }> = {
  near: { input: 4 },
  cheap: { input: 0.3, output: 1.5 },
  expensive: { input: 30, output: 150 },
};

test("a model is compared with the newest current model of each other lab at a similar price", () => {
  const toModel = (slug: string, more: Partial<ModelRow> = {}) => ({
    slug,
    lab: slug,
    list_host: "shop",
    replacement: null,
    status: "active" as const,
    ...more,
  });
  const models = [
    toModel("own"),
    toModel("near", { release_date: "2026-08-01" }),
    toModel("older", { lab: "near" }),
    toModel("newest", { release_date: "2026-09-01" }),
    toModel("sister", { lab: "own" }),
    toModel("deprecated", { status: "deprecated" }),
    toModel("superseded", { replacement: { slug: "newest", name: "Newest", source_url: "" } }),
    toModel("cheap"),
    toModel("expensive"),
    toModel("tested-elsewhere"),
  ];
  const catalog: Catalog = Object.create(
    createPricedCatalog({
      models,
      offers: models.map(({ slug }) => ({
        model: slug,
        model_id: slug,
        host: "shop",
        ...PRICES[slug],
      })),
    }),
    {
      serviceScore: { value: () => undefined },
      scoresOf: {
        value: (slug: string) =>
          (slug === "tested-elsewhere" ? ["maths", "chess"] : ["maths", "logic"]).map(
            (benchmark) => ({ benchmark, is_default: true }),
          ),
      },
    },
  );
  const peers = findSimilarlyPricedModels(catalog.getModel("own"), catalog);
  expect(peers.map(({ slug }) => slug)).toEqual(["newest", "near"]);
});

/** Lists that a query may ask for: the cheapest models, the free ones, the newest price drops; the best first. */
import { type Catalog, toModelSortDate } from "../../build/model/catalog/catalog.ts";
import type { FindingRow, ModelRow } from "../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import type { BenchmarkCategory } from "../../build/schema/values.ts";
import { parameterBillionsInName, shareOfModelsBeaten } from "./capabilities.ts";
import { createProminenceScorer, isMovingModelAlias } from "./prominence.ts";

/** Lists of keys of documents: type, colon, slug. */
export const buildSearchLists = (catalog: Catalog) => ({
  ...toModelLists(catalog),
  ...toFindingLists(catalog.findings),
});
export type SearchListName = keyof ReturnType<typeof buildSearchLists>;

/** Larger comes first; null stays out. */
type Measure = (model: ModelRow) => number | null;

function toModelLists(catalog: Catalog) {
  const models = catalog.models.filter(({ slug }) => !isMovingModelAlias(slug));
  const onSale = models.filter((model) => isOnSale(model, catalog));
  const prominenceIn = createProminenceScorer(catalog);
  // Sorting compares each model many times.
  const prominences = new Map(catalog.models.map((model) => [model, prominenceIn(model)]));
  const prominence = (model: ModelRow) => prominences.get(model) ?? 0;
  const beaten = shareOfModelsBeaten(catalog);
  const list = (measure: Measure, among = onSale) => sorted(among, measure, prominence);
  const price = (model: ModelRow) => paidPrice(model, catalog);
  const score = ({ slug }: ModelRow) => catalog.serviceScore(slug)?.score ?? null;
  const bestAt = (category: BenchmarkCategory) => (model: ModelRow) =>
    half(score(model), beaten.get(model.slug)?.[category]);
  return {
    cheapest: list((model) => negative(price(model))),
    "most expensive": list(price),
    "most context": list(({ context_window }) => context_window),
    newest: list((model) => dayNumber(toModelSortDate(model))),
    smallest: list(({ name }) => negative(parameterBillionsInName(name)), models),
    largest: list(({ name }) => parameterBillionsInName(name), models),
    "most hosts": list(({ offers }) => offers),
    best: list(score),
    "best coding": list(bestAt("coding")),
    "best math": list(bestAt("math")),
    "best reasoning": list(bestAt("reasoning")),
    free: list((model) =>
      catalog.offersOf(model.slug).some(({ billing }) => billing === "free")
        ? prominence(model)
        : null,
    ),
    current: list(prominence),
  };
}

/** Who asks for the cheapest or the best means a model that can be had. */
function isOnSale({ lab, offers, retirement_date }: ModelRow, catalog: Catalog): boolean {
  const isRetired = retirement_date !== null && retirement_date <= catalog.asOf;
  return offers > 0 && !isRetired && catalog.provider(lab)?.host_kind !== "router";
}

/** Names of models that answer with text and are for another task than to talk. */
const OTHER_TASK = /guard|safety|moderation|ocr|asr|embed|rerank|sst/;

/** Those that people talk with come before all others, unless others are asked for: a transcription costs less. */
const isChat = ({ slug, model_type, input_modalities }: ModelRow): boolean =>
  model_type === "text" &&
  (input_modalities.length === 0 || input_modalities.includes("text")) &&
  !OTHER_TASK.test(slug);

function sorted(
  models: readonly ModelRow[],
  measure: Measure,
  prominence: (model: ModelRow) => number,
): string[] {
  return models
    .map((model) => ({ model, value: measure(model), chat: Number(isChat(model)) }))
    .filter(({ value }) => value !== null)
    .sort(
      (a, b) =>
        b.chat - a.chat ||
        Number(b.value) - Number(a.value) ||
        prominence(b.model) - prominence(a.model) ||
        compareByCodePoint(a.model.slug, b.model.slug),
    )
    .map(({ model }) => `model:${model.slug}`);
}

/** Blended, at its cheapest host; null when nobody sells it by the token. */
function paidPrice({ slug, cheapest_host }: ModelRow, catalog: Catalog): number | null {
  const offer = catalog.offersOf(slug).find(({ host }) => host === cheapest_host);
  return offer?.blended || null;
}

/** Who beats many may have been tested beside weak ones only: the score over all benchmarks counts as much. */
const half = (score: number | null, share: number | undefined): number | null =>
  score === null || share === undefined ? null : score / 2 + share * 50;

const negative = (value: number | null): number | null => (value === null ? null : -value);
const dayNumber = (day: string | null): number | null => (day === null ? null : Date.parse(day));

/** Findings are in order already, the newest first. */
function toFindingLists(findings: readonly FindingRow[]) {
  const ofKinds = (...kinds: FindingRow["kind"][]) =>
    findings
      .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
      .map(({ id }) => `finding:${id}`);
  return {
    "price drops": ofKinds("price_drop"),
    "price rises": ofKinds("price_rise"),
    "price changes": ofKinds("price_drop", "price_rise"),
    "new models": ofKinds("new_model"),
    news: ofKinds(),
  };
}

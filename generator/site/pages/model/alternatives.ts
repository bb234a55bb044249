/** Models that can do the same as a model, and models at a similar price to compare scores with. */

import { parseModelFamilyAndVersion } from "../../../../build/identity/terms.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { formatNameList } from "../../../../build/schema/values.ts";
import { isOutputCharged } from "../../../endpoints/models/model-filters.ts";
import { toModelPricing } from "../../../endpoints/models/model-parts.ts";
import { toFilterableModel } from "../../../endpoints/models/model-query.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import { comparePagePath, MAX_COMPARED_MODELS } from "../../components/addresses.ts";
import { PROVISIONAL_CHIP } from "../../components/chips.ts";
import { formatTokens, type HtmlContent, html } from "../../components/html.ts";
import { modelLinkWithTile, renderFootnote, renderSection } from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import { listPricedModels } from "../prices/price-frontier.ts";

const SHOWN = 6;
const OF_LINE = 3;
/** Maximum factor by which a similar price may be higher. */
const SIMILAR = 1.25;
const MAX_PEERS = 4;
/** Peers cost at most so many times more or less than a model. */
export const MAX_PEER_PRICE_FACTOR = 1.5;
/** One shared benchmark says too little. */
export const MIN_BENCHMARKS_SHARED_WITH_PEER = 2;

export function renderAlternativesSection(
  model: ModelRow,
  others: readonly ModelRow[],
  catalog: Catalog,
): HtmlContent {
  if (others.length === 0) return false;
  const { input_modalities, supports, context_window } = model;
  const capabilities = [
    input_modalities.length > 0 &&
      `${formatNameList(input_modalities, input_modalities.length)} input`,
    supports.tools === true && "tool calling",
    context_window !== null &&
      `a context window of at least ${formatTokens(context_window)} tokens`,
  ].filter((text) => typeof text === "string");
  return renderSection("alternatives", "Models with the same capabilities", [
    tables.renderFoldedTable<ModelRow>({
      caption: `${capabilities.length > 0 ? `All models in this table have these capabilities: ${formatNameList(capabilities)}. ` : ""}Models of the same family come first, then models at a similar or lower price. Prices are in USD per 1M tokens unless another unit is stated.`,
      rows: others,
      of: ({ slug }) => `/api/v1/models/${slug}`,
      columns: [
        tables.htmlTextColumn("Model", ({ slug }) =>
          modelLinkWithTile(
            slug,
            catalog,
            catalog.serviceScore(slug)?.provisional && html` ${PROVISIONAL_CHIP}`,
          ),
        ),
        tables.htmlOverallScoreColumn(({ slug }) => catalog.serviceScore(slug)),
        ...tables
          .htmlInputOutputPriceColumns<ModelRow>((other) => [
            toModelPricing(other, catalog),
            "/pricing",
          ])
          .slice(0, isOutputCharged(model) ? 2 : 1),
      ],
    }),
    renderFootnote(
      html`<a href="${comparePagePath([model, ...others].slice(0, MAX_COMPARED_MODELS).map(({ slug }) => slug))}">Compare all</a>`,
    ),
  ]);
}

/** Current models with all its capabilities: the newest of its line, then the best at a similar or lower price. */
export function findAlternativeModels(model: ModelRow, catalog: Catalog): ModelRow[] {
  const { lines, best, prices } = candidates(catalog);
  const own = prices.get(model.slug);
  const found = (lines.get(parseModelFamilyAndVersion(model).line) ?? [])
    .filter(
      (other) =>
        hasAllCapabilitiesOf(other, model) && (own === undefined || prices.has(other.slug)),
    )
    .slice(0, OF_LINE);
  if (own === undefined) return found;
  for (const { model: other, price } of best) {
    if (found.length === SHOWN) break;
    if (price <= SIMILAR * own && hasAllCapabilitiesOf(other, model) && !found.includes(other))
      found.push(other);
  }
  return found;
}

/** Current models of each type and of each line, newest first; and those with a price, best score first. */
const candidates = memoizePerCatalog((catalog) => {
  const score = ({ slug }: ModelRow): number => catalog.serviceScore(slug)?.score ?? -1;
  const current = new Set(
    catalog.models.filter((one) => toFilterableModel(one, catalog).status.includes("current")),
  );
  const newest = [...current].sort(
    (a, b) =>
      compareByCodePoint(b.release_date ?? "", a.release_date ?? "") ||
      compareByCodePoint(a.slug, b.slug),
  );
  const priced = listPricedModels(catalog);
  const prices = new Map(priced.map(({ model, price }) => [model.slug, price]));
  return {
    prices,
    peers: groupBy(
      newest.map((model) => ({
        model,
        price: prices.get(model.slug) ?? 0,
        benchmarks: listDefaultBenchmarks(model, catalog),
      })),
      ({ model }) => model.model_type,
    ),
    lines: groupBy(newest, (row) => parseModelFamilyAndVersion(row).line),
    best: priced
      .filter(({ model }) => current.has(model))
      .sort(
        ({ model: a }, { model: b }) =>
          score(b) - score(a) || b.offers - a.offers || compareByCodePoint(a.slug, b.slug),
      ),
  };
});

const listDefaultBenchmarks = ({ slug }: ModelRow, catalog: Catalog): string[] =>
  catalog.scoresOf(slug).flatMap((row) => (row.is_default ? row.benchmark : []));

/**
 * Whether another model of the same type has at least the context window of a model, tools if the model has them, and
 * all its input and output modalities. What is unknown about the other model counts as missing.
 */
export function hasAllCapabilitiesOf(other: ModelRow, model: ModelRow): boolean {
  const has = (own: readonly string[], all: readonly string[]) =>
    own.every((name) => all.includes(name));
  return (
    other.slug !== model.slug &&
    other.model_type === model.model_type &&
    (other.context_window ?? 0) >= (model.context_window ?? 0) &&
    (model.supports.tools !== true || other.supports.tools === true) &&
    has(model.input_modalities, other.input_modalities) &&
    has(model.output_modalities, other.output_modalities)
  );
}

/** To measure a model beside: of each other lab, its newest current model with a similar price and enough shared benchmarks. */
export function findSimilarlyPricedModels(model: ModelRow, catalog: Catalog): ModelRow[] {
  const all = candidates(catalog);
  const price = all.prices.get(model.slug) ?? 0;
  const own = new Set(listDefaultBenchmarks(model, catalog));
  const peers: ModelRow[] = [];
  if (price === 0 || own.size < MIN_BENCHMARKS_SHARED_WITH_PEER) return peers;
  for (const other of all.peers.get(model.model_type) ?? []) {
    if (peers.length === MAX_PEERS) break;
    const ratio = other.price / price;
    if (ratio > MAX_PEER_PRICE_FACTOR || ratio < 1 / MAX_PEER_PRICE_FACTOR) continue;
    if ([model, ...peers].some(({ lab }) => lab === other.model.lab)) continue;
    const shared = other.benchmarks.filter((one) => own.has(one));
    if (shared.length >= MIN_BENCHMARKS_SHARED_WITH_PEER) peers.push(other.model);
  }
  return peers;
}

/** Price against service score, and the models with the best score for their price. */

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, ServiceScoreRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../../../build/schema/collections.ts";
import { toBlendedPrice } from "../../../../build/schema/fields.ts";
import { type ComparisonPrice, toComparisonPrice } from "../../../endpoints/models/model-parts.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import { PLOT_COORDINATE_MAX, roundToTenth } from "../../components/charts/plot.ts";
import {
  renderScatterChart,
  type ScatterDot,
  toLogPriceAxis,
} from "../../components/charts/scatter.ts";
import { formatUsdOrFree, type Html, type HtmlContent, html } from "../../components/html.ts";
import { HOST_KIND_LABELS } from "../../components/offers.ts";
import {
  formatOneDecimal,
  modelLink,
  providerLinkOfSlug,
  renderApiValue,
  renderSection,
  renderSmallRemark,
} from "../../components/parts.ts";
import {
  inputOutputPriceColumns,
  numberColumn,
  renderTable,
  textColumn,
} from "../../components/table.ts";

export interface PricedModel {
  model: ModelRow;
  pricing: ComparisonPrice;
  /** Blended, above 0. */
  price: number;
  service: ServiceScoreRow | undefined;
}

export const listPricedModels = memoizePerCatalog((catalog): readonly PricedModel[] =>
  catalog.models
    .map((model) => {
      const pricing = toComparisonPrice(model, catalog);
      const price = toBlendedPrice(pricing.input, pricing.output) ?? 0;
      return { model, pricing, price, service: catalog.serviceScore(model.slug) };
    })
    .filter(({ price }) => price > 0)
    .sort((a, b) => a.price - b.price || compareByCodePoint(a.model.slug, b.model.slug)),
);

export type PricedAndScoredModel = PricedModel & { service: ServiceScoreRow };

/** Those with a service score, the cheapest first. */
export const listPricedAndScoredModels = memoizePerCatalog(
  (catalog): readonly PricedAndScoredModel[] =>
    listPricedModels(catalog).filter(
      (model): model is PricedAndScoredModel => model.service !== undefined,
    ),
);

/** Scores end at 100; above is room for a name. */
const TOP = 108;

export function renderPriceFrontierSection(catalog: Catalog): HtmlContent {
  const rated = listPricedAndScoredModels(catalog);
  const frontier = frontierOf(rated);
  if (frontier.length < 2) return false;
  const x = toLogPriceAxis(rated, 1.5, [0, PLOT_COORDINATE_MAX]);
  const y = (score: number): number => PLOT_COORDINATE_MAX * (1 - score / TOP);
  const best = new Set(frontier);
  const toDot = (rated: PricedAndScoredModel): ScatterDot => {
    const { model, price, service } = rated;
    return {
      ...{ slug: model.slug, name: model.name },
      title: `${model.name}: ${service.score}, ${formatUsdOrFree(price)}`,
      ...{ x: roundToTenth(x.at(price)), y: roundToTenth(y(service.score)) },
      ...(best.has(rated) && { style: "open best" }),
    };
  };
  const steps = frontier.map(toDot).map(({ x, y }, at) => (at === 0 ? `M${x},${y}` : `H${x}V${y}`));
  return renderSection(
    "value",
    "Score for the price",
    html`<p>Each dot is a model on sale: its price per 1M tokens, blended (3:1), and its <a href="/methods/service-score">service score</a>. For each model on the line, no cheaper model has a higher score.</p>
<figure class="chart">
${renderScatterChart({
  label: `Chart of ${rated.length} models by price, ${x.range}, and service score. The ${frontier.length} with the best score for their price are in the table below.`,
  height: 360,
  x: x.ticks,
  y: [0, 20, 40, 60, 80, 100].map((score) => ({ at: y(score), label: String(score) })),
  ground: html`<path class="line second" d="${steps.join("")}"/>\n`,
  dots: rated.map(toDot),
  named: frontier.toReversed().map(toDot),
  mostNames: frontier.length,
  rise: 26,
})}
<figcaption>Service score by price, USD per 1M tokens. <span class="key open">Best score for the price</span>, <span class="key">other models</span>.</figcaption>
</figure>
${frontierTable(frontier, catalog)}`,
  );
}

/** @param rated The cheapest first. @returns Those with a higher score than all that cost less. */
function frontierOf(rated: readonly PricedAndScoredModel[]): PricedAndScoredModel[] {
  let best = Number.NEGATIVE_INFINITY;
  return rated
    .toSorted((a, b) => a.price - b.price || b.service.score - a.service.score)
    .filter(({ service: { score } }) => {
      const isBetter = score > best;
      best = Math.max(best, score);
      return isBetter;
    });
}

const frontierTable = (frontier: readonly PricedAndScoredModel[], catalog: Catalog): Html =>
  renderTable<PricedAndScoredModel>({
    caption: "Best score for the price, highest score first; USD per 1M tokens",
    columns: [
      textColumn("Model", ({ model: { slug, name } }) => modelLink(slug, name)),
      numberColumn("Score", ({ service }) =>
        renderApiValue(service.score, "/service_score/score", formatOneDecimal),
      ),
      numberColumn("Blended (3:1)", ({ price }) => formatUsdOrFree(price)),
      ...inputOutputPriceColumns<PricedAndScoredModel>(({ pricing }) => [pricing, "/pricing"]),
      textColumn("Host", ({ model: { list_host, cheapest_host }, pricing }) => {
        const isList = pricing.basis === "list";
        const host = isList ? list_host : cheapest_host;
        return (
          host &&
          html`${providerLinkOfSlug(host, catalog)}${isList && renderSmallRemark(HOST_KIND_LABELS.lab)}`
        );
      }),
    ],
    rows: frontier.toReversed(),
    of: ({ model }) => `/api/v1/models/${model.slug}`,
  });

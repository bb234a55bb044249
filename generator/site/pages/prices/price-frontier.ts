/** Price against service score, and the models with the best score for their price. */

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, ServiceScoreRow } from "../../../../build/model/catalog/rows.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { blendedPrice } from "../../../../build/schema/fields.ts";
import { type Pricing, toPricing } from "../../../endpoints/models/model-parts.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import { round, SIZE } from "../../components/charts/plot.ts";
import { type Dot, priceAxis, scatter } from "../../components/charts/scatter.ts";
import { type Content, type Html, html, usd } from "../../components/html.ts";
import { KIND_WORDS } from "../../components/offers.ts";
import { fact, mark, modelLink, namedProvider, section, toTenth } from "../../components/parts.ts";
import { column, figure, priceColumns, table } from "../../components/table.ts";

export interface PricedModel {
  model: ModelRow;
  pricing: Pricing;
  /** Blended, above 0. */
  price: number;
  service: ServiceScoreRow | undefined;
}

export const pricedModels = memoizePerCatalog((catalog): readonly PricedModel[] =>
  catalog.models
    .map((model) => {
      const pricing = toPricing(model, catalog);
      const price = blendedPrice(pricing.input, pricing.output) ?? 0;
      return { model, pricing, price, service: catalog.serviceScore(model.slug) };
    })
    .filter(({ price }) => price > 0)
    .sort((a, b) => a.price - b.price || byText(a.model.slug, b.model.slug)),
);

export type RatedModel = PricedModel & { service: ServiceScoreRow };

/** Those with a service score, the cheapest first. */
export const ratedModels = memoizePerCatalog((catalog): readonly RatedModel[] =>
  pricedModels(catalog).filter((model): model is RatedModel => model.service !== undefined),
);

/** Scores end at 100; above is room for a name. */
const TOP = 108;

export function frontierSection(catalog: Catalog): Content {
  const rated = ratedModels(catalog);
  const frontier = frontierOf(rated);
  if (frontier.length < 2) return false;
  const x = priceAxis(rated, 1.5, [0, SIZE]);
  const y = (score: number): number => SIZE * (1 - score / TOP);
  const best = new Set(frontier);
  const toDot = (rated: RatedModel): Dot => {
    const { model, price, service } = rated;
    return {
      ...{ slug: model.slug, name: model.name },
      title: `${model.name}: ${service.score}, ${usd(price)}`,
      ...{ x: round(x.at(price)), y: round(y(service.score)) },
      ...(best.has(rated) && { style: "open best" }),
    };
  };
  const steps = frontier.map(toDot).map(({ x, y }, at) => (at === 0 ? `M${x},${y}` : `H${x}V${y}`));
  return section(
    "value",
    "Score for the price",
    html`<p>Each dot is a model on sale: its price per 1M tokens, blended (3:1), and its <a href="/methods/service-score">service score</a>. No cheaper model has a higher score than a model on the line.</p>
<figure class="chart">
${scatter({
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
function frontierOf(rated: readonly RatedModel[]): RatedModel[] {
  let best = Number.NEGATIVE_INFINITY;
  return rated
    .toSorted((a, b) => a.price - b.price || b.service.score - a.service.score)
    .filter(({ service: { score } }) => {
      const isBetter = score > best;
      best = Math.max(best, score);
      return isBetter;
    });
}

const frontierTable = (frontier: readonly RatedModel[], catalog: Catalog): Html =>
  table<RatedModel>({
    caption: "Best score for the price, highest score first; USD per 1M tokens",
    columns: [
      column("Model", ({ model: { slug, name } }) => modelLink(slug, name)),
      figure("Score", ({ service }) => fact(service.score, "/service_score/score", toTenth)),
      figure("Blended (3:1)", ({ price }) => usd(price)),
      ...priceColumns<RatedModel>(({ pricing }) => [pricing, "/pricing"]),
      column("Host", ({ model: { list_host, cheapest_host }, pricing }) => {
        const isList = pricing.basis === "list";
        const host = isList ? list_host : cheapest_host;
        return host && html`${namedProvider(host, catalog)}${isList && mark(KIND_WORDS.lab)}`;
      }),
    ],
    rows: frontier.toReversed(),
    of: ({ model }) => `/api/v1/models/${model.slug}`,
  });

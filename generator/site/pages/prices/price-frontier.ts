/** Price against service score, and the models with the best score for their price. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { blendedPrice } from "../../../../build/schema/fields.ts";
import { type Pricing, toPricing } from "../../../endpoints/models/model-parts.ts";
import { round, SIZE } from "../../components/charts/plot.ts";
import { type Dot, priceAxis, scatter } from "../../components/charts/scatter.ts";
import { usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { KIND_WORDS } from "../../components/offers.ts";
import { fact, mark, modelLink, namedProvider, section } from "../../components/parts.ts";
import { column, figure, priceColumns, table } from "../../components/table.ts";

interface Rated {
  slug: string;
  name: string;
  pricing: Pricing;
  /** Blended, above 0. */
  price: number;
  score: number;
}

/** Scores end at 100; above is room for a name. */
const TOP = 108;

export function frontierSection(catalog: Catalog): Html | false {
  const rated = toRated(catalog);
  const frontier = frontierOf(rated);
  if (frontier.length < 2) return false;
  const prices = rated.map(({ price }) => price);
  const x = priceAxis(prices, 1.5, [0, SIZE]);
  const y = (score: number): number => SIZE * (1 - score / TOP);
  const best = new Set(frontier);
  const toDot = (model: Rated): Dot => ({
    slug: model.slug,
    name: model.name,
    title: `${model.name}: ${model.score}, ${usd(model.price)}`,
    x: round(x.at(model.price)),
    y: round(y(model.score)),
    ...(best.has(model) && { style: "open best" }),
  });
  const steps = frontier.map(toDot).map(({ x, y }, at) => (at === 0 ? `M${x},${y}` : `H${x}V${y}`));
  const range = `${usd(Math.min(...prices))} to ${usd(Math.max(...prices))}`;
  return section(
    "value",
    "Score for the price",
    html`<p>Each dot is a model on sale: its price per 1M tokens, blended (3:1), and its <a href="/methods/service-score">service score</a>. No cheaper model has a higher score than a model on the line.</p>
<figure class="chart">
${scatter({
  label: `Chart of ${rated.length} models by price, ${range}, and service score. The ${frontier.length} with the best score for their price are in the table below.`,
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

/** Cheapest first, at one price the highest score first. */
const toRated = (catalog: Catalog): Rated[] =>
  catalog.service_scores
    .flatMap(({ model: slug, score }): Rated[] => {
      const model = catalog.getModel(slug);
      const pricing = toPricing(model, catalog);
      const price = blendedPrice(pricing.input, pricing.output) ?? 0;
      return price > 0 ? [{ slug, name: model.name, pricing, price, score }] : [];
    })
    .sort((a, b) => a.price - b.price || b.score - a.score || byText(a.slug, b.slug));

/** @param rated Cheapest first. @returns Those with a higher score than all that cost less. */
function frontierOf(rated: readonly Rated[]): Rated[] {
  let best = Number.NEGATIVE_INFINITY;
  return rated.filter(({ score }) => {
    if (score <= best) return false;
    best = score;
    return true;
  });
}

const frontierTable = (frontier: readonly Rated[], catalog: Catalog): Html =>
  table<Rated>({
    caption: "Best score for the price, highest score first; USD per 1M tokens",
    columns: [
      column("Model", ({ slug, name }) => modelLink(slug, name)),
      figure("Score", ({ score }) => fact(score, "/service_score/score", score.toFixed(1))),
      figure("Blended (3:1)", ({ price }) => usd(price)),
      ...priceColumns<Rated>(({ pricing }) => [pricing, "/pricing"]),
      column("Host", (model) => hostOf(model, catalog)),
    ],
    rows: frontier.toReversed(),
    of: ({ slug }) => `/api/v1/models/${slug}`,
  });

function hostOf({ slug, pricing }: Rated, catalog: Catalog): Content {
  const { list_host, cheapest_host } = catalog.getModel(slug);
  const isList = pricing.basis === "list";
  const host = isList ? list_host : cheapest_host;
  return host && html`${namedProvider(host, catalog)}${isList && mark(KIND_WORDS.lab)}`;
}

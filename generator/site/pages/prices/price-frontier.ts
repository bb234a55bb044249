/** Price against service score, and the models with the best score for their price. */
import { scaleLinear, scaleLog } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { blendedPrice } from "../../../../build/schema/blended.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { type Pricing, toPricing } from "../../../endpoints/models/model-parts.ts";
import { plot, round, SIZE } from "../../components/charts/plot.ts";
import { type Dot, dotLinks, namesOf, priceTicks } from "../../components/charts/scatter.ts";
import { fact, mark, modelLink, providerLink } from "../../components/facts.ts";
import { usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { KIND_WORDS } from "../../components/offer-words.ts";
import { section } from "../../components/section.ts";
import { column, figure, priceColumns, table } from "../../components/table.ts";

interface Rated {
  slug: string;
  name: string;
  pricing: Pricing;
  /** Blended, above 0. */
  price: number;
  score: number;
}

const HEIGHT = 360;
/** Scores end at 100; above is room for a name. */
const TOP = 108;
/** Room beyond the outermost dots, as a factor of the price. */
const MARGIN = 1.5;
/** Names are above the line. */
const NAME_RISE = 26;

export function frontierSection(catalog: Catalog): Html | false {
  const rated = toRated(catalog);
  const frontier = frontierOf(rated);
  if (frontier.length < 2) return false;
  const prices = rated.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = scaleLog()
    .domain([low / MARGIN, high * MARGIN])
    .range([0, SIZE]);
  const y = scaleLinear().domain([0, TOP]).range([SIZE, 0]);
  const best = new Set(frontier);
  const toDot = (model: Rated): Dot => ({
    slug: model.slug,
    name: model.name,
    title: `${model.name}: ${model.score}, ${usd(model.price)}`,
    x: round(x(model.price)),
    y: round(y(model.score)),
    ...(best.has(model) && { style: "open best" }),
  });
  const edge = line<Dot>()
    .x((dot) => dot.x)
    .y((dot) => dot.y)
    .curve(curveStepAfter)(frontier.map(toDot));
  return section(
    "value",
    "Score for the price",
    html`<p>Each dot is a model on sale: its price per 1M tokens, blended (3:1), and its <a href="/methods/service-score">service score</a>. No cheaper model has a higher score than a model on the line.</p>
<figure class="chart">
${plot({
  label: `Chart of ${rated.length} models by price, ${usd(low)} to ${usd(high)}, and service score. The ${frontier.length} with the best score for their price are in the table below.`,
  height: HEIGHT,
  x: priceTicks(x.domain(), x),
  y: y.ticks(5).map((score) => ({ at: y(score), label: String(score) })),
  hasLinks: true,
  marks: html`<path class="line second" d="${edge}"/>
${dotLinks(rated.map(toDot))}`,
  texts: namesOf(frontier.toReversed().map(toDot), frontier.length, NAME_RISE),
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
      ...priceColumns<Rated>(
        ({ pricing }) => pricing,
        () => "/pricing",
      ),
      column("Host", (model) => hostOf(model, catalog)),
    ],
    rows: frontier.toReversed(),
    of: ({ slug }) => `/api/v1/models/${slug}`,
  });

function hostOf({ slug, pricing }: Rated, catalog: Catalog): Content {
  const { list_host, cheapest_host } = catalog.getModel(slug);
  const isList = pricing.basis === "list";
  const host = isList ? list_host : cheapest_host;
  if (host === null) return null;
  return html`${providerLink(host, catalog.provider(host)?.name ?? host)}${isList && mark(KIND_WORDS.lab)}`;
}

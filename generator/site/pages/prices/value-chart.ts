/** What ability costs: price against service score, and the models that nobody beats in both. */
import { scaleLinear, scaleLog } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { modelPage } from "../../components/addresses.ts";
import { dots, type PlotText, plot, round, SIZE } from "../../components/charts/plot.ts";
import { usd } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { frontierTable } from "./frontier-table.ts";
import { frontierOf, type Rated, toRated } from "./rated.ts";

const HEIGHT = 360;
/** Scores end at 100; above is room for a name. */
const TOP = 108;
/** Units of the plot that a name takes; it ends left of its dot, above the line. */
const NAME = { width: 220, height: 60, gap: 8, rise: 26 };
/** Room beyond the outermost dots, as a factor of the price. */
const MARGIN = 1.5;

export function valueSection(catalog: Catalog): Html | false {
  const rated = toRated(catalog);
  const frontier = frontierOf(rated);
  if (frontier.length < 2) return false;
  const prices = rated.map(({ price }) => price);
  const low = Math.min(...prices) / MARGIN;
  const high = Math.max(...prices) * MARGIN;
  const x = scaleLog().domain([low, high]).range([0, SIZE]);
  const y = scaleLinear().domain([0, TOP]).range([SIZE, 0]);
  const at = ({ price, score }: Rated) => ({ x: round(x(price)), y: round(y(score)) });
  const edge = line<Rated>()
    .x((model) => at(model).x)
    .y((model) => at(model).y)
    .curve(curveStepAfter)(frontier);
  const best = new Set(frontier);
  return section(
    "value",
    "Ability for the money",
    html`<p>Every dot is a model on sale: what a million tokens cost, three parts input to one part output, and its <a href="/methods/service-score">service score</a>. No model on the line is beaten by one that costs less.</p>
<figure class="chart">
${plot({
  label: `Chart of ${rated.length} models by price, ${usd(Math.min(...prices))} to ${usd(Math.max(...prices))}, and service score. ${frontier.length} give the best score for their price; the table below has them.`,
  height: HEIGHT,
  x: decades(low, high).map((price) => ({
    at: x(price),
    label: price >= 1 ? `$${price}` : usd(price),
  })),
  y: y.ticks(5).map((score) => ({ at: y(score), label: String(score) })),
  hasLinks: true,
  marks: html`<path class="line second" d="${edge}"/>
${rated.map((model) => dot(model, at(model), best.has(model)))}`,
  texts: names(frontier, at),
})}
<figcaption>Service score by price, in US dollars per million tokens. <span class="key open">The best for the money</span>, <span class="key">the others</span>.</figcaption>
</figure>
${frontierTable(frontier, catalog)}`,
  );
}

const decades = (low: number, high: number): number[] => {
  const first = Math.ceil(Math.log10(low));
  const count = Math.floor(Math.log10(high)) - first + 1;
  return Array.from({ length: count }, (_, index) => 10 ** (first + index));
};

/** Not in the order of the keyboard, which has the table. */
const dot = (
  { slug, name, price, score }: Rated,
  at: { x: number; y: number },
  isBest: boolean,
): Html =>
  html`<a href="${modelPage(slug)}" tabindex="-1"><title>${name}: ${score}, ${usd(price)}</title><path class="dots${isBest && " open best"}" d="${dots([at])}"/></a>
`;

/** The best first, where there is room left of the dot. */
function names(
  frontier: readonly Rated[],
  at: (model: Rated) => { x: number; y: number },
): PlotText[] {
  const placed: PlotText[] = [];
  for (const model of frontier.toReversed()) {
    const { x, y } = at(model);
    const text = { x: x - NAME.gap, y: y - NAME.rise, label: model.name };
    const isFree = placed.every(
      (other) =>
        Math.abs(other.y - text.y) > NAME.height || Math.abs(other.x - text.x) > NAME.width,
    );
    if (isFree && text.x > NAME.width) placed.push(text);
  }
  return placed;
}

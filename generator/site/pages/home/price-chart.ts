/** Chart of prices: every model on sale by the day of its release and what a million tokens cost now. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { getAt } from "../../../../build/schema/collections.ts";
import { toPricing } from "../../../endpoints/models/prices.ts";
import { MODELS_PATH, modelPage } from "../../components/addresses.ts";
import { dots, type PlotText, plot, SIZE } from "../../components/charts/plot.ts";
import { redDate, usd } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { table } from "../../components/table.ts";

interface Point {
  slug: string;
  name: string;
  released: string;
  /** Years and their fraction: 2025.5 is the middle of 2025. */
  year: number;
  /** USD per 1M tokens, blended; above 0. */
  price: number;
  isOpen: boolean;
  /** Place by service score; null without one. */
  rank: number | null;
}

interface Scale {
  x(year: number): number;
  y(price: number): number;
  years: number[];
  decades: number[];
}

/** The share of the oldest models that is left out, as a few of them would take half of the width. */
const OUTLIERS = 0.03;
/** Models in the table behind the chart. */
const NEWEST = 40;
/** Names on the chart, of so many models by service score; units of the plot. */
const NAMED = 5;
const CONSIDERED = 20;
const NAME_GAP = 12;
const NAME_WIDTH = 260;
const NAME_HEIGHT = 70;
/** Room above the dearest and below the cheapest model, in powers of ten. */
const MARGIN = 0.15;

export function priceChart(catalog: Catalog): Html | null {
  const all = toPoints(catalog);
  const first = Math.floor(all[Math.floor(all.length * OUTLIERS)]?.year ?? 0);
  const points = all.filter(({ year }) => year >= first);
  if (points.length === 0) return null;
  const scale = toScale(points);
  const prices = points.map(({ price }) => price);
  const range = `${usd(Math.min(...prices))} to ${usd(Math.max(...prices))}`;
  return html`<div class="chart">
<figure>
${plot({
  label: `Chart of ${points.length} models by day of release, ${scale.years[0]} to ${scale.years.at(-1)}, and price, ${range}.`,
  height: 260,
  x: scale.years.map((year) => ({ at: scale.x(year), label: String(year) })),
  y: scale.decades.map((price) => ({ at: scale.y(price), label: toDollars(price) })),
  hasLinks: true,
  marks: points.map((point) => star(point, scale)),
  texts: named(points, scale),
})}
<figcaption>What a million tokens cost now, by the day a model was released. ${points.length} models: <span class="key">closed or not known</span>, <span class="key open">open weights</span>. Each star leads to its model.</figcaption>
</figure>
<details>
<summary>The newest ${Math.min(NEWEST, points.length)} as a table</summary>
${newestTable(points)}
<p class="note"><a href="${MODELS_PATH}">All models as a table</a></p>
</details>
</div>`;
}

/** Language models with a price, the oldest first. */
function toPoints(catalog: Catalog): Point[] {
  return catalog.models
    .flatMap((model): Point[] => {
      const { input, output } = toPricing(model, catalog);
      if (model.model_type !== "text" || input === null || output === null) return [];
      const price = (3 * input + output) / 4;
      const year = toYear(model.release_date);
      return year === null || price <= 0
        ? []
        : [
            {
              slug: model.slug,
              name: model.name,
              released: model.release_date ?? "",
              year,
              price,
              isOpen: model.is_open_source === true,
              rank: catalog.serviceScore(model.slug)?.rank ?? null,
            },
          ];
    })
    .sort((a, b) => a.year - b.year);
}

/** `2025-07-02` → 2025.5; null for a date without a month. */
function toYear(date: string | null): number | null {
  const [year, month, day = 15] = (date ?? "").split("-").map(Number);
  return year && month ? year + (month - 1) / 12 + (day - 1) / 372 : null;
}

/** @param points At least one, the oldest first. */
function toScale(points: readonly Point[]): Scale {
  const first = Math.floor(getAt(points, 0).year);
  const last = Math.floor(getAt(points, points.length - 1).year);
  const logs = points.map(({ price }) => Math.log10(price));
  const [low, high] = [Math.min(...logs) - MARGIN, Math.max(...logs) + MARGIN];
  const bottom = Math.ceil(low);
  return {
    x: (year) => Math.round(((year - first) / (last + 1 - first)) * SIZE),
    y: (price) => Math.round(((high - Math.log10(price)) / (high - low)) * SIZE),
    years: Array.from({ length: last + 1 - first }, (_, index) => first + index),
    decades: Array.from(
      { length: Math.floor(high) + 1 - bottom },
      (_, index) => 10 ** (bottom + index),
    ),
  };
}

/** Not in the order of the keyboard, which has the tables. */
const star = ({ slug, name, price, year, isOpen }: Point, { x, y }: Scale): Html =>
  html`<a href="${modelPage(slug)}" tabindex="-1"><title>${name}, ${usd(price)}</title><path class="dots${isOpen && " open"}" d="${dots([{ x: x(year), y: y(price) }])}"/></a>
`;

/** Names of the ablest models, where there is room beside their stars. */
function named(points: readonly Point[], { x, y }: Scale): PlotText[] {
  const placed: PlotText[] = [];
  const byRank = points
    .flatMap(({ rank, ...point }) => (rank === null ? [] : [{ ...point, rank }]))
    .sort((a, b) => a.rank - b.rank);
  for (const { name, year, price } of byRank.slice(0, CONSIDERED)) {
    const text = { x: x(year) - NAME_GAP, y: y(price), label: name };
    const isFree = placed.every(
      (other) =>
        Math.abs(other.y - text.y) > NAME_HEIGHT || Math.abs(other.x - text.x) > NAME_WIDTH,
    );
    if (isFree && placed.length < NAMED) placed.push(text);
  }
  return placed;
}

const newestTable = (points: readonly Point[]): Html =>
  table({
    caption: "US dollars per million tokens, three parts input to one part output",
    columns: [
      { title: "Model", cell: ({ slug, name }) => html`<a href="${modelPage(slug)}">${name}</a>` },
      { title: "Released", cell: ({ released }) => redDate(released) },
      { title: "Price", isFigure: true, cell: ({ price }) => usd(price) },
    ],
    rows: points.slice(-NEWEST).reverse(),
  });

const toDollars = (price: number): string => (price >= 1 ? `$${price}` : usd(price));

/** Chart of prices: every model on sale by release date and current price. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { blendedPrice, MODEL_FIELDS } from "../../../../build/schema/fields.ts";
import { toPricing } from "../../../endpoints/models/model-parts.ts";
import { MODELS_PATH } from "../../components/addresses.ts";
import { SIZE } from "../../components/charts/plot.ts";
import { type Dot, priceAxis, scatter } from "../../components/charts/scatter.ts";
import { usd } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { folded, modelLink, note } from "../../components/parts.ts";
import { column, dateColumn, figure, table } from "../../components/table.ts";

interface Point {
  slug: string;
  name: string;
  released: string;
  /** Years and their fraction: 2025.5 is the middle of 2025. */
  year: number;
  /** Blended, above 0. */
  price: number;
  isOpen: boolean;
  /** By service score; infinite without one. */
  rank: number;
}

/** The share of the oldest models that is left out, as a few of them would take half of the width. */
const OUTLIERS = 0.03;
/** Models in the table behind the chart. */
const NEWEST = 40;
/** Names on the chart, of so many models by service score. */
const NAMED = 5;
const CONSIDERED = 20;

export function priceChart(catalog: Catalog): Html | null {
  const all = toPoints(catalog);
  const first = Math.floor(all[Math.floor(all.length * OUTLIERS)]?.year ?? 0);
  const points = all.filter(({ year }) => year >= first);
  if (points.length === 0) return null;
  const last = Math.max(...points.map(({ year }) => Math.floor(year)));
  const prices = points.map(({ price }) => price);
  const x = (year: number): number => (SIZE * (year - first)) / (last + 1 - first);
  const y = priceAxis(prices, 1.4, [SIZE, 0]);
  const toDot = ({ slug, name, price, year, isOpen }: Point): Dot => ({
    slug,
    name,
    title: `${name}, ${usd(price)}`,
    x: Math.round(x(year)),
    y: Math.round(y.at(price)),
    ...(isOpen && { style: "open" }),
  });
  const ranked = points.filter(({ rank }) => rank < Number.POSITIVE_INFINITY);
  const best = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, CONSIDERED);
  const years = Array.from({ length: last + 1 - first }, (_, index) => first + index);
  const range = `${usd(Math.min(...prices))} to ${usd(Math.max(...prices))}`;
  return html`<div class="chart">
<figure>
${scatter({
  label: `Chart of ${points.length} models by release date, ${first} to ${last}, and price, ${range}.`,
  height: 260,
  x: years.map((year) => ({ at: x(year), label: String(year) })),
  y: y.ticks,
  dots: points.map(toDot),
  named: best.map(toDot),
  mostNames: NAMED,
})}
<figcaption>Current price per 1M tokens, blended (3:1), by release date. ${points.length} models: <span class="key">closed or unknown</span>, <span class="key open">open weights</span>. Each dot is a model.</figcaption>
</figure>
${folded(`The newest ${Math.min(NEWEST, points.length)} as a table`, html`${newestTable(points)}${note(html`<a href="${MODELS_PATH}">All models as a table</a>`)}`)}</div>`;
}

/** Language models with a price, the oldest first. */
const toPoints = (catalog: Catalog): Point[] =>
  catalog.models
    .flatMap((model): Point[] => {
      const { slug, name, release_date, model_type, is_open_source } = model;
      const { input, output } = toPricing(model, catalog);
      const price = blendedPrice(input, output) ?? 0;
      const year = toYear(release_date);
      if (model_type !== "text" || year === null || price <= 0) return [];
      const rank = catalog.serviceScore(slug)?.rank ?? Number.POSITIVE_INFINITY;
      const isOpen = is_open_source === true;
      return [{ slug, name, released: release_date ?? "", year, price, isOpen, rank }];
    })
    .sort((a, b) => a.year - b.year);

/** `2025-07-02` → 2025.5; null for a date without a month. */
function toYear(date: string | null): number | null {
  const [year, month, day = 15] = (date ?? "").split("-").map(Number);
  return year && month ? year + (month - 1) / 12 + (day - 1) / 372 : null;
}

const newestTable = (points: readonly Point[]): Html =>
  table<Point>({
    caption: "USD per 1M tokens, blended (3:1)",
    columns: [
      column("Model", ({ slug, name }) => modelLink(slug, name)),
      dateColumn(MODEL_FIELDS.release_date.label, ({ released }) => released),
      figure("Price", ({ price }) => usd(price)),
    ],
    rows: points.slice(-NEWEST).reverse(),
  });

/** How the price moved: a chart of steps, and the table behind it. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, PriceRow } from "../../../../build/model/catalog/rows.ts";
import { priceHistoryRows } from "../../../endpoints/price-history/get-price-history.ts";
import { plot } from "../../components/charts/plot.ts";
import { type StepPlot, toStepPlot } from "../../components/charts/steps.ts";
import { priceFact } from "../../components/fact.ts";
import { redDate, toLongDate, usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { table } from "../../components/table.ts";

/** Pixels. */
const HEIGHT = 200;

const CHANGE: Record<PriceRow["change"], string> = {
  added: "listed",
  changed: "changed",
  correction: "a unit put right, no move",
  witness: "another source, no move",
  removed: "listed no more",
};

export function priceSteps(model: ModelRow, catalog: Catalog): Html | false {
  const rows = priceHistoryRows(model, undefined, catalog);
  const [first] = rows;
  if (!first) return false;
  const address = `/api/v1/price-history/${model.slug}`;
  const host = catalog.provider(first.host)?.name ?? first.host;
  return section(
    "steps",
    "Price over time",
    html`${chart(model, rows, host, catalog)}${rows.length > 0 && behind(rows, host, address)}
<p class="note">The same for every host: <a href="${address}?provider=all">${address}?provider=all</a></p>`,
  );
}

/** There are steps, and another host's to lay over them. */
export function canCompareHosts(model: ModelRow, catalog: Catalog): boolean {
  const rows = priceHistoryRows(model, undefined, catalog);
  return (
    rows.length > 1 &&
    rows.some(({ input, output }) => input !== null || output !== null) &&
    catalog.pricesOf(model.slug).some(({ host }) => host !== model.default_host)
  );
}

/** A single price is no line worth drawing. */
function chart(
  model: ModelRow,
  rows: readonly PriceRow[],
  host: string,
  catalog: Catalog,
): Content {
  const drawn = rows.length > 1 ? toStepPlot([rows], model.as_of) : null;
  if (!drawn) return oneprice(rows, host);
  const [first] = rows;
  return html`<figure class="steps" data-steps="/api/v1/price-history/${model.slug}" data-host="${first?.host}" data-until="${model.as_of}">
${plot({ label: describe(rows, host), height: HEIGHT, x: drawn.x, y: drawn.y, marks: lines(drawn) })}
${canCompareHosts(model, catalog) && html`<div class="choose"></div>\n`}<figcaption>What ${host} asks for a million tokens: <span class="key">in</span>, <span class="key open">out</span>.${drawn.isLog && " The scale is logarithmic."}</figcaption>
</figure>
`;
}

const lines = ({ lines }: StepPlot): Content =>
  lines.map(
    ({ input, output }) => html`<path class="line" d="${input}"/>
<path class="line second" d="${output}"/>`,
  );

function oneprice(rows: readonly PriceRow[], host: string): Content {
  const [first] = rows;
  return (
    rows.length === 1 &&
    first &&
    html`<p>${host} lists it since ${redDate(first.date)}; no change is on record.</p>\n`
  );
}

function describe(rows: readonly PriceRow[], host: string): string {
  const [first, last] = [rows.at(0), rows.at(-1)];
  const say = (row: PriceRow | undefined) =>
    row ? `${usd(row.input)} in and ${usd(row.output)} out on ${toLongDate(row.date)}` : "";
  return `Price at ${host} over time: from ${say(first)} to ${say(last)}.`;
}

const behind = (rows: readonly PriceRow[], host: string, of: string): Html =>
  html`<details><summary>${rows.length === 1 ? "The price on record" : `The ${rows.length} prices on record`}</summary>
${table<PriceRow>({
  caption: `At ${host}, US dollars per million tokens`,
  of,
  rows,
  columns: [
    { title: "From", cell: ({ date }) => redDate(date) },
    { title: "In", isFigure: true, cell: ({ input }, at) => priceFact(input, `/${at}/input`) },
    { title: "Out", isFigure: true, cell: ({ output }, at) => priceFact(output, `/${at}/output`) },
    {
      title: "Cached",
      isFigure: true,
      cell: ({ cache_read }, at) => priceFact(cache_read, `/${at}/cache_read`),
    },
    { title: "What happened", cell: ({ change }) => CHANGE[change] },
    { title: "Source", cell: ({ source }) => source },
  ],
})}</details>
`;

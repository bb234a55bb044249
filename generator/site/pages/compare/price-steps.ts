/** What each of the models cost over time, laid over each other, and the table behind it. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, PriceRow } from "../../../../build/model/catalog/rows.ts";
import { priceHistoryRows } from "../../../endpoints/price-history/get-price-history.ts";
import { newest } from "../../../http/envelope.ts";
import { modelPage } from "../../components/addresses.ts";
import { plot } from "../../components/charts/plot.ts";
import { toStepPlot } from "../../components/charts/steps.ts";
import { redDate, usd } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { table } from "../../components/table.ts";

const HEIGHT = 220;

interface Series {
  model: ModelRow;
  rows: readonly PriceRow[];
}

export function comparedSteps(models: readonly ModelRow[], catalog: Catalog): Html {
  const series = models
    .map((model) => ({ model, rows: priceHistoryRows(model, undefined, catalog) }))
    .filter(({ rows }) => rows.length > 0);
  const drawn = toStepPlot(
    series.map(({ rows }) => rows.map(toBlended)),
    newest(models.map(({ as_of }) => as_of)) ?? "",
  );
  if (drawn === null) return html`<p>No price of them is on record.</p>`;
  const names = series.map(({ model }) => model.name);
  return html`<figure class="steps">
${plot({
  label: `Blended price over time of ${names.join(", ")}.`,
  height: HEIGHT,
  x: drawn.x,
  y: drawn.y,
  marks: drawn.lines.map(({ input }, at) => html`<path class="line c${at + 1}" d="${input}"/>`),
})}
<figcaption>US dollars for a million tokens, three parts input to one part output, at the maker or, without it, the host with the longest record: ${names.map((name, at) => html`${at > 0 && ", "}<span class="key c${at + 1}">${name}</span>`)}.${drawn.isLog && " The scale is logarithmic."}</figcaption>
</figure>
<details><summary>The prices on record</summary>
${behind(series, catalog)}</details>`;
}

/** One line for each model: its blended price, null where one part of it is not known. */
const toBlended = ({ date, input, output }: PriceRow) => ({
  date,
  input: input === null || output === null ? null : (3 * input + output) / 4,
  output: null,
});

const behind = (series: readonly Series[], catalog: Catalog): Html =>
  table({
    caption: "US dollars per million tokens, the newest first for each model",
    columns: [
      {
        title: "Model",
        cell: ({ model }) => html`<a href="${modelPage(model.slug)}">${model.name}</a>`,
      },
      { title: "From", cell: ({ row }) => redDate(row.date) },
      { title: "In", isFigure: true, cell: ({ row }) => usd(row.input) },
      { title: "Out", isFigure: true, cell: ({ row }) => usd(row.output) },
      { title: "At", cell: ({ row }) => catalog.provider(row.host)?.name ?? row.host },
    ],
    rows: series.flatMap(({ model, rows }) => [...rows].reverse().map((row) => ({ model, row }))),
  });

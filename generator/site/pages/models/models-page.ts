/** The table of models: the first hundred as they stand in the API's own order; its script shows, filters and sorts all. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newest } from "../../../http/envelope.ts";
import { MODELS_PATH, MODELS_TABLE, modelPage } from "../../components/addresses.ts";
import { fact, unknown } from "../../components/fact.ts";
import { redDate, thousands } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { type Column, table } from "../../components/table.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { controls, tools } from "./controls.ts";
import type { ModelRecord } from "./model-record.ts";
import { modelRecords } from "./records.ts";
import { SHOWN_COLUMNS, TABLE_COLUMNS, type TableColumn } from "./table-columns.ts";

const STATIC_ROWS = 100;
/** Holds the rows of the page, in their order. */
const ANSWER = "/api/v1/models?limit=200";
const CSV = "/api/v1/export/models";
const TITLE = "Models";
const LEAD = "Every model of the almanac, with its price, its limits and its scores.";

export function modelsPage(catalog: Catalog): Html {
  const records = modelRecords(catalog);
  const asOf = newest(catalog.models.map(({ as_of }) => as_of));
  const dataset = { name: "AI models", description: LEAD, path: MODELS_PATH, asOf };
  return toPage(
    {
      path: MODELS_PATH,
      title: TITLE,
      description: LEAD,
      chapter: "Models",
      scripts: ["models-table"],
      dataset: toDataset(
        {
          ...dataset,
          distribution: [
            { path: ANSWER, type: "application/json" },
            { path: CSV, type: "text/csv" },
          ],
        },
        catalog,
      ),
      head: pageTitle({ kicker: "Prices, limits, scores", title: TITLE, lead: LEAD }),
      main: html`${controls()}
${countLine(Math.min(STATIC_ROWS, records.length), records.length)}
${tools()}
<div id="models">${modelTable(records.slice(0, STATIC_ROWS))}</div>
<p class="needs-script"><button type="button" id="more">50 more</button></p>
${notes()}`,
      provenance: {
        asOf,
        data: [
          { label: "JSON", path: ANSWER },
          { label: "CSV", path: CSV },
          { label: "JSON by columns", path: MODELS_TABLE },
        ],
      },
    },
    catalog.service,
  );
}

const countLine = (shown: number, all: number): Html =>
  html`<p id="count" role="status">${shown === all ? "All" : thousands(shown)} of ${thousands(all)} models, those with the best average score first.</p>
<noscript><p>With script this page shows, filters and sorts all of them. Without it they are in the <a href="${CSV}">CSV</a> and in the <a href="${ANSWER}">API</a>.</p></noscript>`;

const modelTable = (records: readonly ModelRecord[]): Html =>
  table({
    caption: "Models, prices in USD per 1M tokens",
    of: ANSWER,
    columns: TABLE_COLUMNS.filter(({ key }) => SHOWN_COLUMNS.includes(key)).map(toColumn),
    rows: records,
  });

const toColumn = (column: TableColumn): Column<ModelRecord> => ({
  title: column.title,
  ...(column.isFigure && { isFigure: true }),
  cell: (record, index) =>
    column.key === "name" ? nameCell(record) : toCell(column, record, index),
});

/** The box is for choosing what to compare. */
const nameCell = ({ slug, name, lab_name }: ModelRecord): Html =>
  html`<input class="needs-script" type="checkbox" value="${slug}" aria-label="Compare ${name}"><a href="${modelPage(slug)}">${name}</a><small>${lab_name}</small>`;

function toCell(column: TableColumn, record: ModelRecord, index: number): Content {
  const cell = column.cell(record);
  const value = column.value(record);
  if (cell === null || value === null) return unknown();
  const { text, day, note, isMark } = cell;
  const shown = day === undefined ? text : redDate(day);
  return html`${column.at === undefined ? shown : fact(value, `/data/${index}${column.at}`, shown)}${note !== undefined && html`<small${isMark && html` class="mark"`}>${note}</small>`}`;
}

const notes = (): Html => html`<div class="fine">
<p>Prices are the lab's own; where it states none, those of the cheapest host whose price is sure, which the row then says. The <a href="/methods/service-score">service score</a> compares models that took different benchmarks; the average score is a mean over one set of benchmarks, in which what was not measured is expected. A dash is what no source says, and comes last in every order.</p>
</div>`;

/** What a number of tokens costs at every model and host. Without script: twenty models for one example. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { sortedModels } from "../../../endpoints/models/list-models.ts";
import { newest } from "../../../http/envelope.ts";
import { CALCULATOR_PATH, modelPage, PRICES_TABLE } from "../../components/addresses.ts";
import { fact, priceFact } from "../../components/fact.ts";
import { usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { table } from "../../components/table.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { toRecord } from "../models/records.ts";
import { costOf } from "./cost.ts";
import { logBox, questionForm } from "./forms.ts";
import { DEFAULTS, monthOf } from "./question.ts";
import { NO_USAGE } from "./usage.ts";

const ROWS = 20;
/** Models in ANSWER. */
const ANSWERED = 50;
/** Holds the rows of the page among its first. */
const ANSWER = "/api/v1/models?sort=service_score";
const CSV = "/api/v1/export/provider-offers";
const TITLE = "Calculator";
const LEAD =
  "What your tokens cost at every model and every host, from a few numbers or from a usage log.";

/** A model of the example, with its place in the answer. */
interface ExampleRow {
  record: ReturnType<typeof toRecord>;
  at: number;
  usd: number;
}

export function calculatorPage(catalog: Catalog): Html {
  const asOf = newest(catalog.offers.map(({ as_of }) => as_of));
  const distribution = [
    { path: PRICES_TABLE, type: "application/json" },
    { path: CSV, type: "text/csv" },
  ];
  return toPage(
    {
      path: CALCULATOR_PATH,
      title: TITLE,
      description: LEAD,
      chapter: "Calculator",
      scripts: ["calculator"],
      dataset: toDataset(
        {
          ...{ name: "Prices of AI models at every host", description: LEAD },
          ...{ path: CALCULATOR_PATH, asOf, distribution },
        },
        catalog,
      ),
      head: pageTitle({ kicker: "Prices per token, put to use", title: TITLE, lead: LEAD }),
      main: html`${questionForm()}
${logBox()}
<p id="count" role="status">The ablest models, for 1,000,000 tokens in and 200,000 out in a month.</p>
<noscript><p>With script this page ranks every host for numbers of your own.</p></noscript>
<div id="ranking">${exampleTable(exampleRows(catalog))}</div>
<p class="needs-script"><button type="button" id="more" hidden>50 more</button></p>
${notes()}`,
      provenance: {
        asOf,
        data: [
          { label: "JSON of these models", path: ANSWER },
          { label: "JSON of all prices", path: PRICES_TABLE },
          { label: "CSV of all prices", path: CSV },
        ],
      },
    },
    catalog.service,
  );
}

/** The ablest that are sold, the cheapest first. */
function exampleRows(catalog: Catalog): ExampleRow[] {
  const usage = monthOf(DEFAULTS) ?? NO_USAGE;
  return sortedModels(catalog)
    .service_score.slice(0, ANSWERED)
    .flatMap((model, at): ExampleRow[] => {
      const record = toRecord(model, catalog);
      const { input, output, service_score } = record;
      if (input === null || service_score === null) return [];
      const cost = costOf(usage, { input, output, cache_read: null, cache_write: null });
      return cost === null ? [] : [{ record, at, usd: cost.usd }];
    })
    .slice(0, ROWS)
    .sort((a, b) => a.usd - b.usd);
}

const exampleTable = (rows: readonly ExampleRow[]): Html =>
  table({
    caption: "Cost of the example in USD, prices in USD per 1M tokens",
    of: ANSWER,
    columns: [
      {
        title: "Model",
        cell: ({ record }) =>
          html`<a href="${modelPage(record.slug)}">${record.name}</a><small>${record.lab_name}</small>`,
      },
      { title: "Cost", isFigure: true, cell: ({ usd: cost }) => usd(cost) },
      {
        title: "Input",
        isFigure: true,
        cell: ({ record, at }) =>
          html`${priceFact(record.input, `/data/${at}/pricing/input`)}${basis(record.basis)}`,
      },
      {
        title: "Output",
        isFigure: true,
        cell: ({ record, at }) => priceFact(record.output, `/data/${at}/pricing/output`),
      },
      {
        title: "Service score",
        isFigure: true,
        cell: ({ record, at }) =>
          record.service_score !== null &&
          fact(
            record.service_score,
            `/data/${at}/service_score/score`,
            record.service_score.toFixed(1),
          ),
      },
    ],
    rows,
  });

const basis = (basis: string | null): Content =>
  basis === "cheapest_offer" && html`<small class="mark">at the cheapest host</small>`;

const notes = (): Html => html`<div class="fine">
<p>Cost = (input tokens × input price + cached tokens × cache price + output tokens × output price) ÷ 1,000,000. A host that names no price for cached tokens is taken to ask its input price for them, and the row says so. Nobody pays only for tokens: the figures leave out tools and web search, images and sound, batch discounts, higher prices above a prompt size, storage of a cache, minimum charges, taxes and what a contract changes.</p>
<p>Models count tokens differently: the same text can be a third more tokens at another lab, so compare across labs with care.</p>
</div>`;

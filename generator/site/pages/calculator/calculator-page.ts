/** What a number of tokens costs at every model and host. Without script: twenty models for one example. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { sortedModels } from "../../../endpoints/models/list-models.ts";
import { newest } from "../../../http/envelope.ts";
import type { StaticFile } from "../../../http/headers.ts";
import { CALCULATOR_PATH, PRICES_TABLE } from "../../components/addresses.ts";
import { toColumns } from "../../components/columns.ts";
import { fact, mark, modelLink } from "../../components/facts.ts";
import { usd } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { column, figure, priceColumns, table } from "../../components/table.ts";
import { pageFile } from "../../layout/site-page.ts";
import { tableFile } from "../../layout/table-file.ts";
import { CONTEXT_OPTIONS, SCORE_OPTIONS, tokensText } from "../models/filters.ts";
import type { ModelRecord } from "../models/model-record.ts";
import { toRecord } from "../models/models-page.ts";
import type { HostPrice, PricedHost, PricedModel, PriceTables } from "./price-record.ts";
import { DEFAULTS, monthlyUsage } from "./question.ts";
import { costOf, NO_USAGE } from "./usage.ts";

const ROWS = 20;
/** Models in ANSWER. */
const ANSWERED = 50;
/** Holds the rows of the page among its first. */
const ANSWER = "/api/v1/models?sort=service_score";
const CSV = "/api/v1/export/provider-offers";

export const calculatorPage = (catalog: Catalog): StaticFile =>
  pageFile(
    {
      path: CALCULATOR_PATH,
      title: "Calculator",
      description:
        "What your tokens cost at every model and every host, from a few numbers or from a usage log.",
      chapter: "Calculator",
      scripts: ["calculator"],
      main: html`${questionForm()}
${logBox()}
<p id="count" role="status">Top models, for 1,000,000 input tokens and 200,000 output tokens a month.</p>
<noscript><p>With script, this page ranks every host for numbers of your own.</p></noscript>
<div id="ranking">${exampleTable(exampleRows(catalog))}</div>
<p class="needs-script"><button type="button" id="more" hidden>Show 50 more</button></p>
<div class="fine">
<p>Cost = (input tokens × input price + cached tokens × cache price + output tokens × output price) ÷ 1,000,000. Where a host states no price for cached tokens, its input price is used, and the row says so. Not included: tools and web search, images and audio, batch discounts, higher prices above a prompt size, cache storage, minimum charges, taxes, and contract terms.</p>
<p>Models count tokens differently: the same text can be a third more tokens at another lab, so compare across labs with care.</p>
</div>`,
      data: {
        asOf: newest(catalog.offers.map(({ as_of }) => as_of)),
        files: [
          { label: "JSON of these models", path: ANSWER },
          { label: "JSON of all prices", path: PRICES_TABLE },
          { label: "CSV of all prices", path: CSV, type: "text/csv" },
        ],
        dataset: { name: "Prices of AI models at every host" },
      },
    },
    catalog.service,
  );

/** A model of the example, with its place in the answer. */
interface ExampleRow {
  record: ModelRecord;
  at: number;
  usd: number;
}

/** The top models that are sold, the cheapest first. */
function exampleRows(catalog: Catalog): ExampleRow[] {
  const usage = monthlyUsage(DEFAULTS) ?? NO_USAGE;
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
  table<ExampleRow>({
    caption: "Cost of the example in USD, prices in USD per 1M tokens",
    of: ANSWER,
    columns: [
      column(
        "Model",
        ({ record: { slug, name, lab_name, basis } }) =>
          html`${modelLink(slug, name)}<small>${lab_name}</small>${basis === "cheapest_offer" && mark("cheapest host")}`,
      ),
      figure("Cost", (row) => usd(row.usd)),
      ...priceColumns<ExampleRow>(
        ({ record }) => record,
        ({ at }) => `/data/${at}/pricing`,
      ),
      figure("Service score", ({ record: { service_score: score }, at }) =>
        score === null ? null : fact(score, `/data/${at}/service_score/score`, score.toFixed(1)),
      ),
    ],
    rows,
  });

type Option = readonly [value: string, text: string];

/** The forms are hidden where scripts do not run. */
function questionForm(): Html {
  const number = (name: "in" | "cached" | "out" | "requests", label: string): Html =>
    html`<label>${label}<input name="${name}" type="number" min="0" step="1" inputmode="numeric" value="${DEFAULTS[name]}"></label>
`;
  const select = (name: string, label: string, options: readonly Option[]): Html =>
    html`<label>${label}<select name="${name}">${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>
`;
  const box = (name: "open" | "text" | "verified" | "tokens" | "each", label: string): Html =>
    html`<label><input type="checkbox" name="${name}"${DEFAULTS.choice[name] && html` checked`}> ${label}</label>
`;
  return html`<form id="question" class="controls needs-script" aria-label="What to price">
<fieldset id="numbers"><legend>Tokens and requests</legend>
${number("in", "Input tokens per request")}${number("cached", "of these, cached")}${number("out", "Output tokens per request")}${number("requests", "Requests")}${select("per", "per", PERIODS)}</fieldset>
<fieldset><legend>Offers</legend>
<label>Model or host<input name="q" type="search" maxlength="100" autocomplete="off" spellcheck="false"></label>
${select("kind", "Host type", HOST_OPTIONS)}${select("context", "Min context", [["0", "Any size"], ...CONTEXT_OPTIONS.map((size): Option => [size, tokensText(size)])])}${select("score", "Min service score", [["0", "Any or none"], ...SCORE_OPTIONS.toReversed().map((score): Option => [score, score])])}</fieldset>
<p class="boxes">${box("open", "Open weights only")}${box("text", "Text models only")}${box("verified", "Verified prices only")}${box("tokens", "Per-token prices at the standard tier only")}${box("each", "Cheapest host of each model only")}<button type="reset">Reset</button></p>
</form>`;
}

const PERIODS: readonly Option[] = [
  ["month", "month"],
  ["day", "day, for 30 days"],
];
const HOST_OPTIONS: readonly Option[] = [
  ["", "Any host"],
  ["lab", "First party"],
  ["cloud", "Cloud"],
  ["inference", "Inference host"],
  ["router", "Reseller"],
];

/** In no form, so that no browser sends or keeps it. */
const logBox = (): Html =>
  html`<details id="log" class="needs-script"><summary>Price a usage log instead</summary>
<p>Paste a log, drop a file on the box, or choose one. It is read on this page and sent nowhere. Supported formats: the usage that OpenAI and Anthropic return (one response, a list, or one per line), LiteLLM spend logs, and ccusage reports, as JSON or CSV.</p>
<label for="log-text">Usage log</label>
<textarea id="log-text" rows="6" spellcheck="false" autocomplete="off" placeholder='{"usage": {"prompt_tokens": 1200, "completion_tokens": 300}}'></textarea>
<p><label>File <input id="log-file" type="file" accept=".json,.jsonl,.ndjson,.csv,.txt"></label> <button type="button" id="forget">Clear</button></p>
<div id="reading" role="status"></div>
</details>`;

/** The prices are those of `providers` in `/api/v1/models/{slug}`. */
export const pricesFile = (catalog: Catalog): StaticFile =>
  tableFile(catalog.service, {
    path: PRICES_TABLE,
    title: "Prices of AI models at every host by columns",
    asOf: newest(catalog.offers.map(({ as_of }) => as_of)),
    body: toPriceTables(catalog),
  });

function toPriceTables(catalog: Catalog): PriceTables {
  const hosts = catalog.providers
    .filter(({ is_host }) => is_host)
    .map(({ slug, name, host_kind }): PricedHost => ({ slug, name, kind: host_kind }));
  const hostPlaces = new Map(hosts.map(({ slug }, place) => [slug, place]));
  const prices = catalog.models.flatMap(({ slug }, model) =>
    catalog.offersOf(slug).flatMap((offer): HostPrice[] => {
      const host = hostPlaces.get(offer.host);
      const { input, output, cache_read, cache_write, trust, billing, service_tier } = offer;
      if (host === undefined || input === null) return [];
      return [
        { model, host, input, output, cache_read, cache_write, trust, billing, service_tier },
      ];
    }),
  );
  return {
    models: toColumns(catalog.models.map((model) => toPricedModel(toRecord(model, catalog)))),
    hosts: toColumns(hosts),
    prices: toColumns(prices),
  };
}

const toPricedModel = (record: ModelRecord): PricedModel => ({
  slug: record.slug,
  name: record.name,
  lab: record.lab_name,
  is_open_source: record.is_open_source,
  context_window: record.context_window,
  service_score: record.service_score,
  model_type: record.model_type,
  takes: record.takes,
});

/** What a number of tokens costs at every model and host. Without script: twenty models for one example. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { modelsBySortOrder } from "../../../endpoints/models/list-models.ts";
import { newestDate } from "../../../http/envelope.ts";
import { CALCULATOR_PAGE_PATH, PRICES_TABLE_PATH } from "../../components/addresses.ts";
import { formatUsdOrFree, type Html, html } from "../../components/html.ts";
import { HOST_KIND_LABELS } from "../../components/offers.ts";
import {
  formatOneDecimal,
  modelLink,
  renderApiValue,
  renderSelectOptions,
  renderSmallRemark,
} from "../../components/parts.ts";
import {
  inputOutputPriceColumns,
  numberColumn,
  renderTable,
  rowsToArraysByColumn,
  textColumn,
} from "../../components/table.ts";
import type { SitePage } from "../../layout/page.ts";
import {
  CONTEXT_WINDOW_OPTIONS,
  formatTokenCount,
  MIN_SCORE_OPTIONS,
  type ModelTableRow,
} from "../models/columns.ts";
import { toModelTableRow } from "../models/models-page.ts";
import {
  CALCULATOR_DEFAULTS,
  type CalculatorHost,
  type CalculatorPriceRow,
  type CalculatorPriceTables,
  costOfUsage,
  monthlyTokenUsage,
  NO_TOKEN_USAGE,
} from "./ranking.ts";

const ROWS = 20;
/** Holds the rows of the page among its first 50. */
const ANSWER = "/api/v1/models?sort=service_score";

export const makeCalculatorPage = (catalog: Catalog): SitePage => ({
  path: CALCULATOR_PAGE_PATH,
  title: "Calculator",
  description:
    "What your tokens cost at every model and every host, from a few numbers or from a usage log.",
  chapter: "Calculator",
  scripts: ["calculator"],
  main: html`${questionForm()}
${LOG_BOX}
<p id="count" role="status">Top models, for 1,000,000 input tokens and 200,000 output tokens a month.</p>
<noscript><p>With JavaScript, this page ranks every host for your own numbers.</p></noscript>
<div id="ranking">${exampleTable(catalog)}</div>
<p class="needs-script"><button type="button" id="more" hidden>Show 50 more</button></p>
<div class="small-print">
<p>Cost = (input tokens × input price + cached tokens × cache price + output tokens × output price) ÷ 1,000,000. Where a host states no price for cached tokens, its input price is used, and the row says so. Not included: tools and web search, images and audio, batch discounts, higher prices above a prompt size, cache storage, minimum charges, taxes, and contract terms.</p>
<p>Models count tokens differently: the same text can be a third more tokens at another lab, so compare across labs with care.</p>
</div>`,
  data: {
    asOf: newestDate(catalog.offers.map(({ as_of }) => as_of)),
    files: [
      { label: "JSON of these models", path: ANSWER },
      { label: "JSON of all prices", path: PRICES_TABLE_PATH },
      { label: "CSV of all prices", path: "/api/v1/export/provider-offers", type: "text/csv" },
    ],
    dataset: { name: "Prices of AI models at every host" },
  },
});

/** A model of the example, with its place in the answer. */
interface ExampleRow {
  record: ModelTableRow;
  at: string;
  usd: number;
}

/** The top models that are sold, the cheapest first. */
function exampleTable(catalog: Catalog): Html {
  const usage = monthlyTokenUsage(CALCULATOR_DEFAULTS) ?? NO_TOKEN_USAGE;
  const top = modelsBySortOrder(catalog).service_score.slice(0, 50);
  const rows = top.flatMap((model, index): ExampleRow[] => {
    const record = toModelTableRow(model, catalog);
    const { input, output, service_score } = record;
    if (input === null || service_score === null) return [];
    const cost = costOfUsage(usage, { input, output, cache_read: null, cache_write: null });
    return cost === null ? [] : [{ record, at: `/data/${index}`, usd: cost.usd }];
  });
  return renderTable<ExampleRow>({
    caption: "Cost of the example in USD, prices in USD per 1M tokens",
    of: ANSWER,
    columns: [
      textColumn(
        "Model",
        ({ record: { slug, name, lab_name, basis } }) =>
          html`${modelLink(slug, name)}<small>${lab_name}</small>${basis === "cheapest_offer" && renderSmallRemark("cheapest host")}`,
      ),
      numberColumn("Cost", (row) => formatUsdOrFree(row.usd)),
      ...inputOutputPriceColumns<ExampleRow>(({ record, at }) => [record, `${at}/pricing`]),
      numberColumn("Service score", ({ record: { service_score: score }, at }) =>
        renderApiValue(score, `${at}/service_score/score`, formatOneDecimal),
      ),
    ],
    rows: rows.slice(0, ROWS).sort((a, b) => a.usd - b.usd),
  });
}

/** The forms are hidden where scripts do not run. */
function questionForm(): Html {
  const number = (name: "in" | "cached" | "out" | "requests", label: string): Html =>
    html`<label>${label}<input name="${name}" type="number" min="0" step="1" inputmode="numeric" value="${CALCULATOR_DEFAULTS[name]}"></label>
`;
  const select = (name: string, label: string, ...choices: [value: string, text: string][]): Html =>
    html`<label>${label}<select name="${name}">${renderSelectOptions(choices)}</select></label>
`;
  const box = (name: "open" | "text" | "verified" | "tokens" | "each", label: string): Html =>
    html`<label><input type="checkbox" name="${name}"${CALCULATOR_DEFAULTS[name] && html` checked`}> ${label}</label>
`;
  const kinds = HOST_KINDS_RANKED.map((kind): [string, string] => [kind, HOST_KIND_LABELS[kind]]);
  const sizes = CONTEXT_WINDOW_OPTIONS.map((size): [string, string] => [
    size,
    formatTokenCount(size),
  ]);
  const scores = MIN_SCORE_OPTIONS.toReversed().map((score): [string, string] => [score, score]);
  return html`<form id="question" class="controls needs-script" aria-label="What to price">
<fieldset id="numbers"><legend>Tokens and requests</legend>
${number("in", "Input tokens per request")}${number("cached", "of these, cached")}${number("out", "Output tokens per request")}${number("requests", "Requests")}${select("per", "per", ["month", "month"], ["day", "day, for 30 days"])}</fieldset>
<fieldset><legend>Offers</legend>
<label>Model or host<input name="q" type="search" maxlength="100" autocomplete="off" spellcheck="false"></label>
${select("kind", "Host type", ["", "Any host"], ...kinds)}${select("context", "Min context", ["0", "Any size"], ...sizes)}${select("score", "Min service score", ["0", "Any or none"], ...scores)}</fieldset>
<p class="boxes">${box("open", "Open weights only")}${box("text", "Text models only")}${box("verified", "Without doubtful prices")}${box("tokens", "Per-token prices at the standard tier only")}${box("each", "Cheapest host of each model only")}<button type="reset">Reset</button></p>
</form>`;
}

/** Subscriptions have no price per token. */
const HOST_KINDS_RANKED = ["lab", "cloud", "inference", "router"] as const;

/** In no form, so that no browser sends or keeps it. */
const LOG_BOX = html`<details id="log" class="needs-script"><summary>Price a usage log instead</summary>
<p>Paste a log, drop a file on the box, or choose one. It is read in your browser and not sent anywhere. Supported formats: the usage that OpenAI and Anthropic return (one response, a list, or one per line), LiteLLM spend logs, and ccusage reports, as JSON or CSV.</p>
<label for="log-text">Usage log</label>
<textarea id="log-text" rows="6" spellcheck="false" autocomplete="off" placeholder='{"usage": {"prompt_tokens": 1200, "completion_tokens": 300}}'></textarea>
<p><label>File <input id="log-file" type="file" accept=".json,.jsonl,.ndjson,.csv,.txt"></label> <button type="button" id="forget">Clear</button></p>
<div id="reading" role="status"></div>
</details>`;

/** The prices are those of `providers` in `/api/v1/models/{slug}`. */
export function makePricesTableFile(catalog: Catalog) {
  const hosts = catalog.providers
    .filter(({ is_host }) => is_host)
    .map(({ slug, name, host_kind }): CalculatorHost => ({ slug, name, kind: host_kind }));
  const hostPlaces = new Map(hosts.map(({ slug }, place) => [slug, place]));
  const prices = catalog.models.flatMap(({ slug }, model) =>
    catalog.offersOf(slug).flatMap((offer): CalculatorPriceRow[] => {
      const host = hostPlaces.get(offer.host);
      const { input, output, cache_read, cache_write, trust, billing, service_tier } = offer;
      if (host === undefined || input === null) return [];
      const rates = { input, output, cache_read, cache_write };
      return [{ model, host, ...rates, trust, billing, service_tier }];
    }),
  );
  const models = catalog.models.map((row) => {
    const { slug, name, lab_name, is_open_source, ...model } = toModelTableRow(row, catalog);
    const { context_window, service_score, model_type, takes } = model;
    const limits = { is_open_source, context_window, service_score };
    return { slug, name, lab: lab_name, ...limits, model_type, takes };
  });
  const body: CalculatorPriceTables = {
    models: rowsToArraysByColumn(models),
    hosts: rowsToArraysByColumn(hosts),
    prices: rowsToArraysByColumn(prices),
  };
  const asOf = newestDate(catalog.offers.map(({ as_of }) => as_of));
  const title = "Prices of AI models at every host by columns";
  return { path: PRICES_TABLE_PATH, title, asOf, body };
}

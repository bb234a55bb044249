/** The front page: price chart, top models, price changes, findings, and the API in brief. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ChangeRow, ModelRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../build/schema/collections.ts";
import { daysBetween } from "../../../build/schema/values.ts";
import { type ModelDetail, toModelDetail } from "../../endpoints/models/get-model.ts";
import { EXPORT_FORMATS, exportUrlPath } from "../../exports/dataset.ts";
import { EXPORT_DATASETS } from "../../exports/datasets.ts";
import { API_CATALOG_LINK_HEADER } from "../../feeds/discovery.ts";
import * as paths from "../components/addresses.ts";
import { renderChart } from "../components/charts/chart.ts";
import {
  EXAMPLE_WORKLOADS,
  getLabCssClass,
  PROVISIONAL_CHIP,
  renderLabMonogram,
} from "../components/chips.ts";
import { PRICE_TRUST_REASONS } from "../components/confirmation.ts";
import {
  formatUsdOrFree,
  formatWithCommas,
  type Html,
  type HtmlContent,
  html,
} from "../components/html.ts";
import { isSoldAtKnownPrice, PRICE_TRUST_LABELS } from "../components/offers.ts";
import * as ui from "../components/parts.ts";
import * as tables from "../components/table.ts";
import type { SitePage } from "../layout/page.ts";
import { renderChangeList } from "./changes.ts";
import { listModelsByOverallScore } from "./compare/compare-page.ts";
import { renderFindingFigure } from "./findings-pages.ts";
import { listModelTableItems } from "./models/model-table-file.ts";
import { filterModelTableItems, parseModelsView } from "./models/view.ts";
import { toPriceScoreChart } from "./prices/price-frontier.ts";

const MODELS_SHOWN = 10;
const CHANGES_SHOWN = 5;
const RETIRING_SHOWN = 3;
const FINDINGS_SHOWN = 5;

export const makeHomePage = (catalog: Catalog): SitePage => ({
  path: "/",
  title: `${catalog.service.name}: AI models, their prices at every host, their scores`,
  description: catalog.service.summary,
  head: frontHead(catalog),
  delivery: { headers: API_CATALOG_LINK_HEADER },
  charts: [toPriceScoreChart(catalog)],
  scripts: ["entrance", "charts"],
  main: apiInBrief(catalog),
  data: {
    asOf: catalog.asOf,
    files: [
      { label: "Models", path: "/api/v1/models" },
      { label: "Findings", path: "/api/v1/findings" },
      { label: "Everything", path: "/api/v1/dump.json" },
    ],
    dataset: { name: catalog.service.name, files: exportedFiles() },
  },
});

const exportedFiles = () =>
  EXPORT_DATASETS.flatMap((dataset) =>
    EXPORT_FORMATS.map((format) => ({
      label: dataset.title,
      path: exportUrlPath(dataset, format),
      type: format.mediatype,
    })),
  );

function frontHead(catalog: Catalog): Html {
  const { models } = catalog;
  const offers = catalog.offers.filter(isSoldAtKnownPrice);
  const hosts = new Set(offers.map(({ host }) => host)).size;
  return html`<header class="front-head">
<div class="models-head"><h1>What every AI model costs, and what it can do</h1>
<p id="count">${formatWithCommas(models.length)} models, ${formatWithCommas(offers.length)} prices at ${hosts} hosts; the newest data is from ${ui.renderDate(catalog.asOf)}. Every fact has a date and a source.</p></div>
${entrance(catalog)}
<div class="front">
${renderChart(toPriceScoreChart(catalog), catalog.service, "h2")}
<aside>${latestFindings(catalog)}${nextRetirements(catalog)}${ANSWERS}${priceChanges(catalog)}</aside>
${topModels(catalog)}</div>
</header>`;
}

/** Filter names, values and labels. The first two are checked by default. */
const NEEDS = [
  ["supports", "tools", "Tool calling"],
  ["min_context", "200000", "Context ≥ 200k"],
  ["input_modalities", "image", "Vision"],
  ["open_source", "true", "Open weights"],
  ["max_input_price", "1", "Input ≤ $1"],
] as const;
const CHOSEN_NEEDS = 2;

function entrance(catalog: Catalog): Html {
  const query = new URLSearchParams({ model_type: "text" });
  for (const [name, value] of NEEDS.slice(0, CHOSEN_NEEDS)) query.set(name, value);
  const found = filterModelTableItems(listModelTableItems(catalog), parseModelsView(query)).length;
  return html`<form id="entrance" action="${paths.FILTERED_MODELS_PAGE_PATH}">
<input type="hidden" name="model_type" value="text"><input type="hidden" name="status" value="current">
<span>I need</span>
${NEEDS.map(
  (
    [name, value, label],
    at,
  ) => html`<label class="filter-chip"><input type="checkbox" name="${name}" value="${value}"${at < CHOSEN_NEEDS && html` checked`}>${label}</label>
`,
)}<span>for</span>
<select aria-label="Workload a month"><option value="">any workload</option>${EXAMPLE_WORKLOADS.map(({ text, query: workload }) => html`<option value="${workload}">${text}</option>`)}</select>
<span class="actions-right"><button class="primary" type="submit">Show ${ui.pluralize(found, "model")}</button> <a class="button" href="${paths.CALCULATOR_PAGE_PATH}">Paste a usage log</a></span>
</form>`;
}

const datedItem = (date: string | null, content: Html, figure: HtmlContent): Html =>
  html`<li><span class="when">${ui.renderDate(date)}</span><span>${content}</span><small>${figure}</small></li>
`;

/** The newest findings, with only one for each own test: the most important. */
function latestFindings(catalog: Catalog): HtmlContent {
  const byTest = groupBy(catalog.findings, ({ id, test }) => test ?? id);
  const shown = [...byTest.values()].flatMap(([first]) => first ?? []).slice(0, FINDINGS_SHOWN);
  const oldest = shown.at(-1)?.date;
  const items = shown.map((finding) => {
    const link = html`<a href="${paths.toFindingSubjectPagePath(finding, catalog)}">${finding.title}</a>`;
    return datedItem(finding.date, link, renderFindingFigure(finding, catalog));
  });
  return ui.renderSection(
    "latest-findings",
    oldest && daysBetween(oldest, catalog.asOf) < 7 ? "This week" : "Latest findings",
    items.length > 0 && [
      html`<ol class="dated">${items}</ol>\n`,
      ui.renderFootnote(
        html`<a href="${paths.FINDINGS_PAGE_PATH}">All findings</a> (news items), by week, type and year. Subscribe: ${ui.renderFeedLinks(paths.FINDINGS_FEED_PATH)}.`,
      ),
    ],
  );
}

function nextRetirements(catalog: Catalog): HtmlContent {
  const retiring = catalog.models
    .filter(({ retirement_date: end, offers }) => end !== null && end > catalog.asOf && offers > 0)
    .sort(
      (a, b) =>
        compareByCodePoint(a.retirement_date ?? "", b.retirement_date ?? "") || b.offers - a.offers,
    )
    .slice(0, RETIRING_SHOWN);
  const items = retiring.map(({ slug, name, retirement_date, replacement }) => {
    const next = replacement && html`; replacement: ${ui.renderReplacement(replacement)}`;
    const left = html`<span class="needs-script" data-days="${retirement_date}"></span>`;
    return datedItem(retirement_date, html`${ui.modelLink(slug, name)} retires${next}`, left);
  });
  const list = items.length > 0 && html`<ol class="dated">${items}</ol>`;
  return ui.renderSection("retiring", "Next retirements", list);
}

const ANSWERS = ui.renderSection(
  "answers",
  "Answers",
  html`<ul class="answers">
<li><a href="${paths.MODELS_PAGE_PATH}?sort=pricing_blended&amp;model_type=text">Find the cheapest model</a></li>
<li><a href="${paths.RETIREMENTS_PAGE_PATH}">When does my model retire?</a></li>
<li><a href="${paths.COMPARE_PAGE_PATH}">Compare models</a></li>
<li><a href="${paths.PRICES_PAGE_PATH}">Has a price changed?</a></li>
<li><a href="${paths.CALCULATOR_PAGE_PATH}">Compute my monthly cost</a></li>
<li><a href="${paths.MODELS_PAGE_PATH}?open_source=true&amp;max_parameters=40">Open models for 24 GB</a></li>
</ul>`,
);

const topModels = (catalog: Catalog): HtmlContent =>
  ui.renderSection("top-models", "Top models", [
    tables.renderTable<ModelDetail>({
      caption: "List price, USD per 1M tokens",
      columns: [
        tables.htmlTextColumn(
          "Model",
          ({ slug, name, provider, service_score }) =>
            html`<span class="${getLabCssClass(provider.slug)}">${renderLabMonogram(provider.name)}</span>${ui.modelLink(slug, name)}<span class="sr-only"> by ${provider.name}</span>${service_score?.provisional && html` ${PROVISIONAL_CHIP}`}`,
        ),
        tables.htmlOverallScoreColumn(({ service_score }) => service_score),
        tables.htmlNumberColumn(
          "90 % interval",
          ({ service_score: score }) => {
            const shown = score && tables.renderScoreAndInterval(score, "/service_score");
            return shown && [shown.low, "–", shown.high];
          },
          "left-out",
        ),
        ...tables.htmlInputOutputPriceColumns<ModelDetail>(({ list_price }) => [
          list_price ?? { input: null, output: null },
          "/list_price",
        ]),
        tables.htmlTextColumn("Cheapest host", cheapestHost, "below-row"),
      ],
      rows: topModelsOfToday(catalog).map((model) => toModelDetail(model, catalog)),
      of: ({ slug }) => `/api/v1/models/${slug}`,
    }),
    ui.renderFootnote(
      html`Models are sorted by <a href="/methods/service-score">overall score</a>, which sums up a model’s results on all benchmarks. A score is provisional if the model has fewer than two independent results. The column “Cheapest host” shows a price only if it differs from the model’s list price. ${(["verified", "one_source"] as const).map((trust) => `“${PRICE_TRUST_LABELS[trust]}”: ${PRICE_TRUST_REASONS[trust]}. `)}The table shows only recent models. Sort and filter <a href="${paths.MODELS_PAGE_PATH}">all models</a>.`,
    ),
  ]);

/** Models with the highest overall scores, among those that the models page lists first. */
function topModelsOfToday(catalog: Catalog): ModelRow[] {
  const first = new Set(
    listModelTableItems(catalog).flatMap(({ row }) => (row.is_listed_first ? row.slug : [])),
  );
  const top = listModelsByOverallScore(catalog, catalog.models.length);
  return top.filter(({ slug }) => first.has(slug)).slice(0, MODELS_SHOWN);
}

function cheapestHost({ cheapest_provider: cheapest, list_price: list }: ModelDetail): HtmlContent {
  if (!cheapest) return null;
  const { input, output, provider, provider_slug, trust } = cheapest;
  const isListPrice = list?.input === input && list.output === output;
  const price = (side: "input" | "output") =>
    ui.renderApiValue(cheapest[side], `/cheapest_provider/${side}`, formatUsdOrFree);
  const pair = html` <span class="pair">${price("input")} ${price("output")}</span>`;
  return html`${ui.providerLink(provider_slug, provider)}${!isListPrice && pair} ${ui.renderSmallRemark(PRICE_TRUST_LABELS[trust])}`;
}

function priceChanges(catalog: Catalog): HtmlContent {
  const changes = catalog.changes
    .filter((change) => isListPriceChange(change, catalog))
    .slice(-CHANGES_SHOWN)
    .reverse();
  return ui.renderSection("prices", "List price changes", [
    renderChangeList({ changes, toHref: ({ model }) => paths.modelPagePath(model ?? "") }, catalog),
    ui.renderFootnote(
      html`USD per 1M tokens. <a href="${paths.CHANGES_PAGE_PATH}">All changes, with filters</a>. Subscribe: ${ui.renderFeedLinks(paths.PRICES_FEED_PATH)}.`,
    ),
  ]);
}

/** Whether a change affects the price at the model's own lab, not at another host. */
function isListPriceChange({ type, model: slug, host }: ChangeRow, catalog: Catalog): boolean {
  if (type !== "price_drop" && type !== "price_increase") return false;
  const model = catalog.model(slug ?? "");
  return model?.default_is_list_price === true && model.default_host === host;
}

const apiInBrief = ({ service }: Catalog): HtmlContent =>
  ui.renderSection(
    "api",
    "API",
    html`<pre class="wrap"><code>curl "${service.base_url}/api/v1/models?sort=service_score&limit=5"</code></pre>
<ul class="lines">
<li>Our free JSON <a href="${paths.DOCS_PAGE_PATH}">API</a> has every figure on this site. The API needs no key and works from any website.</li>
<li>Download datasets as <a href="/docs/reference#exports">CSV and Parquet</a>, or models, prices and scores in <a href="/api/v1/dump.json">one JSON file</a>.</li>
<li>AI assistants use our data through <a href="/docs/guides#assistants">MCP</a>. Subscribe to changes through <a href="/docs/feeds">feeds</a>.</li>
<li>A value that no source states is shown as unknown, never guessed.</li>
<li>The data is licensed under ${service.license}: you may use it, change it and sell what you build with it if you name the source.</li>
</ul>`,
  );

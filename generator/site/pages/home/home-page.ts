/** The front page: price chart, top models, price changes, findings, and the API in brief. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../../build/model/catalog/rows.ts";
import { changeTitle } from "../../../endpoints/changes/changes.ts";
import { type ModelDetail, toModelDetail } from "../../../endpoints/models/get-model.ts";
import { exportPath, FORMATS } from "../../../exports/dataset.ts";
import { DATASETS } from "../../../exports/datasets.ts";
import { DOCS_PATH, MODELS_PATH, PRICES_PATH } from "../../components/addresses.ts";
import { thousands } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { TRUST_WORDS } from "../../components/offers.ts";
import {
  dateTag,
  fact,
  mark,
  modelLink,
  note,
  priceChange,
  priceFact,
  providerLink,
  section,
} from "../../components/parts.ts";
import { column, figure, table } from "../../components/table.ts";
import type { SitePage } from "../../layout/page.ts";
import { pageOfFinding } from "../../page-of.ts";
import { topScoredModels } from "../compare/compare-page.ts";
import { priceChart } from "./price-chart.ts";

const MODELS_SHOWN = 10;
const CHANGES_SHOWN = 8;
const FINDINGS_SHOWN = 5;

export const homePage = (catalog: Catalog): SitePage => ({
  path: "/",
  title: `${catalog.service.name}: AI models, their prices at every host, their scores`,
  description: catalog.service.summary,
  head: frontHead(catalog),
  main: [topModels(catalog), priceChanges(catalog), findings(catalog), apiInBrief(catalog)],
  data: {
    asOf: catalog.asOf || null,
    files: [
      { label: "Models", path: "/api/v1/models" },
      { label: "Findings", path: "/api/v1/findings" },
      { label: "Everything", path: "/api/v1/dump.json" },
    ],
    dataset: { name: catalog.service.name, files: exportedFiles() },
  },
});

const exportedFiles = () =>
  DATASETS.flatMap((dataset) =>
    FORMATS.map((format) => {
      const path = exportPath(dataset, format);
      return { label: dataset.title, path, type: format.mediatype };
    }),
  );

function frontHead(catalog: Catalog): Html {
  const { service, datasets } = catalog;
  const priced = datasets.find(({ dataset }) => dataset === "offers")?.as_of ?? null;
  return html`<header class="front-head">
<p class="kicker"><span>${priced !== null && html`Prices of ${dateTag(priced)}`}</span><span>Free to use, no key</span></p>
<div class="title">
<h1>${service.name}</h1>
<p class="lead">${service.summary}</p>
${note(`${thousands(catalog.models.length)} models, ${thousands(catalog.offers.length)} prices at ${catalog.counts.hosts ?? 0} hosts, ${thousands(catalog.price_rows.length)} recorded price changes.`)}</div>
${priceChart(catalog)}
</header>`;
}

const topModels = (catalog: Catalog): Html =>
  section(
    "top-models",
    "Top models",
    html`${table({
      caption: "USD per 1M tokens, input and output",
      columns: topColumns,
      rows: topScoredModels(catalog, MODELS_SHOWN).map((model) => toModelDetail(model, catalog)),
      of: ({ slug }) => `/api/v1/models/${slug}`,
    })}
${note(html`By <a href="/methods/service-score">service score</a>, which puts all benchmarks on one scale. <a href="${MODELS_PATH}">All models</a>, to sort and filter.`)}`,
  );

const topColumns = [
  column(
    "Model",
    ({ slug, name, provider }: ModelDetail) =>
      html`${modelLink(slug, name)} <small>${provider.name}</small>`,
  ),
  figure(
    "Score",
    ({ service_score: service }: ModelDetail) =>
      service && fact(service.score, "/service_score/score", service.score),
  ),
  figure("List price", ({ list_price }: ModelDetail) => pricePair(list_price, "/list_price")),
  figure("Lowest price", ({ cheapest_provider }: ModelDetail) =>
    pricePair(cheapest_provider, "/cheapest_provider"),
  ),
  column(
    "Cheapest host",
    ({ cheapest_provider: cheapest }: ModelDetail) =>
      cheapest &&
      html`${providerLink(cheapest.provider_slug, cheapest.provider)} ${mark(TRUST_WORDS[cheapest.trust])}`,
  ),
];

const pricePair = (
  prices: { input: number | null; output: number | null } | null,
  at: string,
): Content =>
  prices &&
  html`<span class="pair">${priceFact(prices.input, `${at}/input`)} ${priceFact(prices.output, `${at}/output`)}</span>`;

function priceChanges(catalog: Catalog): Html {
  const changes = catalog.changes
    .filter((change) => isListPriceChange(change, catalog))
    .slice(-CHANGES_SHOWN)
    .reverse();
  return section(
    "prices",
    "List price changes",
    html`<ol class="moves">
${changes.map((change) => changeItem(change, catalog))}</ol>
${note(html`USD per 1M tokens, at the lab’s own API. <a href="${PRICES_PATH}">Price changes at every host</a>. Subscribe: <a href="/feeds/prices.xml">Atom</a>, <a href="/feeds/prices.json">JSON Feed</a>.`)}`,
  );
}

/** A change at the lab that made the model, not at another host. */
function isListPriceChange({ type, model: slug, host }: ChangeRow, catalog: Catalog): boolean {
  if (type !== "price_drop" && type !== "price_increase") return false;
  const model = catalog.model(slug ?? "");
  return model?.default_is_list_price === true && model.default_host === host;
}

const changeItem = (change: ChangeRow, catalog: Catalog): Html =>
  html`<li>
<span class="when">${dateTag(change.date)}</span>
${modelLink(change.model ?? "", changeTitle(change, catalog))}
<span class="step">input ${priceChange(change.old_input, change.new_input)}</span>
<span class="step">output ${priceChange(change.old_output, change.new_output)}</span>
</li>
`;

const findings = (catalog: Catalog): Html =>
  section(
    "findings",
    "Latest findings",
    html`<ol class="findings">
${catalog.findings.slice(0, FINDINGS_SHOWN).map(
  (finding) => html`<li>
<p class="when">${dateTag(finding.date)}</p>
<h3><a href="${pageOfFinding(finding)}">${finding.title}</a></h3>
<p>${finding.summary}</p>
</li>
`,
)}</ol>
${note(html`Computed from the recorded facts. <a href="/api/v1/findings">All findings</a>. Subscribe: <a href="/feed.xml">Atom</a>, <a href="/feed.json">JSON Feed</a>.`)}`,
  );

const apiInBrief = ({ service }: Catalog): Html =>
  section(
    "api",
    "API",
    html`<pre class="wrap"><code>curl "${service.base_url}/api/v1/models?sort=service_score&limit=5"</code></pre>
<ul class="lines">
<li>Every figure here comes from a free <a href="${DOCS_PATH}">API</a>: JSON, no key, no limit, readable from any site.</li>
<li>Whole datasets as <a href="/docs/reference#exports">CSV and Parquet</a>. Download everything: <a href="/api/v1/dump.json">one file</a>.</li>
<li>Assistants use the same data through <a href="/docs/guides#assistants">MCP</a>. Subscribe to changes through <a href="/feed.xml">feeds</a>.</li>
<li>Every fact has its date and its source; what no source states is unknown, not guessed.</li>
<li>${service.license}: use it, change it, sell what you build; name the source.</li>
</ul>`,
  );

/**
 * The page to choose a model: filters as chips, a workload, the models table, and a chart of price and score. Without
 * JavaScript it shows the first 50 models and a form that leads to filtered lists. Its script loads all models from
 * `/tables/models.json`, which has one array per field and the default order of `/api/v1/models`.
 */

import { USAGE_LOG_FORMATS_TEXT } from "../../../../build/cost/readers/read-usage-log.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newestDate } from "../../../http/envelope.ts";
import * as paths from "../../components/addresses.ts";
import { renderChartFooter } from "../../components/charts/chart.ts";
import { renderFrontierChart } from "../../components/charts/frontier.ts";
import {
  formatWithCommas,
  type Html,
  html,
  renderTextToCopy,
  renderUnbrokenTitle,
} from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import { listJsonAndCsvLinks, type SitePage } from "../../layout/page.ts";
import { toPriceScoreChart } from "../prices/price-frontier.ts";
import { renderFilterChips, renderFilterForm, toFilterChips } from "./filter-chips.ts";
import {
  createModelTableColumns,
  renderModelTableHead,
  renderModelTableLegend,
  renderModelTableRow,
} from "./model-cells.ts";
import { withPricesOfCheapestHost } from "./model-rows.ts";
import { listModelTableItems, makePricesTableFile } from "./model-table-file.ts";
import { formatApiCalls, toModelsChart } from "./models-chart.ts";
import {
  filterModelTableItems,
  parseModelsView,
  sortModelTableItems,
  toModelsViewApiPath,
} from "./view.ts";
import {
  MONTHLY_COST_COLUMN_TITLE,
  toCostApiPath,
  toModelsQueryOfCalculator,
  type Workload,
} from "./workload.ts";
import { findWorkloadCostByModel, toOffersOfPricesFile } from "./workload-costs.ts";
import { workloadBar, workloadForm } from "./workload-form.ts";

const STATIC_ROWS = 50;
/** The view that the page shows first. */
const VIEW = parseModelsView(new URLSearchParams());
/** The calculator's view with an example workload, which the script replaces. */
const CALCULATOR_VIEW = parseModelsView(toModelsQueryOfCalculator(new URLSearchParams()));
/** URL of a view as a list for readers without JavaScript. */
const toListPath = (view: typeof VIEW): string =>
  toModelsViewApiPath(view).replace("/api/v1/models", paths.FILTERED_MODELS_PAGE_PATH);

/** The name filter. On the calculator it is below the workload fields, which come first. */
const NAME_FILTER = html`<p class="filter-by-name"><input form="filters" name="q" type="search" placeholder="Filter by name" aria-label="Filter by name or lab" maxlength="100" autocomplete="off" spellcheck="false"></p>`;

/** The cost calculator: the models page with the workload fields open. */
export const makeCalculatorPage = (catalog: Catalog): SitePage => ({
  ...makeModelsPage(catalog, true),
  title: "Monthly model cost",
  description:
    "The cost of your tokens at every model and host, computed from a few numbers or a usage log.",
});

export function makeModelsPage(catalog: Catalog, isCalculator = false): SitePage {
  const view = isCalculator ? CALCULATOR_VIEW : VIEW;
  const all = listModelTableItems(catalog);
  const models = sortModelTableItems(filterModelTableItems(all, view), view);
  const answer = toModelsViewApiPath(view);
  const path = isCalculator ? paths.CALCULATOR_PAGE_PATH : paths.MODELS_PAGE_PATH;
  const costs =
    view.workload &&
    findWorkloadCostByModel(
      view.workload,
      toOffersOfPricesFile(makePricesTableFile(catalog).body),
      all,
    );
  const shown = models
    .slice(0, STATIC_ROWS)
    .map((model) => withPricesOfCheapestHost(model, costs?.get(model.row.slug)));
  const costTitle = isCalculator ? MONTHLY_COST_COLUMN_TITLE : undefined;
  const columns = createModelTableColumns(costTitle, shown);
  const context = {
    asOf: catalog.asOf,
    hasPointers: true,
    ...(costs && { costs }),
    ...(view.workload && { workload: view.workload }),
  };
  const chips = renderFilterChips(toFilterChips(view), toListPath);
  const toHref = (sort: NonNullable<typeof view.sort>) => toListPath({ ...view, sort });
  const chart = toModelsChart(models, costs && { costs, workload: view.workload });
  // Without a workload, the chart is that of the front page, whose picture and CSV files exist.
  const about = {
    ...toPriceScoreChart(catalog),
    title: chart.title,
    ...(isCalculator && { id: null }),
  };
  const asOf = newestDate(catalog.models.map(({ as_of }) => as_of));
  return {
    path,
    title: "Models",
    description: "Every AI model in the almanac, with its price, its limits and its scores.",
    chapter: "Models",
    scripts: ["models-table", "charts"],
    head: html`<header class="models-head">
<h1>${isCalculator ? "Monthly model cost" : "Models"}</h1>
<p class="found"><span id="count" role="status">${formatWithCommas(models.length)} of ${formatWithCommas(all.length)} models</span> <span class="as-of">Data of ${ui.renderDate(asOf)}</span></p>
${!isCalculator && NAME_FILTER}
<p class="view-tools"><button type="button" id="show-chart" class="needs-script" aria-pressed="true">Chart</button> <button type="button" id="csv" class="needs-script">CSV</button> <a class="button" id="api" href="${answer}">API</a> <a class="button" href="${paths.PRICES_FEED_PATH}.xml">Feed</a></p>
</header>`,
    main: html`${
      view.workload &&
      calculatorHead(
        view.workload,
        models.slice(0, 2).map(({ row }) => row.slug),
      )
    }<div class="needs" role="group" aria-label="Needs"><span class="label">Needs</span><div class="chips" id="needs">${chips}</div>
${isCalculator && NAME_FILTER}<button type="button" id="all-filters" class="needs-script filter-chip">All filters</button>
<label class="needs-script retired"><input type="checkbox" id="show-retired"> Show retired</label></div>
${!isCalculator && workloadBar({ hasLog: true })}
${LOG_PANEL}
<div class="with-chart" id="models">
<div class="models-table">
<table>
<caption><span id="units">${renderModelTableLegend(costTitle, view.workload)}</span></caption>
<thead>${renderModelTableHead(columns, view, toHref)}</thead>
<tbody>
${shown.map((model) => renderModelTableRow(columns, model, context))}</tbody>
</table>
<p class="needs-script"><button type="button" id="more">Show 50 more</button></p>
<noscript><p><a class="button" href="${toListPath(VIEW)}&amp;page=2&amp;limit=${STATIC_ROWS}" rel="next">Next page</a></p></noscript>
</div>
<aside>
<figure class="chart" id="chart">
<h2>${renderUnbrokenTitle(chart.title)}</h2>
<p class="note"><span id="unit">${chart.unit}</span>, and overall score of the models in the table, in the colours of their labs. <span class="key">closed</span>&ensp;<span class="key ring">open weights</span></p>
<div id="drawing" class="drawings">${renderFrontierChart({ ...chart, hasDots: false })}</div>
${renderChartFooter({ ...about, page: path, table: "#models", note: false }, catalog.service, about.draw(true))}
</figure>
<p class="note">This view as an API call</p>
<pre class="wrap">${renderTextToCopy(formatApiCalls(view, models), html`id="call"`)}</pre>
<div id="chosen" class="chosen" hidden></div>
</aside>
</div>
<details class="no-script"><summary>All filters</summary>
${filterForm(catalog)}</details>
<dialog id="sheet" class="sheet" aria-labelledby="sheet-title"><header><h2 id="sheet-title">Filters</h2><button type="button" id="close-sheet">Close</button></header></dialog>
<div class="small-print" id="columns">
<p><b>Score:</b> the <a href="${paths.OVERALL_SCORE_PAGE_PATH}">overall score</a>, ${ui.OVERALL_SCORE_EXPLANATION}. With the overall score, you can compare models that were tested on different benchmarks. A bar is the 90 % interval of a score. The bar is dashed if the score is provisional (the model has fewer than 2 independent results). “Not scored” means results on fewer than 4 benchmarks; the open ring then shows the score of the newest model of the same family that has a score.</p>
<p><b>Blended:</b> 3 parts input and 1 part output; for an embedding or rerank model, the input price. “12 months” is the change of the blended price over 12 months. A dash means that a value is not known. “Cheapest host” compares confirmed prices at the standard tier; it does not compare free offers and subscriptions.</p>
<p><b>Order:</b> the table of models begins with recent models. Recent models are the two newest versions of each main model family (such as Claude Opus), and the models of the last nine months that have a score themselves or whose family has one. Models whose family has no score are at the end of the table.</p>
<p><b>Cost:</b> the cost of a model is computed with the host’s rates for each kind of token, prompt size, cache lifetime and service tier. Cache storage, minimum charges, taxes and contract terms are not included in the cost. “No output price” in place of a cost means that the host’s price for output is not known; “not compared”, that no host has a confirmed price that can be the cheapest; “context too small”, that one request of the workload is longer than the model’s context window. The memory that a model needs is its number of parameters × 0.5 bytes (4-bit weights) × 1.2 (for the cache and activations).</p>
</div>`,
    data: {
      asOf,
      files: [
        ...listJsonAndCsvLinks(answer, "models"),
        { label: "JSON by columns", path: paths.MODELS_TABLE_DATA_PATH },
      ],
      dataset: { name: "AI models" },
    },
  };
}

/** @param slugs Models of the example request for readers without script. */
const calculatorHead = (
  workload: Workload,
  slugs: readonly string[],
): Html => html`<div class="calculator">
<p>Each model is shown at its cheapest host. The token counts are <strong>an example</strong><span class="needs-script"> until you type your own<span class="wide-only"> or paste a log</span></span>.</p>
<p class="no-script">To compute other costs without JavaScript, change the models and the numbers of this API call: <a href="${toCostApiPath(workload, slugs)}">cost of ${ui.pluralize(slugs.length, "model")} at each host</a>.</p>
${workloadForm(workload)}
${workloadBar({ workload })}
</div>
`;

/** The fields are outside any form, so that no browser submits or stores the log. */
const LOG_PANEL = html`<div id="log" class="panel needs-script" role="group" aria-label="Usage log" hidden>
<label>Paste a usage log, or drop a file anywhere on this page. The log is read in your browser and not sent anywhere.
<textarea rows="4" spellcheck="false" autocomplete="off" placeholder='{"model": "gpt-4o", "usage": {"prompt_tokens": 1200, "completion_tokens": 300}}'></textarea></label>
<p><label>File <input type="file" accept=".json,.jsonl,.ndjson,.csv,.txt,.log"></label> <button type="button">Clear</button></p>
<p class="note">A usage log can be JSON (one response, a list, or one response per line) or CSV. ${USAGE_LOG_FORMATS_TEXT}</p>
</div>
<div id="log-result" role="region" aria-label="What the log costs" hidden><p id="log-message" role="status"></p><div></div></div>`;

/** The filter form. Labs with a single model are left out, because readers can filter by the model's name. */
function filterForm(catalog: Catalog): Html {
  const hosts = catalog.providers.flatMap(({ slug, offers }) => (offers > 0 ? slug : []));
  const labs = catalog.providers.flatMap(({ slug, models }) => (models > 1 ? slug : []));
  const toChoices = (slugs: readonly string[]) => ui.toProviderOptions("Any", slugs, catalog);
  return renderFilterForm(toChoices(hosts), toChoices(labs));
}

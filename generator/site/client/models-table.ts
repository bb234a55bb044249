/** The models page: filters, workload, table and chart of one view, which is also the URL. */

import * as paths from "../components/addresses.ts";
import { renderWorkloadChip } from "../components/chips.ts";
import { formatWithCommas, html } from "../components/html.ts";
import { pluralize } from "../components/parts.ts";
import {
  type FilterChip,
  mapSlugsToNames,
  nameSlugs,
  renderFilterChips,
  toFilterChips,
} from "../pages/models/filter-chips.ts";
import {
  createModelTableColumns,
  type ModelTableContext,
  renderModelTableHead,
  renderModelTableLegend,
  renderModelTableRow,
  USAGE_LOG_COST_COLUMN_TITLE,
} from "../pages/models/model-cells.ts";
import {
  type ModelTableItem,
  withPricesOfCheapestHost,
  withPricesOfHost,
} from "../pages/models/model-rows.ts";
import { formatApiCalls } from "../pages/models/models-chart.ts";
import {
  filterModelTableItems,
  hasHostFilter,
  listInvalidParameters,
  MODEL_FILTER_NAMES,
  type ModelsView,
  parseModelsView,
  replaceModelsViewSearchText,
  sortModelTableItems,
  toModelsCsv,
  toModelsQuery,
  toModelsViewApiPath,
  toModelsViewWithoutFilterValue,
  toViewAfterSortClick,
  toViewWithFilterValue,
} from "../pages/models/view.ts";
import {
  formatWorkload,
  MONTHLY_COST_COLUMN_TITLE,
  toModelsQueryOfCalculator,
} from "../pages/models/workload.ts";
import { isModelSelected, listenToModelSelection, showSelectedModels } from "./chosen-models.ts";
import {
  downloadContentAsFile,
  getRequiredElement,
  htmlToDom,
  replaceUrlQuery,
  toErrorText,
} from "./dom.ts";
import { hideUsageLogResult, listenToLogPanel, showUsageLogResult } from "./log-panel.ts";
import {
  listenToModelsChartDownloads,
  type ModelsChartInput,
  updateModelsChart,
} from "./models-chart.ts";
import {
  fetchPricedOffers,
  fetchPricesFile,
  fetchSearchResultsIntoCache,
  getCachedSearchRanks,
  isSearchPending,
  loadedModelsData,
  loadModelsFileIntoPage,
  loadPackagedAlmanac,
} from "./models-data.ts";
import type { UsageLogWithCosts } from "./usage-log.ts";
import { fillWorkloadForm, isWorkloadFormFocused, listenToWorkloadForm } from "./workload-panel.ts";

const STEP = 50;
/** Rows drawn per frame, so that a key pressed between two frames appears at once. */
const SLICE = 5;
const PAUSE = 120;
/** Milliseconds after the last key before the table updates, and then the chart, which takes longer. */
const TYPING_PAUSE = 250;
const CHART_PAUSE = 800;

const form = getRequiredElement("#filters", HTMLFormElement);
const sheet = getRequiredElement("#sheet", HTMLDialogElement);
const count = getRequiredElement("#count", HTMLElement);
const needs = getRequiredElement("#needs", HTMLElement);
const models = getRequiredElement("#models", HTMLElement);
const table = getRequiredElement("table", HTMLTableElement, models);
const body = getRequiredElement("tbody", HTMLTableSectionElement, table);
const more = getRequiredElement("#more", HTMLButtonElement);
const search = getRequiredElement(".filter-by-name input", HTMLInputElement);
const showRetired = getRequiredElement("#show-retired", HTMLInputElement);

const isCalculator = location.pathname === paths.CALCULATOR_PAGE_PATH;
const asked = new URLSearchParams(location.search);
// The table has no scores of single benchmarks, so the filtered list, which has them, is opened.
if (asked.has("best_at")) location.replace(`${paths.FILTERED_MODELS_PAGE_PATH}${location.search}`);
/** The page already contains the costs of this workload. They are computed again after the first user action. */
let isComputed = isCalculator && asked.size === 0;
let view = parseModelsView(isCalculator ? toModelsQueryOfCalculator(asked) : asked);
/** Parameters of the URL that have no effect, until the reader changes the view. */
let invalid = listInvalidParameters(asked);
/** A usage log, which replaces the workload. */
let log: UsageLogWithCosts | undefined;
let costs: ModelTableContext["costs"];
/** Identifies what `costs` was computed from. */
let costsOf: unknown[] = [];
let rows: ModelTableItem[] = [];
let drawn = body.rows.length;
let chips: FilterChip[] = [];
let pause: number | undefined;

const toHref = (next: ModelsView): string => {
  const query = toModelsQuery(next);
  return query === "" ? paths.MODELS_PAGE_PATH : `${paths.MODELS_PAGE_PATH}?${query}`;
};

/** The page contains its first rows; all models are loaded when first needed. */
const load = (): Promise<void> =>
  loadModelsFileIntoPage().catch((error: unknown) => {
    const filters = asked.size > 0 ? ", without the filters of the URL" : "";
    showLoadError(
      `The models could not be loaded: ${toErrorText(error)}. The table shows only some of the models${filters}.`,
    );
  });

const showLoadError = (text: string): void =>
  count.replaceChildren(htmlToDom(html`${text} <a href="${toHref(view)}" data-view>Try again</a>`));

/** Loads the rows after those that the page contains. */
async function loadRows(): Promise<void> {
  await load();
  if (!hasCosts()) await loadMore();
  if (rows.length === 0) rows = sortModelTableItems(inView(view), view);
}

const allModels = (): readonly ModelTableItem[] => loadedModelsData.models?.all ?? [];

const wantedCosts = (): unknown[] =>
  log || view.workload ? [log, JSON.stringify(view.workload), view.filters.host] : [];

const hasCosts = (of = costsOf): boolean => wantedCosts().every((part, at) => part === of[at]);

async function loadCosts(): Promise<void> {
  const wanted = wantedCosts();
  const { workload, filters } = view;
  const { findLowestCostByModel, findWorkloadCostByModel } = await import(
    "../pages/models/workload-costs.ts"
  );
  const host = filters.host as string | undefined;
  const offers = await fetchPricedOffers();
  const found = log
    ? findLowestCostByModel(offers, log.price, { host })
    : workload && findWorkloadCostByModel(workload, offers, allModels(), host);
  // The view may have changed meanwhile.
  if (hasCosts(wanted)) [costs, costsOf] = [found, wanted];
}

/**
 * Loads what the view needs in addition to the models: prices at hosts, costs of the workload, and search results of
 * the API.
 */
async function loadMore(): Promise<void> {
  try {
    if (hasHostFilter(view.filters)) await fetchPricesFile();
    if (!hasCosts()) await loadCosts();
  } catch (error) {
    showLoadError(`The prices could not be loaded: ${toErrorText(error)}.`);
    return;
  }
  if (isSearchPending(view.q)) await fetchSearchResultsIntoCache(view.q);
  update();
}

const isMissing = (): boolean =>
  isSearchPending(view.q) ||
  (hasHostFilter(view.filters) && !loadedModelsData.prices) ||
  !hasCosts();

const inView = (of: ModelsView): ModelTableItem[] => {
  const host = of.filters.host as string | undefined;
  const { prices } = loadedModelsData;
  const priced =
    !hasHostFilter(of.filters) || !prices
      ? allModels()
      : allModels().map((model) =>
          withPricesOfHost(model, prices.offers.get(model.row.slug) ?? [], host),
        );
  return filterModelTableItems(priced, of, getCachedSearchRanks(of.q));
};

/** Draws the view. Missing data is loaded afterwards. */
function update(): void {
  if (!log && !view.workload) [costs, costsOf] = [undefined, []];
  const priced = inView(view).map((model) =>
    withPricesOfCheapestHost(model, costs?.get(model.row.slug)),
  );
  const found = getCachedSearchRanks(view.q);
  rows = sortModelTableItems(priced, view, { found, costs });
  const toSortHref = (sort: NonNullable<ModelsView["sort"]>) =>
    toHref(toViewAfterSortClick(view, sort));
  const focused = table.tHead?.querySelector<HTMLElement>(":focus")?.dataset.sort;
  table.tHead?.replaceChildren(htmlToDom(renderModelTableHead(columns(), view, toSortHref)));
  if (focused) table.querySelector<HTMLElement>(`[data-sort="${focused}"]`)?.focus();
  const ignored =
    invalid.length > 0 &&
    html`<b>Not applied: ${invalid.join(", ")}. ${asked.has("at") && "Prices are today's. "}Write numbers in digits (200000) and days as YYYY-MM-DD; the <a href="${paths.DOCS_PAGE_PATH}reference#listModels">API reference</a> lists the other values.</b> `;
  const legend = renderModelTableLegend(costTitle(), view.workload, hostNames());
  getRequiredElement("#units", HTMLElement).replaceChildren(htmlToDom([ignored, legend]));
  stopDrawing();
  const isTyping = document.activeElement === search;
  const parts = [
    () => {
      keepHeight(true);
      drawn = 0;
      body.replaceChildren();
      draw(SLICE);
    },
    // The chips come right after the first rows, because their links contain the view: a chip pressed now keeps the
    // other filters.
    showChips,
    showCount,
    ...Array.from({ length: STEP / SLICE - 1 }, () => () => draw(SLICE)),
    () => keepHeight(false),
    showAround,
    () => {
      chartLater = window.setTimeout(
        () => updateModelsChart(drawnView()),
        isTyping ? CHART_PAUSE : 0,
      );
    },
  ];
  // While the user types, filtering and sorting all models is enough work for one task, so drawing starts in the next
  // frame.
  if (isTyping) next = window.requestAnimationFrame(() => inFrames(parts));
  else inFrames(parts);
}
let next: number | undefined;
let chartLater: number | undefined;

/** Runs the first part now and each further part in its own frame, so that a key waits for at most one part. */
function inFrames([part, ...others]: readonly (() => void)[]): void {
  part?.();
  if (others.length > 0) next = window.requestAnimationFrame(() => inFrames(others));
}

function stopDrawing(): void {
  if (next !== undefined) window.cancelAnimationFrame(next);
  window.clearTimeout(chartLater);
}

const hostNames = (): string | undefined => {
  const { host } = view.filters;
  return host === undefined ? undefined : nameSlugs(String(host), loadedModelsData.prices?.names);
};
const costTitle = () => costs && (log ? USAGE_LOG_COST_COLUMN_TITLE : MONTHLY_COST_COLUMN_TITLE);
const columns = () => createModelTableColumns(costTitle(), rows.slice(0, STEP));

/** Keeps the content below the table in place until all rows are drawn. */
function keepHeight(isKept: boolean): void {
  const around = table.parentElement;
  if (around) around.style.minHeight = isKept ? `${around.offsetHeight}px` : "";
}

function draw(step = STEP): void {
  if (drawn >= rows.length && drawn > 0) return;
  const today = new Date().toISOString().slice(0, 10);
  const context: ModelTableContext = {
    asOf: loadedModelsData.models?.as_of ?? today,
    today,
    isChosen: isModelSelected,
    ...(costs && { costs }),
    ...(log ? { now: log.now } : view.workload && { workload: view.workload }),
  };
  const added = rows.slice(drawn, drawn + step);
  const shown = columns();
  body.append(htmlToDom(added.map((model) => renderModelTableRow(shown, model, context))));
  drawn += added.length;
  more.hidden = drawn >= rows.length || drawn < STEP;
}

/** Updates the form, the workload, the URL and the API call of the view. */
function showAround(): void {
  showControls();
  if (log && costs && renderResult)
    showUsageLogResult("", htmlToDom(renderResult(log, rows, costs)));
  getRequiredElement("#call", HTMLElement).textContent = formatApiCalls(view, rows);
  getRequiredElement("#api", HTMLAnchorElement).href = toModelsViewApiPath(view);
  replaceUrlQuery(toModelsQuery(view));
  showChoice();
}

const showChoice = (): void =>
  showSelectedModels((slugs) => toHref({ ...view, q: "", filters: { slugs } }));

function showCount(): void {
  if (!hasCosts()) {
    count.textContent = "Loading prices …";
    return;
  }
  const text = `${formatWithCommas(rows.length)} of ${formatWithCommas(allModels().length)} models`;
  if (rows.length > 0) {
    count.textContent = text;
    return;
  }
  if (isMissing()) {
    count.textContent = "Searching …";
    return;
  }
  const words = { label: `“${view.q.trim()}”`, next: replaceModelsViewSearchText(view, "") };
  const [best] = [...chips.filter(({ isActive }) => isActive), ...(view.q ? [words] : [])]
    .map(({ label, next }) => ({ label, next, left: inView(next).length }))
    .sort((a, b) => b.left - a.left);
  const without =
    best &&
    best.left > 0 &&
    html` <a href="${toHref(best.next)}" data-view>Without ${best.label}: ${pluralize(best.left, "model")}</a>`;
  count.replaceChildren(htmlToDom(html`No model matches all filters.${without}`));
}

function showChips(): void {
  chips = toFilterChips(view, mapSlugsToNames(allModels(), loadedModelsData.prices?.names));
  const focused = [...needs.children].indexOf(document.activeElement as Element);
  needs.replaceChildren(htmlToDom(renderFilterChips(chips, toHref)));
  if (focused >= 0)
    (
      needs.children[Math.min(focused, needs.children.length - 1)] as HTMLElement | undefined
    )?.focus();
}

/** What the chart draws. `about` is set when the published files of the page do not show this view. */
const drawnView = (): ModelsChartInput => {
  const { models } = loadedModelsData;
  const isOfPage = !models || (!isCalculator && toModelsQuery(view) === "" && !log);
  return {
    models: rows,
    ...(costs && { cost: { costs, workload: log ? undefined : view.workload } }),
    ...(!isOfPage && { about: { ...models, address: new URL(toHref(view), models.url).href } }),
  };
};

/** Updates the form, the checkbox for retired models, and the text of the workload. */
function showControls(): void {
  if (document.activeElement !== search && search.value.trim() !== view.q.trim())
    search.value = view.q;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (field === search || field === document.activeElement) continue;
    const name = MODEL_FILTER_NAMES.find((one) => one === field.name);
    if (name === undefined) continue;
    const own = [view.filters[name] ?? []].flat().map(String);
    if (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type))
      field.checked = own.length === 0 ? field.value === "" : own.includes(field.value);
    else field.value = own.join();
  }
  // The initial view has no count until all models are loaded.
  const found = rows.length > 0 || drawn === 0 ? pluralize(rows.length, "model") : "models";
  getRequiredElement(".actions .primary", HTMLButtonElement, form).textContent = `Show ${found}`;
  const { status } = view.filters;
  showRetired.checked = status === undefined || [status].flat().includes("retired");
  const { workload } = view;
  const label = log
    ? `Usage log: ${pluralize(log.entries, "entry", "entries")}`
    : workload && formatWorkload(workload);
  const shown = renderWorkloadChip(label, toHref({ ...view, workload: undefined }));
  getRequiredElement("#workload", HTMLElement).replaceChildren(htmlToDom(shown));
  if (workload && !isWorkloadFormFocused()) fillWorkloadForm(workload);
}

/** The text being read; results for an earlier text are dropped. */
let logText = "";
let renderResult: typeof import("./usage-log.ts").renderUsageLogResult | undefined;

function removeLog(): void {
  [log, logText] = [undefined, ""];
  hideUsageLogResult();
}

/** Filters the view by the capabilities that the log's models need. @param text "" removes the log. */
async function takeLog(text: string): Promise<void> {
  logText = text.trim();
  if (logText === "") {
    removeLog();
    return change(view);
  }
  // Reserves room for the result at once, so that the table does not move later.
  if (!log) showUsageLogResult("Reading …");
  await load();
  const usageLog = await import("./usage-log.ts");
  renderResult = usageLog.renderUsageLogResult;
  const loaded = await Promise.all([fetchPricedOffers(), loadPackagedAlmanac()]).catch(
    (error: unknown) => toErrorText(error),
  );
  // The text may have changed meanwhile.
  if (text.trim() !== logText) return;
  if (typeof loaded === "string")
    return showUsageLogResult(`The prices could not be loaded: ${loaded}. Paste the log again.`);
  const found = usageLog.computeUsageLogCosts(text, allModels(), ...loaded);
  log = "price" in found ? found : undefined;
  // Costs of the workload or of another log do not apply to this log.
  [costs, costsOf] = [undefined, []];
  if (!log) {
    showUsageLogResult(found.skipped.join(" "));
    return change(view);
  }
  const filters = { ...parseModelsView(new URLSearchParams()).filters, ...log.needs };
  change({ ...view, filters, workload: undefined });
}

function change(next: ModelsView): void {
  if (toHref(next) !== toHref(view)) invalid = [];
  view = next;
  void load().then(() => {
    if (allModels().length === 0) return;
    update();
    window.clearTimeout(pause);
    if (isMissing()) pause = window.setTimeout(() => void loadMore(), PAUSE);
  });
}

/** Keeps filters that have no field in the form. */
function readForm(): void {
  const sent = new FormData(form);
  const query = new URLSearchParams();
  for (const [name, value] of sent) if (String(value) !== "") query.append(name, String(value));
  if (!query.has("status")) query.set("status", "");
  const read = parseModelsView(query);
  const filters = { ...view.filters };
  for (const name of MODEL_FILTER_NAMES) {
    const field = form.elements.namedItem(name);
    if (field === null || (field instanceof RadioNodeList && isUnset(field))) continue;
    delete filters[name];
    const value = read.filters[name];
    if (value !== undefined) filters[name] = value;
  }
  change({ ...view, filters });
}
/** No radio button is checked when the value is not one of theirs. */
const isUnset = (fields: RadioNodeList): boolean =>
  [...fields].every(
    (field) => field instanceof HTMLInputElement && field.type === "radio" && !field.checked,
  );

/** The table updates when typing pauses, so that keys appear at once even on a slow device. */
function readWords(): void {
  stopDrawing();
  view = replaceModelsViewSearchText(view, search.value);
  window.clearTimeout(typing);
  typing = window.setTimeout(() => change(view), TYPING_PAUSE);
}
let typing: number | undefined;

/** Highlights a row together with its dot. */
function mark(target: EventTarget | null): void {
  const slug =
    target instanceof Element
      ? target.closest<HTMLElement>("[data-slug]")?.dataset.slug
      : undefined;
  for (const marked of models.querySelectorAll(".marked")) marked.classList.remove("marked");
  if (slug !== undefined)
    for (const found of models.querySelectorAll(`[data-slug="${slug}"]`))
      found.classList.add("marked");
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isWorkload = link.dataset.workload !== undefined;
  if (!isWorkload && !link.closest("#needs, #workload, thead, [data-view]")) return;
  event.preventDefault();
  if (isWorkload || link.closest("#workload")) removeLog();
  const sort = link.dataset.sort as ModelsView["sort"];
  // Until the models are loaded, the links of the columns are those of the page, without the filters of the URL.
  const next = sort
    ? toViewAfterSortClick(view, sort)
    : parseModelsView(new URL(link.href).searchParams);
  change(isWorkload ? { ...view, workload: next.workload } : next);
}

function listen(): void {
  sheet.append(form);
  getRequiredElement("#all-filters", HTMLButtonElement).addEventListener("click", () => {
    showControls();
    sheet.showModal();
    void loadRows().then(showControls);
  });
  getRequiredElement("#close-sheet", HTMLButtonElement).addEventListener("click", () =>
    sheet.close(),
  );
  sheet.addEventListener("click", ({ target }) => {
    if (target === sheet) sheet.close();
  });
  form.addEventListener("change", readForm);
  search.addEventListener("input", readWords);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sheet.close();
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    change({ ...parseModelsView(new URLSearchParams()), workload: view.workload });
  });
  listenToWorkloadForm((workload) => {
    removeLog();
    change({ ...view, workload });
  });
  listenToLogPanel((text) => void takeLog(text));
  showRetired.addEventListener("change", () =>
    change(
      showRetired.checked
        ? toViewWithFilterValue(view, "status", ["retired"])
        : toModelsViewWithoutFilterValue(view, "status", "retired"),
    ),
  );
  more.addEventListener("click", async () => {
    await loadRows();
    const first = drawn;
    draw();
    body.rows[first]?.querySelector("a")?.focus();
  });
  document.addEventListener("click", followLink);
  listenToModelSelection(showChoice);
  listenToModelsChartDownloads(async () => {
    await load();
    if (!hasCosts()) await loadMore();
    return drawnView();
  });
  models.addEventListener("pointerover", ({ target }) => mark(target));
  getRequiredElement("#csv", HTMLButtonElement).addEventListener("click", async () => {
    await loadRows();
    const csv = toModelsCsv(rows, costs, log ? "usd_for_log" : "usd_a_month");
    downloadContentAsFile(csv, "text/csv;charset=utf-8", "models.csv");
  });
  const showChart = getRequiredElement("#show-chart", HTMLButtonElement);
  // When the chart is below the table, the button scrolls to it.
  const isBelow = matchMedia("(max-width: 84rem)");
  const markButton = () => {
    if (isBelow.matches) showChart.removeAttribute("aria-pressed");
    else showChart.setAttribute("aria-pressed", String(!models.classList.contains("no-chart")));
  };
  markButton();
  isBelow.addEventListener("change", markButton);
  showChart.addEventListener("click", () => {
    if (isBelow.matches) getRequiredElement("#chart", HTMLElement).scrollIntoView();
    else models.classList.toggle("no-chart");
    markButton();
  });
  const touched = async () => {
    const wasComputed = isComputed;
    isComputed = false;
    await load();
    // The costs of the page stay until those of all models replace them.
    if (wasComputed && allModels().length > 0 && !hasCosts()) await loadMore();
  };
  for (const touch of ["pointermove", "pointerdown", "keydown", "focusin"])
    document.addEventListener(touch, touched, { once: true, passive: true });
}

listen();
showChoice();
// Text that was typed before this script was loaded.
if (document.activeElement === search && search.value !== "") readWords();
if (isCalculator) window.history.replaceState(null, "", toHref(view));
if (isComputed) showControls();
else if (toModelsQuery(view) !== "" || invalid.length > 0) {
  showChips();
  // Until then, the rows are those of the page, without the filters of the URL.
  count.textContent = "Loading models …";
  change(view);
}

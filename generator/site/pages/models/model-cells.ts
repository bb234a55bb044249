/** Columns and rows of the models table, shared by the page and its script. */

import type { ModelSortName } from "../../../endpoints/models/model-filters.ts";
import {
  getLabCssClass,
  PROVISIONAL_CHIP,
  renderAnnouncedPrice,
  renderLabMonogram,
  renderModelStatus,
  renderScoreStrip,
} from "../../components/chips.ts";
import {
  formatShortDate,
  formatTokens,
  type Html,
  type HtmlContent,
  html,
  renderAlignedUsd,
  toPercentChange,
} from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import type { ModelTableItem } from "./model-rows.ts";
import { getDefaultSortDirection, getTableSortScore, type ModelsView } from "./view.ts";
import {
  describeMonthlyWorkload,
  MONTHLY_COST_COLUMN_TITLE,
  renderUnknownCost,
  type Workload,
} from "./workload.ts";
import type { CostByModel } from "./workload-costs.ts";

export interface ModelTableContext {
  /** Day of the newest facts. */
  asOf: string;
  /** Current day; only a script knows it. */
  today?: string;
  /** Slug → the cost and the host that charges it; absent without a workload or usage log. */
  costs?: CostByModel;
  /** The workload of the costs; absent if the costs are those of a usage log. */
  workload?: Workload;
  /** What the reader pays for the usage now, in USD; null if unknown, absent without a usage log. */
  now?: number | null;
  /** Whether numbers get JSON Pointers into the model's API answer. */
  hasPointers?: boolean;
  isChosen?(slug: string): boolean;
}

export const USAGE_LOG_COST_COLUMN_TITLE = "$ for the log";

interface ModelColumn {
  key: string;
  title: HtmlContent;
  sort?: ModelSortName | "month";
  after?: Html;
  cell(model: ModelTableItem, context: ModelTableContext): HtmlContent;
}

/** Lowest score on the strips: the highest of 60, 40, 20 and 0 that is not above any of these scores. */
function toScoreStripMinimum(models: readonly ModelTableItem[]): number {
  const scores = models.flatMap(({ row }) => getTableSortScore(row) ?? []);
  return [60, 40, 20].find((from) => scores.every((score) => score >= from)) ?? 0;
}

const value = <V extends number>(
  shown: V | null,
  at: string,
  toText: (value: V) => HtmlContent,
  { hasPointers, costs }: ModelTableContext,
): Html =>
  ui.renderApiValue(
    shown,
    hasPointers && !(costs && at.startsWith("/pricing")) ? at : undefined,
    toText,
  );

function scoreCell({ row }: ModelTableItem, context: ModelTableContext, from: number): Html {
  const { service_score: score, score_low: low, score_high: high, is_provisional } = row;
  const shown = { score, low, high, isProvisional: is_provisional, place: row.line_score };
  const text =
    score === null
      ? html`<span class="not-scored">not scored</span>`
      : html`<b>${value(score, "/service_score/score", ui.formatOneDecimal, context)}</b>`;
  return html`${text}${renderScoreStrip(shown, from)}`;
}

/** Input price; for a model that is not sold by token, `$0.04` with `per image` below it. */
function inputCell({ row }: ModelTableItem, context: ModelTableContext): HtmlContent {
  const { input, unit_price, unit } = row;
  if (input !== null || unit_price === null)
    return value(input, "/pricing/input", renderAlignedUsd, context);
  return html`${value(unit_price, "/pricing/rate/price", renderAlignedUsd, context)}${ui.renderSmallRemark(`per ${unit}`)}`;
}

/** Price change over 12 months, or the difference to what the reader pays now. Empty if there is no change. */
function changeCell({ row }: ModelTableItem, { costs, now }: ModelTableContext): HtmlContent {
  const cost = costs?.get(row.slug)?.usd ?? null;
  const change =
    now === undefined ? row.price_change : now && cost !== null && toPercentChange(now, cost);
  return change ? ui.renderPriceChangePercent(change) : "";
}

function nameCell({ row, values }: ModelTableItem, context: ModelTableContext): Html {
  const { slug, name, lab_name, is_open_source, is_provisional } = row;
  const { asOf, today, isChosen } = context;
  const status = [
    renderModelStatus({ ...row, status: values.status }, asOf, today),
    row.announced_date !== null &&
      renderAnnouncedPrice(row.announced_date, row.announced_change, today),
  ];
  const checked = isChosen?.(slug) && html` checked`;
  return html`<input class="needs-script" type="checkbox" value="${slug}" aria-label="Compare ${name}"${checked}>${renderLabMonogram(lab_name)}${ui.modelLink(slug, name)}<span class="sr-only"> by ${lab_name}</span>${is_open_source && html` <span class="status">open</span>`}${is_provisional && html` ${PROVISIONAL_CHIP}`} ${status}`;
}

function costCell({ row, values }: ModelTableItem, context: ModelTableContext): HtmlContent {
  const { costs, workload } = context;
  const cost = costs?.get(row.slug);
  if (cost?.usd === null && cost.missing === null)
    return html`<small class="unknown">${cost.unable ?? "not compared"}</small>`;
  if (costs && (!cost || cost.usd === null))
    return renderUnknownCost(workload, cost?.missing ?? undefined);
  const usd = cost ? cost.usd : row.input === null ? null : values.blended;
  return usd === null ? ui.UNKNOWN_VALUE_HTML : html`<b>${renderAlignedUsd(usd)}</b>`;
}

/** The cheapest host; without costs, with its blended price, which is hidden on phones if the row already shows it. */
function hostCell({ row, values }: ModelTableItem, context: ModelTableContext): HtmlContent {
  const { cheapest_host: host, cheapest_blended: price } = row;
  const isShown = price !== null && !context.costs;
  const isOfRow = price !== null && price === values.blended;
  return (
    host !== null &&
    html`<span class="host"><span>${host}</span>${isShown && html` <span class="price${isOfRow && " same"}">${value(price, "/cheapest_provider/blended", renderAlignedUsd, context)}</span>`}</span>`
  );
}

/**
 * One line above the table: whose prices it shows, in which unit, for which workload. The text below the table explains
 * the columns.
 * @param host Name of the host, if the prices are those of a single host.
 */
export function renderModelTableLegend(
  costTitle: string | undefined,
  workload?: Workload,
  host?: string,
): Html {
  const cost =
    costTitle === MONTHLY_COST_COLUMN_TITLE && workload
      ? `$ ${describeMonthlyWorkload(workload)}`
      : costTitle;
  const prices =
    costTitle === undefined
      ? `USD per 1M tokens${host ? ` at ${host}` : ": the list price, or that of the cheapest host if there is none"}. Blended: 3 parts input, 1 part output.`
      : `${cost} at ${host ?? "the cheapest host"}. Input and output: USD per 1M tokens${workload?.service_tier ? " at the standard tier" : ""}.`;
  return html`${prices} <a href="#columns">What the columns mean</a>`;
}

/**
 * @param costTitle Title of the cost column; undefined if no workload or usage log is given.
 * @param models Models whose scores the score strips must have room for.
 */
export function createModelTableColumns(
  costTitle: string | undefined,
  models: readonly ModelTableItem[],
): readonly ModelColumn[] {
  const from = toScoreStripMinimum(models);
  return [
    { key: "name", title: "Model", cell: nameCell },
    {
      key: "score",
      title: "Score",
      sort: "service_score",
      after: html`<small class="of-strip">${from}–100</small>`,
      cell: (model, context) => scoreCell(model, context, from),
    },
    {
      key: "cost",
      title: costTitle ?? "Blended",
      sort: costTitle ? "month" : "pricing_blended",
      cell: costCell,
    },
    { key: "input", title: "Input", sort: "pricing_input", cell: inputCell },
    {
      key: "output",
      title: "Output",
      sort: "pricing_output",
      cell: ({ row }, context) => value(row.output, "/pricing/output", renderAlignedUsd, context),
    },
    costTitle === USAGE_LOG_COST_COLUMN_TITLE
      ? { key: "saving", title: "vs. now", cell: changeCell }
      : { key: "change", title: "12 months", cell: changeCell },
    {
      key: "context",
      title: "Context",
      sort: "context_window",
      cell: ({ row }, context) =>
        value(row.context_window, "/context_window", formatTokens, context),
    },
    {
      key: "released",
      title: "Released",
      sort: "release_date",
      cell: ({ row }) => row.released && formatShortDate(row.released),
    },
    { key: "host", title: "Cheapest host", cell: hostCell },
    { key: "hosts", title: "Hosts", sort: "offers", cell: ({ row }) => String(row.offers) },
  ];
}

/** @param toHref Link target of a column heading, which sorts by that column. */
export function renderModelTableHead(
  columns: readonly ModelColumn[],
  view: ModelsView,
  toHref: (sort: NonNullable<ModelsView["sort"]>) => string,
): Html {
  const sorted = view.sort ?? (view.q.trim() === "" ? "service_score" : undefined);
  const order = view.order ?? getDefaultSortDirection(sorted);
  return html`<tr>${columns.map(({ key, title, sort, after }) => {
    const state = sort !== undefined && sort === sorted && html` aria-sort="${order}ending"`;
    const content = sort ? html`<a href="${toHref(sort)}" data-sort="${sort}">${title}</a>` : title;
    return html`<th scope="col" class="c-${key}"${state}>${content}${after}</th>`;
  })}</tr>`;
}

export const renderModelTableRow = (
  columns: readonly ModelColumn[],
  model: ModelTableItem,
  context: ModelTableContext,
): Html => {
  const { slug, lab } = model.row;
  const of = context.hasPointers && html` data-of="/api/v1/models/${slug}"`;
  const chosen = context.isChosen?.(slug) && " is-chosen";
  return html`<tr class="${getLabCssClass(lab)}${chosen}" data-slug="${slug}"${of}>${columns.map(
    ({ key, cell }, at) => {
      const content = cell(model, context) ?? ui.UNKNOWN_VALUE_HTML;
      return at === 0
        ? html`<th scope="row" class="c-${key}">${content}</th>`
        : html`<td class="c-${key}">${content || ""}</td>`;
    },
  )}</tr>
`;
};

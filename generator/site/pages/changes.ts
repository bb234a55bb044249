/** Changes of prices, models and company figures: the page with filters, and the list for other pages. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../build/schema/collections.ts";
import { COMPANY_METRIC_LABELS, subtractDays } from "../../../build/schema/values.ts";
import {
  CHANGE_NOUNS,
  findChangesOfQuery,
  listChangesEndpoint,
  toChangeTitle,
} from "../../endpoints/changes/changes.ts";
import { type AnswerContext, parseEndpointQuery } from "../../http/endpoint.ts";
import { isProblem, PROBLEM_TYPES } from "../../http/problem.ts";
import { CHANGES_PAGE_PATH, PRICES_FEED_PATH } from "../components/addresses.ts";
import {
  formatShortDate,
  formatWithCommas,
  type Html,
  type HtmlContent,
  html,
} from "../components/html.ts";
import * as ui from "../components/parts.ts";
import * as tables from "../components/table.ts";
import { listJsonAndCsvLinks, type SitePage } from "../layout/page.ts";

/** The page shows the newest changes. With the API's other parameters, programs read all changes in parts. */
export const CHANGES_PAGE_KEYS = Object.keys(listChangesEndpoint.query).filter(
  (name) => name !== "after" && name !== "skip",
);

/** The page `/changes?lab=openai&type=price_drop`, with the filters of the API. */
export function makeFilteredChangesPage(
  query: ReadonlyMap<string, string>,
  context: AnswerContext,
): [status: number, page: SitePage] {
  const { catalog } = context;
  // A form sends its empty fields too.
  const filled = new Map([...query].filter(([, value]) => value !== ""));
  const read = parseEndpointQuery(listChangesEndpoint, filled);
  const found = isProblem(read) ? read : findChangesOfQuery(read, context);
  const hasFilters = filled.size > 0;
  const api = `/api/v1/changes${hasFilters ? `?${new URLSearchParams([...filled])}` : ""}`;
  const page = (lead: HtmlContent, ...main: HtmlContent[]): SitePage => ({
    path: hasFilters ? null : CHANGES_PAGE_PATH,
    title: "Changes of AI models, prices and hosts",
    description:
      "What changed: prices, models, offers, limits, retirements and key figures of labs.",
    chapter: "Findings",
    lead,
    main,
    data: {
      asOf: isProblem(found) ? null : (found[0]?.date ?? null),
      files: listJsonAndCsvLinks(api, "price-changes"),
    },
  });
  if (isProblem(found))
    return [
      PROBLEM_TYPES[found.problem].status,
      page(null, filterForm(query, catalog), ui.renderProblem(found)),
    ];
  const from = subtractDays(catalog.asOf, RECENT_DAYS);
  // Withdrawals correct the record and are not events.
  const events = found.filter(({ withdraws }) => withdraws === null);
  const recent = events.filter(({ date }) => date > from);
  const count = ui.pluralize(found.length, "change");
  const lead = hasFilters
    ? `${count} with these filters, newest first.`
    : html`${count}, ${formatWithCommas(recent.length)} of them in the ${RECENT_DAYS} days to ${ui.renderDate(catalog.asOf)}.`;
  const { limit } = read as { limit: number };
  const more = new URLSearchParams([...filled, ["limit", String(Math.min(1000, limit + 200))]]);
  return [
    200,
    page(
      html`${lead} Subscribe: <a href="${PRICES_FEED_PATH}.xml">price feed</a>.`,
      !hasFilters && ui.renderKeyFigures(recentFigures(events, recent, catalog)),
      filterForm(query, catalog),
      changesTable(found.slice(0, limit), filled.has("type"), catalog),
      found.length > limit &&
        limit < 1000 &&
        html`<p><a class="button" href="${CHANGES_PAGE_PATH}?${String(more)}">Show more</a></p>`,
    ),
  ];
}

const RECENT_DAYS = 30;

function recentFigures(
  events: readonly ChangeRow[],
  recent: readonly ChangeRow[],
  catalog: Catalog,
): ui.KeyFigure[] {
  const figure = (label: string, ...types: ChangeRow["type"][]): ui.KeyFigure => {
    const isOne = ({ type }: ChangeRow) => types.includes(type);
    const newest = events.find(isOne);
    const below =
      newest?.model &&
      html`newest: ${ui.modelLinkOfSlug(newest.model, catalog)}, ${ui.renderDate(newest.date)}`;
    const count = formatWithCommas(recent.filter(isOne).length);
    return [`${label} in ${RECENT_DAYS} days`, count, below];
  };
  return [
    figure("New models", "new_model"),
    figure("Price changes", "price_drop", "price_increase"),
    figure("New or ended offers", "offer_added", "offer_removed"),
    figure("Retirements announced", "retirement"),
  ];
}

const filterForm = (query: ReadonlyMap<string, string>, catalog: Catalog): Html => {
  const { providers } = catalog;
  const slugs = (is: "is_lab" | "is_host") => providers.flatMap((p) => (p[is] ? [p.slug] : []));
  const kinds = Object.entries(CHANGE_NOUNS).map(
    ([type, [first = "", ...rest]]) => [type, `${first.toUpperCase()}${rest.join("")}s`] as const,
  );
  const fields = [
    { name: "type", label: "Change", of: [["", "All changes"] as const, ...kinds] },
    { name: "lab", label: "Lab", of: ui.toProviderOptions("All labs", slugs("is_lab"), catalog) },
    {
      name: "host",
      label: "Host",
      of: ui.toProviderOptions("All hosts", slugs("is_host"), catalog),
    },
    ...(query.get("provider") ? [{ name: "provider", label: "Lab, host or company" }] : []),
    { name: "model", label: "Model" },
    { name: "since", label: "Since", of: sinceOptions(query.get("since"), catalog) },
  ] as const;
  return html`<form class="filters" action="${CHANGES_PAGE_PATH}">
${ui.renderFilterFields(fields.map((field) => ({ ...field, value: query.get(field.name) })))}<button>Show</button>
</form>
`;
};

/** Options for the start date: periods before the newest facts, and the date in the URL. */
function sinceOptions(chosen: string | undefined, { asOf }: Catalog): [string, string][] {
  const options: [string, string][] = [
    ["", "Any day"],
    [subtractDays(asOf, 7), "Last 7 days"],
    [subtractDays(asOf, 30), "Last 30 days"],
    [subtractDays(asOf, 365), "Last 12 months"],
  ];
  return !chosen || options.some(([day]) => day === chosen)
    ? options
    : [...options, [chosen, formatShortDate(chosen)]];
}

interface Entry {
  change: ChangeRow;
  /** Position of the change among all changes. */
  index: number;
  /** Withdrawals of the same day that the entry combines; empty if it shows a single change. */
  withdrawn: readonly ChangeRow[];
}

const toEntry = (change: ChangeRow, index: number): Entry => ({ change, index, withdrawn: [] });

/** Combines the withdrawals of each day into one entry after the other changes of that day. */
function foldWithdrawals(changes: readonly ChangeRow[]): Entry[] {
  return [...groupBy(changes.map(toEntry), ({ change }) => change.date).values()].flatMap(
    (ofDay) => {
      const isWithdrawal = ({ change }: Entry) => change.withdraws !== null;
      const [first, ...others] = ofDay.filter(isWithdrawal);
      const rest = ofDay.filter((entry) => !isWithdrawal(entry));
      if (!first) return rest;
      const withdrawn = others.length === 0 ? [] : [first, ...others].map(({ change }) => change);
      return [...rest, { ...first, withdrawn }];
    },
  );
}

const toWithdrawnPath = ({ date }: ChangeRow): string =>
  `${CHANGES_PAGE_PATH}?type=correction&since=${date}`;

/** `8 retirements, 12 ended offers`. */
const withdrawnText = (rows: readonly ChangeRow[]): string =>
  [...groupBy(rows, ({ withdrawn_type }) => CHANGE_NOUNS[withdrawn_type ?? "correction"])]
    .map(([noun, { length }]) => ui.pluralize(length, noun))
    .join(", ");

const changesTable = (
  changes: readonly ChangeRow[],
  hasType: boolean,
  catalog: Catalog,
): HtmlContent =>
  changes.length > 0 &&
  tables.renderTable<Entry>({
    caption: "Changes of models, hosts and companies, newest first; prices in USD per 1M tokens",
    style: "changes",
    columns: [
      tables.htmlTextColumn("Model or company", (entry) => subject(entry, catalog)),
      tables.htmlTextColumn("What changed", (entry) => whatChanged(entry, catalog)),
      tables.htmlSourceColumn(catalog, ({ change }) => [change.source, change.source_url]),
      tables.htmlDateColumn("Date", ({ change }) => change.date, "below-row"),
    ],
    rows: hasType ? changes.map(toEntry) : foldWithdrawals(changes),
  });

function subject({ change, withdrawn }: Entry, catalog: Catalog): HtmlContent {
  const { model, host, company } = change;
  if (withdrawn.length > 0) return "Withdrawn changes";
  const at = host && html` <small>at ${ui.providerLinkOfSlug(host, catalog)}</small>`;
  if (model === null) return ui.providerLinkOfSlug(company ?? host ?? "", catalog);
  return catalog.model(model)
    ? ui.modelLinkWithTile(model, catalog, at)
    : html`<code>${model}</code> <small>not a model</small>`;
}

function whatChanged({ change, withdrawn }: Entry, catalog: Catalog): HtmlContent {
  const { type, value, previous, key, metric, scope, withdrawn_type, withdrawn_date } = change;
  if (withdrawn.length > 0)
    return html`<a href="${toWithdrawnPath(change)}">${ui.pluralize(withdrawn.length, "earlier change")}</a> retracted as wrong: ${withdrawnText(withdrawn)}`;
  if (change.withdraws !== null)
    return html`Retracted as wrong: ${CHANGE_NOUNS[withdrawn_type ?? "correction"]}${withdrawn_date && html` of ${ui.renderDate(withdrawn_date)}`}`;
  switch (type) {
    case "price_drop":
    case "price_increase":
    case "correction":
      return html`Price ${PRICE_VERBS[type]}: ${priceSteps(change)}`;
    case "offer_added":
      return (change.new_input ?? change.new_output) === null
        ? "New at this host; no price per token is known"
        : html`New at this host: ${priceSteps(change)}`;
    case "offer_removed":
      return "No longer sold by this host";
    case "context_changed":
      return `Context window ${formatWithCommas(previous ?? 0)} → ${formatWithCommas(value ?? 0)} tokens`;
    case "retirement":
      return html`${key !== null && key <= catalog.asOf ? "Retired" : "Retires"} on ${ui.renderDate(key)}`;
    case "renamed":
      return html`New slug; the old one is <code>${key}</code>`;
    case "new_model":
      return toChangeTitle(change, catalog).endsWith("released")
        ? "New model"
        : html`Listed for the first time${change.release_date && html`; released ${ui.renderDate(change.release_date)}`}`;
    case "company_update":
      return `${COMPANY_METRIC_LABELS[metric ?? ""] ?? metric}${scope === null ? "" : ` (${scope})`}: ${value === null ? "unknown" : amount(value, metric)}`;
  }
}

/** Changes that have a price before and after. */
const PRICE_VERBS = { price_drop: "lowered", price_increase: "raised", correction: "corrected" };

function priceSteps(change: ChangeRow, at?: string): Html {
  const steps = (["input", "output"] as const).flatMap((side) => {
    const now = change[`new_${side}`];
    const before = change.type === "offer_added" ? now : change[`old_${side}`];
    const shown = ui.renderPriceChange(before, now, { after: at && `${at}/new_${side}` });
    return now === null && before === null ? [] : html`<span class="whole">${side} ${shown}</span>`;
  });
  return ui.joinHtmlContents(steps);
}

interface Changes {
  /** The newest first. */
  changes: readonly ChangeRow[];
  /** Link target of a change; null for no link. */
  toHref(change: ChangeRow): string | null;
  /** Path of the API answer that contains these changes in this order. */
  of?: string;
}

export const renderChangeList = ({ changes, toHref, of }: Changes, catalog: Catalog): Html =>
  html`<ol class="dated"${of && html` data-of="${of}"`}>
${foldWithdrawals(changes).map(({ change, index, withdrawn }) => {
  const isFolded = withdrawn.length > 0;
  const title = isFolded
    ? `${ui.pluralize(withdrawn.length, "earlier change")} retracted as wrong: ${withdrawnText(withdrawn)}`
    : toChangeTitle(change, catalog);
  const href = isFolded ? toWithdrawnPath(change) : toHref(change);
  return html`<li>
<span class="when">${ui.renderDate(change.date)}</span>
<span>${href === null ? title : html`<a href="${href}">${title}</a>`}${details(change, of && `/data/${index}/details`)}</span>
</li>
`;
})}</ol>`;

function details(change: ChangeRow, at: string | undefined): HtmlContent {
  const { type, value, metric } = change;
  if (type === "company_update" && value !== null)
    return html`: ${ui.renderApiValue(value, at && `${at}/value`, () => amount(value, metric))}`;
  const hasSteps = type in PRICE_VERBS && change.withdraws === null;
  return hasSteps && html` <small>${priceSteps(change, at)}</small>`;
}

/** `1500000000` → `$1.5 billion` for a metric in dollars, otherwise `1,500,000,000`. */
const amount = (value: number, metric: string | null): string =>
  metric?.endsWith("_usd") ? `$${LARGE.format(value)}` : formatWithCommas(Math.round(value));

const LARGE = new Intl.NumberFormat("en-US", {
  notation: "compact",
  compactDisplay: "long",
  maximumSignificantDigits: 3,
});

/** The page of recent, announced and disputed prices, and a page for the price changes and new models of each month. */

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { DISPUTED_PERCENT } from "../../../../build/schema/fields.ts";
import { PRICE_CHANGE_RULE_TEXT } from "../../../endpoints/changes/changes.ts";
import {
  listPriceHistoryRows,
  type PriceDispute,
  toPriceDisputes,
} from "../../../endpoints/prices/prices.ts";
import { getPriceSourceUrl } from "../../../endpoints/service/service.ts";
import { isPriceChange, type PriceChangeRow } from "../../../feeds/feeds.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import { newestDate } from "../../../http/envelope.ts";
import * as paths from "../../components/addresses.ts";
import {
  formatLongDate,
  formatUsdOrFree,
  type Html,
  type HtmlContent,
  html,
  renderAlignedUsd,
  toPercentChange,
} from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import { listJsonAndCsvLinks, type SitePage } from "../../layout/page.ts";

/** The page adds whole months, newest first, until it shows at least this many price moves. */
const ENOUGH = 40;
const MODELS_SHOWN = 30;

export function makePricePages(catalog: Catalog): SitePage[] {
  const months = groupPriceMovesByMonth(catalog);
  return [
    pricesPage(months, catalog),
    ...months.map((month, at) => monthPage(month, months[at + 1], months[at - 1], catalog)),
  ];
}

function pricesPage(months: readonly MonthWithPriceMoves[], catalog: Catalog): SitePage {
  const shown = recent(months);
  const moves = shown.flatMap((month) => month.moves);
  const since = formatLongDate(shown.at(-1)?.month ?? "");

  return {
    path: paths.PRICES_PAGE_PATH,
    title: "Price changes of AI models",
    description:
      "Price changes of AI models: recent changes, announced changes, and current prices on which sources differ.",
    heading: "Price changes",
    chapter: "Prices",
    main: [
      ui.renderTwoColumns(
        [
          moves.length > 0 &&
            ui.renderSection("recent", `${countPriceMoves(moves).text} since ${since}`, [
              renderPriceChangesTable(moves, catalog),
              ui.renderFootnote(
                html`${PRICE_CHANGE_RULE_TEXT} <a href="${paths.CHANGES_PAGE_PATH}">All changes, by lab, host, model and kind</a>. Subscribe: ${ui.renderFeedLinks(paths.PRICES_FEED_PATH)}.`,
              ),
            ]),
          disputesSection(catalog),
        ],
        [announcedSection(catalog), monthsSection(months)],
      ),
    ],
    data: {
      asOf: newestDate(catalog.offers.map(({ as_of }) => as_of)),
      files: [
        ...listJsonAndCsvLinks("/api/v1/changes?limit=1000", "price-changes"),
        { label: "Price history (CSV)", path: "/api/v1/export/price-history", type: "text/csv" },
      ],
      dataset: { name: "Prices of AI models" },
    },
  };
}

function recent(months: readonly MonthWithPriceMoves[]): MonthWithPriceMoves[] {
  let count = 0;
  return months.filter(({ moves }) => {
    const isShown = count < ENOUGH;
    count += moves.length;
    return isShown;
  });
}

const monthsSection = (months: readonly MonthWithPriceMoves[]): HtmlContent =>
  ui.renderSection(
    "months",
    "By month",
    months.length > 0 &&
      tables.renderTable<MonthWithPriceMoves>({
        caption: "Price changes and new models of each month",
        isCaptionHidden: true,
        columns: [
          tables.htmlTextColumn(
            "Month",
            ({ month }) =>
              html`<a href="${paths.PRICES_PAGE_PATH}${month}">${formatLongDate(month)}</a>`,
          ),
          tables.htmlNumberColumn("Fell", ({ moves }) => countPriceMoves(moves).fell),
          tables.htmlNumberColumn("Rose", ({ moves }) => countPriceMoves(moves).rose),
          tables.htmlNumberColumn("New models", ({ models }) => models.length),
        ],
        rows: months,
      }),
  );

function monthPage(
  of: MonthWithPriceMoves,
  before: MonthWithPriceMoves | undefined,
  after: MonthWithPriceMoves | undefined,
  catalog: Catalog,
): SitePage {
  const { month, moves, models } = of;
  const name = formatLongDate(month);
  const { text } = countPriceMoves(moves);
  const lead = `${text}; ${ui.pluralize(models.length, "new model")} ${models.length === 1 ? "was" : "were"} added.`;
  const toLink = ({ month }: MonthWithPriceMoves, rel: "prev" | "next") =>
    html`<a href="${paths.PRICES_PAGE_PATH}${month}" rel="${rel}">${formatLongDate(month)}</a>`;
  return {
    path: paths.PRICES_PAGE_PATH + month,
    title: `Price changes in ${name}`,
    description: `Price changes in ${name}: ${lead}`,
    chapter: "Prices",
    kicker: html`<a href="${paths.PRICES_PAGE_PATH}">Price changes</a>`,
    lead,
    main: [
      moves.length > 0 && ui.renderSection("prices", text, renderPriceChangesTable(moves, catalog)),
      newModelsSection(models, catalog),
      html`<nav class="month-links" aria-label="Months">${before && toLink(before, "prev")} ${after && toLink(after, "next")}</nav>`,
    ],
    data: {
      asOf: newestDate([...moves.map(({ row }) => row.date), ...models.map(({ date }) => date)]),
      files: listJsonAndCsvLinks(`/api/v1/changes?since=${month}-01&limit=1000`, "price-changes"),
      dataset: { description: lead },
    },
  };
}

function newModelsSection(models: readonly NewModelChange[], catalog: Catalog): HtmlContent {
  const list = (some: readonly NewModelChange[]): HtmlContent =>
    some.length > 0 &&
    html`<ul class="dated new-models">
${[...groupBy(some, ({ date }) => date)].map(([date, added]) => html`<li>${ui.renderDate(date)} <span>New: ${ui.joinHtmlContents(added.map(({ model }) => ui.modelLinkOfSlug(model, catalog)))}</span></li>\n`)}</ul>
`;
  const rest = models.slice(MODELS_SHOWN);
  return ui.renderSection("new", "New models", [
    list(models.slice(0, MODELS_SHOWN)),
    rest.length > 0 && ui.renderDisclosure(ui.pluralize(rest.length, "more model"), list(rest)),
  ]);
}

function announcedSection(catalog: Catalog): HtmlContent {
  const rows = catalog.offers
    .flatMap((offer) => offer.announced.map((change) => ({ offer, change })))
    .sort(
      (a, b) =>
        compareByCodePoint(a.change.effective, b.change.effective) ||
        compareByCodePoint(a.offer.model, b.offer.model),
    );
  const table = tables.renderTable<(typeof rows)[number]>({
    caption: "USD per 1M tokens, and the date from which the price applies",
    columns: [
      tables.htmlTextColumn("Model", ({ offer }) =>
        ui.modelAndHostLinks(offer.model, offer.host, catalog),
      ),
      ...tables.htmlPriceColumns<(typeof rows)[number]>(
        ["input", "output"],
        ({ offer, change }, side) =>
          ui.renderPriceChange(offer[side], change[side], { toText: renderAlignedUsd }),
      ),
      tables.htmlDateColumn("From", ({ change }) => change.effective),
      tables.htmlSourceColumn(catalog, ({ offer, change }) => [
        change.source,
        getPriceSourceUrl({ ...offer, ...change }, catalog),
      ]),
    ],
    rows,
  });
  return ui.renderSection("announced", "Announced", rows.length > 0 && table);
}

const DISPUTES_SHOWN = 20;
const DISPUTES = "/api/v1/disputes";

interface Shown {
  dispute: PriceDispute;
  at: string;
  /** The highest stated price divided by the lowest; infinite if only some sources state a price of 0. */
  ratio: number;
}

/** Current prices on which sources differ, the largest differences first. */
function disputesSection(catalog: Catalog): HtmlContent {
  const all = toPriceDisputes(catalog)
    .map((dispute, index): Shown => ({ dispute, at: `/data/${index}`, ratio: ratioOf(dispute) }))
    .sort((a, b) => b.ratio - a.ratio || compareByCodePoint(a.dispute.model, b.dispute.model));
  if (all.length === 0) return false;
  const isPart = all.length > DISPUTES_SHOWN;
  return ui.renderSection("disputes", "Sources differ", [
    html`<p>The table lists current prices on which two sources differ by more than ${DISPUTED_PERCENT} %. ${catalog.counts.offers_disputed ?? 0} of all ${all.length} prices have the <a href="/docs/methods#prices">trust</a> <code>disputed</code>. The other prices in the table are stale or doubtful, or a data-quality rule holds back the price of one source until a second source confirms it. ${isPart && html`The table shows the ${DISPUTES_SHOWN} largest of ${all.length} differences; the <a href="${DISPUTES}">API response</a> has all of them.`}</p>\n`,
    tables.renderTable<Shown>({
      caption: "USD per 1M tokens, input / output, by source",
      columns: [
        tables.htmlTextColumn("Model", ({ dispute: { model, provider_slug } }) =>
          ui.modelAndHostLinks(model, provider_slug, catalog),
        ),
        tables.htmlTextColumn("Published", (row) => statements(row, true)),
        tables.htmlTextColumn("Other sources", (row) => statements(row, false)),
        tables.htmlNumberColumn("Ratio", ({ ratio }) => {
          const times = ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1);
          return Number.isFinite(ratio) ? `${times}×` : html`<small>free or not</small>`;
        }),
      ],
      rows: all.slice(0, DISPUTES_SHOWN),
      of: DISPUTES,
    }),
  ]);
}

const statements = ({ dispute, at: row }: Shown, isPublished: boolean): HtmlContent =>
  dispute.statements.map(({ input, output, source, source_url, recorded, is_published }, index) => {
    const at = `${row}/statements/${index}`;
    return (
      is_published === isPublished &&
      html`<div>${ui.renderApiValue(input, `${at}/input`, formatUsdOrFree)} / ${ui.renderApiValue(output, `${at}/output`, formatUsdOrFree)} <small><a href="${source_url}">${source}</a>, ${ui.renderDate(recorded)}</small></div>`
    );
  });

function ratioOf({ statements }: PriceDispute): number {
  const ratios = (["input", "output"] as const).map((side) => {
    const known = statements.flatMap(({ [side]: price }) => price ?? []);
    const highest = Math.max(0, ...known);
    return highest === 0 ? 1 : highest / Math.min(...known);
  });
  return Math.max(...ratios);
}

/** Price moves and new models of a month (YYYY-MM), both newest first. */
interface MonthWithPriceMoves {
  month: string;
  moves: PriceMove[];
  models: NewModelChange[];
}

interface PriceMove {
  row: PriceChangeRow;
  /** Index of the new price in the host's price history of the model. */
  index: number;
  /** Change of the blended price. */
  percent: number;
}

type NewModelChange = ChangeRow & { model: string };

/** Months, newest first. Months without a price move or a new model are left out. */
const groupPriceMovesByMonth = memoizePerCatalog((catalog) =>
  [...groupBy(catalog.changes.toReversed(), ({ date }) => date.slice(0, 7))]
    .map(
      ([month, changes]): MonthWithPriceMoves => ({
        month,
        moves: changes.filter(isPriceChange).map((change) => toMove(change, catalog)),
        models: changes.filter(isNewModel),
      }),
    )
    .filter(({ moves, models }) => moves.length + models.length > 0)
    .sort((a, b) => compareByCodePoint(b.month, a.month)),
);

const isNewModel = (row: ChangeRow): row is NewModelChange =>
  row.type === "new_model" && row.model !== null;

function toMove(row: PriceChangeRow, catalog: Catalog): PriceMove {
  const history = listPriceHistoryRows(catalog.getModel(row.model), row.host, catalog);
  // Four times the blended prices. A price move always has input prices; an embedding model has no output price.
  const before = 3 * (row.old_input ?? 0) + (row.old_output ?? 0);
  const after = 3 * (row.new_input ?? 0) + (row.new_output ?? 0);
  return {
    row,
    index: history.findIndex(({ date }) => date === row.date),
    percent: toPercentChange(before, after),
  };
}

const renderPriceChangesTable = (moves: readonly PriceMove[], catalog: Catalog): Html =>
  tables.renderTable({
    caption: "USD per 1M tokens, before and after; the change is that of the blended price (3:1)",
    id: "moves",
    columns: columns(catalog),
    rows: moves,
  });

/** Numbers of lower and higher prices, and a text: `56 prices fell, 21 rose`. */
function countPriceMoves(moves: readonly PriceMove[]) {
  const fell = moves.filter(({ row }) => row.type === "price_drop").length;
  const rose = moves.length - fell;
  return { fell, rose, text: `${ui.pluralize(fell, "price")} fell, ${rose} rose` };
}

const columns = (catalog: Catalog): readonly tables.HtmlTableColumn<PriceMove>[] => [
  tables.htmlTextColumn("Model", ({ row: { model, host } }) =>
    ui.modelAndHostLinks(model, host, catalog),
  ),
  ...tables.htmlPriceColumns(["input", "output"], step),
  tables.htmlNumberColumn("Blended", ({ percent }) => ui.renderPriceChangePercent(percent)),
  tables.htmlSourceColumn(catalog, ({ row }) => [row.source]),
  tables.htmlDateColumn("Date", ({ row }) => row.date, "below-row"),
];

function step({ row, index }: PriceMove, side: "input" | "output"): Html {
  return ui.tagFiguresWithApiAddress(
    `/api/v1/price-history/${row.model}?provider=${row.host}`,
    ui.renderPriceChange(row[`old_${side}`], row[`new_${side}`], {
      before: `/${index - 1}/${side}`,
      after: `/${index}/${side}`,
      toText: renderAlignedUsd,
    }),
  );
}

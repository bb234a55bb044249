/** Recent price moves, what is announced and disputed, and score for the price; and a page for every month. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { type PriceDispute, toPriceDisputes } from "../../../endpoints/prices/prices.ts";
import { newestDate } from "../../../http/envelope.ts";
import * as paths from "../../components/addresses.ts";
import {
  formatLongDate,
  formatUsdOrFree,
  formatWithCommas,
  type HtmlContent,
  html,
  renderAlignedUsd,
} from "../../components/html.ts";
import {
  joinHtmlContents,
  type KeyFigure,
  modelAndHostLinks,
  modelLinkOfSlug,
  pluralize,
  renderApiValue,
  renderDate,
  renderDisclosure,
  renderFootnote,
  renderKeyFigures,
  renderPriceChange,
  renderSection,
  renderTwoColumns,
  toKeyFigure,
} from "../../components/parts.ts";
import {
  htmlDateColumn,
  htmlNumberColumn,
  htmlTextColumn,
  priceColumns,
  renderTable,
} from "../../components/table.ts";
import { listJsonAndCsvLinks, type SitePage } from "../../layout/page.ts";
import { renderPriceFrontierSection } from "./price-frontier.ts";
import {
  countPriceMoves,
  groupPriceMovesByMonth,
  type MonthWithPriceMoves,
  type NewModelChange,
  type PriceMove,
  renderPriceChangesTable,
} from "./price-moves.ts";

/** The page shows the newest months until it has so many moves. */
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
  const since = shown.at(-1)?.month ?? "";
  const rule =
    "A change is listed if one source stated both the old and the new price, and if a second source confirms the new price or the new price has lasted seven days.";
  return {
    path: paths.PRICES_PAGE_PATH,
    title: "Price changes of AI models",
    description:
      "Price changes of AI models: which prices changed, which changes are announced, and on which prices the sources differ.",
    heading: "Price changes",
    chapter: "Prices",
    scripts: [...(moves.length > 0 ? (["price-filters"] as const) : []), "charts"],
    main: [
      renderKeyFigures(priceFigures(moves, since, catalog)),
      renderTwoColumns(
        [
          moves.length > 0 &&
            renderSection(
              "recent",
              `${countPriceMoves(moves).text} since ${formatLongDate(since)}`,
              [
                renderPriceChangesTable(moves, catalog),
                renderFootnote(
                  html`${rule} <a href="${paths.CHANGES_PAGE_PATH}">All changes, by lab, host, model and kind</a>. Subscribe: <a href="${paths.PRICES_FEED_PATH}.xml">Atom</a>, <a href="${paths.PRICES_FEED_PATH}.json">JSON Feed</a>.`,
                ),
              ],
            ),
          renderPriceFrontierSection(catalog),
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

/** What moved in the months of the table, what is to come, and what is in doubt. */
function priceFigures(moves: readonly PriceMove[], since: string, catalog: Catalog): KeyFigure[] {
  const { fell, rose } = countPriceMoves(moves);
  const announced = catalog.offers.flatMap((offer) => offer.announced);
  const [next] = announced.map(({ effective }) => effective).sort(compareByCodePoint);
  const { length: disputed } = toPriceDisputes(catalog);
  const sinceThen = since && `since ${formatLongDate(since)}`;
  const nextOne = next ? html`the next from ${renderDate(next)}` : "future price changes";
  const differ = html`<a href="#disputes">current prices by more than 5 %</a>`;
  return [
    toKeyFigure("Became cheaper", formatWithCommas(fell), sinceThen),
    toKeyFigure("Became more expensive", formatWithCommas(rose), sinceThen),
    toKeyFigure("Announced", formatWithCommas(announced.length), nextOne),
    toKeyFigure("Sources differ", formatWithCommas(disputed), differ),
  ];
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
  renderSection(
    "months",
    "By month",
    months.length > 0 &&
      renderTable<MonthWithPriceMoves>({
        caption: "Price changes and new models of each month",
        isCaptionHidden: true,
        columns: [
          htmlTextColumn(
            "Month",
            ({ month }) =>
              html`<a href="${paths.PRICES_PAGE_PATH}${month}">${formatLongDate(month)}</a>`,
          ),
          htmlNumberColumn("Fell", ({ moves }) => countPriceMoves(moves).fell),
          htmlNumberColumn("Rose", ({ moves }) => countPriceMoves(moves).rose),
          htmlNumberColumn("New models", ({ models }) => models.length),
        ],
        rows: months,
      }),
  );

/** `12 prices fell, 5 rose; 53 new models were added.` */
const countText = ({ moves, models }: MonthWithPriceMoves): string =>
  `${countPriceMoves(moves).text}; ${pluralize(models.length, "new model")} ${models.length === 1 ? "was" : "were"} added.`;

function monthPage(
  of: MonthWithPriceMoves,
  before: MonthWithPriceMoves | undefined,
  after: MonthWithPriceMoves | undefined,
  catalog: Catalog,
): SitePage {
  const { month, moves, models } = of;
  const name = formatLongDate(month);
  const lead = countText(of);
  const toLink = ({ month }: MonthWithPriceMoves, rel: "prev" | "next") =>
    html`<a href="${paths.PRICES_PAGE_PATH}${month}" rel="${rel}">${formatLongDate(month)}</a>`;
  return {
    path: paths.PRICES_PAGE_PATH + month,
    title: `Price changes in ${name}`,
    description: `Price changes in ${name}: ${lead}`,
    chapter: "Prices",
    kicker: html`<a href="${paths.PRICES_PAGE_PATH}">Price changes</a>`,
    heading: `Price changes in ${name}`,
    lead,
    scripts: moves.length > 0 ? ["price-filters"] : [],
    main: [
      moves.length > 0 &&
        renderSection(
          "prices",
          countPriceMoves(moves).text,
          renderPriceChangesTable(moves, catalog),
        ),
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
${[...groupBy(some, ({ date }) => date)].map(([date, added]) => html`<li>${renderDate(date)} <span>New: ${joinHtmlContents(added.map(({ model }) => modelLinkOfSlug(model, catalog)))}</span></li>\n`)}</ul>
`;
  const rest = models.slice(MODELS_SHOWN);
  return renderSection("new", "New models", [
    list(models.slice(0, MODELS_SHOWN)),
    rest.length > 0 && renderDisclosure(pluralize(rest.length, "more model"), list(rest)),
  ]);
}

interface Announced {
  offer: OfferRow;
  change: OfferRow["announced"][number];
}

/** Prices announced for a later date. */
function announcedSection(catalog: Catalog): HtmlContent {
  const rows = catalog.offers
    .flatMap((offer) => offer.announced.map((change): Announced => ({ offer, change })))
    .sort(
      (a, b) =>
        compareByCodePoint(a.change.effective, b.change.effective) ||
        compareByCodePoint(a.offer.model, b.offer.model),
    );
  const announced = renderTable<Announced>({
    caption: "USD per 1M tokens, and the date from which the price applies",
    columns: [
      htmlTextColumn("Model", ({ offer }) => modelAndHostLinks(offer.model, offer.host, catalog)),
      ...priceColumns<Announced>(["input", "output"], ({ offer, change }, side) =>
        renderPriceChange(offer[side], change[side], { toText: renderAlignedUsd }),
      ),
      htmlDateColumn("From", ({ change }) => change.effective),
    ],
    rows,
  });
  return renderSection("announced", "Announced", rows.length > 0 && announced);
}

const DISPUTES_SHOWN = 20;
const DISPUTES = "/api/v1/disputes";

interface Shown {
  dispute: PriceDispute;
  at: string;
  /** The highest statement over the lowest; infinite where one source says free and another does not. */
  ratio: number;
}

/** Where sources differ, the widest apart first. */
function disputesSection(catalog: Catalog): HtmlContent {
  const all = toPriceDisputes(catalog)
    .map((dispute, index): Shown => ({ dispute, at: `/data/${index}`, ratio: ratioOf(dispute) }))
    .sort((a, b) => b.ratio - a.ratio || compareByCodePoint(a.dispute.model, b.dispute.model));
  if (all.length === 0) return false;
  const isPart = all.length > DISPUTES_SHOWN;
  return renderSection("disputes", "Sources differ", [
    html`<p>For each current price in the table, two sources differ by more than 5 %. ${isPart && html`The table shows the ${DISPUTES_SHOWN} largest of ${all.length} differences; the <a href="${DISPUTES}">API response</a> has all of them.`}</p>\n`,
    renderTable<Shown>({
      caption: "USD per 1M tokens, input / output, by source",
      columns: [
        htmlTextColumn("Model", ({ dispute: { model, provider_slug } }) =>
          modelAndHostLinks(model, provider_slug, catalog),
        ),
        htmlTextColumn("Published", (row) => statements(row, true)),
        htmlTextColumn("Other sources", (row) => statements(row, false)),
        htmlNumberColumn("Ratio", ({ ratio }) =>
          Number.isFinite(ratio)
            ? `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)}×`
            : "free or not",
        ),
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
      html`<div>${renderApiValue(input, `${at}/input`, formatUsdOrFree)} / ${renderApiValue(output, `${at}/output`, formatUsdOrFree)} <small><a href="${source_url}">${source}</a>, ${renderDate(recorded)}</small></div>`
    );
  });

const ratioOf = ({ statements }: PriceDispute): number =>
  Math.max(
    ...(["input", "output"] as const).map((side) => {
      const prices = statements.map(({ [side]: price }) => price);
      const known = prices.filter((price) => price !== null && price > 0).map(Number);
      if (known.length === 0) return 1;
      return prices.includes(0)
        ? Number.POSITIVE_INFINITY
        : Math.max(...known) / Math.min(...known);
    }),
  );

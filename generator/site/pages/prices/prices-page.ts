/** Recent price moves, what is announced and disputed, and score for the price; and a page for every month. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../../build/model/catalog/rows.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { type PriceDispute, toPriceDisputes } from "../../../endpoints/prices/prices.ts";
import { newestDate } from "../../../http/envelope.ts";
import { PRICES_PATH } from "../../components/addresses.ts";
import { type Content, html, toLongDate, usd } from "../../components/html.ts";
import {
  counted,
  dateTag,
  fact,
  folded,
  modelLink,
  namedModel,
  namedProvider,
  note,
  priceChange,
  providerLink,
  section,
} from "../../components/parts.ts";
import { column, dateColumn, figure, table } from "../../components/table.ts";
import { jsonAndCsv, type SitePage } from "../../layout/page.ts";
import { type Month, movesTable, type NewModel, toMonths } from "./moves.ts";
import { frontierSection } from "./price-frontier.ts";

/** The page shows the newest months until it has so many moves. */
const ENOUGH = 40;
const MODELS_SHOWN = 30;

export function pricePages(catalog: Catalog): SitePage[] {
  const months = toMonths(catalog);
  return [
    pricesPage(months, catalog),
    ...months.map((month, at) => monthPage(month, months[at + 1], months[at - 1], catalog)),
  ];
}

function pricesPage(months: readonly Month[], catalog: Catalog): SitePage {
  const moves = recent(months).flatMap((month) => month.moves);
  const rule = html`A change is listed when one source saw the price before and after, and a second source confirms it or it held for seven days. Subscribe: <a href="/feeds/prices.xml">Atom</a>, <a href="/feeds/prices.json">JSON Feed</a>.`;
  return {
    path: PRICES_PATH,
    title: "Prices",
    description:
      "Prices of AI models: what became cheaper or more expensive and when, what is announced, and where sources differ.",
    chapter: "Prices",
    scripts: moves.length > 0 ? ["price-filters"] : [],
    main: [
      moves.length > 0 &&
        section("recent", "Recent changes", [movesTable(moves, catalog), note(rule)]),
      monthsSection(months),
      frontierSection(catalog),
      announcedSection(catalog),
      disputesSection(catalog),
    ],
    data: {
      asOf: newestDate(catalog.offers.map(({ as_of }) => as_of)),
      files: [
        ...jsonAndCsv("/api/v1/changes?limit=1000", "price-changes"),
        { label: "Price history (CSV)", path: "/api/v1/export/price-history", type: "text/csv" },
      ],
      dataset: { name: "Prices of AI models" },
    },
  };
}

function recent(months: readonly Month[]): Month[] {
  let count = 0;
  return months.filter(({ moves }) => {
    const isShown = count < ENOUGH;
    count += moves.length;
    return isShown;
  });
}

const monthsSection = (months: readonly Month[]): Content =>
  section(
    "months",
    "By month",
    months.length > 0 &&
      html`<ul class="dated months">
${months.map((month) => html`<li><a href="${PRICES_PATH}${month.month}">${toLongDate(month.month)}</a> <span>${countText(month)}</span></li>\n`)}</ul>`,
  );

/** `12 prices fell, 5 rose; 53 new models.` */
function countText({ moves, models }: Month): string {
  const fell = moves.filter(({ row }) => row.type === "price_drop").length;
  return `${counted(fell, "price")} fell, ${moves.length - fell} rose; ${counted(models.length, "new model")}.`;
}

function monthPage(
  of: Month,
  before: Month | undefined,
  after: Month | undefined,
  catalog: Catalog,
): SitePage {
  const { month, moves, models } = of;
  const name = toLongDate(month);
  const lead = countText(of);
  const toLink = ({ month }: Month, rel: "prev" | "next") =>
    html`<a href="${PRICES_PATH}${month}" rel="${rel}">${toLongDate(month)}</a>`;
  return {
    path: PRICES_PATH + month,
    title: `Prices in ${name}`,
    description: `Prices in ${name}: ${lead}`,
    chapter: "Prices",
    kicker: html`<a href="${PRICES_PATH}">Prices</a>`,
    heading: name,
    lead,
    scripts: moves.length > 0 ? ["price-filters"] : [],
    main: [
      moves.length > 0 && section("prices", "Price changes", movesTable(moves, catalog)),
      newModelsSection(models, catalog),
      html`<nav class="month-links" aria-label="Months">${before && toLink(before, "prev")} ${after && toLink(after, "next")}</nav>`,
    ],
    data: {
      asOf: newestDate([...moves.map(({ row }) => row.date), ...models.map(({ date }) => date)]),
      files: jsonAndCsv(`/api/v1/changes?since=${month}-01&limit=1000`, "price-changes"),
      dataset: { description: lead },
    },
  };
}

function newModelsSection(models: readonly NewModel[], catalog: Catalog): Content {
  const list = (some: readonly NewModel[]): Content =>
    some.length > 0 &&
    html`<ul class="dated new-models">
${some.map(({ model, date }) => html`<li>${dateTag(date)} <span>${namedModel(model, catalog)}</span></li>\n`)}</ul>
`;
  const rest = models.slice(MODELS_SHOWN);
  return section("new", "New models", [
    list(models.slice(0, MODELS_SHOWN)),
    rest.length > 0 && folded(`${rest.length} more`, list(rest)),
  ]);
}

interface Announced {
  offer: OfferRow;
  change: OfferRow["announced"][number];
}

/** Prices announced for a later date. */
function announcedSection(catalog: Catalog): Content {
  const rows = catalog.offers
    .flatMap((offer) => offer.announced.map((change): Announced => ({ offer, change })))
    .sort(
      (a, b) =>
        byText(a.change.effective, b.change.effective) || byText(a.offer.model, b.offer.model),
    );
  const announced = table<Announced>({
    caption: "USD per 1M tokens, and the date from which the price holds",
    columns: [
      column("Model", ({ offer }) => namedModel(offer.model, catalog)),
      column("Host", ({ offer }) => namedProvider(offer.host, catalog)),
      figure("Input", ({ offer, change }) => priceChange(offer.input, change.input)),
      figure("Output", ({ offer, change }) => priceChange(offer.output, change.output)),
      dateColumn("From", ({ change }) => change.effective),
    ],
    rows,
  });
  return section("announced", "Announced", rows.length > 0 && announced);
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
function disputesSection(catalog: Catalog): Content {
  const all = toPriceDisputes(catalog)
    .map((dispute, index): Shown => ({ dispute, at: `/data/${index}`, ratio: ratioOf(dispute) }))
    .sort((a, b) => b.ratio - a.ratio || byText(a.dispute.model, b.dispute.model));
  if (all.length === 0) return false;
  const isPart = all.length > DISPUTES_SHOWN;
  return section("disputes", "Sources differ", [
    html`<p>Two sources differ by more than 5 % on these current prices. ${isPart && html`These ${DISPUTES_SHOWN} of ${all.length} are the widest apart; all are in <a href="${DISPUTES}">the API’s answer</a>.`}</p>\n`,
    table<Shown>({
      caption: "USD per 1M tokens, input / output, by source",
      columns: [
        column(
          "Model",
          ({ dispute: { model, name, provider, provider_slug } }) =>
            html`${modelLink(model, name)}<small>at ${providerLink(provider_slug, provider)}</small>`,
        ),
        column("Published", (row) => statements(row, true)),
        column("Other sources", (row) => statements(row, false)),
        figure("Ratio", ({ ratio }) =>
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

const statements = ({ dispute, at: row }: Shown, isPublished: boolean): Content =>
  dispute.statements.map(({ input, output, source, source_url, recorded, is_published }, index) => {
    const at = `${row}/statements/${index}`;
    return (
      is_published === isPublished &&
      html`<div>${fact(input, `${at}/input`, usd)} / ${fact(output, `${at}/output`, usd)} <small><a href="${source_url}">${source}</a>, ${dateTag(recorded)}</small></div>`
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

/** Recent price moves, what is announced and disputed, and score for the price; and a page for every month. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newest } from "../../../http/envelope.ts";
import { PRICES_PATH } from "../../components/addresses.ts";
import { toLongDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { counted, dateTag, folded, namedModel, note, section } from "../../components/parts.ts";
import { jsonAndCsv, type SitePage } from "../../layout/page.ts";
import { type Month, movesTable, type NewModel, toMonths } from "./moves.ts";
import { frontierSection } from "./price-frontier.ts";
import { announcedSection, disputesSection } from "./price-notices.ts";

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
  const rule = note(
    html`A change is listed when one source saw the price before and after, and a second source confirms it or it held for seven days. Subscribe: <a href="/feeds/prices.xml">Atom</a>, <a href="/feeds/prices.json">JSON Feed</a>.`,
  );
  return {
    path: PRICES_PATH,
    title: "Prices",
    description:
      "Prices of AI models: what became cheaper or more expensive and when, what is announced, and where sources differ.",
    chapter: "Prices",
    scripts: moves.length > 0 ? ["price-filters"] : [],
    main: [
      moves.length > 0 &&
        section("recent", "Recent changes", html`${movesTable(moves, catalog)}\n${rule}`),
      monthsSection(months),
      frontierSection(catalog),
      announcedSection(catalog),
      disputesSection(catalog),
    ],
    data: {
      asOf: newest(catalog.offers.map(({ as_of }) => as_of)),
      files: [
        ...jsonAndCsv("/api/v1/changes?limit=1000", "price-changes"),
        { label: "Price history (CSV)", path: "/api/v1/export/price-history", type: "text/csv" },
      ],
      dataset: { name: "Prices of AI models" },
    },
  };
}

/** @param months Newest first. */
function recent(months: readonly Month[]): Month[] {
  let count = 0;
  return months.filter(({ moves }) => {
    const isShown = count < ENOUGH;
    count += moves.length;
    return isShown;
  });
}

const monthsSection = (months: readonly Month[]): Html | false =>
  months.length > 0 &&
  section(
    "months",
    "By month",
    html`<ul class="months">
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
      asOf: newest([...moves.map(({ row }) => row.date), ...models.map(({ date }) => date)]),
      files: jsonAndCsv(`/api/v1/changes?since=${month}-01&limit=1000`, "price-changes"),
      dataset: { description: lead },
    },
  };
}

function newModelsSection(models: readonly NewModel[], catalog: Catalog): Html | false {
  if (models.length === 0) return false;
  const list = (some: readonly NewModel[]) => html`<ul class="new-models">
${some.map(({ model, date }) => html`<li>${dateTag(date)} ${namedModel(model, catalog)}</li>\n`)}</ul>
`;
  const rest = models.slice(MODELS_SHOWN);
  return section(
    "new",
    "New models",
    html`${list(models.slice(0, MODELS_SHOWN))}${rest.length > 0 && folded(`${rest.length} more`, list(rest))}`,
  );
}

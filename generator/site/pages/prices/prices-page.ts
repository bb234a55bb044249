/** Recent price moves, what is announced and disputed, and score for the price; and a page for every month. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newest } from "../../../http/envelope.ts";
import type { StaticFile } from "../../../http/headers.ts";
import { PRICES_PATH } from "../../components/addresses.ts";
import { dateTag, modelLink } from "../../components/facts.ts";
import { toLongDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { folded, note, section } from "../../components/section.ts";
import { jsonAndCsv } from "../../layout/page-data.ts";
import { pageFile } from "../../layout/site-page.ts";
import { type Month, type NewModel, toMonths } from "./months.ts";
import { movesTable } from "./moves-table.ts";
import { frontierSection } from "./price-frontier.ts";
import { announcedSection, disputesSection } from "./price-notices.ts";

/** The page shows the newest months until it has so many moves. */
const ENOUGH = 40;
const MODELS_SHOWN = 30;

export function pricePages(catalog: Catalog): StaticFile[] {
  const months = toMonths(catalog);
  return [
    pricesPage(months, catalog),
    ...months.map((month, index) =>
      monthPage(month, { before: months[index + 1], after: months[index - 1] }, catalog),
    ),
  ];
}

function pricesPage(months: readonly Month[], catalog: Catalog): StaticFile {
  const moves = recent(months).flatMap((month) => month.moves);
  return pageFile(
    {
      path: PRICES_PATH,
      title: "Prices",
      description:
        "Prices of AI models: what became cheaper or more expensive and when, what is announced, and where sources differ.",
      chapter: "Prices",
      scripts: moves.length > 0 ? ["price-filters"] : [],
      main: [
        moves.length > 0 &&
          section(
            "recent",
            "Recent changes",
            html`${movesTable(moves, catalog)}
${note(html`A change is listed when one source saw the price before and after, and a second source confirms it or it held for seven days. Subscribe: <a href="/feeds/prices.xml">Atom</a>, <a href="/feeds/prices.json">JSON Feed</a>.`)}`,
          ),
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
    },
    catalog.service,
  );
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
  const prices = `${fell} ${fell === 1 ? "price" : "prices"} fell, ${moves.length - fell} rose`;
  return `${prices}; ${models.length} new ${models.length === 1 ? "model" : "models"}.`;
}

interface Neighbours {
  before: Month | undefined;
  after: Month | undefined;
}

function monthPage(of: Month, { before, after }: Neighbours, catalog: Catalog): StaticFile {
  const { month, moves, models } = of;
  const name = toLongDate(month);
  const lead = countText(of);
  const toLink = ({ month }: Month, rel: "prev" | "next") =>
    html`<a href="${PRICES_PATH}${month}" rel="${rel}">${toLongDate(month)}</a>`;
  return pageFile(
    {
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
        html`<nav class="turn" aria-label="Months">${before && toLink(before, "prev")} ${after && toLink(after, "next")}</nav>`,
      ],
      data: {
        asOf: newest([...moves.map(({ row }) => row.date), ...models.map(({ date }) => date)]),
        files: jsonAndCsv(`/api/v1/changes?since=${month}-01&limit=1000`, "price-changes"),
        dataset: { description: lead },
      },
    },
    catalog.service,
  );
}

function newModelsSection(models: readonly NewModel[], catalog: Catalog): Html | false {
  if (models.length === 0) return false;
  const list = (some: readonly NewModel[]) => html`<ul class="new-models">
${some.map(({ model, date }) => html`<li>${dateTag(date)} ${modelLink(model, catalog.getModel(model).name)}</li>\n`)}</ul>
`;
  const rest = models.slice(MODELS_SHOWN);
  return section(
    "new",
    "New models",
    html`${list(models.slice(0, MODELS_SHOWN))}${rest.length > 0 && folded(`${rest.length} more`, list(rest))}`,
  );
}

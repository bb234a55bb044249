/** What prices did lately, what is announced and disputed, and what ability costs. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newest } from "../../../http/envelope.ts";
import { PRICES_PATH } from "../../components/addresses.ts";
import { toLongDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { announcedSection } from "./announced.ts";
import { disputesSection } from "./disputed.ts";
import { countText } from "./month-page.ts";
import { type Month, monthPage, toMonths } from "./months.ts";
import { movesTable } from "./moves-table.ts";
import { valueSection } from "./value-chart.ts";

const TITLE = "Prices";
const LEAD =
  "What AI models cost, what became cheaper or dearer and when, and where sources differ.";
/** The newest months stand on the page until they hold so many moves. */
const ENOUGH = 40;

export function pricesPage(catalog: Catalog): Html {
  const months = toMonths(catalog);
  const moves = recent(months).flatMap((month) => month.moves);
  const asOf = newest(catalog.offers.map(({ as_of }) => as_of));
  const data = [
    { label: "JSON", path: "/api/v1/changes?limit=1000", type: "application/json" },
    { label: "CSV", path: "/api/v1/export/price-changes", type: "text/csv" },
    { label: "Every price ever (CSV)", path: "/api/v1/export/price-history", type: "text/csv" },
  ];
  return toPage(
    {
      path: PRICES_PATH,
      title: TITLE,
      description: LEAD,
      chapter: "Prices",
      scripts: moves.length > 0 ? ["price-filters"] : [],
      dataset: toDataset(
        {
          name: "Prices of AI models",
          description: LEAD,
          path: PRICES_PATH,
          asOf,
          distribution: data,
        },
        catalog,
      ),
      head: pageTitle({ title: TITLE, lead: LEAD }),
      main: [
        moves.length > 0 &&
          section(
            "moves-lately",
            "Lately",
            html`${movesTable(moves, catalog)}
<p class="note">A move counts when a source saw the price before and after, and a second source confirms it or it held for seven days. As a feed: <a href="/feeds/prices.xml">Atom</a>, <a href="/feeds/prices.json">JSON</a>.</p>`,
          ),
        monthsSection(months),
        valueSection(catalog),
        announcedSection(catalog),
        disputesSection(catalog),
      ],
      provenance: { asOf, data },
    },
    catalog.service,
  );
}

/** @param months Newest first. */
function recent(months: readonly Month[]): Month[] {
  let held = 0;
  return months.filter(({ moves }) => {
    const isShown = held < ENOUGH;
    held += moves.length;
    return isShown;
  });
}

function monthsSection(months: readonly Month[]): Html | false {
  if (months.length === 0) return false;
  return section(
    "months",
    "Month by month",
    html`<ul class="months">
${months.map((month) => html`<li><a href="${monthPage(month.month)}">${toLongDate(month.month)}</a> <span>${countText(month)}</span></li>\n`)}</ul>`,
  );
}

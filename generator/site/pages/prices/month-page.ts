/** The price moves and new models of one month. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { newest } from "../../../http/envelope.ts";
import { PRICES_PATH } from "../../components/addresses.ts";
import { toLongDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { type Month, monthPage } from "./months.ts";
import { movesTable } from "./moves-table.ts";
import { newModelsSection } from "./new-models.ts";

interface Neighbours {
  before: Month | undefined;
  after: Month | undefined;
}

export function toMonthPage(of: Month, { before, after }: Neighbours, catalog: Catalog): Html {
  const { month, moves, models } = of;
  const path = monthPage(month);
  const name = toLongDate(month);
  const title = `Prices in ${name}`;
  const lead = countText(of);
  const asOf = newest([...moves.map(({ row }) => row.date), ...models.map(({ date }) => date)]);
  const data = [
    {
      label: "JSON",
      path: `/api/v1/changes?since=${month}-01&limit=1000`,
      type: "application/json",
    },
    { label: "CSV", path: "/api/v1/export/price-changes", type: "text/csv" },
  ];
  return toPage(
    {
      path,
      title,
      description: `${title}: ${lead}`,
      chapter: "Prices",
      scripts: moves.length > 0 ? ["price-filters"] : [],
      dataset: toDataset(
        { name: title, description: lead, path, asOf, distribution: data },
        catalog,
      ),
      head: pageTitle({ kicker: html`<a href="${PRICES_PATH}">Prices</a>`, title: name, lead }),
      main: [
        moves.length > 0 && section("prices", "Prices that moved", movesTable(moves, catalog)),
        newModelsSection(models, catalog),
        html`<nav class="turn" aria-label="Months">${before && html`<a href="${monthPage(before.month)}" rel="prev">${toLongDate(before.month)}</a>`} ${after && html`<a href="${monthPage(after.month)}" rel="next">${toLongDate(after.month)}</a>`}</nav>`,
      ],
      provenance: { asOf, data },
    },
    catalog.service,
  );
}

/** `12 prices fell, 5 rose; 53 models were new.` */
export function countText({ moves, models }: Pick<Month, "moves" | "models">): string {
  const fell = moves.filter(({ row }) => row.type === "price_drop").length;
  const rose = moves.length - fell;
  const prices = `${fell} ${fell === 1 ? "price" : "prices"} fell, ${rose} rose`;
  const isOne = models.length === 1;
  return `${prices}; ${models.length} ${isOne ? "model was" : "models were"} new.`;
}

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../../../http/static-file.ts";
import { PRICES_PATH } from "../../components/addresses.ts";
import { pageFile } from "../../layout/page-file.ts";
import { toMonthPage } from "./month-page.ts";
import { monthPage, toMonths } from "./months.ts";
import { pricesPage } from "./prices-page.ts";

export function pricePages(catalog: Catalog): StaticFile[] {
  const months = toMonths(catalog);
  return [
    pageFile(PRICES_PATH, pricesPage(catalog)),
    ...months.map((month, index) => {
      const neighbours = { before: months[index + 1], after: months[index - 1] };
      return pageFile(monthPage(month.month), toMonthPage(month, neighbours, catalog));
    }),
  ];
}

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../../../http/static-file.ts";
import { CALENDAR_TYPE, toCalendar } from "../../../retirements/calendar.ts";
import { retirements } from "../../../retirements/retirement.ts";
import { RETIREMENTS_PATH } from "../../components/addresses.ts";
import { pageFile } from "../../layout/page-file.ts";
import { CALENDAR_PATH, retirementsPage } from "./retirements-page.ts";

/** A calendar holds at least one event. */
export function retirementPages(catalog: Catalog): StaticFile[] {
  const page = pageFile(RETIREMENTS_PATH, retirementsPage(catalog));
  const all = retirements(catalog);
  if (all.length === 0) return [page];
  return [
    page,
    {
      path: CALENDAR_PATH,
      body: toCalendar(all, catalog.service),
      contentType: CALENDAR_TYPE,
      owner: "site",
    },
  ];
}

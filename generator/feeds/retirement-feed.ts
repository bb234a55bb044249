/** The feed of retirements: an entry for every day that a host names. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { type Retirement, retirements, retirementTitle } from "../retirements/retirement.ts";
import { modelPage } from "../site/components/addresses.ts";
import { toLongDate } from "../site/components/format.ts";
import { type Entry, toTag } from "./entry.ts";

export const RETIREMENTS_FEED = "/feeds/retirements";

export const retirementEntries = (catalog: Catalog): Entry[] =>
  retirements(catalog).map((retirement) => toEntry(retirement, catalog));

/** Dated when it became known: a reader is to be told before the day. */
function toEntry(retirement: Retirement, catalog: Catalog): Entry {
  const { model, host, date, recorded, hostName } = retirement;
  return {
    id: toTag(`retirement:${host}:${model}`, catalog),
    date: recorded,
    kind: "retirement",
    title: `${retirementTitle(retirement)} on ${toLongDate(date)}`,
    summary: `${hostName} sells it until ${toLongDate(date)}.`,
    url: `${catalog.service.base_url}/api/v1/models/${model}`,
    page: `${catalog.service.base_url}${modelPage(model)}`,
    models: [model],
    numbers: {},
  };
}

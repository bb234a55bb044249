/** The paid offers of a model as a table, the cheapest first. */

import { toProviderOffer } from "../../generator/endpoints/models/model-detail.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { offerRow } from "./pages/model.ts";
import type { Table } from "./tool.ts";

/** Enough to choose from. */
const SHOWN = 10;

export function offersOfModel(slug: string, { catalog }: Context): Table {
  const paid = catalog
    .offersOf(slug)
    .filter(({ blended, is_free }) => blended !== null && !is_free);
  return {
    field: "providers",
    heading: "Paid offers, the cheapest first",
    rows: paid.slice(0, SHOWN).map((offer) => offerRow(toProviderOffer(offer, catalog))),
    total: paid.length,
    more: `get_model tells more, ${catalog.service.base_url}/api/v1/models/${slug} all`,
  };
}

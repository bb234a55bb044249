/** Hosts that sold the model and do so no more, with the last price that is on record. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, PriceRow } from "../../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import { priceHistoryRows } from "../../../endpoints/price-history/get-price-history.ts";
import { providerPage } from "../../components/addresses.ts";
import { priceFact } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { table } from "../../components/table.ts";

interface Withdrawn {
  host: string;
  day: string;
  /** The last price before, and its place in the answer. */
  last: PriceRow;
  at: number;
}

export function withdrawnHosts(model: ModelRow, catalog: Catalog): Html | false {
  const rows = toWithdrawn(model, catalog);
  if (rows.length === 0) return false;
  return html`<details><summary>${rows.length} ${rows.length === 1 ? "host sells" : "hosts sell"} it no more</summary>
${table<Withdrawn>({
  caption: "Their last prices, US dollars per million tokens",
  of: `/api/v1/price-history/${model.slug}?provider=all`,
  rows,
  columns: [
    {
      title: "Host",
      cell: ({ host }) =>
        html`<a href="${providerPage(host)}">${catalog.provider(host)?.name ?? host}</a>`,
    },
    { title: "In", isFigure: true, cell: ({ last, at }) => priceFact(last.input, `/${at}/input`) },
    {
      title: "Out",
      isFigure: true,
      cell: ({ last, at }) => priceFact(last.output, `/${at}/output`),
    },
    { title: "Until", isFigure: true, cell: ({ day }) => redDate(day) },
  ],
})}</details>
`;
}

function toWithdrawn({ slug }: ModelRow, catalog: Catalog): Withdrawn[] {
  const onSale = new Set(catalog.offersOf(slug).map(({ host }) => host));
  const gone = catalog.pricesOf(slug).some(({ change }) => change === "removed");
  if (!gone) return [];
  const all = priceHistoryRows(catalog.getModel(slug), "all", catalog).map((row, at) => ({
    row,
    at,
  }));
  return [...groupBy(all, ({ row }) => row.host)].flatMap(([host, rows]): Withdrawn[] => {
    const end = rows.at(-1)?.row;
    const last = rows.findLast(({ row }) => row.change !== "removed");
    if (onSale.has(host) || end?.change !== "removed" || !last) return [];
    return [{ host, day: end.date, last: last.row, at: last.at }];
  });
}

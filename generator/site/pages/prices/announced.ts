/** Prices that were announced with a day to come. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../../build/model/catalog/rows.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { modelPage, providerPage } from "../../components/addresses.ts";
import { priceFact, unknown } from "../../components/fact.ts";
import { redDate, usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { table } from "../../components/table.ts";

interface Announced {
  offer: OfferRow;
  /** In the offer's list. */
  index: number;
  effective: string;
}

export function announcedSection(catalog: Catalog): Html | false {
  const rows = catalog.offers
    .flatMap((offer) =>
      offer.announced.map(({ effective }, index): Announced => ({ offer, index, effective })),
    )
    .sort((a, b) => byText(a.effective, b.effective) || byText(a.offer.model, b.offer.model));
  if (rows.length === 0) return false;
  return section(
    "announced",
    "Announced",
    table({
      caption: "US dollars per million tokens, and the day from which they hold",
      columns: [
        {
          title: "Model",
          cell: ({ offer }) =>
            html`<a href="${modelPage(offer.model)}">${catalog.getModel(offer.model).name}</a>`,
        },
        {
          title: "At",
          cell: ({ offer: { host } }) =>
            html`<a href="${providerPage(host)}">${catalog.provider(host)?.name ?? host}</a>`,
        },
        { title: "Input", isFigure: true, cell: (row) => step(row, "input") },
        { title: "Output", isFigure: true, cell: (row) => step(row, "output") },
        { title: "From", isFigure: true, cell: ({ effective }) => redDate(effective) },
      ],
      rows,
    }),
  );
}

/** Answers have what labs announce; other hosts' announcements are in their price history when they hold. */
function step({ offer, index }: Announced, side: "input" | "output"): Content {
  const now = offer[side];
  const then = offer.announced[index]?.[side] ?? null;
  if (!offer.is_list_price) return html`${plain(now)} → ${plain(then)}`;
  return html`<span data-of="/api/v1/models/${offer.model}">${priceFact(now, `/list_price/${side}`)} <span aria-hidden="true">→</span><span class="vh">to</span> ${priceFact(then, `/list_price/announced/${index}/${side}`)}</span>`;
}

const plain = (value: number | null): Content => (value === null ? unknown() : usd(value));

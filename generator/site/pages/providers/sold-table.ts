/** What a host sells: each price beside the list price of its model. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { orderDate } from "../../../../build/model/catalog/order-date.ts";
import type { OfferRow } from "../../../../build/model/catalog/rows.ts";
import { byText } from "../../../../build/schema/collections.ts";
import type { ProviderDetail } from "../../../endpoints/providers/get-provider.ts";
import { modelPage } from "../../components/addresses.ts";
import { againstList, againstListCell } from "../../components/against-list.ts";
import { priceFact } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { longTable } from "../../components/long-table.ts";
import { offerMarks, offerPrice } from "../../components/offer-cells.ts";
import { section } from "../../components/section.ts";
import type { Column } from "../../components/table.ts";

interface Sold {
  offer: OfferRow;
  name: string;
  /** Of its row in the answer. */
  at: string;
  /** Percent; null where nothing can be compared. */
  difference: number | null;
  isCheapest: boolean;
  date: string;
}

export function soldSection(provider: ProviderDetail, catalog: Catalog): Html | false {
  const rows = toSold(provider.slug, catalog);
  if (rows.length === 0) return false;
  const of = `/api/v1/providers/${provider.slug}`;
  return section(
    "sold",
    "Sold here",
    html`${summary(rows, of)}
${longTable({
  caption: "US dollars per million tokens; the newest models first",
  columns: COLUMNS,
  rows,
  of,
})}`,
  );
}

/** The answer has them by slug; a reader looks for the newest first. */
function toSold(host: string, catalog: Catalog): Sold[] {
  return catalog
    .offersAt(host)
    .map((offer, index) => {
      const model = catalog.getModel(offer.model);
      return {
        offer,
        name: model.name,
        at: `/models_sold/${index}`,
        difference: againstList(offer, catalog),
        isCheapest: model.cheapest_host === host,
        date: orderDate(model) ?? "",
      };
    })
    .sort((a, b) => byText(b.date, a.date) || byText(a.offer.model, b.offer.model));
}

function summary(rows: readonly Sold[], of: string): Content {
  const compared = rows.filter(
    ({ difference, offer }) => difference !== null && !offer.is_list_price,
  );
  const below = compared.filter(({ difference }) => (difference ?? 0) < 0).length;
  const above = compared.filter(({ difference }) => (difference ?? 0) > 0).length;
  const cheapest = rows.filter(({ isCheapest, offer }) => isCheapest && offer.trust === "verified");
  return html`${
    compared.length > 0 &&
    html`<p>Of ${compared.length} prices that can be compared with the lab’s own, ${below} are below it, ${compared.length - below - above} the same and ${above} above.</p>
`
  }${
    cheapest.length > 0 &&
    html`<p data-of="${of}">Nobody sells these for less, as far as prices are verified: ${cheapest.slice(0, NAMED).map(toLink)}${cheapest.length > NAMED && ` and ${cheapest.length - NAMED} more, marked in the table`}.</p>
`
  }`;
}

const NAMED = 6;

const toLink = ({ offer, name, at }: Sold, index: number): Html =>
  html`${index > 0 && ", "}<a href="${modelPage(offer.model)}">${name}</a> (${priceFact(offer.input, `${at}/input`)} in, ${priceFact(offer.output, `${at}/output`)} out)`;

const COLUMNS: readonly Column<Sold>[] = [
  {
    title: "Model",
    cell: ({ offer, name }) =>
      html`<a href="${modelPage(offer.model)}">${name}</a>${offerMarks(offer)}`,
  },
  {
    title: "Input",
    isFigure: true,
    cell: ({ offer, at }) => offerPrice(offer, offer.input, `${at}/input`),
  },
  {
    title: "Output",
    isFigure: true,
    cell: ({ offer, at }) => offerPrice(offer, offer.output, `${at}/output`),
  },
  {
    title: "Against list",
    isFigure: true,
    cell: ({ offer, difference, isCheapest }) =>
      html`${againstListCell(offer, difference)}${isCheapest && html`<small class="mark">the cheapest</small>`}`,
  },
  {
    title: "As of",
    isFigure: true,
    cell: ({ offer }) => redDate(offer.as_of),
  },
  { title: "Id to send", cell: ({ offer }) => html`<code>${offer.model_id}</code>` },
];

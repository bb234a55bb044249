/** Where the model is sold: what each host asks, how that differs from the list price, and why it is not the cheapest. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow } from "../../../../build/model/catalog/rows.ts";
import type { ModelDetail, ProviderOffer } from "../../../endpoints/models/get-model.ts";
import { providerPage } from "../../components/addresses.ts";
import { againstList, againstListCell } from "../../components/against-list.ts";
import { countFact, priceFact } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { offerMarks, offerPrice } from "../../components/offer-cells.ts";
import { section } from "../../components/section.ts";
import { type Column, table } from "../../components/table.ts";
import { withdrawnHosts } from "./withdrawn.ts";

/** Rows of the answer's `providers`, each with what the read model knows beside it. */
interface HostRow {
  offer: ProviderOffer;
  row: OfferRow;
  /** JSON Pointer of it. */
  at: string;
  isMaker: boolean;
  /** Percent, from the list price; null where nothing can be compared. */
  difference: number | null;
}

/** More would push everything else off the first screens. */
const SHOWN = 12;

/** Together with the marks of an offer it says why a host is not the cheapest. */
const CHEAPEST_RULE = html`<p class="note">The cheapest asks the lowest sure price by the token, three of input to one of output, at the standard tier. A reseller is it only where nobody sells the model itself; of equal prices the maker’s counts, then a cloud’s.</p>
`;

export function hosts(model: ModelRow, detail: ModelDetail, catalog: Catalog): Html {
  const of = `/api/v1/models/${model.slug}`;
  const rows = toHostRows(model, detail, catalog).sort((a, b) => precedence(a) - precedence(b));
  const make = (caption: string, rows: readonly HostRow[]) =>
    table({ caption, of, columns: COLUMNS, rows });
  const [first, more] = [rows.slice(0, SHOWN), rows.slice(SHOWN)];
  return section(
    "prices",
    "Prices",
    html`${rows.length === 0 && html`<p>No host that we follow sells it.</p>\n`}${
      first.length > 0 &&
      html`${make("US dollars per million tokens: the cheapest host, the list price, then by price", first)}${CHEAPEST_RULE}`
    }${
      more.length > 0 &&
      html`<details><summary>${more.length} more hosts</summary>
${make("Hosts that ask more, or do not sell by the token", more)}</details>
`
    }${otherIds(rows, of)}${withdrawnHosts(model, catalog)}`,
  );
}

/** What readers look for first stands first; the others keep their order. */
const precedence = ({ row }: HostRow): number =>
  row.passed_over === null ? 0 : row.is_list_price ? 1 : 2;

function toHostRows(model: ModelRow, { providers }: ModelDetail, catalog: Catalog): HostRow[] {
  const ownHosts = catalog.provider(model.lab)?.own_hosts ?? [];
  const offers = catalog.offersOf(model.slug);
  return providers.flatMap((offer, index): HostRow[] => {
    const row = offers[index];
    if (!row) return [];
    const isMaker = ownHosts.includes(row.host);
    const difference = againstList(row, catalog);
    return [{ offer, row, at: `/providers/${index}`, isMaker, difference }];
  });
}

const COLUMNS: readonly Column<HostRow>[] = [
  { title: "Host, and the id to send to it", cell: hostCell },
  {
    title: "In",
    isFigure: true,
    cell: ({ offer, row, at }) => offerPrice(row, offer.input, `${at}/input`),
  },
  {
    title: "Out",
    isFigure: true,
    cell: ({ offer, row, at }) => offerPrice(row, offer.output, `${at}/output`),
  },
  {
    title: "Cached",
    isFigure: true,
    cell: ({ offer, at }) => priceFact(offer.cache_read, `${at}/cache_read`),
  },
  {
    title: "Against list",
    isFigure: true,
    cell: ({ row, difference }) => againstListCell(row, difference),
  },
  {
    title: "Context",
    isFigure: true,
    cell: ({ offer, at }) => countFact(offer.context_window, `${at}/context_window`),
  },
  { title: "As of", isFigure: true, cell: ({ offer }) => redDate(offer.as_of) },
];

function hostCell({ offer, row, isMaker }: HostRow): Html {
  const marks = [
    ...(row.passed_over === null ? [html`<b>the cheapest</b>`] : []),
    ...(isMaker ? ["its maker"] : []),
    ...(row.host_kind === "router" ? ["sold by a reseller"] : []),
  ];
  return html`<a href="${providerPage(offer.provider_slug)}">${offer.provider}</a>${offerMarks(row, marks)}${idCell(offer.model_id)}`;
}

/** Room for the button that copies it is kept by the style sheet. */
const idCell = (id: string): Html => html`<span class="id"><code data-copy>${id}</code></span>`;

interface OtherId {
  host: HostRow;
  index: number;
}

function otherIds(rows: readonly HostRow[], of: string): Html | false {
  const others = rows.flatMap((host) =>
    host.offer.variants.map((_, index): OtherId => ({ host, index })),
  );
  if (others.length === 0) return false;
  const variant = ({ host, index }: OtherId) => host.offer.variants[index];
  const at = ({ host, index }: OtherId, field: string) => `${host.at}/variants/${index}/${field}`;
  return html`<details><summary>${others.length} more ${others.length === 1 ? "id" : "ids"} at the same hosts</summary>
${table<OtherId>({
  caption: "Dated, regional and other forms under which the same hosts sell it",
  of,
  rows: others,
  columns: [
    { title: "Host", cell: ({ host }) => host.offer.provider },
    {
      title: "In",
      isFigure: true,
      cell: (row) => priceFact(variant(row)?.input ?? null, at(row, "input")),
    },
    {
      title: "Out",
      isFigure: true,
      cell: (row) => priceFact(variant(row)?.output ?? null, at(row, "output")),
    },
    { title: "Tier", cell: (row) => variant(row)?.service_tier },
    { title: "Id to send", cell: (row) => idCell(variant(row)?.model_id ?? "") },
  ],
})}</details>
`;
}

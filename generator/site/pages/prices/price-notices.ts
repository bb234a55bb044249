/** Prices announced for a later date, and prices on which sources differ. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../../build/model/catalog/rows.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { type Dispute, toDisputes } from "../../../endpoints/prices/prices.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import {
  dateTag,
  modelLink,
  namedModel,
  namedProvider,
  priceChange,
  priceFact,
  providerLink,
  section,
} from "../../components/parts.ts";
import { column, dateColumn, figure, table } from "../../components/table.ts";

interface Announced {
  offer: OfferRow;
  change: OfferRow["announced"][number];
}

export function announcedSection(catalog: Catalog): Html | false {
  const rows = catalog.offers
    .flatMap((offer) => offer.announced.map((change): Announced => ({ offer, change })))
    .sort(
      (a, b) =>
        byText(a.change.effective, b.change.effective) || byText(a.offer.model, b.offer.model),
    );
  if (rows.length === 0) return false;
  return section(
    "announced",
    "Announced",
    table<Announced>({
      caption: "USD per 1M tokens, and the date from which the price holds",
      columns: [
        column("Model", ({ offer }) => namedModel(offer.model, catalog)),
        column("Host", ({ offer }) => namedProvider(offer.host, catalog)),
        figure("Input", ({ offer, change }) => priceChange(offer.input, change.input)),
        figure("Output", ({ offer, change }) => priceChange(offer.output, change.output)),
        dateColumn("From", ({ change }) => change.effective),
      ],
      rows,
    }),
  );
}

const DISPUTES_SHOWN = 20;
const DISPUTES = "/api/v1/disputes";

interface Shown {
  dispute: Dispute;
  at: string;
  /** The highest statement over the lowest. */
  ratio: number;
}

/** Where sources differ, the widest apart first. */
export function disputesSection(catalog: Catalog): Html | false {
  const all = toDisputes(catalog)
    .map((dispute, index): Shown => ({ dispute, at: `/data/${index}`, ratio: ratioOf(dispute) }))
    .sort((a, b) => b.ratio - a.ratio || byText(a.dispute.model, b.dispute.model));
  if (all.length === 0) return false;
  return section(
    "disputes",
    "Sources differ",
    html`<p>Two sources differ by more than 5 % on these current prices. ${all.length > DISPUTES_SHOWN && html`These ${DISPUTES_SHOWN} of ${all.length} are the widest apart; all are in <a href="${DISPUTES}">the API’s answer</a>.`}</p>
${table<Shown>({
  caption: "USD per 1M tokens, input / output, by source",
  columns: [
    column(
      "Model",
      ({ dispute: { model, name, provider, provider_slug } }) =>
        html`${modelLink(model, name)}<small>at ${providerLink(provider_slug, provider)}</small>`,
    ),
    column("Published", (row) => statements(row, true)),
    column("Other sources", (row) => statements(row, false)),
    figure("Ratio", ({ ratio }) => ratioText(ratio)),
  ],
  rows: all.slice(0, DISPUTES_SHOWN),
  of: DISPUTES,
})}`,
  );
}

const ratioText = (ratio: number): string =>
  Number.isFinite(ratio) ? `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)}×` : "free or not";

const statements = ({ dispute, at }: Shown, isPublished: boolean): Content =>
  dispute.statements.map(
    ({ input, output, source, source_url, recorded, is_published }, index) =>
      is_published === isPublished &&
      html`<div>${priceFact(input, `${at}/statements/${index}/input`)} / ${priceFact(output, `${at}/statements/${index}/output`)} <small><a href="${source_url}">${source}</a>, ${dateTag(recorded)}</small></div>`,
  );

/** Infinite where one source says free and another does not. */
function ratioOf({ statements: all }: Dispute): number {
  const ratio = (prices: readonly (number | null)[]): number => {
    const known = prices.filter((price) => price !== null).filter((price) => price > 0);
    if (known.length === 0) return 1;
    if (prices.includes(0)) return Number.POSITIVE_INFINITY;
    return Math.max(...known) / Math.min(...known);
  };
  return Math.max(ratio(all.map(({ input }) => input)), ratio(all.map(({ output }) => output)));
}

/** Where sources contradict each other, the widest apart first. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { type Dispute, toDisputes } from "../../../endpoints/disputes/list-disputes.ts";
import { modelPage, providerPage } from "../../components/addresses.ts";
import { priceFact } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { type Column, table } from "../../components/table.ts";

const SHOWN = 20;
const ALL = "/api/v1/disputes";

interface Shown {
  dispute: Dispute;
  at: string;
  /** The dearest statement over the cheapest. */
  ratio: number;
}

export function disputesSection(catalog: Catalog): Html | false {
  const all = toDisputes(catalog)
    .map((dispute, index): Shown => ({ dispute, at: `/data/${index}`, ratio: ratioOf(dispute) }))
    .sort((a, b) => b.ratio - a.ratio || byText(a.dispute.model, b.dispute.model));
  if (all.length === 0) return false;
  return section(
    "disputes",
    "Sources differ",
    html`<p>Two sources differ by more than 5 % on these prices of today. ${all.length > SHOWN && html`These ${SHOWN} are the widest apart of ${all.length}; the others are in <a href="${ALL}">the answer</a>.`}</p>
${table({
  caption: "US dollars per million tokens, input and output, as each source says",
  columns: COLUMNS,
  rows: all.slice(0, SHOWN),
  of: ALL,
})}`,
  );
}

const COLUMNS: readonly Column<Shown>[] = [
  {
    title: "Model",
    cell: ({ dispute: { model, name, provider, provider_slug } }) =>
      html`<a href="${modelPage(model)}">${name}</a><small>at <a href="${providerPage(provider_slug)}">${provider}</a></small>`,
  },
  { title: "Published", cell: (row) => statements(row, true) },
  { title: "Others say", cell: (row) => statements(row, false) },
  { title: "Apart", isFigure: true, cell: ({ ratio }) => apart(ratio) },
];

function statements({ dispute, at }: Shown, isPublished: boolean): Content {
  return dispute.statements.map(
    ({ input, output, source, source_url, recorded, is_published }, index) =>
      is_published === isPublished &&
      html`<div>${priceFact(input, `${at}/statements/${index}/input`)} / ${priceFact(output, `${at}/statements/${index}/output`)} <small><a href="${source_url}">${source}</a>, ${redDate(recorded)}</small></div>`,
  );
}

function ratioOf({ statements: all }: Dispute): number {
  const apart = (prices: readonly (number | null)[]): number => {
    const known = prices.filter((price) => price !== null && price > 0) as number[];
    const isMixed = known.length > 0 && prices.some((price) => price === 0);
    if (isMixed) return Number.POSITIVE_INFINITY;
    return known.length === 0 ? 1 : Math.max(...known) / Math.min(...known);
  };
  return Math.max(apart(all.map(({ input }) => input)), apart(all.map(({ output }) => output)));
}

const apart = (ratio: number): string =>
  Number.isFinite(ratio)
    ? `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)}-fold`
    : "free or not";

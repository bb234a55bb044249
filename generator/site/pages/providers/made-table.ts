/** The models that a lab made, the newest first. */
import type { MadeModel, ProviderDetail } from "../../../endpoints/providers/get-provider.ts";
import { modelPage } from "../../components/addresses.ts";
import { countFact, fact, priceFact, unknown } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { longTable } from "../../components/long-table.ts";
import { section } from "../../components/section.ts";
import type { Column } from "../../components/table.ts";

type Made = MadeModel & { at: string };

export function madeSection({ slug, models_made }: ProviderDetail): Html | false {
  if (models_made.length === 0) return false;
  return section(
    "made",
    "Made here",
    longTable({
      caption:
        "The newest first; US dollars per million tokens at the lab, or at the cheapest host where it does not sell the model",
      columns: COLUMNS,
      rows: models_made.map((model, index) => ({ ...model, at: `/models_made/${index}` })),
      of: `/api/v1/providers/${slug}`,
    }),
  );
}

const COLUMNS: readonly Column<Made>[] = [
  {
    title: "Model",
    cell: ({ slug, name, pricing }) =>
      html`<a href="${modelPage(slug)}">${name}</a>${pricing.basis === "cheapest_offer" && html`<small class="mark">price of the cheapest host</small>`}`,
  },
  {
    title: "Released",
    isFigure: true,
    cell: ({ release_date }) => (release_date === null ? unknown() : redDate(release_date)),
  },
  {
    title: "Input",
    isFigure: true,
    cell: ({ pricing, at }) => priceFact(pricing.input, `${at}/pricing/input`),
  },
  {
    title: "Output",
    isFigure: true,
    cell: ({ pricing, at }) => priceFact(pricing.output, `${at}/pricing/output`),
  },
  {
    title: "Average score",
    isFigure: true,
    cell: ({ avg_score, at }) =>
      avg_score === null ? unknown() : fact(avg_score, `${at}/avg_score`, avg_score.toFixed(1)),
  },
  { title: "Hosts", isFigure: true, cell: ({ offers, at }) => countFact(offers, `${at}/offers`) },
];

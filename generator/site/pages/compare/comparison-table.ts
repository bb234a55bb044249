/** Models side by side: a row for each fact, a column for each model, the best of a row marked. */
import type { Comparison } from "../../../endpoints/compare/comparison.ts";
import { modelPage, providerPage } from "../../components/addresses.ts";
import { fact, unknown } from "../../components/fact.ts";
import { redDate, thousands, usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { table } from "../../components/table.ts";
import { trustInWords } from "../../components/trust.ts";

type Compared = Comparison["models"][number];

interface Row {
  title: Content;
  /** A cell for each model, in their order. */
  cells: readonly Content[];
}

export const comparisonTable = ({ models }: Comparison, of: string): Html =>
  table({
    caption: "Facts and prices; US dollars per million tokens",
    isCaptionHidden: true,
    of,
    columns: modelColumns(models),
    rows: [
      text(
        "Made by",
        models,
        ({ provider, provider_slug }) =>
          html`<a href="${providerPage(provider_slug)}">${provider}</a>`,
      ),
      text("Released", models, ({ release_date }) =>
        release_date === null ? unknown() : redDate(release_date),
      ),
      text("Open weights", models, ({ is_open_source }) =>
        is_open_source === null ? unknown() : is_open_source ? "yes" : "no",
      ),
      figures(
        "Context window, tokens",
        models,
        "context_window",
        ({ context_window }) => context_window,
        thousands,
        "most",
      ),
      figures(
        "Price, input",
        models,
        "pricing/input",
        ({ pricing }) => pricing.input,
        usd,
        "least",
      ),
      figures(
        "Price, output",
        models,
        "pricing/output",
        ({ pricing }) => pricing.output,
        usd,
        "least",
      ),
      text("Sold for the least by", models, cheapest),
      figures(
        "Service score",
        models,
        "service_score/score",
        ({ service_score }) => service_score?.score ?? null,
        String,
        "most",
      ),
      figures(
        "Mean of benchmarks",
        models,
        "avg_score",
        ({ avg_score }) => avg_score,
        String,
        "most",
      ),
    ],
  });

/** Only what two of them took at least: a benchmark that one alone took compares nothing. */
export function benchmarkTable({ models, benchmarks }: Comparison, of: string): Html {
  const shared = benchmarks
    .map((benchmark, index) => ({ ...benchmark, index }))
    .filter(({ scores }) => Object.keys(scores).length >= 2);
  if (shared.length === 0) return html`<p>No benchmark on record was taken by two of them.</p>`;
  return table({
    caption: `${shared.length} benchmarks that ${models.length === 2 ? "both" : "two of them or more"} took`,
    of,
    columns: modelColumns(models),
    rows: shared.map(({ name, slug, scores, leader, self_reported, index }) => ({
      title: html`<a href="/benchmarks/${slug}">${name}</a>`,
      cells: models.map((model) => {
        const score = scores[model.slug];
        if (score === undefined) return unknown();
        const shown = fact(score, `/benchmarks/${index}/scores/${model.slug}`, score);
        return html`${mark(shown, model.slug === leader)}${self_reported.includes(model.slug) && html` <small class="mark">by its maker</small>`}`;
      }),
    })),
  });
}

const modelColumns = (models: readonly Compared[]) => [
  { title: html`<span class="vh">What</span>`, cell: ({ title }: Row) => title },
  ...models.map(({ slug, name }, at) => ({
    title: html`<a href="${modelPage(slug)}">${name}</a>`,
    isFigure: true,
    cell: ({ cells }: Row) => cells[at],
  })),
];

const text = (
  title: string,
  models: readonly Compared[],
  cell: (model: Compared) => Content,
): Row => ({
  title,
  cells: models.map(cell),
});

/** @param at Place of the value in the answer, below its model. */
function figures(
  title: string,
  models: readonly Compared[],
  at: string,
  value: (model: Compared) => number | null,
  format: (value: number) => string,
  better: "most" | "least",
): Row {
  const known = models.map(value).filter((one) => one !== null);
  const best = better === "most" ? Math.max(...known) : Math.min(...known);
  const differs = new Set(known).size > 1;
  return {
    title,
    cells: models.map((model, index) => {
      const found = value(model);
      if (found === null) return unknown();
      return mark(fact(found, `/models/${index}/${at}`, format(found)), differs && found === best);
    }),
  };
}

const mark = (shown: Html, isBest: boolean): Html =>
  isBest ? html`<b>${shown}</b><span class="vh"> best</span>` : shown;

const cheapest = ({ cheapest_provider: offer }: Compared): Content =>
  offer === null
    ? unknown()
    : html`<a href="${providerPage(offer.provider_slug)}">${offer.provider}</a> ${usd(offer.input)} · ${usd(offer.output)} <small class="mark">${trustInWords(offer.trust)}</small>`;

/** The leaders of a benchmark as bars, and everybody who took it as a table. */
import type { BenchmarkScore } from "../../../endpoints/benchmarks/benchmark.ts";
import type { BenchmarkDetail } from "../../../endpoints/benchmarks/get-benchmark.ts";
import { modelPage } from "../../components/addresses.ts";
import { bars } from "../../components/charts/bars.ts";
import { fact } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { longTable } from "../../components/long-table.ts";
import { section } from "../../components/section.ts";
import type { Column } from "../../components/table.ts";
import { runnerWords, scoreText } from "./words.ts";

const pathOf = ({ slug }: BenchmarkDetail): string => `/api/v1/benchmarks/${slug}`;

export function leadersSection(benchmark: BenchmarkDetail): Html | false {
  const { name, scores, top_models, unit, max_score } = benchmark;
  if (scores.length < 2) return false;
  const rows = top_models.map((model, index) => ({
    value: model.score,
    name: html`<a href="${modelPage(model.slug)}">${model.name}</a> <span class="mark">${markOf(model)}</span>`,
    text: fact(model.score, `/top_models/${index}/score`, scoreText(model.score, unit)),
  }));
  return section(
    "leaders",
    "Leaders",
    html`<div data-of="${pathOf(benchmark)}">
${bars({
  label: `The best on ${name}`,
  rows,
  field: scores.map(({ score }) => score),
  max: max_score,
  hasZero: unit !== "elo",
  toText: (value) => scoreText(value, unit),
})}</div>`,
  );
}

/** Its configuration, and whether its maker says so. */
function markOf(model: Pick<BenchmarkScore, "configuration" | "self_reported">): string {
  const by = model.self_reported === true && runnerWords(model);
  return [model.configuration, by].filter(Boolean).join("; ");
}

export function fieldSection(benchmark: BenchmarkDetail): Html | false {
  const { scores, unit } = benchmark;
  if (scores.length === 0) return false;
  const isSplit = scores.some(({ self_reported }) => self_reported === true);
  return section(
    "field",
    "The whole field",
    longTable({
      caption: isSplit
        ? "What others ran or nobody is named for comes first, then what the models’ makers report; the best first in both"
        : "The best first",
      columns: columns(unit),
      rows: scores.map((score, index) => ({ ...score, at: `/scores/${index}/score` })),
      of: pathOf(benchmark),
    }),
  );
}

type Placed = BenchmarkScore & { at: string };

const columns = (unit: string): readonly Column<Placed>[] => [
  {
    title: "Model",
    cell: ({ slug, name, provider }) =>
      html`<a href="${modelPage(slug)}">${name}</a><small class="mark">${provider}</small>`,
  },
  {
    title: "Score",
    isFigure: true,
    cell: ({ score, at }) => fact(score, at, scoreText(score, unit)),
  },
  {
    title: "Run",
    cell: (score) =>
      html`${score.configuration ?? "plain"}<small class="mark">${runnerWords(score)}</small>`,
  },
  { title: "As of", isFigure: true, cell: ({ as_of }) => redDate(as_of) },
  {
    title: "Read from",
    cell: ({ source_url, source }) => html`<a href="${source_url}">${source}</a>`,
  },
];

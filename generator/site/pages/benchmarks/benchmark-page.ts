/** The page of a benchmark: how it is scored, its leaders, and all results. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { BenchmarkRow } from "../../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import {
  type BenchmarkDetail,
  type BenchmarkScore,
  toBenchmarkDetail,
} from "../../../endpoints/benchmarks/benchmarks.ts";
import { sourceLicense, sourceUrl } from "../../../endpoints/service/service.ts";
import { BENCHMARKS_PATH, benchmarkPage } from "../../components/addresses.ts";
import { bars } from "../../components/charts/bars.ts";
import { thousands } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import {
  benchmarkLink,
  commaList,
  counted,
  fact,
  facts,
  mark,
  modelLink,
  section,
  siteLink,
} from "../../components/parts.ts";
import { column, dateColumn, figure, foldedTable } from "../../components/table.ts";
import { jsonAndCsv, type SitePage } from "../../layout/page.ts";

/** As a heading. */
export const CATEGORY_TITLES = {
  coding: "Coding",
  knowledge: "Knowledge",
  math: "Mathematics",
  other: "Other abilities",
  reasoning: "Reasoning",
} as const;

/** `92.6 %`, `1,432`, `4.2 minutes`. */
export function scoreText(score: number, unit: string): string {
  if (unit === "elo") return thousands(Math.round(score));
  const digits =
    Math.abs(score) >= 1000 ? thousands(Math.round(score)) : String(Number(score.toFixed(1)));
  if (unit === "points") return digits;
  // A lone % does not begin a line.
  return unit === "%" ? `${digits}\u00a0%` : `${digits} ${unit}`;
}

/** Who ran it. */
export function runnerWords({ self_reported }: Pick<BenchmarkScore, "self_reported">): string {
  if (self_reported === null) return "not stated who ran it";
  return self_reported ? "self-reported" : "independent";
}

export function toBenchmarkPage(benchmark: BenchmarkRow, catalog: Catalog): SitePage {
  const detail = toBenchmarkDetail(benchmark, catalog);
  const { slug, name, category, as_of } = detail;
  const lead = leadOf(detail);
  const inCategory = html`<a href="${BENCHMARKS_PATH}#${category}">${CATEGORY_TITLES[category]}</a>`;
  return {
    path: benchmarkPage(slug),
    title: `${name}: scores of AI models`,
    description: `${name}: ${lead}`,
    chapter: "Benchmarks",
    kicker: inCategory,
    heading: name,
    lead,
    main: [
      section("facts", "How it is scored", scoring(benchmark, inCategory, catalog)),
      leadersSection(detail),
      resultsSection(detail),
      licencesSection(detail, catalog),
    ],
    data: {
      asOf: as_of,
      files: jsonAndCsv(answerOf(detail), "benchmarks"),
      dataset: { description: lead },
    },
  };
}

const answerOf = ({ slug }: BenchmarkDetail): string => `/api/v1/benchmarks/${slug}`;

function leadOf({ top_models, unit, models_tested }: BenchmarkDetail): string {
  const [first] = top_models;
  if (!first) return "No scores are recorded.";
  const others = models_tested - 1;
  const field = others === 0 ? "the only model tested" : `ahead of ${counted(others, "other")}`;
  const by = first.self_reported === true ? " (self-reported)" : "";
  return `${first.name} leads with ${scoreText(first.score, unit)}${by}, ${field}.`;
}

function scoring(benchmark: BenchmarkRow, category: Html, catalog: Catalog): Html {
  const { slug, part_of, source_url, default_configuration: run } = benchmark;
  const { default_configuration_reason: reason } = benchmark;
  const toLink = (other: BenchmarkRow) => benchmarkLink(other.slug, other.name);
  const parts = catalog.benchmarks.filter((other) => other.part_of === slug);
  const whole = part_of === null ? undefined : catalog.benchmark(part_of);
  const represents = run !== null && html`A run with <q>${run}</q> represents its model. `;
  return facts([
    ["Category", category],
    ["Scale", scale(benchmark)],
    ["Default run", reason !== null && html`${represents}${reason}`],
    ["Part of", whole && toLink(whole)],
    ["Parts", parts.length > 0 && commaList(parts.map(toLink))],
    ["Website", siteLink(source_url)],
  ]);
}

/** `In %, at best 100, by chance 25; higher is better.` */
function scale({ unit, max_score, floor, higher_is_better }: BenchmarkRow): string {
  const parts = [
    `In ${unit === "elo" ? "Elo points" : unit}`,
    max_score !== null && `at ${higher_is_better ? "best" : "worst"} ${scoreText(max_score, unit)}`,
    floor > 0 && `by chance ${scoreText(floor, unit)}`,
  ].filter(Boolean);
  return `${parts.join(", ")}; ${higher_is_better ? "higher" : "lower"} is better.`;
}

function leadersSection(benchmark: BenchmarkDetail): Html | false {
  const { name, scores, top_models, unit, max_score } = benchmark;
  if (scores.length < 2) return false;
  const rows = top_models.map((model, index) => ({
    value: model.score,
    name: html`${modelLink(model.slug, model.name)} <span class="mark">${[model.configuration, model.self_reported && runnerWords(model)].filter(Boolean).join("; ")}</span>`,
    text: fact(model.score, `/top_models/${index}/score`, scoreText(model.score, unit)),
  }));
  return section(
    "leaders",
    "Top models",
    html`<div data-of="${answerOf(benchmark)}">
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

function resultsSection(benchmark: BenchmarkDetail): Html | false {
  const { scores, unit } = benchmark;
  if (scores.length === 0) return false;
  const isSplit = scores.some(({ self_reported }) => self_reported === true);
  const results = foldedTable<BenchmarkScore & { at: string }>({
    caption: isSplit
      ? "Independent results and those without a named runner first, then self-reported ones; best first in each group"
      : "Best first",
    columns: [
      column(
        "Model",
        ({ slug, name, provider }) => html`${modelLink(slug, name)}${mark(provider)}`,
      ),
      figure("Score", ({ score, at }) => fact(score, at, scoreText(score, unit))),
      column(
        "Configuration",
        (score) => html`${score.configuration ?? "plain"}${mark(runnerWords(score))}`,
      ),
      dateColumn("As of", ({ as_of }) => as_of),
      column("Source", ({ source_url, source }) => html`<a href="${source_url}">${source}</a>`),
    ],
    rows: scores.map((score, index) => ({ ...score, at: `/scores/${index}/score` })),
    of: answerOf(benchmark),
  });
  return section("field", "All results", results);
}

/** Whose scores they are, and under which licence. */
function licencesSection({ scores }: BenchmarkDetail, catalog: Catalog): Html | false {
  if (scores.length === 0) return false;
  const items = [...groupBy(scores, ({ source }) => source)].map(([id, { length }]) => {
    const name = catalog.sources.find((source) => source.id === id)?.name ?? id;
    return html`<li><a href="${sourceUrl(id, catalog)}">${name}</a>: ${counted(length, "score")}, ${sourceLicense(id, catalog)}</li>\n`;
  });
  return section("licence", "Licence of the scores", html`<ul class="files">\n${items}</ul>`);
}

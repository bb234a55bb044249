/** The list of benchmarks by category, and a page for each benchmark: its scoring, its leaders and all results. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { BenchmarkRow, ScoreRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../build/schema/collections.ts";
import { BENCHMARK_CATEGORIES } from "../../../build/schema/values.ts";
import {
  type BenchmarkDetail,
  type BenchmarkEntry,
  type BenchmarkScore,
  listLeaderboardScores,
  rankModelsByBenchmark,
  toBenchmarkDetail,
  toBenchmarkEntry,
} from "../../endpoints/benchmarks/benchmarks.ts";
import { getSourceLicense } from "../../endpoints/service/service.ts";
import { newestDate } from "../../http/envelope.ts";
import { isProblem } from "../../http/problem.ts";
import { BENCHMARKS_PAGE_PATH, benchmarkPagePath, modelPagePath } from "../components/addresses.ts";
import {
  drawScoresByDate,
  findBestScoresToDate,
  type ScoreByReleaseDate,
  toIndependentScoresOrAll,
} from "../components/charts/benchmark-record.ts";
import { type Chart, renderChart } from "../components/charts/chart.ts";
import { getLabCssClass } from "../components/chips.ts";
import {
  formatScore,
  formatScoreInColumn,
  formatWithCommas,
  type Html,
  type HtmlContent,
  html,
} from "../components/html.ts";
import * as ui from "../components/parts.ts";
import * as tables from "../components/table.ts";
import { renderReportWrongScore } from "../components/wrong-fact.ts";
import { listJsonAndCsvLinks, type SitePage } from "../layout/page.ts";

const CATEGORY_TITLES = {
  coding: "Coding",
  knowledge: "Knowledge",
  math: "Mathematics",
  other: "Other abilities",
  reasoning: "Reasoning",
} as const;

const ALL = "/api/v1/benchmarks";
/** A lead over fewer models means little, so benchmarks with fewer are folded. */
const FEW = 10;

export const makeBenchmarkPages = (catalog: Catalog): SitePage[] => [
  overviewPage(catalog),
  ...catalog.benchmarks.map((benchmark) => toBenchmarkPage(benchmark, catalog)),
];

type Listed = BenchmarkEntry & { at: string };

function overviewPage(catalog: Catalog): SitePage {
  const all = catalog.benchmarks
    .map((row, index) => ({ ...toBenchmarkEntry(row, catalog), at: `/data/${index}` }))
    .sort((a, b) => b.models_tested - a.models_tested || compareByCodePoint(a.slug, b.slug));
  return {
    path: BENCHMARKS_PAGE_PATH,
    title: "Benchmarks",
    description:
      "Benchmarks of AI models: the leading model on each benchmark, its score, the day of the test, and the source of the result. Scores keep the licence of their source.",
    chapter: "Benchmarks",
    lead: `Which AI model is best at what: ${ui.pluralize(all.length, "benchmark")}, each with its leader, score and source. The leader of a benchmark has the best independent result. If all results on a benchmark are self-reported by labs, the best self-reported result leads and is marked.`,
    scripts: ["list-filter"],
    main: [
      ui.renderKeyFigures(leadersByCategory(all, catalog), ALL),
      html`<p class="chips">${ui.renderListFilterInput("Filter benchmarks")}</p>\n`,
      ...BENCHMARK_CATEGORIES.map((category) => {
        const title = CATEGORY_TITLES[category];
        const rows = all.filter((benchmark) => benchmark.category === category);
        return ui.renderSection(category, title, listTable(`${title}: benchmarks`, rows, catalog));
      }),
    ],
    data: {
      asOf: newestDate(all.map(({ as_of }) => as_of)),
      files: listJsonAndCsvLinks(ALL, "benchmarks"),
      dataset: { name: "Benchmarks of AI models" },
    },
  };
}

/** For each category, the leader of the benchmark that most models of the last year have taken, as in `best_at`. */
const leadersByCategory = (all: readonly Listed[], catalog: Catalog): ui.KeyFigure[] =>
  BENCHMARK_CATEGORIES.flatMap((category) => {
    const usual = rankModelsByBenchmark(category, catalog);
    const most = all.find(({ slug }) => !isProblem(usual) && slug === usual.benchmark.slug);
    const first = most?.top_models[0];
    if (!first) return [];
    const { name, slug, unit, at, higher_is_better } = most;
    const label = `${CATEGORY_TITLES[category]}: ${name}${higher_is_better ? "" : ", lower is better"}`;
    const value = ui.renderBenchmarkScore(first.score, unit, `${at}/top_models/0/score`);
    return [[label, value, renderLeaders(slug, catalog)] as const];
  });

/** @param rows Sorted by number of models, highest first. */
const listTable = (caption: string, rows: readonly Listed[], catalog: Catalog): HtmlContent =>
  tables.renderFoldedTable<Listed>({
    caption,
    shown: rows.filter(({ models_tested }) => models_tested >= FEW).length,
    summary: (rest) => `${rest} benchmarks with fewer than ${FEW} models`,
    isCaptionHidden: true,
    style: "sourced",
    columns: [
      tables.htmlTextColumn("Benchmark", ({ slug, name }) => ui.benchmarkLink(slug, name)),
      tables.htmlNumberColumn(
        "Models",
        (row) => ui.renderApiValue(row.models_tested, `${row.at}/models_tested`, formatWithCommas),
        "left-out",
      ),
      tables.htmlTextColumn("Leader", ({ slug }) => renderLeaders(slug, catalog)),
      tables.htmlNumberColumn("Score", ({ top_models: [first], unit, at }) =>
        ui.renderApiValue(
          first?.score ?? null,
          `${at}/top_models/0/score`,
          (score) => `${formatScoreInColumn(score, unit)}${unit === "elo" ? " Elo" : ""}`,
        ),
      ),
      tables.htmlDateColumn(
        "Tested",
        ({ top_models: [first] }) => first?.as_of ?? null,
        "below-row",
      ),
      tables.htmlSourceColumn(catalog, ({ slug }) => {
        const [best] = listLeaders(slug, catalog);
        return best && [best.source, best.source_url];
      }),
    ],
    rows,
    of: ALL,
  });

/** Results that look the same as the best one when displayed, in ranking order. */
function listLeaders(slug: string, catalog: Catalog): ScoreRow[] {
  const benchmark = catalog.benchmark(slug);
  if (!benchmark) return [];
  const toText = (row: ScoreRow) =>
    `${row.self_reported === true} ${formatScoreInColumn(row.score, benchmark.unit)}`;
  const all = listLeaderboardScores(benchmark, catalog);
  return all.filter((row) => all[0] && toText(row) === toText(all[0]));
}

/** Names one or two leaders; with more, names the first and counts the others. */
function renderLeaders(slug: string, catalog: Catalog): HtmlContent {
  const [first, second, ...others] = listLeaders(slug, catalog);
  if (!first) return null;
  const rest =
    second &&
    (others.length > 0
      ? ` and ${ui.pluralize(others.length + 1, "other model")}`
      : html` and ${ui.modelLinkOfSlug(second.model, catalog)}`);
  return ui.modelLinkWithTile(first.model, catalog, [rest, runnerChip(first)]);
}

/** Chip that says who ran a test. An independent result has none. */
const runnerChip = (score: Pick<BenchmarkScore, "self_reported">): HtmlContent =>
  score.self_reported !== false &&
  html` <span class="status ${score.self_reported ? "warn" : "unsure"}">${runnerWords(score)}</span>`;

function runnerWords({ self_reported }: Pick<BenchmarkScore, "self_reported">): string {
  if (self_reported === null) return "tester not stated";
  return self_reported ? "self-reported" : "independent";
}

function toBenchmarkPage(benchmark: BenchmarkRow, catalog: Catalog): SitePage {
  const detail = toBenchmarkDetail(benchmark, catalog);
  const { slug, name, category, as_of } = detail;
  const lead = leadOf(detail);
  const of = `${ALL}/${slug}`;
  const chart = toBenchmarkChart(benchmark, catalog);
  const inCategory = html`<a href="${BENCHMARKS_PAGE_PATH}#${category}">${CATEGORY_TITLES[category]}</a>`;
  return {
    path: benchmarkPagePath(slug),
    title: `${name}: scores of AI models`,
    description: `${name}: ${lead}`,
    chapter: "Benchmarks",
    kicker: inCategory,
    heading: name,
    lead,
    charts: [chart],
    scripts: chart ? ["charts"] : [],
    main: [
      ui.renderKeyFigures(benchmarkFigures(detail, catalog), of),
      ui.renderTwoColumns(
        [
          chart && ui.renderSection("over-time", chart.title, renderChart(chart, catalog.service)),
          ui.renderSection("field", "All results", results(detail, of, catalog)),
        ],
        [
          ui.renderSection("facts", "How it is scored", scoring(benchmark, inCategory, catalog)),
          ui.renderSection("licence", "Licence of the scores", licences(detail, catalog)),
        ],
      ),
    ],
    data: {
      asOf: as_of,
      files: [{ label: "JSON", path: of }],
      dataset: { description: lead },
    },
  };
}

function benchmarkFigures(detail: BenchmarkDetail, catalog: Catalog): (ui.KeyFigure | false)[] {
  const { top_models, scores, unit, models_tested, as_of, max_score, higher_is_better } = detail;
  const [first] = top_models;
  if (!first) return [];
  const reported = scores.filter(({ self_reported }) => self_reported === true).length;
  const newest = scores.find((score) => score.as_of === as_of);
  const isBest = bestOf(detail)?.score === first.score;
  const best = ui.renderBenchmarkScore(first.score, unit, "/top_models/0/score");
  const tested = ui.renderApiValue(models_tested, "/models_tested", formatWithCommas);
  const possible = ui.renderApiValue(max_score, "/max_score", (score) => formatScore(score, unit));
  const label = isBest ? "Best result" : "Best not self-reported";
  const own = `${reported > 0 ? formatWithCommas(reported) : "none"} self-reported`;
  return [
    [label, best, ui.modelLinkWithTile(first.slug, catalog)],
    ["Models tested", tested, own],
    max_score !== null && higher_is_better && ["Best possible", possible, "higher is better"],
    ["Newest result", ui.renderDate(as_of), newest && ui.modelLink(newest.slug, newest.name)],
  ];
}

/** The best of all results, including self-reported ones. */
function bestOf({ scores, higher_is_better }: BenchmarkDetail): BenchmarkScore | undefined {
  const sign = higher_is_better ? 1 : -1;
  return scores.toSorted((a, b) => sign * (b.score - a.score))[0];
}

/** First sentence of the page. If a self-reported result beats the leader, self-reported results are not compared. */
function leadOf(detail: BenchmarkDetail): string {
  const { top_models, unit, scores } = detail;
  const [first] = top_models;
  const best = bestOf(detail);
  if (!first || !best) return "No scores are recorded.";
  const toText = (score: number) => formatScoreInColumn(score, unit);
  const isOwnBetter = best.score !== first.score;
  const compared = isOwnBetter
    ? scores.filter(({ self_reported }) => self_reported !== true)
    : scores;
  const leaders = compared.filter(({ score }) => toText(score) === toText(first.score));
  const rest = compared.length - leaders.length;
  const among = isOwnBetter ? "Among results that are not self-reported, " : "";
  const by = first.self_reported === true ? " (self-reported)" : "";
  const only = compared.length === 1 ? `, the only ${among ? "such result" : "model tested"}` : "";
  const ahead = rest > 0 ? `, ahead of ${ui.pluralize(rest, "other model")}` : only;
  const who =
    leaders.length === 1
      ? `${first.name} leads with ${toText(first.score)}`
      : `${leaders.length === 2 ? leaders.map(({ name }) => name).join(" and ") : ui.pluralize(leaders.length, "model")} share the lead with ${toText(first.score)}`;
  const own = isOwnBetter
    ? ` ${best.name} has a better self-reported result, ${toText(best.score)}.`
    : "";
  return `${among}${who}${by}${ahead}.${own}`;
}

function scoring(benchmark: BenchmarkRow, category: Html, catalog: Catalog): HtmlContent {
  const { slug, part_of, default_configuration: run } = benchmark;
  const { default_configuration_reason: reason } = benchmark;
  const toLink = (other: BenchmarkRow) => ui.benchmarkLink(other.slug, other.name);
  const parts = catalog.benchmarks.filter((other) => other.part_of === slug);
  const whole = part_of === null ? undefined : catalog.benchmark(part_of);
  const represents =
    run !== null &&
    html`If a model has several results, the table shows a result whose run configuration contains the text <q>${run}</q>. `;
  return ui.renderDefinitionList([
    ["Measures", benchmark.measures],
    ["Category", category],
    ["Scale", scale(benchmark)],
    ["Default run", reason !== null && html`${represents}${reason}`],
    ["Part of", whole && toLink(whole)],
    ["Parts", parts.length > 0 && ui.joinHtmlContents(parts.map(toLink))],
    ["Website", ui.externalSiteLink(benchmark.source_url)],
  ]);
}

/** `Scores in %, best possible score 100 %, random guessing 25 %; higher is better.` */
function scale({ unit, max_score, floor, higher_is_better }: BenchmarkRow): string {
  const parts = [
    `Scores in ${unit === "elo" ? "Elo points" : unit}`,
    max_score !== null &&
      `${higher_is_better ? "best" : "worst"} possible score ${formatScore(max_score, unit)}`,
    floor > 0 && `random guessing ${formatScore(floor, unit)}`,
  ].filter(Boolean);
  return `${parts.join(", ")}; ${higher_is_better ? "higher" : "lower"} is better.`;
}

/** Minimum number of dated results for a chart: two dots show no trend. */
const FEW_RESULTS = 3;

/** @returns Null if too few models have a full release date. */
export function toBenchmarkChart(benchmark: BenchmarkRow, catalog: Catalog): Chart | null {
  const { slug, name, unit, max_score: max, higher_is_better: isHigherBetter } = benchmark;
  const all = listLeaderboardScores(benchmark, catalog).map((score) => ({
    model: catalog.getModel(score.model),
    score: score.score,
    runner: runnerWords(score),
    isOwn: score.self_reported === true,
  }));
  const dated = all.flatMap(({ model, score, runner, isOwn }) => {
    const { slug, name, release_date: released, is_open_source, lab } = model;
    if (released === null || released.length < 10) return [];
    const isOpen = is_open_source === true;
    const [href, colour] = [modelPagePath(slug), getLabCssClass(lab)];
    return [{ id: slug, name, href, colour, released, isOpen, score, runner, isOwn }];
  });
  const undated = all.length - dated.length;
  if (dated.length < FEW_RESULTS) return null;
  const page = benchmarkPagePath(slug);
  const toText = (score: number): string => formatScore(score, unit);
  const drawn = { results: dated, isHigherBetter, max, toText };
  const sign = isHigherBetter ? 1 : -1;
  const hasOther = all.some(({ isOwn }) => !isOwn);
  const best = Math.max(...toIndependentScoresOrAll(all).map(({ score }) => sign * score));
  const own = dated.filter(({ isOwn }) => isOwn).length;
  const remarks = [
    own > 0 &&
      (hasOther
        ? ` A dashed edge marks a self-reported result (${own} of ${dated.length}); the line leaves these results out.`
        : " All results are self-reported."),
    undated > 0 &&
      ` ${ui.pluralize(undated, "model")} without a release date ${undated === 1 ? "is" : "are"} not drawn.`,
  ];
  const records = findBestScoresToDate(toIndependentScoresOrAll(dated), isHigherBetter);
  // A better result of a model without a release date is not drawn.
  const isBeaten = records.every(({ score }) => sign * score < best);
  const rest = hasOther && all.some(({ isOwn }) => isOwn) ? ", without self-reported results" : "";
  return {
    id: `benchmarks/${slug}`,
    title: isBeaten
      ? `${name} by release date`
      : `Best result on ${name}${recordsText(records, unit)}${rest}`,
    subtitle: `${scale(benchmark)} ${dated.length} models by release date, in the colour of their lab: ●\u00a0closed, ○\u00a0open weights. The line shows the best result up to each date.${remarks.filter(Boolean).join("")}`,
    asOf: benchmark.as_of,
    page,
    table: `${page}#field`,
    columns: ["model", "name", "release_date", "score", "result"],
    rows: dated.map((row) => [row.id, row.name, row.released, row.score, row.runner]),
    draw: (isWide) => drawScoresByDate(drawn, isWide),
  };
}

/** ` over time: from 12.0 % (A) to 80.0 % (B)`, or `: 80.0 % (B)` if there is only one record. */
function recordsText(records: readonly ScoreByReleaseDate[], unit: string): string {
  const [first = "", last = ""] = [records.at(0), records.at(-1)].map(
    (one) => one && `${formatScoreInColumn(one.score, unit)} (${one.name})`,
  );
  return records.length > 1 ? ` over time: from ${first} to ${last}` : `: ${last}`;
}

function results({ slug, name, scores, unit }: BenchmarkDetail, of: string, catalog: Catalog) {
  const isSplit = scores.some(({ self_reported }) => self_reported === true);
  const table = tables.renderFoldedTable<BenchmarkScore & { at: string }>({
    style: "sourced",
    caption: isSplit
      ? "Independent results and results without a stated tester first, then self-reported results; the best first in each group"
      : "Best first",
    columns: [
      tables.htmlTextColumn("Model", (score) =>
        ui.modelLinkWithTile(score.slug, catalog, runnerChip(score)),
      ),
      tables.htmlNumberColumn("Score", ({ score, at }) => ui.renderBenchmarkScore(score, unit, at)),
      tables.htmlTextColumn(
        "Configuration",
        ({ configuration }) => configuration ?? "not stated",
        "below-row",
      ),
      tables.htmlDateColumn("As of", ({ as_of }) => as_of, "below-row"),
      tables.htmlTextColumn(
        "Source",
        (row) =>
          html`${ui.renderSourceLink(row.source, catalog, row.source_url)} ${renderReportWrongScore(row, row, { slug, name }, catalog.service)}`,
        "below-row",
      ),
    ],
    rows: scores.map((score, index) => ({ ...score, at: `/scores/${index}/score` })),
    of,
  });
  return html`<p class="note">The column “Configuration” shows how the model was run, according to the source, for instance its reasoning effort (low to max), the number of examples in the prompt (5-shot), the agent or the model version.</p>
${table}`;
}

function licences({ scores }: BenchmarkDetail, catalog: Catalog): HtmlContent {
  const items = [...groupBy(scores, ({ source }) => source)].map(
    ([id, { length }]) =>
      html`<li>${ui.renderSourceLink(id, catalog)}: ${ui.pluralize(length, "score")}, ${getSourceLicense(id, catalog)}</li>\n`,
  );
  return items.length > 0 && html`<ul class="files">\n${items}</ul>`;
}

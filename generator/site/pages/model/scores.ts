/** Test results of a model: the overall score, each benchmark compared with all other models, and our own tests. */
import { formatOwnTestScore as ownScoreText } from "../../../../build/experiments/own-tests.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { BenchmarkRow, ModelRow, ScoreRow } from "../../../../build/model/catalog/rows.ts";
import { MIN_MODELS_PER_BENCHMARK } from "../../../../build/model/score/fit.ts";
import { MIN_BENCHMARKS_FOR_MODEL_SCORE } from "../../../../build/model/score/scores.ts";
import { listLeaderboardScores } from "../../../endpoints/benchmarks/benchmarks.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { OWN_TESTS_AND_SCORECARD } from "../../../endpoints/own-tests/own-test.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import { OVERALL_SCORE_PAGE_PATH, ownTestPagePath } from "../../components/addresses.ts";
import { roundToTenthPx } from "../../components/charts/marks.ts";
import { getLabCssClass } from "../../components/chips.ts";
import { formatWithCommas, type Html, type HtmlContent, html } from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import { renderReportWrongScore } from "../../components/wrong-fact.ts";
import { MAX_PEER_PRICE_FACTOR, MIN_BENCHMARKS_SHARED_WITH_PEER } from "./alternatives.ts";

/** The results of all models on a benchmark. */
interface Field {
  benchmark: BenchmarkRow;
  /** One score per model, best first. */
  scores: readonly number[];
  /** Index of the best score in `scores` of the benchmark's API answer. */
  bestAt: number;
}

interface ScoreLine {
  score: ModelDetail["scores"][number];
  field: Field;
  /** JSON Pointer of the score. */
  at: string;
  /** True if this result represents the model on the benchmark; other results are additional runs. */
  isDefault: boolean;
  /** Scores of the models to compare with. */
  peers: readonly { lab: string; score: number }[];
}

const SHOWN = 12;

export function renderScoreSection(
  model: ModelRow,
  detail: ModelDetail,
  peers: readonly ModelRow[],
  catalog: Catalog,
): HtmlContent {
  const of = `/api/v1/models/${model.slug}`;
  const lines = toLines(model, detail, peers, catalog);
  const isMain = ({ isDefault, field }: ScoreLine) => isDefault && field.benchmark.part_of === null;
  const main = lines.filter(isMain).sort((a, b) => b.field.scores.length - a.field.scores.length);
  const rows = [...main, ...lines.filter((line) => !isMain(line))];
  const all = tables.renderFoldedTable<ScoreLine>({
    caption: "Benchmarks with the most tested models first",
    of,
    columns: columns(model, catalog),
    rows,
    shown: Math.min(main.length, SHOWN),
    summary: (rest) =>
      `${ui.pluralize(rest, "more result")}: other benchmarks, parts of benchmarks, other configurations`,
  });
  const claim = peerClaim(model, main);
  return (
    rows.length > 0 &&
    ui.renderSection("scores", claim ?? "Scores", [
      html`<div data-of="${of}">${summary(detail)}</div>\n`,
      peers.length > 0 &&
        ui.renderColourLegend(
          [model, ...peers].map(({ slug, name, lab }) => [
            getLabCssClass(lab),
            slug === model.slug ? html`<b>${name}</b>` : ui.modelLink(slug, name),
          ]),
        ),
      all,
      ui.renderFootnote(
        `${claim ? "The title counts the benchmarks on which at least two of the other models named above were tested. " : ""}Each strip runs from the worst to the best score of all models on a benchmark. The thick part of a strip covers the middle half of the models, and the stroke is the score of this model. ${peers.length > 0 ? `Dots are the scores of the other models named above: of each other lab, the newest current model that was tested on at least ${MIN_BENCHMARKS_SHARED_WITH_PEER} of the same benchmarks and whose price differs by a factor of at most ${MAX_PEER_PRICE_FACTOR}. ` : ""}Self-reported scores are included.`,
      ),
    ])
  );
}

function toLines(
  model: ModelRow,
  detail: ModelDetail,
  peers: readonly ModelRow[],
  catalog: Catalog,
): ScoreLine[] {
  const rows = catalog.scoresOf(model.slug);
  return detail.scores.flatMap((score, index): ScoreLine[] => {
    const field = fields(catalog).get(score.benchmark_slug);
    if (!field) return [];
    const isShared = (one: ScoreRow) => one.benchmark === score.benchmark_slug && one.is_default;
    const scores = peers.flatMap(({ slug, lab }) =>
      catalog.scoresOf(slug).flatMap((one) => (isShared(one) ? { lab, score: one.score } : [])),
    );
    const isDefault = rows[index]?.is_default === true;
    return [{ score, field, at: `/scores/${index}`, isDefault, peers: scores }];
  });
}

function summary({ service_score: service }: ModelDetail): Html {
  if (service === null)
    return html`<p>This model has results on too few benchmarks for an <a href="${OVERALL_SCORE_PAGE_PATH}">overall score</a>. The overall score needs results on ${MIN_BENCHMARKS_FOR_MODEL_SCORE} benchmarks with at least ${MIN_MODELS_PER_BENCHMARK} tested models each. Parts of a benchmark, Elo ratings and durations do not count.</p>`;
  const count = (field: "benchmarks" | "independent") =>
    ui.renderApiValue(service[field], `/service_score/${field}`);
  return html`<p class="sum">The <a href="${OVERALL_SCORE_PAGE_PATH}">overall score</a> is based on ${count("benchmarks")} benchmarks; independent results exist for ${count("independent")} of them. Its rank is among all models with a score, including retired ones.</p>`;
}

const answerOf = ({ slug }: BenchmarkRow): string => `/api/v1/benchmarks/${slug}`;

const columns = (model: ModelRow, catalog: Catalog): tables.HtmlTableColumn<ScoreLine>[] => [
  tables.htmlTextColumn(
    "Benchmark",
    ({ score: { benchmark_slug, benchmark, configuration }, isDefault }) => {
      const isPlain = configuration === null && isDefault;
      return html`${ui.benchmarkLink(benchmark_slug, benchmark)}${!isPlain && html` <small>${configuration ?? "configuration not stated"}</small>`}`;
    },
  ),
  tables.htmlNumberColumn("Score", ({ score: { score, unit }, at }) =>
    ui.renderBenchmarkScore(score, unit, `${at}/score`),
  ),
  tables.htmlTextColumn("Among all models", (line) => line.isDefault && strip(line, model)),
  tables.htmlNumberColumn("Rank", rankCell, "below-row", "rank"),
  tables.htmlNumberColumn(
    "Best",
    ({ field: { benchmark, scores, bestAt } }) =>
      ui.tagFiguresWithApiAddress(
        answerOf(benchmark),
        ui.renderBenchmarkScore(scores[0] ?? null, benchmark.unit, `/scores/${bestAt}/score`),
      ),
    "left-out",
    "top-score",
  ),
  tables.htmlTextColumn(
    "Source",
    ({ score: row, field: { benchmark } }) => {
      const { source, source_url, self_reported, as_of } = row;
      const runner =
        self_reported === null ? "tester not stated" : self_reported && "self-reported";
      const wrong = renderReportWrongScore(row, model, benchmark, catalog.service);
      return html`${ui.renderSourceLink(source, catalog, source_url)}, ${ui.renderDate(as_of)} ${wrong}${runner && html` ${ui.renderSmallRemark(runner)}`}`;
    },
    "below-row",
    "by",
  ),
];

function rankCell({ score, field: { benchmark, scores }, isDefault }: ScoreLine): Html {
  if (!isDefault) return html`<span class="mark">additional run</span>`;
  const ranked = ui.renderApiValue(benchmark.models_tested, "/models_tested", formatWithCommas);
  // Equal scores share a rank.
  return html`${scores.indexOf(score.score) + 1} of ${ui.tagFiguresWithApiAddress(answerOf(benchmark), ranked)}`;
}

/** Benchmark slug → the results of all models. */
const fields = memoizePerCatalog((catalog) => {
  const toField = (benchmark: BenchmarkRow): [string, Field] => {
    const listed = listLeaderboardScores(benchmark, catalog).map(({ score }) => score);
    const sign = benchmark.higher_is_better ? -1 : 1;
    const scores = listed.toSorted((a, b) => sign * (a - b));
    return [benchmark.slug, { benchmark, scores, bestAt: listed.indexOf(scores[0] ?? 0) }];
  };
  return new Map(catalog.benchmarks.map(toField));
});

/** Size of the strip in pixels. Its width spans the worst to the best score. */
const WIDTH = 120;
const HEIGHT = 12;

function strip({ score: { score }, field: { scores }, peers }: ScoreLine, { lab }: ModelRow): Html {
  const [best = 0, worst = 0] = [scores[0], scores.at(-1)];
  const at = (value = 0): number =>
    best === worst ? WIDTH / 2 : roundToTenthPx((WIDTH * (value - worst)) / (best - worst));
  const quarter = (share: number) => at(scores[Math.round(share * (scores.length - 1))]);
  const dots = peers.map(
    ({ lab, score }) =>
      html`<circle class="${getLabCssClass(lab)}" cx="${at(score)}" cy="6" r="3"/>`,
  );
  return html`<svg class="strip ${getLabCssClass(lab)}" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true"><path d="M0 6H${WIDTH}"/><path class="middle" d="M${quarter(0.75)} 6H${quarter(0.25)}"/>${dots}<path class="here" d="M${at(score)} 1v10"/></svg>`;
}

/** On how many of the shown benchmarks the model beats its peers. Undefined if fewer than three can be compared. */
function peerClaim({ name }: ModelRow, lines: readonly ScoreLine[]): string | undefined {
  const compared = lines.flatMap(({ score, field, peers }) => {
    const sign = field.benchmark.higher_is_better ? 1 : -1;
    return peers.length < 2 ? [] : [peers.every((peer) => sign * (score.score - peer.score) > 0)];
  });
  if (compared.length < 3) return undefined;
  const best = compared.filter(Boolean).length;
  return best === 0
    ? `On each of ${compared.length} benchmarks, a model of a similar price does as well or better`
    : `${name} does better than models of a similar price on ${best} of ${compared.length} benchmarks`;
}

export function renderOwnTestSection({ slug, gecko_tests }: ModelDetail): HtmlContent {
  if (gecko_tests === null) return false;
  const rows = OWN_TESTS_AND_SCORECARD.flatMap((test) => {
    const result = gecko_tests[test.test];
    return result ? [{ test, result }] : [];
  });
  const results = tables.renderTable<(typeof rows)[number]>({
    caption: "Results of tests that we run ourselves",
    of: `/api/v1/models/${slug}`,
    rows,
    columns: [
      tables.htmlTextColumn(
        "Test",
        ({ test }) =>
          html`<a href="${ownTestPagePath(test.test)}">${test.name}</a> <small>${test.question}</small>`,
      ),
      tables.htmlNumberColumn(
        "Score",
        ({ test, result: { score } }) =>
          score !== null &&
          html`${ui.renderApiValue(score, `/gecko_tests/${test.test}/score`, (own) => ownScoreText(test, own))} <small>${test.scoring.unit}</small>`,
      ),
      tables.htmlTextColumn("Grade", ({ result }) => result.grade),
      tables.htmlDateColumn("Run on", ({ result }) => result.as_of, "below-row"),
    ],
  });
  return ui.renderSection("own-tests", "Own tests", results);
}

/** Two to six models side by side, like the API's comparison. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, ScoreRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { formatNameList } from "../../../../build/schema/values.ts";
import { type ModelComparison, toModelComparison } from "../../../endpoints/compare/compare.ts";
import { isOutputCharged, toFilterablePrices } from "../../../endpoints/models/model-filters.ts";
import { getModelDays } from "../../../endpoints/models/model-parts.ts";
import * as paths from "../../components/addresses.ts";
import { type Chart, renderChart } from "../../components/charts/chart.ts";
import {
  createRangeChartDrawer,
  createScoreAxis,
  type RangeChartRow,
} from "../../components/charts/marks.ts";
import {
  EXAMPLE_WORKLOADS,
  getLabCssClass,
  isScoreTie,
  renderActiveFilter,
} from "../../components/chips.ts";
import {
  formatScoreInColumn,
  type Html,
  type HtmlContent,
  html,
  renderUnbrokenTitle,
} from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import type { SitePage } from "../../layout/page.ts";
import {
  type ComparedModel,
  type ComparedRow,
  comparedTable,
  markBest,
  renderComparedFacts,
} from "./compared-facts.ts";

/** Number of top models. Each pair of them has its own page. */
const PAIRED = 20;

/** The models on sale with the highest overall score, the best first. */
export const listModelsByOverallScore = (catalog: Catalog, count: number): ModelRow[] =>
  catalog.service_scores
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ model }) => catalog.getModel(model))
    .filter(({ offers }) => offers > 0)
    .slice(0, count);

/** A page for each pair of top models. The models of a pair are sorted by slug, as in the path of the API answer. */
export const makePairComparisonPages = (catalog: Catalog): SitePage[] =>
  topPairs(PAIRED, catalog).map((pair) => {
    const path = pairPath(pair);
    const page = makeComparisonPage(pair, catalog, { path, answer: `/api/v1${path}` });
    return { ...page, delivery: { redirectedFrom: pairPath(pair.toReversed()) } };
  });

const pairPath = (pair: readonly ModelRow[]): string =>
  `${paths.COMPARE_PAGE_PATH}/${pair.map(({ slug }) => slug).join("/")}`;

function topPairs(count: number, catalog: Catalog): [ModelRow, ModelRow][] {
  const top = listModelsByOverallScore(catalog, count);
  return top.flatMap((a, place) =>
    top.slice(place + 1).map((b): [ModelRow, ModelRow] => (a.slug < b.slug ? [a, b] : [b, a])),
  );
}

/** @param at Path of the page, and path of the API answer with its figures. */
export function makeComparisonPage(
  models: readonly ModelRow[],
  catalog: Catalog,
  at: { path: string; answer: string },
): SitePage {
  const body = toModelComparison(models, catalog);
  const { asOf, confirmed } = getModelDays(models, catalog);
  const slugs = models.map(({ slug }) => slug);
  const chart = { id: null, asOf, page: paths.comparePagePath(slugs), columns: [], rows: [] };
  const title = joinNames(models);
  return {
    path: at.path,
    picture: paths.sharePicturePath(slugs),
    title,
    description: `Prices, limits and shared benchmarks of ${title}, side by side.`,
    chapter: "Models",
    scripts: ["charts"],
    kicker: html`<span><a href="${paths.MODELS_PAGE_PATH}">Models</a> / <a href="${paths.COMPARE_PAGE_PATH}">Compare</a></span>`,
    ...comparisonClaims(body.models, catalog),
    main: [
      compareForm(body.models, catalog, at),
      ui.renderTwoColumns(
        [
          ui.renderSection(
            "facts",
            "Facts and prices",
            renderComparedFacts(body, at.answer, catalog),
          ),
          ui.renderSection(
            "benchmarks",
            "Shared benchmarks",
            renderSharedResults(body, at.answer, catalog),
          ),
        ],
        renderResultChart(body, chart, catalog),
      ),
    ],
    data: { asOf, confirmed, files: [{ label: "JSON", path: at.answer }] },
  };
}

/**
 * @param message The error; null if too few models are named.
 * @param unknown Names that were typed and are not known.
 */
export const makeEmptyComparisonPage = (
  message: HtmlContent,
  models: readonly ComparedName[],
  catalog: Catalog,
  unknown: readonly string[] = [],
): SitePage => ({
  // An error page must not be indexed.
  path: message === null ? paths.COMPARE_PAGE_PATH : null,
  title: "Compare models",
  description: "Two to six models side by side: prices, limits and shared benchmarks.",
  chapter: "Models",
  main: html`${message}${compareForm(models, catalog, { typed: unknown.join(", ") })}
<ul class="lines">
${readyComparisons(catalog).map((some) => html`<li><a href="${paths.comparePagePath(some.map(({ slug }) => slug))}">${joinNames(some)}</a></li>\n`)}</ul>`,
});

const joinNames = (models: readonly { name: string }[]): string =>
  formatNameList(
    models.map(({ name }) => name),
    models.length,
  );

/** Suggested comparisons: the best models of three labs, and pairs of the best three models. */
function readyComparisons(catalog: Catalog): ModelRow[][] {
  const top = listModelsByOverallScore(catalog, 100);
  const ofLabs = [...groupBy(top, ({ lab }) => lab).values()].flatMap(([best]) => best ?? []);
  return [ofLabs.slice(0, 3), ...topPairs(3, catalog)].filter(({ length }) => length > 1);
}

const exampleNames = (catalog: Catalog): string =>
  (readyComparisons(catalog)[0] ?? []).map(({ name }) => name).join(", ");

type ComparedName = Pick<ModelRow, "slug" | "name">;

/** Chips that remove a model, and a field to add one. A script suggests names while the user types. */
function compareForm(
  models: readonly ComparedName[],
  catalog: Catalog,
  { typed = "", answer }: { typed?: string; answer?: string },
): Html {
  const slugs = models.map(({ slug }) => slug);
  const chips = models.map(({ slug, name }) =>
    renderActiveFilter(name, paths.comparePagePath(slugs.filter((other) => other !== slug))),
  );
  const own = html`<input type="hidden" name="models" value="${slugs.join(",")}">`;
  const [label, hint] =
    models.length === 0
      ? ["Names of two to six models, separated by commas", exampleNames(catalog)]
      : ["Add a model", "Add a model: type a name"];
  const field = html`<span class="with-suggestions"><label${models.length > 0 && html` class="sr-only"`} for="models">${label}</label><input id="models" name="models" data-compared="${slugs.join(",")}" ${typed && html`value="${typed}" `}placeholder="${hint}" required maxlength="500" autocomplete="off" spellcheck="false"></span>
<button type="submit">${models.length === 0 ? "Compare" : "Add"}</button>`;
  const next =
    answer !== undefined &&
    html`<span class="actions-right"><label class="filter-chip"><input type="checkbox" id="differences">Differences only</label> <button type="button" id="csv" class="button needs-script">CSV</button> <a class="button" href="${answer}">API</a> <button type="button" id="share" class="button needs-script">Share</button> <a class="button" href="${paths.MODELS_PAGE_PATH}?slugs=${slugs.join(",")}&${EXAMPLE_WORKLOADS[0]?.query}">Cost of a workload</a></span>`;
  return html`<form class="compare-form" action="${paths.COMPARE_PAGE_PATH}">
${models.length > 0 && own}${chips}${models.length < paths.MAX_COMPARED_MODELS && field}${next}</form>
`;
}

/** The heading: which model costs less, and which has the higher score. The lead explains the figures. */
function comparisonClaims(models: readonly ComparedModel[], catalog: Catalog) {
  const rows = models.map(({ slug }) => catalog.getModel(slug));
  const prices = models.map(({ name, pricing }, at) => ({
    name,
    price: toFilterablePrices(pricing, rows[at] ?? { model_type: null }).blended ?? 0,
  }));
  const price = toPriceClaim(prices);
  const score = toScoreClaim(models);
  const unscored = models.filter(({ service_score }) => service_score === null);
  const notes = [
    price &&
      `Prices are blended 3:1${rows.every(isOutputCharged) ? "" : "; input price where output is not charged"}.`,
    score?.note,
    unscored.length > 0 &&
      `${joinNames(unscored)} ${unscored.length > 1 ? "have" : "has"} no overall score.`,
  ];
  const heading = [price, score?.claim].filter(Boolean).join("; ");
  return {
    heading: renderUnbrokenTitle(heading.replace(/^the /, "The ") || joinNames(models)),
    lead: notes.filter(Boolean).join(" ") || null,
  };
}

/** Names the model with the highest overall score, or says that the overlapping scores do not show which is better. */
function toScoreClaim(
  models: readonly ComparedModel[],
): { claim: string; note: string } | undefined {
  const scored = models
    .flatMap(({ name, service_score }) => (service_score ? { name, ...service_score } : []))
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  if (!best || !next) return undefined;
  const near = scored.slice(1).filter((other) => isScoreTie(best, other));
  if (near.length === 0)
    return {
      claim: `${best.name} has the ${scored.length > 2 ? "highest" : "higher"} overall score`,
      note: `${best.name} scores ${ui.formatOneDecimal(best.score)}, ${next.name} ${ui.formatOneDecimal(next.score)}.`,
    };
  const scores =
    near.length + 1 === models.length
      ? "the overall scores"
      : `the highest overall scores, of ${joinNames([best, ...near])},`;
  return {
    claim: `${scores} do not show which model is better`,
    note: "The 90 % intervals of these scores overlap.",
  };
}

/**
 * Sentence about the price difference between the cheapest and the most expensive model, with all models at these two
 * prices. Models with a price of 0 are left out. Undefined if the difference rounds to 0 %.
 */
function toPriceClaim(models: readonly { name: string; price: number }[]): string | undefined {
  const prices = models.map(({ price }) => price).filter((price) => price > 0);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const percent = Math.round(100 * (1 - low / high));
  if (prices.length === 0 || percent === 0) return undefined;
  const at = (one: number) => models.filter(({ price }) => price === one);
  const cheapest = at(low);
  return `${joinNames(cheapest)} ${cheapest.length > 1 ? "cost" : "costs"} ${percent > 99 ? "more than 99" : percent} % less than ${joinNames(at(high))}`;
}

/** Benchmarks with scores of at least two of the models. */
function renderSharedResults(
  { models, benchmarks }: ModelComparison,
  of: string,
  catalog: Catalog,
): HtmlContent {
  const shared = benchmarks
    .map((benchmark, index) => ({ ...benchmark, index }))
    .filter(({ scores }) => Object.keys(scores).length >= 2);
  if (shared.length === 0)
    return html`<p>No two of these models have results on the same benchmark.</p>`;
  const table = tables.renderTable<ComparedRow>({
    caption: `${ui.pluralize(shared.length, "benchmark")} on which ${models.length === 2 ? "both models" : "two or more of the models"} were tested. The best result is marked unless it is self-reported; a small lead can be chance.`,
    ...comparedTable(models, of),
    rows: shared.map(({ name, slug, scores, leader, self_reported, index }) => ({
      title: ui.benchmarkLink(slug, name),
      cells: models.map((model) => {
        const score = scores[model.slug];
        if (score === undefined) return ui.UNKNOWN_VALUE_HTML;
        const { unit = "" } = catalog.benchmark(slug) ?? {};
        const at = `/benchmarks/${index}/scores/${model.slug}`;
        const shown = ui.renderBenchmarkScore(score, unit, at);
        const isOwn = self_reported.includes(model.slug);
        return html`${markBest(shown, model.slug === leader && !isOwn)}${isOwn && html` ${ui.renderSmallRemark("self-reported")}`}`;
      }),
    })),
  });
  const names = new Set(shared.map(({ slug }) => slug));
  const results = models.flatMap(({ slug }) =>
    catalog.scoresOf(slug).filter((row) => row.is_default && names.has(row.benchmark)),
  );
  return [table, ui.renderFootnote(resultSources(results, catalog))];
}

/** Sources of the results and their dates: `The results come from Epoch AI (3 Sep 2026 to 29 Sep 2026)`. */
function resultSources(results: readonly ScoreRow[], catalog: Catalog): Html {
  const sources = [...groupBy(results, ({ source }) => source)].map(([id, rows]) => {
    const days = rows.map(({ as_of }) => as_of).sort(compareByCodePoint);
    const [first = "", last = ""] = [days[0], days.at(-1)];
    return html`${ui.renderSourceLink(id, catalog)} (${ui.renderDate(first)}${last !== first && html` to ${ui.renderDate(last)}`})`;
  });
  return html`The results come from ${ui.joinHtmlContents(sources)}.`;
}

/** CSS classes: the colour of the lab; if an earlier model has it, ink; if ink is taken too, grey. */
function coloursOf(labs: readonly string[]): string[] {
  const colours: string[] = [];
  for (const lab of labs)
    colours.push([getLabCssClass(lab), "ink"].find((one) => !colours.includes(one)) ?? "quiet");
  return colours;
}

const RESULTS_DRAWN = 12;

type ChartPlace = Pick<Chart, "id" | "asOf" | "page" | "columns" | "rows">;

/** Chart of results in percent, with a row for each shared benchmark. False if there are fewer than two rows. */
function renderResultChart(
  { models, benchmarks }: ModelComparison,
  place: ChartPlace,
  catalog: Catalog,
): Html | false {
  const nameOf = (slug: string) => models.find((model) => model.slug === slug)?.name;
  const colours = coloursOf(models.map(({ provider_slug }) => provider_slug));
  const rows = benchmarks
    .filter(({ slug }) => catalog.benchmark(slug)?.unit === "%")
    .map(
      ({
        slug,
        name,
        scores,
        leader,
        self_reported,
      }): RangeChartRow & {
        leader: string | null;
        isLeadOwn: boolean;
      } => {
        const dots = models
          .flatMap((model, at) => {
            const value = scores[model.slug];
            if (value === undefined) return [];
            const isOwn = self_reported.includes(model.slug);
            const label = isOwn ? `${name}, self-reported` : name;
            return {
              name: model.name,
              value,
              href: paths.benchmarkPagePath(slug),
              colour: colours[at] ?? "ink",
              look: isOwn ? "own big" : "big",
              facts: [[label, formatScoreInColumn(value, "%")]] as const,
            };
          })
          .sort((a, b) => a.value - b.value);
        const top = scores[leader ?? ""] ?? 0;
        const rivals = dots.filter(({ value }) => value !== top);
        const lead = Math.min(...rivals.map(({ value }) => Math.abs(value - top)));
        return {
          name,
          colour: "quiet",
          dots,
          leader,
          isLeadOwn: leader !== null && self_reported.includes(leader),
          figure: leader === null ? "equal" : `${nameOf(leader)} ${ui.formatOneDecimal(lead)}`,
        };
      },
    )
    .filter(({ dots }) => dots.length > 1);
  if (rows.length < 2) return false;
  // A model that was compared only with the weakest of the others does not lead.
  const full = rows.filter(({ dots }) => dots.length === models.length);
  const [most, next] = [...groupBy(full, ({ leader }) => leader)]
    .flatMap(([leader, won]) => (leader === null ? [] : { leader, won }))
    .sort((a, b) => b.won.length - a.won.length);
  const names = models.map(({ name }) => name);
  const other = models.find(({ slug }) => slug !== most?.leader)?.name;
  const [lead, benchmarksOfAll] =
    models.length === 2
      ? [`a better result than ${other}`, "shared benchmarks"]
      : ["the best result", "benchmarks that all models took"];
  const own = most?.won.filter(({ isLeadOwn }) => isLeadOwn).length ?? 0;
  const title =
    most && most.won.length > (next?.won.length ?? 0) && full.length > 1
      ? `${nameOf(most.leader)} has ${lead} on ${most.won.length} of ${full.length} ${benchmarksOfAll}${own > 0 ? `, ${own} of them self-reported` : ""}`
      : `Results of ${formatNameList(names, names.length)} on ${ui.pluralize(rows.length, "shared benchmark")}`;
  const chart: Chart = {
    ...place,
    title,
    subtitle: `Results in %. Each row shows the results on one benchmark. At the right is the model with the best result, and its lead over the second best in percentage points; a small lead can be chance. A dashed outline marks a self-reported result.${rows.length > RESULTS_DRAWN ? ` The first ${RESULTS_DRAWN} benchmarks are drawn.` : ""}`,
    table: "#benchmarks",
    draw: createRangeChartDrawer({
      rows: rows.slice(0, RESULTS_DRAWN),
      figureTitle: "Best, lead",
      axisTitle: "Result",
      createAxis: (values, range) => createScoreAxis(values, 100, range, (score) => `${score} %`),
    }),
  };
  return ui.renderSection("results", title, [
    ui.renderColourLegend(models.map(({ name }, at) => [colours[at] ?? "ink", name])),
    renderChart(chart, catalog.service),
  ]);
}

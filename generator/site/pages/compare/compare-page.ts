/** Two to six models side by side, like the API's comparison. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import { formatNameList } from "../../../../build/schema/values.ts";
import { toModelComparison } from "../../../endpoints/compare/compare.ts";
import { isOutputCharged, toFilterablePrices } from "../../../endpoints/models/model-filters.ts";
import { getModelDays } from "../../../endpoints/models/model-parts.ts";
import * as paths from "../../components/addresses.ts";
import { EXAMPLE_WORKLOADS, isScoreTie, renderActiveFilter } from "../../components/chips.ts";
import { type Html, type HtmlContent, html, renderUnbrokenTitle } from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import type { SitePage } from "../../layout/page.ts";
import { type ComparedModel, renderComparedFacts } from "./compared-facts.ts";
import { renderResultChart, renderSharedResults } from "./shared-results.ts";

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
  const [example = []] = readyComparisons(catalog);
  const exampleNames = example.map(({ name }) => name).join(", ");
  const [label, hint] =
    models.length === 0
      ? ["Names of two to six models, separated by commas", exampleNames]
      : ["Add a model", "Add a model: type a name"];
  const field = html`<span class="with-suggestions"><label${models.length > 0 && html` class="sr-only"`} for="models">${label}</label><input id="models" name="models" data-compared="${slugs.join(",")}" ${typed && html`value="${typed}" `}placeholder="${hint}" required maxlength="500" autocomplete="off" spellcheck="false"></span>
<button type="submit">${models.length === 0 ? "Compare" : "Add"}</button>`;
  const next =
    answer !== undefined &&
    html`<span class="actions-right"><a class="button" href="${paths.MODELS_PAGE_PATH}?slugs=${slugs.join(",")}&${EXAMPLE_WORKLOADS[0]?.query}">Cost of a workload</a> <a class="button" href="${answer}">API</a></span>`;
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
    heading: renderUnbrokenTitle(heading.replace(/^t/, "T") || joinNames(models)),
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

/** Two to six models side by side, like the API's comparison. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, ScoreRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import {
  type FieldDefinition,
  getModelFieldsOfView,
  MODEL_FIELD_BY_NAME,
  type PublishedFieldValue,
} from "../../../../build/schema/fields.ts";
import { formatNameList } from "../../../../build/schema/values.ts";
import { type ModelComparison, toModelComparison } from "../../../endpoints/compare/compare.ts";
import { isOutputCharged, toFilterablePrices } from "../../../endpoints/models/model-filters.ts";
import { getModelDays, toListPrice } from "../../../endpoints/models/model-parts.ts";
import * as paths from "../../components/addresses.ts";
import { createScoreAxis } from "../../components/charts/axes.ts";
import { type Chart, renderChart } from "../../components/charts/chart.ts";
import { createRangeChartDrawer, type RangeChartRow } from "../../components/charts/marks.ts";
import {
  EXAMPLE_WORKLOADS,
  getLabCssClass,
  isScoreTie,
  PROVISIONAL_CHIP,
  renderActiveFilter,
  renderLabMonogram,
} from "../../components/chips.ts";
import {
  formatScoreInColumn,
  formatUsdOrFree,
  type Html,
  type HtmlContent,
  html,
} from "../../components/html.ts";
import { formatRatePerUnit, PRICE_TRUST_LABELS } from "../../components/offers.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import type { SitePage } from "../../layout/page.ts";

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
    lead: comparisonClaims(body.models, catalog) || null,
    main: [
      compareForm(body.models, catalog, at.answer),
      ui.renderTwoColumns(
        [
          ui.renderSection("facts", "Facts and prices", factTable(body, at.answer, catalog)),
          ui.renderSection(
            "benchmarks",
            "Shared benchmarks",
            sharedResults(body, at.answer, catalog),
          ),
        ],
        resultChart(body, chart, catalog),
      ),
    ],
    data: { asOf, confirmed, files: [{ label: "JSON", path: at.answer }] },
  };
}

/** @param message The error; null if too few models are named. */
export const makeEmptyComparisonPage = (
  message: HtmlContent,
  models: readonly ComparedName[],
  catalog: Catalog,
): SitePage => ({
  // An error page must not be indexed.
  path: message === null ? paths.COMPARE_PAGE_PATH : null,
  title: "Compare models",
  description: "Two to six models side by side: prices, limits and shared benchmarks.",
  chapter: "Models",
  main: html`${message}${compareForm(models, catalog)}
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
function compareForm(models: readonly ComparedName[], catalog: Catalog, answer?: string): Html {
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
  const field = html`<span class="with-suggestions"><label${models.length > 0 && html` class="sr-only"`} for="models">${label}</label><input id="models" name="models" data-compared="${slugs.join(",")}" placeholder="${hint}" required maxlength="500" autocomplete="off" spellcheck="false"></span>
<button type="submit">${models.length === 0 ? "Compare" : "Add"}</button>`;
  const next =
    answer !== undefined &&
    html`<span class="actions-right"><a class="button" href="${paths.MODELS_PAGE_PATH}?slugs=${slugs.join(",")}&${EXAMPLE_WORKLOADS[0]?.query}">Cost of a workload</a> <a class="button" href="${answer}">API</a></span>`;
  return html`<form class="compare-form" action="${paths.COMPARE_PAGE_PATH}">
${models.length > 0 && own}${chips}${models.length < paths.MAX_COMPARED_MODELS && field}${next}</form>
`;
}

type Compared = ModelComparison["models"][number];

interface Row {
  title: HtmlContent;
  /** One cell per model, in the order of the models. */
  cells: readonly HtmlContent[];
}

const modelColumns = (models: readonly Compared[]): tables.HtmlTableColumn<Row>[] => [
  tables.htmlTextColumn(html`<span class="sr-only">Field</span>`, ({ title }) => title),
  ...models.map(({ slug, name, provider, provider_slug }, at) =>
    tables.htmlNumberColumn<Row>(
      html`<span class="${getLabCssClass(provider_slug)}">${renderLabMonogram(provider)}</span> ${ui.modelLink(slug, name)}`,
      ({ cells }) => cells[at],
    ),
  ),
];

/** What the compared price of each model is. */
const priceBasis = (models: readonly { slug: string }[], catalog: Catalog): string =>
  models.every(({ slug }) => isOutputCharged(catalog.getModel(slug)))
    ? "blended 3:1"
    : "blended 3:1; input price where output is not charged";

const currentPriceClaim = (models: readonly Compared[], catalog: Catalog) =>
  toPriceClaim(
    models.map(({ name, slug, pricing }) => ({
      name,
      price: toFilterablePrices(pricing, catalog.getModel(slug)).blended ?? 0,
    })),
  );

function comparisonClaims(models: readonly Compared[], catalog: Catalog): string {
  const claim = currentPriceClaim(models, catalog);
  const unscored = models.filter(({ service_score }) => service_score === null);
  const claims = [
    claim && `${claim} (${priceBasis(models, catalog)}).`,
    toScoreClaim(models),
    unscored.length > 0 &&
      `${joinNames(unscored)} ${unscored.length > 1 ? "have" : "has"} no overall score.`,
  ];
  return claims.filter(Boolean).join(" ");
}

/** Names the model with the highest overall score, or says that the overlapping scores do not show which is better. */
function toScoreClaim(models: readonly Compared[]): string | undefined {
  const scored = models
    .flatMap(({ name, service_score }) => (service_score ? { name, ...service_score } : []))
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  if (!best || !next) return undefined;
  const near = scored.slice(1).filter((other) => isScoreTie(best, other));
  if (near.length === 0)
    return `${best.name} has the ${scored.length > 2 ? "highest" : "higher"} overall score: ${ui.formatOneDecimal(best.score)}, ahead of ${next.name} with ${ui.formatOneDecimal(next.score)}.`;
  const scores =
    near.length + 1 === models.length
      ? "The overall scores of these models"
      : `The highest overall scores, of ${joinNames([best, ...near])},`;
  return `${scores} do not show which model is better, because their 90 % intervals overlap.`;
}

/** Fields of the last group; those of the group before are limits and capabilities. */
const RELEASE_FIELDS: readonly string[] = [
  "release_date",
  "retirement_date",
  "is_open_source",
  "weights_license",
  "parameters.total",
];

function factTable({ models }: ModelComparison, of: string, catalog: Catalog): Html {
  const labs = models.map(({ provider, provider_slug }) =>
    ui.providerLink(provider_slug, provider),
  );
  const rows = models.map(({ slug }) => catalog.getModel(slug));
  const rowsOf = (is: (field: FieldDefinition) => boolean): Row[] => [
    ...getModelFieldsOfView("compare")
      .filter(is)
      .map((field) =>
        fieldRow(field, models.map(field.get), (value, index) =>
          ui.renderPublishedFieldValue(
            field,
            value,
            `/models/${index}${ui.jsonPointerOfField(field)}`,
          ),
        ),
      ),
    ...getModelFieldsOfView("compare_more")
      .filter(is)
      .flatMap((field) => ownFieldRow(field, rows.map(field.get), rows)),
  ];
  const isRelease = ({ name }: FieldDefinition) => RELEASE_FIELDS.includes(name);
  const prices = [
    ...rowsOf(({ kind }) => kind === "usd"),
    ...furtherListPrices(rows, catalog),
    { title: "Cheapest host", cells: models.map(cheapestHost) },
    { title: MODEL_FIELD_BY_NAME.offers.label, cells: rows.map(({ offers }) => String(offers)) },
  ];
  const groups: [heading: string, rows: readonly Row[]][] = [
    ["Cost", prices],
    ["Score", [scoreRow(models)]],
    ["Limits", rowsOf((field) => field.kind !== "usd" && !isRelease(field))],
    ["Release", [{ title: "Lab", cells: labs }, ...rowsOf(isRelease)]],
  ];
  const headings = new Map(groups.map(([heading, [first]]) => [first, heading]));
  return tables.renderTable<Row>({
    caption: "Facts and prices; USD per 1M tokens",
    isCaptionHidden: true,
    style: "compared",
    of,
    columns: modelColumns(models),
    rows: groups.flatMap(([, rows]) => rows),
    headingOf: (row) => headings.get(row),
  });
}

/** Row of a field that is only in the models' own answers. No row if it is unknown for all models. */
function ownFieldRow(
  field: RowField,
  values: readonly PublishedFieldValue[],
  models: readonly ModelRow[],
): Row[] {
  if (!values.some(isKnown)) return [];
  const row = fieldRow(field, values, (value, index) =>
    ui.tagFiguresWithApiAddress(
      `/api/v1/models/${models[index]?.slug}`,
      ui.renderPublishedFieldValue(field, value, ui.jsonPointerOfField(field)),
    ),
  );
  return [row];
}

/** Rows for list prices of cached input and of batches, and for the next announced list prices. */
function furtherListPrices(models: readonly ModelRow[], catalog: Catalog): Row[] {
  const lists = models.map((model) => toListPrice(model, catalog));
  type ToPrice = (list: (typeof lists)[number]) => number | null | undefined;
  const rowOf = (label: string, name: string, toPrice: ToPrice) => {
    const values = lists.map((list) => toPrice(list) ?? null);
    return ownFieldRow({ label, name, kind: "usd" }, values, models);
  };
  const next = lists.map((list) => list?.announced?.[0]);
  const cells = next.map((one) =>
    one ? html`${inputAndOutput(one)} from ${ui.renderDate(one.effective)}` : "none",
  );
  return [
    ...rowOf("Cached input", "list_price.cache_read", (list) => list?.cache_read),
    ...rowOf("Batch input", "list_price.batch.input", (list) => list?.batch?.input),
    ...rowOf("Batch output", "list_price.batch.output", (list) => list?.batch?.output),
    ...(next.some(Boolean) ? [{ title: "Announced list price", cells }] : []),
  ];
}

const isKnown = (value: PublishedFieldValue): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null;

/** Units in row titles, by field name or kind. */
const UNITS: Partial<Record<string, string>> = {
  tokens: "tokens",
  usd: "per 1M tokens",
  "parameters.total": "billion",
};

type RowField = Pick<FieldDefinition, "label" | "name" | "kind">;

/** Marks the lowest price, or the highest limit if all lower limits are at least 5 % below it. */
function fieldRow(
  { label, name, kind }: RowField,
  values: readonly PublishedFieldValue[],
  renderCell: (value: PublishedFieldValue, index: number) => HtmlContent,
): Row {
  const unit = UNITS[name] ?? UNITS[kind];
  const known = values.filter((value) => typeof value === "number");
  const best = kind === "usd" ? Math.min(...known) : Math.max(...known);
  const isNear = (value: number) => value !== best && value > 0.95 * best;
  const isMarked =
    new Set(known).size > 1 && (kind === "usd" || (kind === "tokens" && !known.some(isNear)));
  return {
    title: html`${label}${unit && html`, <small class="mark">${unit}</small>`}`,
    cells: values.map((value, index) =>
      markBest(renderCell(value, index), isMarked && value === best),
    ),
  };
}

/** Overall scores with their intervals. A score is marked as the best if its interval is above those of all others. */
function scoreRow(models: readonly Compared[]): Row {
  const scores = models.map(({ service_score }) => service_score);
  const isBest = (one: (typeof scores)[number]): boolean =>
    one !== null && scores.every((other) => other === one || !other || !isScoreTie(one, other));
  return {
    title: html`${MODEL_FIELD_BY_NAME["service_score.score"].label}, <small class="mark">0 to 100; 90 % interval</small>`,
    cells: scores.map((score, index) => {
      if (score === null) return html`<span class="not-scored">not scored</span>`;
      const shown = tables.renderScoreAndInterval(score, `/models/${index}/service_score`);
      const interval = html`<span class="interval">${shown.low}–${shown.high}</span>`;
      const hasRivals = scores.filter((one) => one !== null).length > 1;
      return html`${markBest(shown.score, hasRivals && isBest(score))} ${ui.renderSmallRemark(interval)}${score.provisional && html` ${PROVISIONAL_CHIP}`}`;
    }),
  };
}

const markBest = (shown: HtmlContent, isBest: boolean): HtmlContent =>
  isBest ? html`<b class="best">${shown}<span class="sr-only"> best</span></b>` : shown;

const inputAndOutput = ({ input, output }: { input: number | null; output: number | null }) =>
  [input, output].flatMap((price) => (price === null ? [] : formatUsdOrFree(price))).join(" · ");

const cheapestHost = ({ cheapest_provider: offer }: Compared): HtmlContent =>
  offer === null
    ? ui.UNKNOWN_VALUE_HTML
    : html`${ui.providerLink(offer.provider_slug, offer.provider)} <span class="whole">${offer.rate ? formatRatePerUnit(offer.rate) : inputAndOutput(offer)}</span> ${ui.renderSmallRemark(html`<span class="whole">${PRICE_TRUST_LABELS[offer.trust]}</span>`)}`;

/** Benchmarks with scores of at least two of the models. */
function sharedResults(
  { models, benchmarks }: ModelComparison,
  of: string,
  catalog: Catalog,
): HtmlContent {
  const shared = benchmarks
    .map((benchmark, index) => ({ ...benchmark, index }))
    .filter(({ scores }) => Object.keys(scores).length >= 2);
  if (shared.length === 0)
    return html`<p>No two of these models have results on the same benchmark.</p>`;
  const table = tables.renderTable<Row>({
    caption: `${ui.pluralize(shared.length, "benchmark")} on which ${models.length === 2 ? "both models" : "two or more of the models"} were tested. The best result is marked unless it is self-reported; a small lead can be chance.`,
    style: "compared",
    of,
    columns: modelColumns(models),
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
function resultChart(
  { models, benchmarks }: ModelComparison,
  place: ChartPlace,
  catalog: Catalog,
): Html | false {
  const colours = coloursOf(models.map(({ provider_slug }) => provider_slug));
  const rows = benchmarks
    .filter(({ slug }) => catalog.benchmark(slug)?.unit === "%")
    .map(
      ({ slug, name, scores, leader, self_reported }): RangeChartRow & { best: string | null } => {
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
        const best = models.find((model) => model.slug === leader)?.name ?? null;
        const top = scores[leader ?? ""] ?? 0;
        const rivals = dots.filter(({ value }) => value !== top);
        const lead = Math.min(...rivals.map(({ value }) => Math.abs(value - top)));
        return {
          name,
          colour: "quiet",
          dots,
          best,
          figure: best === null ? "equal" : `${best} ${ui.formatOneDecimal(lead)}`,
        };
      },
    )
    .filter(({ dots }) => dots.length > 1);
  if (rows.length < 2) return false;
  // A model that was compared only with the weakest of the others does not lead.
  const full = rows.filter(({ dots }) => dots.length === models.length);
  const [most, next] = [...groupBy(full, ({ best }) => best)]
    .filter(([best]) => best !== null)
    .sort(([, a], [, b]) => b.length - a.length);
  const count = `${most?.[1].length} of ${full.length}`;
  const lead =
    models.length === 2
      ? `a better result than ${models.find(({ name }) => name !== most?.[0])?.name} on ${count} shared benchmarks`
      : `the best result on ${count} benchmarks that all models took`;
  const title =
    most && most[1].length > (next?.[1].length ?? 0) && full.length > 1
      ? `${most[0]} has ${lead}`
      : `Results of ${joinNames(models)} on ${ui.pluralize(rows.length, "shared benchmark")}`;
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

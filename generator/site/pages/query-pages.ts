/** What the function renders: search results, comparisons and lists for any query, personal feeds, and redirects. */

import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../build/schema/collections.ts";
import type { Service } from "../../../build/schema/service.ts";
import { formatNameList } from "../../../build/schema/values.ts";
import { compareModelsEndpoint, type ModelComparison } from "../../endpoints/compare/compare.ts";
import { listModelsEndpoint, type ModelEntry } from "../../endpoints/models/list-models.ts";
import { MODEL_FILTERS, MODEL_SORTS } from "../../endpoints/models/model-filters.ts";
import { toModelPricing } from "../../endpoints/models/model-parts.ts";
import { toFilterableModel } from "../../endpoints/models/model-query.ts";
import {
  MIN_SEARCH_LENGTH,
  searchEndpoint,
  searchEverything,
} from "../../endpoints/search/search.ts";
import { createPersonalFilter, makePersonalFeed, toAtomDocument } from "../../feeds/feeds.ts";
import { CALENDAR_CONTENT_TYPE, listRetirements, toICalendar } from "../../feeds/retirements.ts";
import {
  type AnswerContext,
  decodeUrlPath,
  type Endpoint,
  parseEndpointQuery,
} from "../../http/endpoint.ts";
import {
  findBenchmark,
  findModelByName,
  findProvider,
  unknownNameProblem,
} from "../../http/names.ts";
import { isProblem, PROBLEM_TYPES, type Problem } from "../../http/problem.ts";
import type { SearchHit } from "../../search/search.ts";
import * as paths from "../components/addresses.ts";
import { renderModelStatus } from "../components/chips.ts";
import {
  formatShortDate,
  formatTokens,
  type Html,
  type HtmlContent,
  html,
  trustedHtml,
} from "../components/html.ts";
import * as ui from "../components/parts.ts";
import * as tables from "../components/table.ts";
import { renderSitePage, type SitePage } from "../layout/page.ts";
import { CHANGES_PAGE_KEYS, makeFilteredChangesPage } from "./changes.ts";
import { makeComparisonPage, makeEmptyComparisonPage } from "./compare/compare-page.ts";

type Query = ReadonlyMap<string, string>;

export interface FunctionRenderedPage {
  path: string;
  /** Known query parameters. The CDN caches one answer for each combination of their values. */
  keys: readonly string[];
  /** Parameters that a form may send several times, once for each checked box. */
  lists: readonly string[];
  respond(
    query: Query,
    context: AnswerContext,
  ): { status: number; page: Html; contentType?: string };
}

/** `/search?q=sonnet`, for readers without script and for links. */
function searchPage(query: Query, context: AnswerContext): [status: number, page: SitePage] {
  const { catalog } = context;
  const read = parseEndpointQuery(searchEndpoint, query);
  const written = query.get("q") ?? "";
  const page = (title: string, lead: HtmlContent, main?: HtmlContent): SitePage => ({
    path: null,
    title,
    description: `Search results in ${catalog.service.name}.`,
    lead,
    main: html`<form class="compare-form" action="${paths.SEARCH_PAGE_PATH}"><input name="q" type="search" aria-label="Search" value="${written}" size="30" required minlength="${MIN_SEARCH_LENGTH}"> <button class="primary">Search</button></form>
${main}`,
    data: { asOf: catalog.asOf || null, files: [] },
  });
  if (isProblem(read)) {
    const hint = `Enter at least ${MIN_SEARCH_LENGTH} characters: the name of a model, a host or a benchmark.`;
    return [400, page("Search", hint)];
  }
  const { q } = read as { q: string };
  const title = `Search: ${q}`;
  const { hits, hint, total } = searchEverything({ q, limit: MAX_HITS }, context);
  if (hits.length === 0)
    return [200, page(title, html`No results for <q>${q}</q>. ${hint ?? "Try fewer words."}`)];
  const answer = `/api/v1/search?q=${encodeURIComponent(q)}`;
  const results = ui.pluralize(total, "result");
  const count = hits.length < total ? `The first ${hits.length} of ${results}` : results;
  const [first, ...others] = Array.from(
    groupBy(hits, ({ type }) => type),
    ([type, some]) => ui.renderSection(type, TYPE_TITLES[type], searchHits(type, some, catalog)),
  );
  const lead = html`${count}, also as <a href="${answer}">JSON</a>.`;
  return [200, page(title, lead, ui.renderTwoColumns(first, others))];
}
const MAX_HITS = 40;
/** Number of hits shown for each kind other than models; further hits are in a disclosure. */
const LISTED_HITS = 6;

const TYPE_TITLES: Readonly<Record<SearchHit["type"], string>> = {
  model: "Models",
  provider: "Labs and hosts",
  benchmark: "Benchmarks",
  agent: "Agents",
  mcp: "MCP servers",
  skill: "Agent skills",
  glossary: "Glossary",
  finding: "Findings",
};

function searchHits(type: string, hits: readonly SearchHit[], catalog: Catalog): Html {
  const models = hits.flatMap(({ slug }) => (type === "model" && catalog.model(slug)) || []);
  if (models.length > 0)
    return html`${modelsTable(models, catalog)}${
      models.some(({ status, offers }) => status === "retired" && offers > 0) &&
      ui.renderFootnote(
        "Retired: the lab no longer sells the model. The table shows the prices of hosts that still sell a retired model.",
      )
    }`;
  const item = ({ type, slug, name, url, summary }: SearchHit) =>
    html`<li><a href="${paths.searchHitPagePath(type, slug, catalog) ?? url}">${name}</a> <span>${summary.replace(/\d{4}-\d\d-\d\d/, (day) => formatShortDate(day).replaceAll(" ", "\u00a0"))}</span></li>\n`;
  const list = (some: readonly SearchHit[]) => html`<ul class="results">
${some.map(item)}</ul>`;
  const rest = hits.slice(LISTED_HITS);
  return html`${list(hits.slice(0, LISTED_HITS))}${rest.length > 0 && ui.renderDisclosure(`${rest.length} more`, list(rest))}`;
}

const modelsTable = (models: readonly ModelRow[], catalog: Catalog): Html =>
  tables.renderTable<ModelRow>({
    caption: `Score: ${ui.OVERALL_SCORE_EXPLANATION}. Prices are in USD per 1M tokens unless another unit is stated`,
    rows: models,
    of: ({ slug }) => `/api/v1/models/${slug}`,
    columns: [
      tables.htmlTextColumn(
        "Model",
        (model) => html`${ui.modelLinkWithTile(model.slug, catalog)} ${statusOf(model, catalog)}`,
      ),
      tables.htmlOverallScoreColumn(({ slug }) => catalog.serviceScore(slug)),
      ...tables.htmlInputOutputPriceColumns<ModelRow>((model) => [
        toModelPricing(model, catalog),
        "/pricing",
      ]),
      tables.htmlNumberColumn(
        "Context",
        ({ context_window }) => ui.renderApiValue(context_window, "/context_window", formatTokens),
        "left-out",
      ),
      tables.htmlNumberColumn("Hosts", ({ offers }) => offers, "left-out"),
    ],
  });

/** The same chip as in the table of the models page. */
function statusOf(model: ModelRow, catalog: Catalog): HtmlContent {
  const { retirement_date, replacement } = model;
  const chip = { retirement_date, replacement: replacement?.name ?? null };
  return renderModelStatus({ ...toFilterableModel(model, catalog), ...chip }, catalog.asOf);
}

function answerQuery(endpoint: Endpoint, query: Query, context: AnswerContext) {
  const read = parseEndpointQuery(endpoint, query);
  return isProblem(read)
    ? (read as Problem)
    : endpoint.respond({ params: {}, query: read }, context);
}

/** `/compare?models=a,b,c`, with any names of models. With a single name, the page offers to add another model. */
function comparePageOf(query: Query, context: AnswerContext): [status: number, page: SitePage] {
  const { catalog } = context;
  const names = (query.get("models") ?? "").split(",").filter((name) => name.trim() !== "");
  const known = names.flatMap((name) => findModelByName(name, catalog) ?? []);
  if (names.length < 2 && known.length === names.length)
    return [200, makeEmptyComparisonPage(null, known, catalog)];
  const answer = answerQuery(compareModelsEndpoint, query, context);
  const withKnown = (slug: string) =>
    paths.comparePagePath([...known.map((one) => one.slug), slug]);
  if (isProblem(answer)) {
    const unknown = names.filter((name) => !findModelByName(name, catalog));
    const detail = `No model is called ${formatNameList(unknown, unknown.length)}.`;
    const problem = unknown.length > 0 ? { ...answer, detail } : answer;
    return [
      PROBLEM_TYPES[answer.problem].status,
      makeEmptyComparisonPage(ui.renderProblem(problem, withKnown), known, catalog, unknown),
    ];
  }
  const slugs = (answer.body as ModelComparison).models.map(({ slug }) => slug);
  const path = paths.comparePagePath(slugs);
  const at = { path, answer: `/api/v1${path}` };
  return [200, makeComparisonPage(slugs.map(catalog.getModel), catalog, at)];
}

/** `/models/list?supports=tools&page=2`, for readers without JavaScript, with the query parameters of the API. */
function modelListPage(sent: Query, context: AnswerContext): [status: number, page: SitePage] {
  const { catalog } = context;
  // A form also sends its empty fields.
  const query = new Map([...sent].filter(([, value]) => value !== ""));
  const sort = query.get("sort") ?? "";
  const isUnknownSort = sort !== "" && !Object.hasOwn(MODEL_SORTS, sort);
  if (isUnknownSort) query.delete("sort");
  const page = (main: HtmlContent): SitePage => ({
    path: null,
    title: "Models",
    description: `A list of models in ${catalog.service.name}.`,
    chapter: "Models",
    lead: null,
    main,
  });
  // Sorted by the score that the table shows; matches of a text are in the order of the search.
  const sorted = query.get("q") ? query : new Map([["sort", "service_score"], ...query]);
  const answer = answerQuery(listModelsEndpoint, sorted, context);
  const back = html`<a href="${paths.MODELS_PAGE_PATH}">All models and filters</a>`;
  if (isProblem(answer))
    return [
      PROBLEM_TYPES[answer.problem].status,
      page(html`${ui.renderProblem(answer)}\n<p>${back}</p>`),
    ];
  const filters = [...query].filter(
    ([name]) => /^(q|best_at|min_benchmark_score)$/.test(name) || name in MODEL_FILTERS,
  );
  const chosen = filters.map(([name, value]) => html`<code>${name}=${value}</code>`);
  const { data, meta } = answer.body as ModelList;
  const { next } = answer as { next?: Record<string, unknown> };
  const models = data.map(({ slug }) => catalog.getModel(slug));
  const toPath = (more: object): string =>
    `${paths.FILTERED_MODELS_PAGE_PATH}?${new URLSearchParams({ ...Object.fromEntries(query), ...more })}`;
  return [
    200,
    page(html`<p class="lead">${ui.pluralize(meta.total, "model")}${chosen.length > 0 && html` with ${ui.joinHtmlContents(chosen)}`}${models.length === 0 && meta.total > 0 && `, but none on page ${meta.page}: the last page is ${meta.pages}`}. ${isUnknownSort && html`The order <code>sort=${sort}</code> is not known. `}${back}</p>
${meta.hint && html`<p>${meta.hint}</p>\n`}${models.length > 0 && modelsTable(models, catalog)}
${next && html`<p><a class="button" rel="next" href="${toPath(next)}">Next page</a></p>`}`),
  ];
}

type ModelList = {
  data: ModelEntry[];
  meta: { total: number; page: number; pages: number; hint?: string };
};

const toQueryPage = (
  path: string,
  keys: readonly string[],
  make: typeof searchPage,
  lists: readonly string[] = [],
): FunctionRenderedPage => ({
  path,
  keys,
  lists,
  respond(query, context) {
    const [status, page] = make(query, context);
    return { status, page: renderSitePage(page, context.catalog.service) };
  },
});

/** A generated file about the models and hosts in the query. If none is known: the 404 page, with similar names. */
const toListFile = (
  path: string,
  contentType: string,
  make: (models: readonly string[], hosts: readonly string[], catalog: Catalog) => string,
): FunctionRenderedPage => ({
  path,
  keys: ["models", "hosts"],
  lists: ["models", "hosts"],
  respond(query, context) {
    const { catalog } = context;
    const namesIn = (name: string) => (query.get(name) ?? "").split(",", MAX_LISTED);
    const models = namesIn("models").flatMap((one) => findModelByName(one, catalog)?.slug ?? []);
    const hosts = namesIn("hosts").flatMap((one) => findProvider(one, catalog)?.slug ?? []);
    if (models.length + hosts.length > 0)
      return { status: 200, page: trustedHtml(make(models, hosts, catalog)), contentType };
    const suggestAll = (at: typeof MODEL_FOLDER | typeof PROVIDER_FOLDER, names: string[]) =>
      names.slice(0, MAX_SUGGESTED).flatMap((one) => suggestNames(at, one, context));
    const near = [
      ...suggestAll(MODEL_FOLDER, namesIn("models")),
      ...suggestAll(PROVIDER_FOLDER, namesIn("hosts")),
    ];
    return {
      status: 404,
      page: renderSitePage(makeNotFoundPage(catalog.service, near), catalog.service),
    };
  },
});
const MAX_LISTED = 100;
/** Similar names are sought for the first unknown names only, because each search compares all names. */
const MAX_SUGGESTED = 3;

const MODEL_FOLDER = {
  folder: paths.MODELS_PAGE_PATH,
  kind: "model",
  find: findModelByName,
} as const;
const PROVIDER_FOLDER = {
  folder: paths.PROVIDERS_PAGE_PATH,
  kind: "provider",
  find: findProvider,
} as const;

export const FUNCTION_RENDERED_PAGES: readonly FunctionRenderedPage[] = [
  toListFile(
    `${paths.PERSONAL_FEED_PATH}.xml`,
    `${paths.ATOM_CONTENT_TYPE}; charset=utf-8`,
    (models, hosts, catalog) => toAtomDocument(makePersonalFeed(models, hosts, catalog), catalog),
  ),
  toListFile(paths.PERSONAL_CALENDAR_PATH, CALENDAR_CONTENT_TYPE, (models, hosts, catalog) =>
    toICalendar(
      listRetirements(catalog).filter(createPersonalFilter(models, hosts)),
      catalog.service,
    ),
  ),
  toQueryPage(paths.SEARCH_PAGE_PATH, ["q"], searchPage),
  toQueryPage(paths.COMPARE_PAGE_PATH, ["models"], comparePageOf, ["models"]),
  toQueryPage(paths.CHANGES_PAGE_PATH, CHANGES_PAGE_KEYS, makeFilteredChangesPage),
  toQueryPage(
    paths.FILTERED_MODELS_PAGE_PATH,
    Object.keys(listModelsEndpoint.query),
    modelListPage,
    ["supports", "input_modalities", "status"],
  ),
];

/** Folders in which other names of a thing redirect to its page. */
const NAMED_FOLDERS = [
  MODEL_FOLDER,
  PROVIDER_FOLDER,
  { folder: paths.BENCHMARKS_PAGE_PATH, kind: "benchmark", find: findBenchmark },
] as const;

/** List items with links to the pages of things with similar names. */
const suggestNames = (
  { kind, folder }: Pick<(typeof NAMED_FOLDERS)[number], "kind" | "folder">,
  name: string,
  context: AnswerContext,
): Html[] =>
  (unknownNameProblem(kind, name, context).suggestions ?? []).map(
    (one) => html`<li>Did you mean <a href="${folder}${one.slug}">${one.name}</a>?</li>\n`,
  );

/**
 * Finds the page for another name or spelling of a path.
 * @param pathname Path as the client sent it: `/models/GPT-4o`, `/models/openai/gpt-4o`, `/models/gpt-4o/`,
 *   `/compare/gpt-4o/o3`.
 * @returns The path of that page, without the query of the request; or the 404 page with
 *   similar names; undefined for a path outside these folders.
 */
export function findPageMeantByPath(
  pathname: string,
  context: AnswerContext,
): { location: string } | { page: Html } | undefined {
  const [, first = ""] = pathname.split("/");
  if (paths.CAPITALIZED_FOLDERS_TO_REDIRECT.includes(`/${first}/`))
    return { location: `/${first.toLowerCase()}${pathname.slice(1 + first.length)}` };
  const bare = paths.PAGES_WITHOUT_SLASH.find((path) => pathname === `${path}/`);
  if (bare !== undefined) return { location: bare };
  if (pathname.startsWith(`${paths.COMPARE_PAGE_PATH}/`)) {
    const [, , ...written] = pathname.replace(/\/$/, "").split(/\/|,|%2C|-vs-/i);
    const names = written.map((name) => encodeURIComponent(decodeUrlPath(name) ?? name));
    if (names.length > 0) return { location: paths.comparePagePath(names) };
  }
  const at = NAMED_FOLDERS.find(({ folder }) =>
    [folder, paths.toSingularFolder(folder)].includes(`/${first}/`),
  );
  if (at === undefined) return undefined;
  const { catalog } = context;
  const written = pathname.slice(`/${first}/`.length).replace(/\/$/, "");
  const name = decodeUrlPath(written) ?? written;
  const found = at.find(name, catalog);
  const location = at.folder + found?.slug;
  // If the path is already the page's own, its file does not exist: answer 404 instead of a redirect loop.
  if (found && location !== pathname) return { location };
  const near = suggestNames(at, name, context);
  return { page: renderSitePage(makeNotFoundPage(catalog.service, near), catalog.service) };
}

/** The 404 page for paths outside /api. Its links are absolute, so they work at any path depth. */
export const makeNotFoundPage = ({ name }: Service, near: readonly Html[] = []): SitePage => ({
  path: null,
  title: "Page not found",
  description: `There is no page at this URL in ${name}.`,
  lead: "There is no page at this URL. The URL may be mistyped, or a link may be incomplete.",
  main: html`<ul class="not-found">
${near}<li><a href="/models/">All models</a>, with prices and scores; the search above finds them by name</li>
<li><a href="/docs/">API and documents</a>, with every address and error explained</li>
<li><a href="/">Front page</a></li>
</ul>`,
});

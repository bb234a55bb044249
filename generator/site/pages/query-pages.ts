/** Pages that depend on their query, which the function renders: search results and comparisons. */
import { compareModelsEndpoint, type ModelComparison } from "../../endpoints/compare/compare.ts";
import { MIN_QUERY_LENGTH, searchEndpoint } from "../../endpoints/search/search.ts";
import { type AnswerContext, parseEndpointQuery } from "../../http/endpoint.ts";
import { isProblem, PROBLEM_TYPES, type Problem } from "../../http/problem.ts";
import {
  COMPARE_PAGE_PATH,
  comparePagePath,
  SEARCH_PAGE_PATH,
  searchHitPagePath,
} from "../components/addresses.ts";
import { type Html, type HtmlContent, html } from "../components/html.ts";
import { modelLink } from "../components/parts.ts";
import { renderPage, type SitePage } from "../layout/page.ts";
import { makeComparisonPage, makeEmptyComparisonPage } from "./compare/compare-page.ts";

export interface FunctionRenderedPage {
  path: string;
  /** The query parameters it knows; the CDN keeps an answer for each of their values. */
  keys: readonly string[];
  respond(
    query: ReadonlyMap<string, string>,
    context: AnswerContext,
  ): { status: number; page: Html };
}

type Query = ReadonlyMap<string, string>;

/** `/search?q=sonnet`, for readers without script and for links. */
function searchPage(query: Query, context: AnswerContext): [status: number, page: SitePage] {
  const read = parseEndpointQuery(searchEndpoint, query);
  const page = (title: string, main: HtmlContent): SitePage => ({
    path: null,
    title,
    description: `Search results in ${context.catalog.service.name}.`,
    lead: null,
    main,
  });
  if (isProblem(read)) {
    const hint = `Enter at least ${MIN_QUERY_LENGTH} characters: the name of a model, a host or a benchmark.`;
    return [400, page("Search", html`<p>${hint}</p>`)];
  }
  const { q } = read as { q: string };
  return [200, page(`Search: ${q}`, searchResults(q, context))];
}

function searchResults(q: string, { catalog, search }: AnswerContext): Html {
  const { hits } = search.find(q, { limit: 20 });
  if (hits.length === 0) return html`<p>No results for <q>${q}</q>.</p>`;
  return html`<ol class="results">
${hits.map(({ type, slug, name, url, summary }) => {
  const page = searchHitPagePath(type, slug, catalog) ?? url;
  return html`<li><h2><a href="${page}">${name}</a></h2>
<p><span class="type">${type}</span> ${summary}</p></li>
`;
})}</ol>`;
}

/** `/compare?models=a,b,c`: any models, by any of their names. */
function comparePageOf(query: Query, context: AnswerContext): [status: number, page: SitePage] {
  const { catalog } = context;
  const names = query.get("models") ?? "";
  if (names === "") return [200, makeEmptyComparisonPage(null, "", catalog)];
  const read = parseEndpointQuery(compareModelsEndpoint, query);
  const answer = isProblem(read)
    ? (read as Problem)
    : compareModelsEndpoint.respond({ params: {}, query: read }, context);
  if (isProblem(answer))
    return [
      PROBLEM_TYPES[answer.problem].status,
      makeEmptyComparisonPage(problemText(answer), names, catalog),
    ];
  const slugs = (answer.body as ModelComparison).models.map(({ slug }) => slug);
  const at = { path: comparePagePath(slugs), answer: `/api/v1/compare?models=${slugs.join(",")}` };
  return [200, makeComparisonPage(slugs.map(catalog.getModel), catalog, at)];
}

/** With the nearest names, as the API's own error has them. */
const problemText = ({ detail, suggestions = [] }: Problem): Html => html`<p>${detail}</p>
${suggestions.length > 0 && html`<ul class="lines">${suggestions.map(({ slug, name }) => html`<li>${modelLink(slug, name)} <code>${slug}</code></li>\n`)}</ul>`}`;

const toQueryPage = (path: string, key: string, make: typeof searchPage): FunctionRenderedPage => ({
  path,
  keys: [key],
  respond(query, context) {
    const [status, page] = make(query, context);
    return { status, page: renderPage(page, context.catalog.service) };
  },
});

export const FUNCTION_RENDERED_PAGES: readonly FunctionRenderedPage[] = [
  toQueryPage(SEARCH_PAGE_PATH, "q", searchPage),
  toQueryPage(COMPARE_PAGE_PATH, "models", comparePageOf),
];

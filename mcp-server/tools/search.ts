/** `search` of the chat-assistant connector: ids that `fetch` takes. */
import { z } from "zod";
import { OWN_TESTS } from "../../build/experiments/own-tests.ts";
import { toTerms } from "../../build/identity/terms.ts";
import { type FindingItem, toFindingItem } from "../../generator/endpoints/findings/findings.ts";
import { searchAll } from "../../generator/endpoints/search/search.ts";
import { type Context, perCatalog } from "../../generator/http/endpoint.ts";
import type { SearchType } from "../../generator/search/search-index.ts";
import { callEndpoint, type ListOf } from "./endpoints.ts";
import { findingsAbout, toNewsTopic } from "./findings.ts";
import { defineTool, isRefusal } from "./tool.ts";

const MAX_HITS = 15;
const MAX_FINDINGS = 3;

interface Hit {
  type: SearchType;
  slug: string;
  name: string;
  url: string;
}

interface SearchResult {
  id: string;
  title: string;
  url: string;
}

export const search = defineTool({
  name: "search",
  title: "Search everything",
  description:
    "Search models, providers, benchmarks, glossary terms, agents, MCP servers, skills, findings and our own tests. Returns ids for fetch. To compare or filter models, use search_models.",
  input: z.strictObject({ query: z.string().describe("What to look for") }),
  output: z.looseObject({
    results: z.array(z.looseObject({ id: z.string(), title: z.string(), url: z.string() })),
    source: z.string(),
  }),
  form: "connector-search",
  call({ query }, context) {
    const answer = callEndpoint<ListOf<Hit>>(
      searchAll,
      { query: { q: query, limit: String(MAX_HITS) } },
      context,
    );
    if (isRefusal(answer)) return answer;
    const hits = answer.data.map(({ type, slug, name, url }) => ({
      id: `${type}:${slug}`,
      title: type === "model" ? name : `${name} (${type})`,
      url,
    }));
    const found = [
      ...news(query, context),
      ...hits,
      ...ownTests(query, context),
      ...findings(query, context),
    ];
    const results = [...new Map(found.map((result) => [result.id, result])).values()];
    return {
      title: "Search",
      url: answer.url,
      asOf: answer.as_of,
      lines: [],
      value: { results },
      tables: [],
    };
  },
});

const hasAll = (words: ReadonlySet<string>, terms: readonly string[]): boolean =>
  terms.length > 0 && terms.every((term) => words.has(term));

function ownTests(query: string, { catalog }: Context): SearchResult[] {
  const terms = toTerms(query);
  return OWN_TESTS.filter(({ test, name }) =>
    hasAll(new Set(toTerms(`${test} ${name}`)), terms),
  ).map(({ test, name }) => ({
    id: `own-test:${test}`,
    title: `${name} (our own test)`,
    url: `${catalog.service.base_url}/api/v1/own-tests/${test}`,
  }));
}

/** A query for price moves finds the newest findings and the list of changes. */
function news(query: string, { catalog }: Context): SearchResult[] {
  const { kinds, provider, model, rest } = toNewsTopic(query, catalog);
  const isPriceMove = kinds.some((kind) => kind === "price_drop" || kind === "price_rise");
  if (!isPriceMove || rest !== "") return [];
  const words = [...kinds, provider ?? model ?? ""].join(" ").trim();
  const base = catalog.service.base_url;
  return [
    {
      id: `changes:${words}`,
      title: `Changes: ${words.replaceAll("_", " ")}`,
      url: `${base}/api/v1/changes`,
    },
    ...findingsAbout(query, catalog).slice(0, MAX_FINDINGS).map(toResult),
  ];
}

function findings(query: string, { catalog }: Context): SearchResult[] {
  const terms = toTerms(query);
  return findingsByWords(catalog)
    .filter(({ words }) => hasAll(words, terms))
    .slice(0, MAX_FINDINGS)
    .map(({ finding }) => toResult(toFindingItem(finding, catalog)));
}

const toResult = ({ id, title, url }: FindingItem): SearchResult => ({
  id: `finding:${id}`,
  title,
  url,
});

const findingsByWords = perCatalog((catalog) =>
  catalog.findings.map((finding) => ({ finding, words: new Set(toTerms(finding.title)) })),
);

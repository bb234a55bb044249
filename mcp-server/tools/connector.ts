/**
 * The tools `search` and `fetch` for chat-assistant connectors: `search` returns ids, and `fetch` returns one thing by
 * its id.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { OWN_TESTS } from "../../build/experiments/own-tests.ts";
import { splitNameTerms } from "../../build/identity/terms.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { getBenchmarkEndpoint } from "../../generator/endpoints/benchmarks/benchmarks.ts";
import {
  describeProvider,
  getProviderEndpoint,
} from "../../generator/endpoints/providers/providers.ts";
import { MIN_SEARCH_LENGTH, searchEndpoint } from "../../generator/endpoints/search/search.ts";
import { getGlossaryTermEndpoint } from "../../generator/endpoints/service/service.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import {
  findBenchmark,
  findGlossaryTerm,
  findModelByName,
  findProvider,
} from "../../generator/http/names.ts";
import { quoteInput } from "../../generator/http/problem.ts";
import type { SearchHitType } from "../../generator/search/search-index.ts";
import { parseNewsTopic, toFindingMcpToolAnswer, toNewsMcpToolAnswer } from "./findings.ts";
import { toModelMcpToolAnswer } from "./models.ts";
import { findOwnTest, toOwnTestMcpToolAnswer, toTestScorecardMcpToolAnswer } from "./own-tests.ts";
import {
  describeOfferForMcp,
  describeReleaseForMcp,
  SELF_REPORTED_LABEL,
  toModelPriceForMcp,
} from "./prices.ts";
import {
  callApiFromMcpTool,
  createMcpToolAnswer,
  defineMcpTool,
  formatMcpToolAnswer,
  joinNonEmpty,
  llmsTextUrl,
  type McpToolAnswer,
  ToolCallRefusedError,
  toMcpToolAnswerRow,
  toMcpToolAnswerTable,
} from "./tool.ts";

const MAX_HITS = 15;

const SearchResult = z.looseObject({ id: z.string(), title: z.string(), url: z.string() });
type SearchResult = z.infer<typeof SearchResult>;

export const searchMcpTool = defineMcpTool({
  name: "search",
  title: "Search everything",
  description:
    "Searches models, providers, benchmarks, glossary terms, agents, MCP servers, skills, findings (news items) and our own tests. Returns ids for fetch. To compare or filter models, use search_models.",
  input: z.strictObject({
    query: z.string().min(MIN_SEARCH_LENGTH).describe("What to look for"),
  }),
  output: z.looseObject({ results: z.array(SearchResult), source: z.string() }),
  toResult: ({ value, url }, { name }) => toJsonResult({ ...value, source: `${name} · ${url}` }),
  call({ query }, context) {
    const { catalog } = context;
    const sent = { q: query, limit: MAX_HITS };
    const answer = callApiFromMcpTool(searchEndpoint, { query: sent }, context);
    const hits = answer.data.map(({ type, slug, name, url }) => ({
      id: `${type}:${slug}`,
      title: type === "model" ? name : `${name} (${type})`,
      url,
    }));
    const found = [...news(query, context), ...hits, ...ownTestsNamed(query, catalog)];
    const results = [...new Map(found.map((result) => [result.id, result])).values()];
    const { understood = {}, ignored = [], hint } = answer.meta;
    const value = {
      ...(Object.keys(understood).length > 0 && { understood }),
      ...(ignored.length > 0 && { ignored }),
      ...(hint !== undefined && { hint }),
      results,
    };
    return createMcpToolAnswer("Search", answer, [{ text: "", value }]);
  },
});

/** The connector expects exactly one text item, which contains JSON. */
const toJsonResult = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});

/** Adds the list of changes to the results if the query is about price changes. */
function news(query: string, context: AnswerContext): SearchResult[] {
  const { kinds, providers, models, when, rest } = parseNewsTopic(query, context);
  const isPriceMove = kinds.some((kind) => kind === "price_drop" || kind === "price_rise");
  if (!isPriceMove || rest !== "") return [];
  const words = joinNonEmpty([...kinds, [...providers, ...models].join(" and "), when], " ");
  const url = `${context.catalog.service.base_url}/api/v1/changes`;
  return [{ id: `changes:${words}`, title: `Changes: ${words.replaceAll("_", " ")}`, url }];
}

/** Own tests whose names contain all words of the query. */
function ownTestsNamed(query: string, catalog: Catalog): SearchResult[] {
  const terms = splitNameTerms(query);
  const base = `${catalog.service.base_url}/api/v1/own-tests`;
  return OWN_TESTS.flatMap(({ test, name }) => {
    const own = splitNameTerms(`${test} ${name}`);
    const isNamed = terms.length > 0 && terms.every((term) => own.includes(term));
    const title = `${name} (our own test)`;
    return isNamed ? [{ id: `own-test:${test}`, title, url: `${base}/${test}` }] : [];
  });
}

const ROWS = { limit: 50, skip: 0 };

/** Kind of id → function that creates the answer. */
const ANSWERS: Record<string, (name: string, context: AnswerContext) => McpToolAnswer> = {
  model: (model, context) => toModelMcpToolAnswer({ model }, context),
  provider: providerAnswer,
  benchmark: benchmarkAnswer,
  glossary: glossaryAnswer,
  "own-test": (test, context) => toOwnTestMcpToolAnswer(test, ROWS, context),
  scorecard: (_, context) => toTestScorecardMcpToolAnswer(ROWS, context),
  finding: toFindingMcpToolAnswer,
  changes: (query, context) => toNewsMcpToolAnswer({ query, ...ROWS }, context),
  agent: (slug, context) => directoryAnswer("agent", slug, context),
  mcp: (slug, context) => directoryAnswer("mcp", slug, context),
  skill: (slug, context) => directoryAnswer("skill", slug, context),
};

export const fetchMcpTool = defineMcpTool({
  name: "fetch",
  title: "Fetch one search result",
  description:
    "Returns the full text of one search result; takes the id that the tool search returned.",
  input: z.strictObject({
    id: z
      .string()
      .describe(
        "Id that search returned: model:gpt-4o, provider:…, benchmark:…, own-test:…, finding:…, glossary:…, scorecard; or a bare slug",
      ),
  }),
  output: z.looseObject({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.looseObject({}),
  }),
  toResult(answer, service) {
    const { id, ...metadata } = answer.value;
    const { title, url, asOf } = answer;
    // The result contains the text twice.
    const text = formatMcpToolAnswer(answer, service, 0.6);
    return toJsonResult({ id, title, text, url, metadata: { ...metadata, as_of: asOf } });
  },
  call({ id }, context) {
    const written = id.trim().replace(/^[A-Za-z-]+(?=:)/, (kind) => kind.toLowerCase());
    const full = kindOf(written) ? written : (toFullId(written, context.catalog) ?? "");
    const kind = kindOf(full);
    const toAnswer = ANSWERS[kind ?? ""];
    if (kind === undefined || !toAnswer) {
      const ids = Object.keys(ANSWERS).map((one) => (one === "scorecard" ? one : `${one}:…`));
      throw new ToolCallRefusedError(
        `id: ${quoteInput(id)} is unknown; send ${ids.join(", ")} as search returned it.`,
        llmsTextUrl(context),
      );
    }
    const answer = toAnswer(full.slice(kind.length + 1), context);
    return { ...answer, value: { ...answer.value, id: full } };
  },
});

/** The part before the first colon, if it is a known kind. */
const kindOf = (id: string): string | undefined =>
  id.split(":", 1).find((kind) => Object.hasOwn(ANSWERS, kind));

/** Adds to a bare name the first kind in which it clearly means one thing. Undefined if there is none. */
function toFullId(name: string, catalog: Catalog): string | undefined {
  const found: [kind: string, slug: string | undefined][] = [
    ["model", findModelByName(name, catalog)?.slug],
    ["provider", findProvider(name, catalog)?.slug],
    ["benchmark", findBenchmark(name, catalog)?.slug],
    ["own-test", findOwnTest(name)],
    ["finding", catalog.findings.find((finding) => finding.id === name)?.id],
    ["glossary", findGlossaryTerm(name, catalog)?.slug],
  ];
  const [kind, slug] = found.find((one) => one[1] !== undefined) ?? [];
  return slug === undefined ? undefined : `${kind}:${slug}`;
}

function providerAnswer(named: string, context: AnswerContext): McpToolAnswer {
  const answer = callApiFromMcpTool(getProviderEndpoint, { params: { slug: named } }, context);
  const { catalog } = context;
  const { slug, name, is_lab, is_host, homepage, api_url, models_made, models_sold } = answer;
  return createMcpToolAnswer(
    name,
    answer,
    [
      {
        text: `${name} (${slug}): ${describeProvider(answer)}.`,
        value: { slug, name, is_lab, is_host },
      },
      joinNonEmpty([homepage, api_url !== null && `API ${api_url}`], "; "),
    ],
    [
      toMcpToolAnswerTable(
        "models_made",
        "Models that this lab makes, newest first; prices in USD per 1M tokens",
        models_made,
        ({ slug, name }) => ({
          text: `${name} (${slug}), ${describeReleaseForMcp(catalog.getModel(slug)) || "release date unknown"}, ${toModelPriceForMcp(slug, catalog).text}`,
          value: slug,
        }),
        `call search_models with provider: "${slug}"`,
      ),
      toMcpToolAnswerTable(
        "models_sold",
        "Models that this host sells; prices in USD per 1M tokens",
        models_sold.filter(({ status }) => status !== "retired"),
        ({ name, model, model_id }) => {
          const { price, words } = describeOfferForMcp(model, slug, catalog);
          const text = joinNonEmpty([`${name} (${model}): ${price}`, ...words, `id ${model_id}`]);
          return { text, value: model };
        },
        `call search_models with host: "${slug}"`,
      ),
    ],
  );
}

function benchmarkAnswer(named: string, context: AnswerContext): McpToolAnswer {
  const answer = callApiFromMcpTool(getBenchmarkEndpoint, { params: { slug: named } }, context);
  const { slug, name, category, unit, models_tested, higher_is_better, max_score, measures } =
    answer;
  const most = max_score === null ? "" : ` of at most ${max_score}`;
  const better = higher_is_better ? "higher" : "lower";
  return createMcpToolAnswer(
    name,
    answer,
    [
      {
        text: `${name} (${slug}): ${measures}. ${category} benchmark, ${models_tested} models tested, score in ${unit}${most}, ${better} is better.`,
        value: { slug, name, measures, category, unit, models_tested, higher_is_better },
      },
      `Scores from ${answer.benchmark_source}, licence ${answer.source_license}: ${answer.source_url}`,
    ],
    [
      toMcpToolAnswerTable(
        "scores",
        "Leaderboard: independent results first, then self-reported ones",
        answer.scores,
        ({ name, slug, score, configuration, self_reported }) =>
          toMcpToolAnswerRow([
            ["slug", slug, `${name} (${slug}): ${score}`],
            ["score", score],
            configuration,
            ["self_reported", self_reported, self_reported === true && SELF_REPORTED_LABEL],
          ]),
        `call search_models with best_at: "${slug}"`,
      ),
    ],
  );
}

function glossaryAnswer(term: string, context: AnswerContext): McpToolAnswer {
  const answer = callApiFromMcpTool(getGlossaryTermEndpoint, { params: { slug: term } }, context);
  const { slug, name, summary, text, also, see_also } = answer;
  return createMcpToolAnswer(name, answer, [
    { text: `${name}: ${summary}`, value: { slug, name, summary, also, see_also } },
    text,
    also.length > 0 && `Also called ${also.join(", ")}.`,
    see_also.length > 0 && `See also ${see_also.join(", ")}.`,
  ]);
}

/** Answer about an agent, MCP server or skill. The search index contains everything that is known about it. */
function directoryAnswer(type: SearchHitType, slug: string, context: AnswerContext): McpToolAnswer {
  const { catalog, search } = context;
  const hit = search.get(type, slug);
  if (!hit)
    throw new ToolCallRefusedError(
      `id: no ${type} is called ${quoteInput(slug)}; look for it with search.`,
      llmsTextUrl(context),
    );
  const { name, url, summary } = hit;
  return createMcpToolAnswer(name, { url: url || catalog.service.base_url, as_of: null }, [
    { text: `${name}: ${summary}`, value: { slug, name, type } },
  ]);
}

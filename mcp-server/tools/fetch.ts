/** `fetch` of the chat-assistant connector: one thing by the id that `search` gave. */
import { z } from "zod";
import { OWN_TESTS } from "../../build/experiments/registry.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { getBenchmark } from "../../generator/endpoints/benchmarks/benchmarks.ts";
import { toFindingItem } from "../../generator/endpoints/findings/findings.ts";
import { getGlossaryTerm } from "../../generator/endpoints/glossary/glossary.ts";
import { getOwnTest } from "../../generator/endpoints/own-tests/get-own-test.ts";
import { getScorecard } from "../../generator/endpoints/own-tests/get-scorecard.ts";
import { getProvider } from "../../generator/endpoints/providers/providers.ts";
import type { Context, Endpoint } from "../../generator/http/endpoint.ts";
import { quote } from "../../generator/http/problem.ts";
import { findModel } from "../../generator/names/find-model.ts";
import { findBenchmark, findProvider, findTerm } from "../../generator/names/find-named.ts";
import type { SearchType } from "../../generator/search/search-index.ts";
import { callEndpoint, type Enveloped, searchAddress } from "./call-endpoint.ts";
import { findOneModel } from "./model-argument.ts";
import { benchmarkPage } from "./pages/benchmark.ts";
import { findingPage } from "./pages/finding.ts";
import { glossaryTermPage } from "./pages/glossary-term.ts";
import { modelPage } from "./pages/model.ts";
import { newsPage } from "./pages/news.ts";
import { ownTestPage, type Scorecard, scorecardPage, type TestDetail } from "./pages/own-test.ts";
import { type ProviderDetail, providerPage } from "./pages/provider.ts";
import { defineTool, isRefusal, type Refusal, type ToolPage } from "./tool.ts";

/** Rows of a test's results or of the scorecard. */
const ROWS = 50;

/** Kind of thing → its page. */
const PAGES: Record<string, (name: string, context: Context) => ToolPage | Refusal> = {
  model(name, context) {
    const found = findOneModel(name, context);
    return isRefusal(found) ? found : modelPage(found.slug, context);
  },
  provider: (slug, context) =>
    fromEndpoint(
      getProvider,
      { slug },
      (answer: Enveloped<ProviderDetail>) => providerPage(answer, context),
      context,
    ),
  benchmark: (slug, context) => fromEndpoint(getBenchmark, { slug }, benchmarkPage, context),
  glossary: (slug, context) => fromEndpoint(getGlossaryTerm, { slug }, glossaryTermPage, context),
  "own-test": (test, context) =>
    fromEndpoint(
      getOwnTest,
      { test },
      (answer: Enveloped<TestDetail>) => ownTestPage(answer, ROWS),
      context,
    ),
  scorecard: (_, context) =>
    fromEndpoint(
      getScorecard,
      {},
      (answer: Enveloped<Scorecard>) => scorecardPage(answer, ROWS),
      context,
    ),
  finding: findingById,
  changes: (words, context) => newsPage(words, ROWS, context),
  agent: (slug, context) => fromDirectory("agent", slug, context),
  mcp: (slug, context) => fromDirectory("mcp", slug, context),
  skill: (slug, context) => fromDirectory("skill", slug, context),
};

export const fetch = defineTool({
  name: "fetch",
  title: "Fetch one thing",
  description: "The full text of one result of search, by its id.",
  input: z.strictObject({
    id: z
      .string()
      .describe(
        "As search gave it: model:gpt-4o, provider:…, benchmark:…, own-test:…, finding:…, glossary:…, scorecard; or a bare slug",
      ),
  }),
  output: z.looseObject({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.looseObject({}),
  }),
  form: "connector-fetch",
  call({ id }, context) {
    const written = id.trim();
    const full = kindOf(written) === undefined ? toFullId(written, context.catalog) : written;
    const kind = full === undefined ? undefined : kindOf(full);
    const toPage = kind === undefined ? undefined : PAGES[kind];
    if (full === undefined || kind === undefined || !toPage) {
      return {
        refusal: `id: ${quote(id)} is nothing known here; send ${Object.keys(PAGES)
          .map((name) => (name === "scorecard" ? name : `${name}:…`))
          .join(", ")} as search gave it.`,
        url: searchAddress(written, undefined, context),
      };
    }
    const page = toPage(full.slice(kind.length + 1), context);
    return isRefusal(page) ? page : { ...page, value: { ...page.value, id: full } };
  },
});

/** What stands before the first colon, where that is a kind. */
function kindOf(id: string): string | undefined {
  const [kind = ""] = id.split(":", 1);
  return Object.hasOwn(PAGES, kind) ? kind : undefined;
}

/** A bare name: the first kind of which something is surely called so. */
function toFullId(name: string, catalog: Catalog): string | undefined {
  const found: [kind: string, slug: string | undefined][] = [
    ["model", findModel(name, catalog)?.slug],
    ["provider", findProvider(name, catalog)?.slug],
    ["benchmark", findBenchmark(name, catalog)?.slug],
    ["own-test", OWN_TESTS.find(({ test, lab }) => test === name || lab === name)?.test],
    ["finding", catalog.findings.find((finding) => finding.id === name)?.id],
    ["glossary", findTerm(name, catalog)?.slug],
  ];
  const [kind, slug] = found.find((one) => one[1] !== undefined) ?? [];
  return slug === undefined ? undefined : `${kind}:${slug}`;
}

function fromEndpoint<T>(
  endpoint: Endpoint,
  params: Record<string, string>,
  toPage: (answer: Enveloped<T>) => ToolPage,
  context: Context,
): ToolPage | Refusal {
  const answer = callEndpoint<T>(endpoint, { params }, context);
  return isRefusal(answer) ? answer : toPage(answer);
}

function findingById(id: string, { catalog }: Context): ToolPage | Refusal {
  const finding = catalog.findings.find((one) => one.id === id);
  if (finding) return findingPage(toFindingItem(finding, catalog));
  return {
    refusal: `id: no finding is called ${quote(id)}; latest_findings lists them.`,
    url: `${catalog.service.base_url}/api/v1/findings`,
  };
}

/** What is kept of agents, MCP servers and skills is no more than the search index holds. */
function fromDirectory(type: SearchType, slug: string, context: Context): ToolPage | Refusal {
  const { catalog, search } = context;
  const hit = search.find(slug, { type, limit: 5 }).hits.find((one) => one.slug === slug);
  if (!hit) {
    return {
      refusal: `id: no ${type} is called ${quote(slug)}; look for it with search.`,
      url: searchAddress(slug, type, context),
    };
  }
  return {
    title: hit.name,
    url: hit.url || catalog.service.base_url,
    asOf: null,
    lines: [`${hit.name}: ${hit.summary}`],
    value: { slug, name: hit.name, type },
    tables: [],
  };
}

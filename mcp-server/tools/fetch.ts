/** `fetch` of the chat-assistant connector: one thing by the id that `search` gave. */
import { z } from "zod";
import { OWN_TESTS } from "../../build/experiments/own-tests.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import {
  type BenchmarkEntry,
  type BenchmarkScore,
  getBenchmark,
} from "../../generator/endpoints/benchmarks/benchmarks.ts";
import { type GlossaryTerm, getGlossaryTerm } from "../../generator/endpoints/glossary/glossary.ts";
import type { ProviderOffer } from "../../generator/endpoints/models/get-model.ts";
import { getProvider, type ProviderEntry } from "../../generator/endpoints/providers/providers.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { quote } from "../../generator/http/problem.ts";
import { findModel } from "../../generator/names/find-model.ts";
import { findBenchmark, findProvider, findTerm } from "../../generator/names/find-named.ts";
import type { SearchType } from "../../generator/search/search-index.ts";
import { callEndpoint, findOneModel, searchAddress } from "./endpoints.ts";
import { findingPage, newsPage } from "./findings.ts";
import { modelPage } from "./get-model.ts";
import { findOffer, joined, offerPrices, priceOf, SELF_REPORTED, saleWords } from "./offer-text.ts";
import { ownTestPage, scorecardPage } from "./own-tests.ts";
import {
  defineTool,
  isRefusal,
  type Refusal,
  type TableRow,
  type ToolPage,
  toRow,
  toRows,
} from "./tool.ts";

/** Rows of a test's results or of the scorecard. */
const ROWS = 50;

/** Kind of thing → its page. */
const PAGES: Record<string, (name: string, context: Context) => ToolPage | Refusal> = {
  model(name, context) {
    const found = findOneModel(name, context);
    return isRefusal(found) ? found : modelPage(found.slug, context);
  },
  provider: providerPage,
  benchmark: benchmarkPage,
  glossary: glossaryPage,
  "own-test": (test, context) => ownTestPage(test, ROWS, context),
  scorecard: (_, context) => scorecardPage(ROWS, context),
  finding: findingPage,
  changes: (words, context) => newsPage(words, ROWS, context),
  agent: (slug, context) => directoryPage("agent", slug, context),
  mcp: (slug, context) => directoryPage("mcp", slug, context),
  skill: (slug, context) => directoryPage("skill", slug, context),
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
      const ids = Object.keys(PAGES).map((one) => (one === "scorecard" ? one : `${one}:…`));
      return {
        refusal: `id: ${quote(id)} is unknown; send ${ids.join(", ")} as search gave it.`,
        url: searchAddress(written, undefined, context),
      };
    }
    const page = toPage(full.slice(kind.length + 1), context);
    return isRefusal(page) ? page : { ...page, value: { ...page.value, id: full } };
  },
});

/** What comes before the first colon, where that is a kind. */
function kindOf(id: string): string | undefined {
  const [kind = ""] = id.split(":", 1);
  return Object.hasOwn(PAGES, kind) ? kind : undefined;
}

/** A bare name: the first kind of which something clearly has this name. */
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

type SoldModel = Pick<
  ProviderOffer,
  "model_id" | "input" | "output" | "billing" | "host_kind" | "service_tier" | "trust" | "status"
> & { model: string; name: string };

interface ProviderDetail extends ProviderEntry {
  models_made: { slug: string; name: string; release_date: string | null }[];
  models_sold: SoldModel[];
}

function providerPage(slug: string, context: Context): ToolPage | Refusal {
  const answer = callEndpoint<ProviderDetail>(getProvider, { params: { slug } }, context);
  if (isRefusal(answer)) return answer;
  const { catalog } = context;
  const { name, is_lab, is_host, models, offers, models_made, models_sold, url } = answer;
  const table = (field: string, heading: string, total: number, rows: TableRow[]) => ({
    ...{ field, heading, rows, total, more: `all of them are at ${url}` },
  });
  const made = toRows(models_made, ({ slug, name, release_date }) => ({
    text: `${name} (${slug}), released ${release_date ?? "on an unknown day"}, ${priceOf(slug, catalog).text}`,
    value: slug,
  }));
  const sold = toRows(models_sold, (offer) => {
    const doubt = findOffer(offer.model, answer.slug, catalog)?.doubt ?? null;
    const words = [
      `${offer.name} (${offer.model}): ${offerPrices(offer)}`,
      ...saleWords({ ...offer, doubt }),
      `id ${offer.model_id}`,
    ];
    return { text: words.join(", "), value: offer.model };
  });
  return {
    title: name,
    url,
    asOf: answer.as_of,
    lines: [
      `${name} (${answer.slug}): ${joined([is_lab && `makes ${models} models`, is_host && `sells ${offers}`])}.`,
      joined([answer.homepage, answer.api_url !== null && `API ${answer.api_url}`], "; "),
    ].filter((line) => line !== ""),
    value: { slug: answer.slug, name, is_lab, is_host },
    tables: [
      table(
        "models_made",
        "Its models, the newest first, USD per 1M tokens",
        models_made.length,
        made,
      ),
      table("models_sold", "Models it sells, USD per 1M tokens", models_sold.length, sold),
    ],
  };
}

type BenchmarkDetail = BenchmarkEntry & { benchmark_source: string; scores: BenchmarkScore[] };

/** A benchmark with its leaderboard. */
function benchmarkPage(slug: string, context: Context): ToolPage | Refusal {
  const answer = callEndpoint<BenchmarkDetail>(getBenchmark, { params: { slug } }, context);
  if (isRefusal(answer)) return answer;
  const { name, category, unit, models_tested, higher_is_better, max_score, scores, url } = answer;
  const most = max_score === null ? "" : ` of at most ${max_score}`;
  const better = higher_is_better ? "higher" : "lower";
  return {
    title: name,
    url,
    asOf: answer.as_of,
    lines: [
      `${name} (${answer.slug}): ${category} benchmark, ${models_tested} models tested, score in ${unit}${most}, ${better} is better.`,
      `Scores from ${answer.benchmark_source}, licence ${answer.source_license}: ${answer.source_url}`,
    ],
    value: { slug: answer.slug, name, category, unit, models_tested, higher_is_better },
    tables: [
      {
        field: "scores",
        heading: "Leaderboard: independent results first, then self-reported ones",
        rows: toRows(scores, ({ name, slug, score, configuration, self_reported }) =>
          toRow([
            ["slug", slug, `${name} (${slug}): ${score}`],
            ["score", score],
            configuration,
            ["self_reported", self_reported, self_reported === true && SELF_REPORTED],
          ]),
        ),
        total: scores.length,
        more: `all of them are at ${url}`,
      },
    ],
  };
}

function glossaryPage(term: string, context: Context): ToolPage | Refusal {
  const given = { params: { slug: term } };
  const answer = callEndpoint<z.infer<typeof GlossaryTerm>>(getGlossaryTerm, given, context);
  if (isRefusal(answer)) return answer;
  const { slug, name, summary, text, also, see_also, url, as_of } = answer;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name}: ${summary}`,
      text,
      also.length > 0 ? `Also called ${also.join(", ")}.` : "",
      see_also.length > 0 ? `See also ${see_also.join(", ")}.` : "",
    ].filter((line) => line !== ""),
    value: { slug, name, summary, also, see_also },
    tables: [],
  };
}

/** An agent, MCP server or skill: the search index holds all that is kept of it. */
function directoryPage(type: SearchType, slug: string, context: Context): ToolPage | Refusal {
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

import { z } from "zod";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { BenchmarkRow } from "../../build/model/catalog/rows.ts";
import { byText } from "../../build/schema/collections.ts";
import { BENCHMARK_CATEGORIES } from "../../build/schema/values.ts";
import {
  type BenchmarkScore,
  getBenchmark,
} from "../../generator/endpoints/benchmarks/benchmarks.ts";
import { listModels, type ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import { type Context, perCatalog } from "../../generator/http/endpoint.ts";
import { newest } from "../../generator/http/envelope.ts";
import { quote } from "../../generator/http/problem.ts";
import { findBenchmark, findProvider, otherNames } from "../../generator/names/find-named.ts";
import { nearest } from "../../generator/names/not-found.ts";
import { callEndpoint, type ListOf } from "./endpoints.ts";
import { priceOf, SELF_REPORTED, tokens } from "./offer-text.ts";
import {
  defineTool,
  isRefusal,
  PROVENANCE,
  type Refusal,
  rowLimit,
  type TableRow,
  toRow,
} from "./tool.ts";

export const searchModels = defineTool({
  name: "search_models",
  title: "Search AI models",
  description:
    "Find AI models by name, lab or capability, with price, context window and release date. Use it when you are not sure which model is meant, and for the best, cheapest or newest models of a lab, with open weights, or with a long context.",
  input: z.strictObject({
    query: z.string().default("").describe('Words of a name or a capability; "" lists all'),
    provider: z.string().optional().describe("Only models made by this lab: anthropic, OpenAI"),
    open_source: z.boolean().optional().describe("true: only open weights"),
    sort: z
      .enum([
        "relevance",
        "service_score",
        "avg_score",
        "pricing_input",
        "context_window",
        "release_date",
      ])
      .default("relevance")
      .describe("service_score: the top models first; pricing_input: the cheapest first"),
    min_context: z.int().optional().describe("Minimum context window in tokens: 200000"),
    best_at: z
      .string()
      .optional()
      .describe(
        "Only models tested at it, the best first: coding, math, reasoning, knowledge, or a benchmark",
      ),
    limit: rowLimit(10),
  }),
  output: z.looseObject({
    models: z.array(z.looseObject({ slug: z.string(), name: z.string() })),
    total: z.int(),
    ...PROVENANCE,
  }),
  call(args, context) {
    const provider = findLab(args.provider, context);
    if (isRefusal(provider)) return provider;
    const ranking = args.best_at === undefined ? undefined : rankingFor(args.best_at, context);
    if (ranking && isRefusal(ranking)) return ranking;
    const query = {
      q: args.query,
      provider: provider.slug ?? "",
      open_source: String(args.open_source ?? false),
      sort: args.sort === "relevance" ? "" : args.sort,
    };
    const { min_context = 0, limit } = args;
    const isFiltered = ranking !== undefined || min_context > 0;
    const answer = isFiltered
      ? listAll(query, context)
      : list({ ...query, limit: `${limit}` }, context);
    if (isRefusal(answer)) return answer;
    const fitting = answer.data.filter((model) => (model.context_window ?? 0) >= min_context);
    const found = ranking ? inOrderOf(ranking, fitting) : fitting;
    const total = isFiltered ? found.length : Number(answer.meta.total);
    const models = found.slice(0, limit);
    return {
      title: "AI models",
      url: answer.url,
      asOf: newest(models.map(({ as_of }) => as_of)),
      lines: [
        total === 0
          ? `No model matches ${quote(args.query)} here; try fewer words, or leave the filters out.`
          : `${total} models match; prices in USD per 1M tokens.`,
        ...(ranking ? [ranking.description] : []),
      ],
      value: { total, ...(ranking && { benchmark: ranking.slug }) },
      tables: [
        {
          field: "models",
          heading: "Models",
          rows: models.map((model) => modelRow(model, ranking, context.catalog)),
          total,
          more: "call again with a larger limit or more words; get_model gives every fact of one model",
        },
      ],
    };
  },
});

const list = (query: Record<string, string>, context: Context) =>
  callEndpoint<ListOf<ModelEntry>>(listModels, { query }, context);

/** Every model that matches, over all pages; else as the first of them answers. */
function listAll(query: Record<string, string>, context: Context) {
  const first = list({ ...query, limit: "200" }, context);
  if (isRefusal(first)) return first;
  const data = [...first.data];
  for (let page = 2; page <= Number(first.meta.pages); page++) {
    const next = list({ ...query, limit: "200", page: `${page}` }, context);
    if (isRefusal(next)) return next;
    data.push(...next.data);
  }
  return { ...first, data };
}

/** A lab by slug, name, or what people call it. */
function findLab(name: string | undefined, { catalog }: Context): { slug?: string } | Refusal {
  if (name === undefined || name.trim() === "") return {};
  const provider = findProvider(name, catalog);
  if (provider?.is_lab) return { slug: provider.slug };
  const labs = catalog.providers.filter(({ is_lab }) => is_lab);
  const near = nearest(name, labs, otherNames("provider", catalog)).map(({ slug }) => slug);
  return {
    refusal: `provider: no lab is called ${quote(name)}. ${near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "Leave it out, or name the lab that made the model."}`,
    url: `${catalog.service.base_url}/api/v1/providers`,
  };
}

/** Who is best at something: the order of one benchmark's leaderboard, which a caller can look up. */
interface Ranking extends Pick<BenchmarkRow, "slug" | "name" | "unit"> {
  description: string;
  /** Model → its score, in the order of the leaderboard. */
  scores: Map<string, BenchmarkScore>;
}

/** @param skill A category of benchmarks, or a benchmark by any of its names. */
function rankingFor(skill: string, context: Context): Ranking | Refusal {
  const { catalog } = context;
  const wanted = skill.trim().toLowerCase();
  const usual = usualBenchmarks(catalog).get(wanted);
  const benchmark = usual ?? findBenchmark(skill, catalog);
  if (!benchmark) {
    return {
      refusal: `best_at: ${quote(skill)} is neither a category (${[...usualBenchmarks(catalog).keys()].join(", ")}) nor a benchmark; look for one with search.`,
      url: `${catalog.service.base_url}/api/v1/benchmarks`,
    };
  }
  const { slug, name, unit } = benchmark;
  const given = { params: { slug } };
  const answer = callEndpoint<{ scores: BenchmarkScore[] }>(getBenchmark, given, context);
  if (isRefusal(answer)) return answer;
  const why = usual ? `, the ${wanted} benchmark that most models of the last year took` : "";
  return {
    ...{ slug, name, unit },
    description: `Ranked by ${name} (${slug})${why}: independent results first, then self-reported ones. Other benchmarks may order them otherwise.`,
    scores: new Map(answer.scores.map((row) => [row.slug, row])),
  };
}

function inOrderOf({ scores }: Ranking, models: readonly ModelEntry[]): ModelEntry[] {
  const bySlug = new Map(models.map((model) => [model.slug, model]));
  return [...scores.keys()].flatMap((slug) => bySlug.get(slug) ?? []);
}

/** Category → the one of its benchmarks that most models took which came out in the last year of the facts. */
const usualBenchmarks = perCatalog((catalog) => {
  const since = `${Number(catalog.asOf.slice(0, 4)) - 1}${catalog.asOf.slice(4)}`;
  const isRecent = (slug: string) => (catalog.model(slug)?.release_date ?? "") >= since;
  return new Map(
    BENCHMARK_CATEGORIES.flatMap((category): [string, BenchmarkRow][] => {
      const usual = mostTaken(category, isRecent, catalog);
      return usual ? [[category, usual]] : [];
    }),
  );
});

function mostTaken(category: string, isRecent: (model: string) => boolean, catalog: Catalog) {
  const counted = catalog.benchmarks
    .filter((one) => one.category === category)
    .map((benchmark) => {
      const taken = catalog.scoresOn(benchmark.slug);
      return {
        benchmark,
        count: taken.filter(({ model, is_default }) => is_default && isRecent(model)).length,
      };
    });
  return counted.sort(
    (a, b) =>
      b.count - a.count ||
      b.benchmark.models_tested - a.benchmark.models_tested ||
      byText(a.benchmark.slug, b.benchmark.slug),
  )[0]?.benchmark;
}

function modelRow(model: ModelEntry, ranking: Ranking | undefined, catalog: Catalog): TableRow {
  const { slug, name, provider_slug, release_date, context_window, avg_score } = model;
  const { is_open_source } = model;
  const result = ranking?.scores.get(slug);
  const self = result?.self_reported;
  const price = priceOf(slug, catalog);
  const service = model.service_score?.score ?? null;
  return toRow([
    ["slug", slug, `${name} (${slug}) by ${model.provider}`],
    ["name", name],
    ["provider", provider_slug],
    ["score", result?.score, result && `${ranking?.name} ${result.score} ${ranking?.unit}`],
    ["self_reported", self, self === true && SELF_REPORTED],
    price.text,
    ...Object.entries(price.fields),
    ["context_window", context_window, `context window ${tokens(context_window)}`],
    ["release_date", release_date, release_date && `released ${release_date}`],
    ["is_open_source", is_open_source, is_open_source && "open weights"],
    ["service_score", service, service !== null && `service score ${service} of 100`],
    ["avg_score", avg_score, avg_score !== null && `average score ${avg_score}`],
  ]);
}

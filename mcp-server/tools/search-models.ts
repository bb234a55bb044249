import { z } from "zod";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { BenchmarkRow } from "../../build/model/catalog/rows.ts";
import { byText } from "../../build/schema/collections.ts";
import { BENCHMARK_CATEGORIES } from "../../build/schema/values.ts";
import {
  type BenchmarkDetail,
  type BenchmarkScore,
  getBenchmark,
} from "../../generator/endpoints/benchmarks/benchmarks.ts";
import { listModels, type ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import { type Context, perCatalog } from "../../generator/http/endpoint.ts";
import { newest } from "../../generator/http/envelope.ts";
import { findBenchmark, findProvider, nearestProviders } from "../../generator/http/names.ts";
import { quote } from "../../generator/http/problem.ts";
import { contextWindow, modelFields, priceOf, SELF_REPORTED } from "./offer-text.ts";
import {
  callEndpoint,
  defineTool,
  type ListOf,
  PROVENANCE,
  Refusal,
  type Row,
  rowLimit,
  toPage,
  toRow,
  toTable,
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
    const { min_context = 0, limit } = args;
    const ranking = args.best_at === undefined ? undefined : rankingFor(args.best_at, context);
    const query = {
      q: args.query,
      provider: findLab(args.provider, context),
      open_source: String(args.open_source ?? false),
      sort: args.sort === "relevance" ? "" : args.sort,
    };
    const isFiltered = ranking !== undefined || min_context > 0;
    const answer = list({ ...query, limit: isFiltered ? "200" : `${limit}` }, context);
    const all = isFiltered ? [...answer.data, ...otherPages(query, answer, context)] : answer.data;
    const fitting = all.filter((model) => (model.context_window ?? 0) >= min_context);
    const found = ranking ? inOrderOf(ranking, fitting) : fitting;
    const total = isFiltered ? found.length : Number(answer.meta.total);
    const models = found.slice(0, limit);
    const summary =
      total === 0
        ? `No model matches ${quote(args.query)} here; try fewer words, or leave the filters out.`
        : `${total} models match; prices in USD per 1M tokens.`;
    const table = toTable(
      "models",
      "Models",
      models,
      (model) => modelRow(model, ranking, context.catalog),
      "call again with a larger limit or more words; get_model gives every fact of one model",
    );
    return toPage(
      "AI models",
      { url: answer.url, as_of: newest(models.map(({ as_of }) => as_of)) },
      [
        { text: summary, value: { total, ...(ranking && { benchmark: ranking.slug }) } },
        ranking?.description ?? "",
      ],
      [{ ...table, total }],
    );
  },
});

const list = (query: Record<string, string>, context: Context) =>
  callEndpoint<ListOf<ModelEntry>>(listModels, { query }, context);

/** What the pages after the first hold. */
function otherPages(
  query: Record<string, string>,
  { meta }: ListOf<ModelEntry>,
  context: Context,
): ModelEntry[] {
  const pages = Array.from({ length: Number(meta.pages) - 1 }, (_, at) => `${at + 2}`);
  return pages.flatMap((page) => list({ ...query, limit: "200", page }, context).data);
}

/** @returns Slug of the lab of any of its names; empty for no name. */
function findLab(name: string | undefined, { catalog }: Context): string {
  if (name === undefined || name.trim() === "") return "";
  const provider = findProvider(name, catalog);
  if (provider?.is_lab) return provider.slug;
  const labs = catalog.providers.filter(({ is_lab }) => is_lab);
  const near = nearestProviders(name, labs, catalog).map(({ slug }) => slug);
  const next =
    near.length > 0
      ? `Did you mean ${near.join(" or ")}?`
      : "Leave it out, or name the lab that made the model.";
  throw new Refusal(
    `provider: no lab is called ${quote(name)}. ${next}`,
    `${catalog.service.base_url}/api/v1/providers`,
  );
}

/** Who is best at something: the order of one benchmark's leaderboard, which a caller can look up. */
interface Ranking extends Pick<BenchmarkRow, "slug" | "name" | "unit"> {
  description: string;
  /** Model → its score, in the order of the leaderboard. */
  scores: Map<string, BenchmarkScore>;
}

/** @param skill A category of benchmarks, or a benchmark by any of its names. */
function rankingFor(skill: string, context: Context): Ranking {
  const { catalog } = context;
  const wanted = skill.trim().toLowerCase();
  const usual = usualBenchmarks(catalog).get(wanted);
  const benchmark = usual ?? findBenchmark(skill, catalog);
  if (!benchmark)
    throw new Refusal(
      `best_at: ${quote(skill)} is neither a category (${[...usualBenchmarks(catalog).keys()].join(", ")}) nor a benchmark; look for one with search.`,
      `${catalog.service.base_url}/api/v1/benchmarks`,
    );
  const { slug, name, unit } = benchmark;
  const { scores } = callEndpoint<BenchmarkDetail>(getBenchmark, { params: { slug } }, context);
  const why = usual ? `, the ${wanted} benchmark that most models of the last year took` : "";
  return {
    ...{ slug, name, unit },
    description: `Ranked by ${name} (${slug})${why}: independent results first, then self-reported ones. Other benchmarks may order them otherwise.`,
    scores: new Map(scores.map((row) => [row.slug, row])),
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
  const counted = catalog.benchmarks.map((benchmark) => ({
    benchmark,
    count: catalog
      .scoresOn(benchmark.slug)
      .filter(({ model, is_default }) => is_default && isRecent(model)).length,
  }));
  counted.sort(
    (a, b) =>
      b.count - a.count ||
      b.benchmark.models_tested - a.benchmark.models_tested ||
      byText(a.benchmark.slug, b.benchmark.slug),
  );
  return new Map(
    BENCHMARK_CATEGORIES.flatMap((category): [string, BenchmarkRow][] => {
      const usual = counted.find(({ benchmark }) => benchmark.category === category);
      return usual ? [[category, usual.benchmark]] : [];
    }),
  );
});

function modelRow(model: ModelEntry, ranking: Ranking | undefined, catalog: Catalog): Row {
  const { slug, name, provider_slug, release_date, context_window } = model;
  const result = ranking?.scores.get(slug);
  const self = result?.self_reported;
  const price = priceOf(slug, catalog);
  return toRow([
    ["slug", slug, `${name} (${slug}) by ${model.provider}`],
    ["name", name],
    ["provider", provider_slug],
    ["score", result?.score, result ? `${ranking?.name} ${result.score} ${ranking?.unit}` : null],
    ["self_reported", self, self === true && SELF_REPORTED],
    price.text,
    ...Object.entries(price.fields),
    ["context_window", context_window, contextWindow(context_window)],
    ["release_date", release_date, release_date && `released ${release_date}`],
    ...modelFields(model),
  ]);
}

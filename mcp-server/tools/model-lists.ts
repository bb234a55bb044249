/** Tools that list models side by side: search results and comparisons. */

import * as z from "zod";
import { formatWithCommas } from "../../build/cost/rates.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import {
  type BenchmarkRanking,
  rankModelsByBenchmark,
} from "../../generator/endpoints/benchmarks/benchmarks.ts";
import {
  compareModelsEndpoint,
  type ModelComparison,
} from "../../generator/endpoints/compare/compare.ts";
import {
  listModelsEndpoint,
  type ModelEntry,
} from "../../generator/endpoints/models/list-models.ts";
import {
  MODEL_FILTERS,
  MODEL_SORT_BY_ANY_NAME,
  type ModelFilterDefinition,
  type ModelFilterName,
  type ParsedModelFilterValue,
} from "../../generator/endpoints/models/model-filters.ts";
import { MODEL_FILTER_CHOICES } from "../../generator/endpoints/models/model-query.ts";
import { describeSearchIntent } from "../../generator/endpoints/models/query-text.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { findRowOrProblem } from "../../generator/http/names.ts";
import { isProblem, quoteInput } from "../../generator/http/problem.ts";
import {
  describeOfferForMcp,
  describeReleaseForMcp,
  formatTokenOrUnitPrice,
  SELF_REPORTED_LABEL,
  toModelPriceForMcp,
} from "./prices.ts";
import {
  callApiFromMcpTool,
  createMcpToolAnswer,
  defineMcpTool,
  findModelsOrThrowRefusal,
  getOrThrowRefusal,
  joinNonEmpty,
  type McpToolAnswerRow,
  MODEL_NAME_SCHEMA,
  ROW_LIMIT_SCHEMA,
  ToolCallRefusedError,
  toMcpToolAnswerRow,
  toMcpToolAnswerTable,
} from "./tool.ts";

const ARGUMENT_TYPES = {
  name: z.string(),
  names: z.array(z.string()),
  flag: z.boolean(),
  number: z.number(),
  day: z.string(),
};

/** The tool argument for a filter of /api/v1/models. */
function toArgument([name, filter]: [string, ModelFilterDefinition]) {
  const { kind, description, example } = filter;
  const values = MODEL_FILTER_CHOICES[name as ModelFilterName];
  const type: z.ZodType<ParsedModelFilterValue> = values ? z.enum(values) : ARGUMENT_TYPES[kind];
  const about = example === "" ? description : `${description}: ${example}`;
  return [name, type.optional().describe(about)] as const;
}

const FILTER_ARGUMENTS = Object.fromEntries(
  Object.entries(MODEL_FILTERS).map(toArgument),
) as Record<ModelFilterName, ReturnType<typeof toArgument>[1]>;

export const searchModelsMcpTool = defineMcpTool({
  name: "search_models",
  title: "Search AI models",
  description:
    "Finds AI models by name, lab, host, price, limits, modalities or capabilities, with price, context window and release date. Use this tool to identify a model, and to find the best, cheapest or newest models that match conditions. A model must meet all conditions; if its value for a condition is unknown, the model does not match.",
  input: z.strictObject({
    query: z
      .string()
      .default("")
      .describe('Name or conditions in plain words: "cheap vision models on groq"; "" lists all'),
    ...FILTER_ARGUMENTS,
    best_at: z
      .string()
      .optional()
      .describe(
        "Lists only models tested in this category or on this benchmark, the best first: coding, math, reasoning, knowledge, or a benchmark",
      ),
    min_benchmark_score: z.number().optional().describe("With best_at: minimum score on it"),
    sort: z
      .enum(["relevance", ...Object.keys(MODEL_SORT_BY_ANY_NAME)])
      .default("relevance")
      .describe("service_score: the top models first; price: the cheapest first"),
    order: z.enum(["asc", "desc"]).optional().describe("Direction of sort"),
    limit: ROW_LIMIT_SCHEMA,
    page: z.int().min(1).default(1).describe("Number of the page, from 1"),
  }),
  output: {
    models: z.array(z.looseObject({ slug: z.string(), name: z.string() })),
    total: z.int(),
  },
  call({ query: q, sort, ...args }, context) {
    const { catalog } = context;
    const { best_at, limit, page } = args;
    const order = sort === "relevance" ? "" : sort;
    const query = { ...args, q, sort: order, ...toLabOrHost(args, context) };
    const { url, data, meta, as_of } = callApiFromMcpTool(listModelsEndpoint, { query }, context);
    const { understood = {}, hint } = meta;
    const best = best_at ?? understood.best_at?.toString();
    const ranked = best === undefined ? undefined : rankModelsByBenchmark(best, catalog);
    const ranking = ranked && !isProblem(ranked) ? ranked : undefined;
    const { total, pages } = meta;
    const skip = limit * (page - 1);
    const table = toMcpToolAnswerTable(
      "models",
      "Models",
      data,
      (model) => foundRow(model, ranking, catalog),
      (read) => {
        const shown = read - skip;
        const next =
          shown === data.length
            ? `page: ${page + 1}`
            : // Pages of the rows that fit; some rows may come again, none is lost.
              `limit: ${shown} and page: ${Math.floor(read / shown) + 1}`;
        return `call search_models again with ${next}, or with more conditions`;
      },
    );
    const pageText = pages > 1 ? ` (page ${page} of ${pages})` : "";
    return createMcpToolAnswer(
      "AI models",
      { url, as_of },
      [
        describeSearchIntent(meta),
        {
          text:
            total === 0
              ? (hint ??
                `No model matches ${quoteInput(q)} and all other conditions; try fewer words, or leave a condition out.`)
              : `${total} model${total === 1 ? " matches" : "s match"}${pageText}; prices in USD per 1M tokens.`,
          value: { total, ...(ranking && { benchmark: ranking.benchmark.slug }) },
        },
        total > 0 && hint ? hint : "",
        ranking ? describeRanking(ranking, meta.sort, catalog) : "",
      ],
      [{ ...table, total, skip }],
    );
  },
});

const MAX_RELATED = 4;

function describeRanking(
  { benchmark: { name, slug }, category }: BenchmarkRanking,
  sort: string,
  { benchmarks }: Catalog,
): string {
  // Family of a benchmark, to find its other versions: `terminal-bench-2-0` → `terminal-bench`.
  const [line = slug] = /^[a-z]+(?:-[a-z]+(?=-|$))?/.exec(slug) ?? [];
  const related = benchmarks
    .filter((other) => other.slug !== slug && `${other.slug}-`.startsWith(`${line}-`))
    .sort((a, b) => b.models_tested - a.models_tested)
    .slice(0, MAX_RELATED)
    .map((other) => `${other.name} (${other.slug}, ${other.models_tested} models)`);
  return joinNonEmpty(
    [
      sort === "best_at"
        ? `Models are ranked by their results on the benchmark ${name} (${slug}).`
        : `Only models with a result on the benchmark ${name} (${slug}) are listed; they are sorted by ${sort}.`,
      category &&
        `Of the ${category} benchmarks, ${name} has scores for the largest number of models released in the last year.`,
      sort === "best_at" &&
        "Models with independent results are listed before models with self-reported results. The order of the models may be different on other benchmarks.",
      related.length > 0 && `Related benchmarks for best_at: ${related.join(", ")}.`,
    ],
    " ",
  );
}

/**
 * Slug of the provider as lab, or as host, because some callers send a host in this argument.
 * @throws ToolCallRefusedError for an unknown name.
 */
function toLabOrHost(
  { provider, host }: { provider?: unknown; host?: unknown },
  context: AnswerContext,
) {
  if (typeof provider !== "string" || provider.trim() === "") return { provider: "", host };
  const findRow = (name: string) => findRowOrProblem("provider", name, context, "provider");
  const rows = provider.split(",").map((name) => getOrThrowRefusal(findRow(name), context));
  const slugsOf = (some: typeof rows) => some.map(({ slug }) => slug).join();
  // `azure,groq`: Groq makes models, too, but beside a host it means the host.
  const areLabs = rows.every(({ is_lab }) => is_lab);
  const isLab = ({ host_kind }: (typeof rows)[number]) => areLabs || (host_kind ?? "lab") === "lab";
  const hosts = slugsOf(rows.filter((row) => !isLab(row)));
  return { provider: slugsOf(rows.filter(isLab)), host: host ?? (hosts || undefined) };
}

const toContextField = (tokens: number | null) => {
  const size = tokens === null ? "unknown" : `${formatWithCommas(tokens)} tokens`;
  return ["context_window", tokens, `context window ${size}`] as const;
};

const toLastFields = (
  model: Pick<ModelEntry, "is_open_source" | "service_score" | "avg_score">,
  { retirement_date: retirement }: Pick<ModelRow, "retirement_date">,
) => {
  const { is_open_source, avg_score } = model;
  const score = model.service_score?.score ?? null;
  return [
    ["retirement_date", retirement, retirement && `retirement ${retirement}`],
    ["is_open_source", is_open_source, is_open_source && "open weights"],
    ["service_score", score, score !== null && `overall score ${score} of 100`],
    ["avg_score", avg_score, avg_score !== null && `average score ${avg_score}`],
  ] as const;
};

const toNameFields = (model: Pick<ModelEntry, "slug" | "name" | "provider" | "provider_slug">) =>
  [
    ["slug", model.slug, `${model.name} (${model.slug}) by ${model.provider}`],
    ["name", model.name],
    ["provider", model.provider_slug],
  ] as const;

function foundRow(model: ModelEntry, ranking: BenchmarkRanking | undefined, catalog: Catalog) {
  const { slug, release_date, context_window } = model;
  const result = ranking?.scores.get(slug);
  const { score, self_reported: self } = result ?? {};
  const { name, unit } = ranking?.benchmark ?? {};
  const price = toModelPriceForMcp(slug, catalog, model.offer?.provider_slug);
  return toMcpToolAnswerRow([
    ...toNameFields(model),
    ["score", score, result && `${name} ${score} ${unit}`],
    ["self_reported", self, self === true && SELF_REPORTED_LABEL],
    price.text,
    ...Object.entries(price.fields),
    toContextField(context_window),
    ["release_date", release_date, describeReleaseForMcp(model)],
    ...toLastFields(model, catalog.getModel(slug)),
  ]);
}

export const compareModelsMcpTool = defineMcpTool({
  name: "compare_models",
  title: "Compare models",
  description:
    "Compares two to six AI models: price, context window, cheapest host, and every benchmark on which at least one of them was tested. Use this tool for any question that names more than one model.",
  input: z.strictObject({
    models: z
      .array(MODEL_NAME_SCHEMA)
      .min(2)
      .max(6)
      .describe("2 to 6 models, each by slug, alias or name"),
  }),
  output: {
    models: z.array(z.looseObject({ slug: z.string() })),
    benchmarks: z.array(z.looseObject({ slug: z.string() })),
  },
  call({ models }, context) {
    const { catalog } = context;
    const { models: found, note } = findModelsOrThrowRefusal(models, context);
    const [first, ...others] = new Set(found);
    if (first && others.length === 0)
      throw new ToolCallRefusedError(
        `models: ${models.map(quoteInput).join(" and ")} are the same model, ${first.slug}; name another one to compare it with.`,
        `${catalog.service.base_url}/api/v1/models/${first.slug}`,
      );
    const query = { models: found.map(({ slug }) => slug).join(",") };
    const answer = callApiFromMcpTool(compareModelsEndpoint, { query }, context);
    const { models: compared, benchmarks } = answer;
    const toRow = (model: (typeof compared)[number]) => comparedRow(model, catalog);
    const more = 'call get_model with part: "scores" for each model, or compare fewer models';
    return createMcpToolAnswer(
      "Comparison",
      answer,
      [
        note,
        `Compared: ${compared.map(({ name }) => name).join(", ")}; prices in USD per 1M tokens.`,
      ],
      [
        { ...toMcpToolAnswerTable("models", "Models", compared, toRow, more), isWhole: true },
        toMcpToolAnswerTable(
          "benchmarks",
          "Benchmarks; those on which most models were tested first",
          benchmarks,
          scoreRow,
          more,
        ),
      ],
    );
  },
});

function comparedRow(model: ModelComparison["models"][number], catalog: Catalog): McpToolAnswerRow {
  const { slug, context_window, cheapest_provider: cheapest } = model;
  const price = toModelPriceForMcp(slug, catalog);
  return toMcpToolAnswerRow([
    ...toNameFields(model),
    ["pricing", price.fields, price.text],
    toContextField(context_window),
    [
      "cheapest_provider",
      cheapest?.provider_slug ?? null,
      cheapest &&
        `cheapest host ${cheapest.provider} at ${formatTokenOrUnitPrice(cheapest, cheapest.rate)} (${describeOfferForMcp(slug, cheapest.provider_slug, catalog).datedWords})`,
    ],
    describeReleaseForMcp(catalog.getModel(slug)),
    ...toLastFields(model, catalog.getModel(slug)),
  ]);
}

function scoreRow(row: ModelComparison["benchmarks"][number]): McpToolAnswerRow {
  const { slug, name, scores, leader, self_reported } = row;
  const results = Object.entries(scores).map(
    ([model, score]) =>
      `${model} ${score}${self_reported.includes(model) ? ` (${SELF_REPORTED_LABEL})` : ""}`,
  );
  return {
    text: `${name}: ${results.join(", ")}${leader === null || results.length < 2 ? "" : `; best ${leader}`}`,
    value: { slug, name, scores, leader, self_reported },
  };
}

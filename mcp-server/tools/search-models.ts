import { z } from "zod";
import { listModels, type ModelEntry } from "../../generator/endpoints/models/list-models.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { newest } from "../../generator/http/envelope.ts";
import { quote } from "../../generator/http/problem.ts";
import { findProvider, otherNames } from "../../generator/names/find-named.ts";
import { nearest } from "../../generator/names/not-found.ts";
import { callEndpoint, type ListOf } from "./call-endpoint.ts";
import { type RankedScore, type Ranking, rankingFor } from "./ranking.ts";
import { priceOf } from "./sale.ts";
import {
  defineTool,
  isRefusal,
  PROVENANCE,
  type Refusal,
  rowLimit,
  type TableRow,
} from "./tool.ts";
import { joined, tokens } from "./value-text.ts";

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
      .describe("service_score: the ablest first; pricing_input: the cheapest first"),
    min_context: z.int().optional().describe("Only models that take so many tokens: 200000"),
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
    const asked = {
      q: args.query,
      provider: provider.slug ?? "",
      open_source: String(args.open_source ?? false),
      sort: args.sort === "relevance" ? "" : args.sort,
    };
    const { min_context = 0, limit } = args;
    const isCut = ranking !== undefined || min_context > 0;
    const answer = isCut ? listAll(asked, context) : list({ ...asked, limit: `${limit}` }, context);
    if (isRefusal(answer)) return answer;
    const fitting = answer.data.filter((model) => (model.context_window ?? 0) >= min_context);
    const found = ranking ? ranked(fitting, ranking) : fitting;
    const total = isCut ? found.length : Number(answer.meta.total);
    const models = found.slice(0, limit);
    return {
      title: "AI models",
      url: answer.url,
      asOf: newest(models.map(({ as_of }) => as_of)),
      lines: [
        total === 0
          ? `No model matches ${quote(args.query)} here; try fewer words, or leave the filters out.`
          : `${total} models match; prices in USD per 1M tokens.`,
        ...(ranking ? [ranking.says] : []),
      ],
      value: { total, ...(ranking && { benchmark: ranking.slug }) },
      tables: [
        {
          field: "models",
          heading: "Models",
          rows: models.map((model) =>
            toRow(model, ranking?.scores.get(model.slug), context.catalog),
          ),
          total,
          more: "ask with a larger limit or more words; get_model tells all of one model",
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

/** Those that the benchmark tested, in the order of its leaderboard. */
const ranked = (models: readonly ModelEntry[], { scores }: Ranking): ModelEntry[] => {
  const bySlug = new Map(models.map((model) => [model.slug, model]));
  return [...scores.keys()].flatMap((slug) => bySlug.get(slug) ?? []);
};

function toRow(
  model: ModelEntry,
  result: RankedScore | undefined,
  catalog: Context["catalog"],
): TableRow {
  const { slug, name, provider_slug, release_date, context_window, avg_score } = model;
  const ability = model.service_score;
  const price = priceOf(slug, catalog);
  return {
    text: joined(
      [
        `${name} (${slug}) by ${model.provider}`,
        result?.text ?? null,
        price.text,
        `context ${tokens(context_window)}`,
        release_date !== null && `released ${release_date}`,
        model.is_open_source && "open weights",
        ability && `service score ${ability.score} of 100`,
        avg_score !== null && `average score ${avg_score}`,
      ],
      ", ",
    ),
    value: {
      slug,
      name,
      provider: provider_slug,
      ...(result && { score: result.score, self_reported: result.self_reported }),
      ...price.fields,
      context_window,
      release_date,
      is_open_source: model.is_open_source,
      avg_score,
      service_score: ability?.score ?? null,
    },
  };
}

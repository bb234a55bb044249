import { z } from "zod";
import { listModels } from "../../generator/endpoints/models/list-models.ts";
import type { ModelEntry } from "../../generator/endpoints/models/model-entry.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { nearest } from "../../generator/http/not-found.ts";
import { quote } from "../../generator/http/problem.ts";
import { findProvider, otherNames } from "../../generator/names/find-named.ts";
import { callEndpoint, type ListOf } from "./call-endpoint.ts";
import {
  defineTool,
  isRefusal,
  PROVENANCE,
  type Refusal,
  rowLimit,
  type TableRow,
} from "./tool.ts";
import { joined, prices, tokens } from "./value-text.ts";

export const searchModels = defineTool({
  name: "search_models",
  title: "Search AI models",
  description:
    "Find AI models by name, lab or capability, with price, context window and release date. Use it first when you are not sure which model is meant, or to list models of a lab or models with open weights.",
  input: z.strictObject({
    query: z.string().describe('Words of a name or a capability; "" lists all'),
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
    const query = {
      q: args.query,
      provider: provider.slug ?? "",
      open_source: String(args.open_source ?? false),
      sort: args.sort === "relevance" ? "" : args.sort,
      limit: String(args.limit),
    };
    const answer = callEndpoint<ListOf<ModelEntry>>(listModels, { query }, context);
    if (isRefusal(answer)) return answer;
    const total = Number(answer.meta.total);
    return {
      title: "AI models",
      url: answer.url,
      asOf: answer.as_of,
      lines: [
        total === 0
          ? `No model matches ${quote(args.query)} here; try fewer words, or leave the filters out.`
          : `${total} models match; prices in USD per 1M tokens.`,
      ],
      value: { total },
      tables: [
        {
          field: "models",
          heading: "Models",
          rows: answer.data.map(toRow),
          total,
          more: "ask with a larger limit or more words; get_model tells all of one model",
        },
      ],
    };
  },
});

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

function toRow(model: ModelEntry): TableRow {
  const { slug, name, provider_slug, release_date, context_window, pricing, avg_score } = model;
  const ability = model.service_score;
  return {
    text: joined(
      [
        `${name} (${slug}) by ${model.provider}`,
        prices(pricing),
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
      input: pricing.input,
      output: pricing.output,
      context_window,
      release_date,
      is_open_source: model.is_open_source,
      avg_score,
      service_score: ability?.score ?? null,
    },
  };
}

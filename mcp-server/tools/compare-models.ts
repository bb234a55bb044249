import { z } from "zod";
import { type Comparison, compareModels } from "../../generator/endpoints/compare/compare.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { quote } from "../../generator/http/problem.ts";
import {
  contextWindow,
  modelFields,
  priceOf,
  prices,
  SELF_REPORTED,
  soldAt,
} from "./offer-text.ts";
import {
  callEndpoint,
  defineTool,
  findModels,
  MODEL_NAME,
  PROVENANCE,
  Refusal,
  type Row,
  toPage,
  toRow,
  toTable,
} from "./tool.ts";

export const compareModelsTool = defineTool({
  name: "compare_models",
  title: "Compare models",
  description:
    "Two to six AI models side by side: price, context window, cheapest host, and every benchmark that at least one of them took. Use it for any question that names more than one model.",
  input: z.strictObject({
    models: z.array(MODEL_NAME).min(2).max(6),
  }),
  output: z.looseObject({
    models: z.array(z.looseObject({ slug: z.string() })),
    benchmarks: z.array(z.looseObject({ slug: z.string() })),
    ...PROVENANCE,
  }),
  call({ models }, context) {
    const { catalog } = context;
    const found = findModels(models, context);
    const [first, ...others] = new Set(found);
    if (first && others.length === 0)
      throw new Refusal(
        `models: ${models.map(quote).join(" and ")} are the same model, ${first.slug}; name another one to compare it with.`,
        `${catalog.service.base_url}/api/v1/models/${first.slug}`,
      );
    const query = { models: found.map(({ slug }) => slug).join(",") };
    const answer = callEndpoint<Comparison>(compareModels, { query }, context);
    const { models: compared, benchmarks, url } = answer;
    const more = `all of them are at ${url}`;
    return toPage(
      "Comparison",
      answer,
      [`${compared.map(({ name }) => name).join(", ")}; prices in USD per 1M tokens.`],
      [
        toTable("models", "Models", compared, (model) => modelRow(model, catalog), more),
        toTable(
          "benchmarks",
          "Benchmarks, those most of them took first",
          benchmarks,
          scoreRow,
          more,
        ),
      ],
    );
  },
});

function modelRow(model: Comparison["models"][number], catalog: Context["catalog"]): Row {
  const { slug, name, context_window, cheapest_provider: cheapest, release_date } = model;
  const price = priceOf(slug, catalog);
  return toRow([
    ["slug", slug, `${name} (${slug}) by ${model.provider}`],
    ["name", name],
    ["provider", model.provider_slug],
    ["pricing", price.fields, price.text],
    ["context_window", context_window, contextWindow(context_window)],
    [
      "cheapest_provider",
      cheapest?.provider_slug ?? null,
      cheapest &&
        `cheapest host ${cheapest.provider} at ${prices(cheapest)} (${soldAt(slug, cheapest, catalog).words})`,
    ],
    release_date !== null && `released ${release_date}`,
    ...modelFields(model),
  ]);
}

function scoreRow(row: Comparison["benchmarks"][number]): Row {
  const { slug, name, scores, leader, self_reported } = row;
  const results = Object.entries(scores).map(
    ([model, score]) =>
      `${model} ${score}${self_reported.includes(model) ? ` (${SELF_REPORTED})` : ""}`,
  );
  return {
    text: `${name}: ${results.join(", ")}${leader === null ? "" : `; best ${leader}`}`,
    value: { slug, name, scores, leader, self_reported },
  };
}

import { z } from "zod";
import { compareModels } from "../../generator/endpoints/compare/compare.ts";
import type { Comparison } from "../../generator/endpoints/compare/comparison.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { quote } from "../../generator/http/problem.ts";
import { callEndpoint, findModels, MODEL_NAME } from "./endpoints.ts";
import { howSold, priceOf, prices, SELF_REPORTED, tokens } from "./offer-text.ts";
import { defineTool, isRefusal, PROVENANCE, type TableRow, toRow } from "./tool.ts";

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
    const found = findModels(models, context);
    if (isRefusal(found)) return found;
    const { catalog } = context;
    const [first, ...others] = new Set(found);
    if (first && others.length === 0) {
      return {
        refusal: `models: ${models.map(quote).join(" and ")} are the same model, ${first.slug}; name another one to compare it with.`,
        url: `${catalog.service.base_url}/api/v1/models/${first.slug}`,
      };
    }
    const query = { models: found.map(({ slug }) => slug).join(",") };
    const answer = callEndpoint<Comparison>(compareModels, { query }, context);
    if (isRefusal(answer)) return answer;
    const { models: compared, benchmarks, url, as_of } = answer;
    const table = (field: string, heading: string, rows: TableRow[]) => ({
      ...{ field, heading, rows, total: rows.length, more: `all of them are at ${url}` },
    });
    const rows = compared.map((model) => modelRow(model, catalog));
    return {
      title: "Comparison",
      url,
      asOf: as_of,
      lines: [`${compared.map(({ name }) => name).join(", ")}; prices in USD per 1M tokens.`],
      value: {},
      tables: [
        table("models", "Models", rows),
        table("benchmarks", "Benchmarks, those most of them took first", benchmarks.map(scoreRow)),
      ],
    };
  },
});

function modelRow(model: Comparison["models"][number], catalog: Context["catalog"]): TableRow {
  const { slug, name, provider_slug, context_window, cheapest_provider: cheapest } = model;
  const { is_open_source, avg_score, release_date } = model;
  const price = priceOf(slug, catalog);
  const score = model.service_score?.score ?? null;
  return toRow([
    ["slug", slug, `${name} (${slug}) by ${model.provider}`],
    ["name", name],
    ["provider", provider_slug],
    ["pricing", price.fields, price.text],
    ["context_window", context_window, `context window ${tokens(context_window)}`],
    [
      "cheapest_provider",
      cheapest?.provider_slug ?? null,
      cheapest &&
        `cheapest host ${cheapest.provider} at ${prices(cheapest)} (${howSold(slug, cheapest, catalog)})`,
    ],
    release_date !== null && `released ${release_date}`,
    ["is_open_source", is_open_source, is_open_source && "open weights"],
    ["service_score", score, score !== null && `service score ${score} of 100`],
    ["avg_score", avg_score, avg_score !== null && `average score ${avg_score}`],
  ]);
}

function scoreRow(row: Comparison["benchmarks"][number]): TableRow {
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

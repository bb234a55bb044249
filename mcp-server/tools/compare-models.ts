import { z } from "zod";
import { compareModels } from "../../generator/endpoints/compare/compare.ts";
import type { Comparison } from "../../generator/endpoints/compare/comparison.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { quote } from "../../generator/http/problem.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { findModels, MODEL_NAME } from "./model-argument.ts";
import { howSold, priceOf } from "./sale.ts";
import { defineTool, isRefusal, PROVENANCE, type TableRow } from "./tool.ts";
import { joined, prices, REPORTED, tokens } from "./value-text.ts";

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
    const [first, ...others] = new Set(found);
    if (first && others.length === 0) {
      return {
        refusal: `models: ${models.map(quote).join(" and ")} are the same model, ${first.slug}; name another one to compare it with.`,
        url: `${context.catalog.service.base_url}/api/v1/models/${first.slug}`,
      };
    }
    const query = { models: found.map(({ slug }) => slug).join(",") };
    const answer = callEndpoint<Comparison>(compareModels, { query }, context);
    if (isRefusal(answer)) return answer;
    const { models: compared, benchmarks, url, as_of } = answer;
    const list = (field: string, heading: string, rows: TableRow[]) => ({
      field,
      heading,
      rows,
      total: rows.length,
      more: `all of them are at ${url}`,
    });
    return {
      title: "Comparison",
      url,
      asOf: as_of,
      lines: [`${compared.map(({ name }) => name).join(", ")}; prices in USD per 1M tokens.`],
      value: {},
      tables: [
        list(
          "models",
          "Models",
          compared.map((model) => modelRow(model, context.catalog)),
        ),
        list("benchmarks", "Benchmarks, those most of them took first", benchmarks.map(scoreRow)),
      ],
    };
  },
});

function modelRow(model: Comparison["models"][number], catalog: Context["catalog"]): TableRow {
  const { slug, name, provider_slug, context_window, cheapest_provider: cheapest } = model;
  const price = priceOf(slug, catalog);
  return {
    text: joined(
      [
        `${name} (${slug}) by ${model.provider}`,
        price.text,
        `context ${tokens(context_window)}`,
        cheapest &&
          `cheapest at ${cheapest.provider} for ${prices(cheapest)} (${howSold(slug, cheapest, catalog)})`,
        model.release_date !== null && `released ${model.release_date}`,
        model.is_open_source && "open weights",
        model.service_score && `service score ${model.service_score.score} of 100`,
        model.avg_score !== null && `average score ${model.avg_score}`,
      ],
      ", ",
    ),
    value: {
      slug,
      name,
      provider: provider_slug,
      pricing: price.fields,
      context_window,
      cheapest_provider: cheapest?.provider_slug ?? null,
      is_open_source: model.is_open_source,
      avg_score: model.avg_score,
      service_score: model.service_score?.score ?? null,
    },
  };
}

function scoreRow(row: Comparison["benchmarks"][number]): TableRow {
  const { slug, name, scores, leader, self_reported } = row;
  const results = Object.entries(scores).map(
    ([model, score]) => `${model} ${score}${self_reported.includes(model) ? ` (${REPORTED})` : ""}`,
  );
  return {
    text: `${name}: ${results.join(", ")}${leader === null ? "" : `; best ${leader}`}`,
    value: { slug, name, scores, leader, self_reported },
  };
}

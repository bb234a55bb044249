import { z } from "zod";
import { compareModels } from "../../generator/endpoints/compare/compare.ts";
import type { Comparison } from "../../generator/endpoints/compare/comparison.ts";
import { quote } from "../../generator/http/problem.ts";
import { ask } from "./ask.ts";
import { findModels, MODEL_NAME } from "./named-model.ts";
import { defineTool, isRefusal, type Row, STAMP } from "./tool.ts";
import { joined, prices, rounded, tokens } from "./words.ts";

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
    ...STAMP,
  }),
  call({ models }, context) {
    const found = findModels(models, context);
    if (isRefusal(found)) return found;
    if (new Set(found).size < 2) {
      return {
        refusal: `models: ${models.map(quote).join(" and ")} are the same model, ${found[0]!.slug}; name another one to compare it with.`,
        url: `${context.catalog.service.base_url}/api/v1/models/${found[0]!.slug}`,
      };
    }
    const query = { models: found.map(({ slug }) => slug).join(",") };
    const asked = ask<Comparison>(compareModels, { query }, context);
    if (isRefusal(asked)) return asked;
    const { data, url, as_of } = asked;
    const list = (field: string, heading: string, rows: Row[]) => ({
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
      lines: [`${data.models.map(({ name }) => name).join(", ")}; prices in USD per 1M tokens.`],
      value: {},
      tables: [
        list("models", "Models", data.models.map(modelRow)),
        list(
          "benchmarks",
          "Benchmarks, those most of them took first",
          data.benchmarks.map(scoreRow),
        ),
      ],
    };
  },
});

function modelRow(model: Comparison["models"][number]): Row {
  const { slug, name, provider_slug, pricing, context_window, cheapest_provider } = model;
  return {
    text: joined(
      [
        `${name} (${slug}) by ${model.provider}`,
        prices(pricing),
        `context ${tokens(context_window)}`,
        cheapest_provider &&
          `cheapest at ${cheapest_provider.provider} for ${prices(cheapest_provider)}`,
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
      pricing,
      context_window,
      cheapest_provider: cheapest_provider?.provider_slug ?? null,
      is_open_source: model.is_open_source,
      avg_score: model.avg_score,
      service_score: model.service_score?.score ?? null,
    },
  };
}

function scoreRow({ slug, name, scores, leader }: Comparison["benchmarks"][number]): Row {
  const told = Object.entries(scores).map(([model, score]) => `${model} ${rounded(score)}`);
  return {
    text: `${name}: ${told.join(", ")}${leader === null ? "" : `; best ${leader}`}`,
    value: { slug, scores, leader },
  };
}

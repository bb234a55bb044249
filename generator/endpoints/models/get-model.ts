import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { findModel } from "../../names/find-model.ts";
import { unknownModel } from "../../names/unknown-model.ts";
import { ModelDetail, toModelDetail } from "./model-detail.ts";

export const MODEL_SLUG = {
  slug: {
    description:
      "Slug of a model, or another name of it: a host's id (`openai/gpt-4o-2024-08-06`, the slash as it is or as `%2F`), the same after the host (`openrouter/openai/gpt-4o:free`), any spelling. Where hosts mean several models by one id, it is what the lab's own host means, else what most hosts mean, else 404 with all of them",
    example: "claude-sonnet-4-5",
    mayHoldSlashes: true,
  },
};

export const getModel = defineEndpoint({
  id: "getModel",
  path: "/api/v1/models/{slug}",
  tag: "Models",
  summary: "One model, with its price at every host and all its scores",
  description:
    'Everything known of one model. Another name, such as a host\'s id, answers with the canonical model and a `Link` header with `rel="canonical"`.',
  params: MODEL_SLUG,
  query: {},
  response: envelope("ModelDetail", ModelDetail.shape),
  *enumerate({ catalog }) {
    for (const { slug } of catalog.models) yield { params: { slug }, query: {} };
  },
  respond({ params }, context) {
    const { catalog } = context;
    const model = findModel(params.slug, catalog);
    if (!model) return unknownModel(params.slug, context);
    const detail = toModelDetail(model, catalog);
    return {
      title: `${model.name}: prices, limits and scores`,
      asOf: detail.as_of,
      body: detail,
      ...(model.slug !== params.slug && { canonicalPath: `/api/v1/models/${model.slug}` }),
    };
  },
});

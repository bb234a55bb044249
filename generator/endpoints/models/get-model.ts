import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { unknownModel } from "../../http/not-found.ts";
import { ModelDetail, toModelDetail } from "./model-detail.ts";

export const MODEL_SLUG = {
  slug: { description: "Slug or alias of a model", example: "claude-sonnet-4-5" },
};

export const getModel = defineEndpoint({
  id: "getModel",
  path: "/api/v1/models/{slug}",
  tag: "Models",
  summary: "One model, with its price at every host and all its scores",
  description:
    'Everything known of one model. An alias, such as a host\'s own id, answers with the canonical model and a `Link` header with `rel="canonical"`.',
  params: MODEL_SLUG,
  query: {},
  response: envelope("ModelDetail", ModelDetail.shape),
  *enumerate({ catalog }) {
    for (const { slug } of catalog.models) yield { params: { slug }, query: {} };
  },
  respond({ params }, { catalog }) {
    const model = catalog.findModel(params.slug);
    if (!model) return unknownModel(params.slug, catalog);
    const detail = toModelDetail(model, catalog);
    return {
      title: `${model.name}: prices, limits and scores`,
      asOf: detail.as_of,
      body: detail,
      ...(model.slug !== params.slug && { canonicalPath: `/api/v1/models/${model.slug}` }),
    };
  },
});

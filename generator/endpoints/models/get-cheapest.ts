import { z } from "zod";
import { defineEndpoint, nothing } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { unknownModel } from "../../http/not-found.ts";
import { MODEL_SLUG } from "./get-model.ts";
import { CheapestProvider, ListPrice, toCheapestProvider, toListPrice } from "./prices.ts";

export const getCheapest = defineEndpoint({
  id: "getCheapestProvider",
  path: "/api/v1/models/{slug}/cheapest",
  tag: "Models",
  summary: "The host that sells a model at the lowest price",
  description:
    "The lowest paid offer by blended price, beside the list price. `cheapest_provider` is null when nobody sells the model.",
  params: MODEL_SLUG,
  query: {},
  response: envelope("CheapestAnswer", {
    data: z.looseObject({
      slug: z.string(),
      name: z.string(),
      cheapest_provider: CheapestProvider.nullable(),
      list_price: ListPrice.nullable(),
    }),
  }),
  enumerate: nothing,
  respond({ params }, { catalog }) {
    const model = catalog.findModel(params.slug);
    if (!model) return unknownModel(params.slug, catalog);
    const cheapest = toCheapestProvider(model, catalog);
    return {
      title: `Cheapest provider of ${model.name}`,
      asOf: cheapest?.as_of ?? model.as_of,
      body: {
        data: {
          slug: model.slug,
          name: model.name,
          cheapest_provider: cheapest,
          list_price: toListPrice(model, catalog),
        },
      },
      ...(model.slug !== params.slug && { canonicalPath: `/api/v1/models/${model.slug}/cheapest` }),
    };
  },
});

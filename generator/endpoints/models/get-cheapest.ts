import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../build/model/catalog/rows.ts";
import { schemaOf } from "../../../build/schema/field-schemas.ts";
import { OFFER_FIELDS } from "../../../build/schema/fields.ts";
import { Day, named } from "../../../build/schema/values.ts";
import { defineEndpoint, nothing } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { findModel } from "../../names/find-model.ts";
import { unknownModel } from "../../names/unknown-model.ts";
import { MODEL_SLUG } from "./get-model.ts";
import {
  CheapestProvider,
  ListPrice,
  SOLD_BY_LAB,
  soldByLab,
  toCheapestProvider,
  toListPrice,
} from "./prices.ts";

const Usd = z.number().nullable();

const PassedOffer = named("PassedOffer", {
  provider: z.string(),
  provider_slug: z.string(),
  model_id: z.string(),
  input: Usd,
  output: Usd,
  blended: Usd,
  billing: schemaOf(OFFER_FIELDS.billing),
  service_tier: schemaOf(OFFER_FIELDS.service_tier),
  host_kind: schemaOf(OFFER_FIELDS.host_kind),
  trust: schemaOf(OFFER_FIELDS.trust),
  reason: z.string().describe("Why it is not the cheapest provider"),
  as_of: Day,
});

export type PassedOffer = z.infer<typeof PassedOffer>;

export const getCheapest = defineEndpoint({
  id: "getCheapestProvider",
  path: "/api/v1/models/{slug}/cheapest",
  tag: "Models",
  summary: "The host that sells a model at the lowest price, and why not the others",
  description:
    "The lowest blended price among verified offers of the standard tier, paid per token, at labs, clouds and inference hosts; routers count when nobody else sells the model. Where no price is verified, a disputed one stands under its mark (`trust`) if two sources state it or the most careful source for that host does. A tie goes to the lab, then to clouds, then by slug. `others` lists every other host with the reason. `cheapest_provider` is null when there is no such offer.",
  params: MODEL_SLUG,
  query: {},
  response: envelope("CheapestAnswer", {
    slug: z.string(),
    name: z.string(),
    cheapest_provider: CheapestProvider.nullable(),
    list_price: ListPrice.nullable(),
    sold_by_lab: SOLD_BY_LAB,
    others: z.array(PassedOffer).describe("Paid by blended price, then free and unknown"),
  }),
  enumerate: nothing,
  respond({ params }, context) {
    const { catalog } = context;
    const model = findModel(params.slug, catalog);
    if (!model) return unknownModel(params.slug, context);
    const cheapest = toCheapestProvider(model, catalog);
    const others = catalog.offersOf(model.slug).flatMap((offer) => toPassedOffer(offer, catalog));
    return {
      title: `Cheapest provider of ${model.name}`,
      asOf: newest([cheapest?.as_of, ...others.map(({ as_of }) => as_of)]) ?? model.as_of,
      body: {
        slug: model.slug,
        name: model.name,
        cheapest_provider: cheapest,
        list_price: toListPrice(model, catalog),
        sold_by_lab: soldByLab(model, catalog),
        others,
      },
      ...(model.slug !== params.slug && { canonicalPath: `/api/v1/models/${model.slug}/cheapest` }),
    };
  },
});

/** @returns Nothing for the cheapest itself. */
function toPassedOffer(offer: OfferRow, catalog: Catalog): PassedOffer[] {
  const { host, model_id, input, output, blended, billing, service_tier, host_kind } = offer;
  if (offer.passed_over === null) return [];
  return [
    {
      provider: catalog.provider(host)?.name ?? host,
      provider_slug: host,
      model_id,
      input,
      output,
      blended,
      billing,
      service_tier,
      host_kind,
      trust: offer.trust,
      reason: offer.passed_over,
      as_of: offer.as_of,
    },
  ];
}

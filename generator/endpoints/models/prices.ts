/** Prices as they are shown: list price, the price a model is compared by, the cheapest paid offer. */
import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow } from "../../../build/model/catalog/rows.ts";
import { schemaOf } from "../../../build/schema/field-schemas.ts";
import { MODEL_FIELDS, OFFER_FIELDS } from "../../../build/schema/fields.ts";
import { Address, Day, named } from "../../../build/schema/values.ts";
import { sourceUrl } from "../service/source.ts";

const Usd = z.number().nullable();

export const Pricing = named("Pricing", {
  input: schemaOf(MODEL_FIELDS["pricing.input"]),
  output: schemaOf(MODEL_FIELDS["pricing.output"]),
  basis: schemaOf(MODEL_FIELDS["pricing.basis"]),
});
export type Pricing = z.infer<typeof Pricing>;

export const ListPrice = named("ListPrice", {
  input: Usd,
  output: Usd,
  cache_read: Usd.describe("USD per 1M input tokens read from the prompt cache"),
  cache_write: Usd.describe("USD per 1M tokens written to the prompt cache"),
  currency: z.literal("USD"),
  unit: z.literal("1M tokens"),
  provider_slug: z.string().describe("The lab's own host"),
  status: schemaOf(OFFER_FIELDS.status),
  trust: schemaOf(OFFER_FIELDS.trust),
  as_of: Day,
  source: z.string(),
  source_url: Address,
  announced: z
    .array(z.looseObject({ effective: Day, input: Usd, output: Usd }))
    .optional()
    .describe("Prices that the lab has announced, with the day they take effect"),
  tiers: z
    .array(
      z.looseObject({
        above_input_tokens: z.int(),
        input: z.number(),
        output: z.number(),
        cache_read: Usd,
      }),
    )
    .optional()
    .describe("Prices for prompts above a size, when the lab has them"),
  batch: z
    .looseObject({ input: Usd, output: Usd })
    .optional()
    .describe("Prices of the batch API, when known"),
});
export type ListPrice = z.infer<typeof ListPrice>;

export const CheapestProvider = named("CheapestProvider", {
  provider: z.string(),
  provider_slug: z.string(),
  model_id: z.string().describe("Identifier to send to this host's API"),
  input: Usd,
  output: Usd,
  blended: z.number().describe("(3 × input + output) / 4, USD per 1M tokens"),
  saving_vs_list: z
    .number()
    .nullable()
    .describe("Percent below the list price, blended; null without a paid list price"),
  host_kind: schemaOf(OFFER_FIELDS.host_kind),
  trust: schemaOf(OFFER_FIELDS.trust),
  as_of: Day,
});
export type CheapestProvider = z.infer<typeof CheapestProvider>;

export const SOLD_BY_LAB = z
  .boolean()
  .nullable()
  .describe("An own host of the lab lists it; null when no host of the lab is followed");

export function soldByLab(model: ModelRow, catalog: Catalog): boolean | null {
  const ownHosts = catalog.provider(model.lab)?.own_hosts ?? [];
  return ownHosts.length > 0 ? model.is_sold_by_lab : null;
}

const offerAt = (catalog: Catalog, model: ModelRow, host: string | null): OfferRow | undefined =>
  host === null ? undefined : catalog.offersOf(model.slug).find((offer) => offer.host === host);

export function toPricing(model: ModelRow, catalog: Catalog): Pricing {
  const list = offerAt(catalog, model, model.list_host);
  if (list) return { input: list.input, output: list.output, basis: "list" };
  const cheapest = offerAt(catalog, model, model.cheapest_host);
  if (cheapest) return { input: cheapest.input, output: cheapest.output, basis: "cheapest_offer" };
  return { input: null, output: null, basis: null };
}

export function toListPrice(model: ModelRow, catalog: Catalog): ListPrice | null {
  const offer = offerAt(catalog, model, model.list_host);
  if (!offer) return null;
  return {
    input: offer.input,
    output: offer.output,
    cache_read: offer.cache_read,
    cache_write: offer.cache_write,
    currency: "USD",
    unit: "1M tokens",
    provider_slug: offer.host,
    status: offer.status,
    trust: offer.trust,
    as_of: offer.as_of,
    source: offer.source,
    source_url: offer.source_url ?? sourceUrl(offer.source, catalog),
    ...(offer.announced.length > 0 && { announced: offer.announced }),
    ...(offer.tiers !== null && { tiers: toTiers(offer.tiers) }),
    ...(offer.batch_input !== null && {
      batch: { input: offer.batch_input, output: offer.batch_output },
    }),
  };
}

export function toCheapestProvider(model: ModelRow, catalog: Catalog): CheapestProvider | null {
  const offer = offerAt(catalog, model, model.cheapest_host);
  if (!offer || offer.blended === null) return null;
  const list = offerAt(catalog, model, model.list_host);
  return {
    provider: catalog.provider(offer.host)?.name ?? offer.host,
    provider_slug: offer.host,
    model_id: offer.model_id,
    input: offer.input,
    output: offer.output,
    blended: offer.blended,
    saving_vs_list: list?.blended
      ? Math.round(1000 * (1 - offer.blended / list.blended)) / 10
      : null,
    host_kind: offer.host_kind,
    trust: offer.trust,
    as_of: offer.as_of,
  };
}

/** `200000:10:37.5:1` → objects; the schema of facts has checked the text. */
function toTiers(text: string): NonNullable<ListPrice["tiers"]> {
  return text.split(";").map((tier) => {
    const [above, input, output, cacheRead] = tier.split(":");
    return {
      above_input_tokens: Number(above),
      input: Number(input),
      output: Number(output),
      cache_read: cacheRead ? Number(cacheRead) : null,
    };
  });
}

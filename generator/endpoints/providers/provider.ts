/** A lab that makes models, a host that sells them, or both. */
import { z } from "zod";
import type { ProviderRow } from "../../../build/model/catalog/rows.ts";
import { schemaOf } from "../../../build/schema/field-schemas.ts";
import { OFFER_FIELDS } from "../../../build/schema/fields.ts";
import { Address, Day } from "../../../build/schema/values.ts";

export const ProviderEntry = z
  .looseObject({
    slug: z.string(),
    name: z.string(),
    is_lab: z.boolean().describe("Makes models"),
    is_host: z.boolean().describe("Sells models"),
    host_kind: schemaOf(OFFER_FIELDS.host_kind)
      .nullable()
      .describe("How it sells; null for a lab that sells nothing"),
    models: z.int().describe("Models it makes"),
    offers: z.int().describe("Models it sells"),
    homepage: Address.nullable(),
    api_url: z
      .string()
      .nullable()
      .describe(
        "Base address of its API, with a placeholder where a customer's own account stands",
      ),
    documentation_url: Address.nullable(),
    as_of: Day,
  })
  .meta({ id: "Provider" });
export type ProviderEntry = z.infer<typeof ProviderEntry>;

export const toProviderEntry = (provider: ProviderRow): ProviderEntry => ({
  slug: provider.slug,
  name: provider.name,
  is_lab: provider.is_lab,
  is_host: provider.is_host,
  host_kind: provider.host_kind,
  models: provider.models,
  offers: provider.offers,
  homepage: provider.url,
  api_url: provider.api_url,
  documentation_url: provider.documentation_url,
  as_of: provider.newest,
});

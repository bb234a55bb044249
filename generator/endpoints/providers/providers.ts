/** Labs that make models, and hosts that sell them. */

import * as z from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ProviderRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../build/schema/collections.ts";
import {
  toResponseFieldSchema,
  toResponseShapeOfFields,
} from "../../../build/schema/field-schemas.ts";
import { OFFER_FIELD_BY_NAME, OFFER_FIELD_DEFINITIONS } from "../../../build/schema/fields.ts";
import {
  definePublicSchema,
  nullableSchemas,
  pickValuesOfSchemaFields,
  ResponseDate,
  ResponseUrl,
} from "../../../build/schema/values.ts";
import {
  defineEndpoint,
  defineUnpagedList,
  memoizePerCatalog,
  memoizePerRow,
} from "../../http/endpoint.ts";
import { envelopeSchema } from "../../http/envelope.ts";
import { defineRowAnswer } from "../../http/names.ts";
import { pluralize } from "../../site/components/parts.ts";
import { getModelListEntry, ModelEntry } from "../models/list-models.ts";
import { toModelSortDate } from "../models/model-filters.ts";
import { addHostDisplayName } from "../models/model-parts.ts";

export const ProviderEntry = definePublicSchema("Provider", {
  slug: z.string(),
  name: z.string(),
  is_lab: z.boolean().describe("True when the provider makes models"),
  is_host: z.boolean().describe("True when the provider sells models"),
  host_kind: toResponseFieldSchema(OFFER_FIELD_BY_NAME.host_kind)
    .nullable()
    .describe("Kind of host; null for a lab that has never sold a model"),
  models: z.int().describe("Number of models that the provider makes"),
  offers: z
    .int()
    .describe(
      "Number of models that the provider sells; those with the status `retired` are not counted",
    ),
  homepage: ResponseUrl.nullable(),
  api_url: nullableSchemas.text.describe(
    "Base URL of the provider's API; it may contain placeholders for values of the customer, such as an account id; null when unknown",
  ),
  documentation_url: ResponseUrl.nullable(),
  base_url: nullableSchemas.text.describe("Same value as api_url"),
  api_format: z
    .enum(["openai", "anthropic", "google", "bedrock", "cohere"])
    .nullable()
    .describe(
      "Request format of the provider's API, derived from its AI SDK package; null when unknown",
    ),
  npm: nullableSchemas.text.describe(
    "npm package of the AI SDK for this provider; null when unknown",
  ),
  env: z
    .array(z.string())
    .nullable()
    .describe(
      "Environment variables in which the package in `npm` expects the key; null when unknown",
    ),
  docs: ResponseUrl.nullable().describe("Same value as documentation_url"),
  pricing_page: ResponseUrl.nullable().describe(
    "Page with the provider's prices; null when unknown",
  ),
  as_of: ResponseDate,
});
export type ProviderEntry = z.infer<typeof ProviderEntry>;

export const toProviderEntry = (provider: ProviderRow): ProviderEntry =>
  pickValuesOfSchemaFields(ProviderEntry, {
    homepage: provider.url,
    ...provider,
    base_url: provider.api_url,
    docs: provider.documentation_url,
    api_format: API_FORMATS.find(([npm]) => npm.test(provider.npm ?? ""))?.[1] ?? null,
    as_of: provider.newest,
  });

/** `makes 35 models, sells 18`. */
export const describeProvider = ({ models, offers }: Pick<ProviderRow, "models" | "offers">) =>
  [
    ...(models > 0 ? [`makes ${pluralize(models, "model")}`] : []),
    ...(offers > 0 ? [`sells ${models > 0 ? offers : pluralize(offers, "model")}`] : []),
  ].join(", ") || "sells no model now";

/** AI SDK package → the request format that it sends. */
const API_FORMATS: readonly [RegExp, ProviderEntry["api_format"]][] = [
  [/anthropic$/, "anthropic"],
  [/^@ai-sdk\/google/, "google"],
  [/^@ai-sdk\/amazon-bedrock/, "bedrock"],
  [/^@ai-sdk\/cohere/, "cohere"],
  [
    /^@(ai-sdk\/(openai|azure|groq|xai|mistral|deepinfra|cerebras|perplexity|togetherai)|openrouter\/)/,
    "openai",
  ],
];

export const listProvidersEndpoint = defineEndpoint({
  id: "listProviders",
  path: "/api/v1/providers",
  tag: "Providers",
  summary: "All labs and hosts",
  description: "All companies that make or sell models, sorted by slug.",
  ...defineUnpagedList(
    "ProviderList",
    ProviderEntry,
    "AI labs and hosts",
    ({ providers }) => providers.map(toProviderEntry),
    ({ as_of }) => as_of,
  ),
});

const { slug, name, release_date, avg_score, pricing, offers } = ModelEntry.shape;
const MADE = { slug, name, release_date, avg_score, pricing, offers };
const ModelMadeByProvider = definePublicSchema("MadeModel", MADE);

const SoldFields = z
  .looseObject(toResponseShapeOfFields(OFFER_FIELD_DEFINITIONS))
  .omit({ provider: true, provider_slug: true, variants: true, source_url: true });
const ModelSoldByProvider = definePublicSchema("SoldModel", {
  ...SoldFields.shape,
  model: z.string().describe("Slug of the model"),
  name: z.string(),
});

const ProviderDetail = z.looseObject({
  ...ProviderEntry.shape,
  models_made: z
    .array(ModelMadeByProvider)
    .describe("Models that the provider makes, newest first"),
  models_sold: z
    .array(ModelSoldByProvider)
    .describe(
      "Models that the provider sells, sorted by slug; with the `status` `retired`, models that it has withdrawn but a source still lists",
    ),
});
export type ProviderDetail = z.infer<typeof ProviderDetail>;

export const getProviderEndpoint = defineEndpoint({
  id: "getProvider",
  path: "/api/v1/providers/{slug}",
  tag: "Providers",
  summary: "One lab or host with the models it makes and sells",
  description:
    "`models_made` is empty for a host that makes no models. `models_sold` is empty for a lab that sells none.",
  params: {
    slug: {
      description: "Slug or common name of a lab or host: `bedrock`, `vertex ai`",
      example: "anthropic",
    },
  },
  response: envelopeSchema("ProviderDetail", ProviderDetail.shape),
  ...defineRowAnswer("provider", (provider, catalog) => ({
    title: `${provider.name}: models and prices`,
    asOf: provider.newest,
    body: toProviderDetail(provider, catalog),
  })),
});

export const toProviderDetail = memoizePerRow(
  (provider: ProviderRow, catalog: Catalog): ProviderDetail => ({
    ...toProviderEntry(provider),
    models_made: (modelsByLab(catalog).get(provider.slug) ?? []).map(({ slug }) =>
      pickValuesOfSchemaFields(ModelMadeByProvider, getModelListEntry(slug, catalog)),
    ),
    models_sold: catalog.offersAt(provider.slug).map((offer) => ({
      model: offer.model,
      name: catalog.getModel(offer.model).name,
      ...pickValuesOfSchemaFields(SoldFields, addHostDisplayName(offer, catalog)),
    })),
  }),
);

/** Lab → its models, newest first. */
const modelsByLab = memoizePerCatalog((catalog) => {
  const newestFirst = catalog.models.toSorted(
    (a, b) =>
      compareByCodePoint(toModelSortDate(b) ?? "", toModelSortDate(a) ?? "") ||
      compareByCodePoint(a.slug, b.slug),
  );
  return groupBy(newestFirst, ({ lab }) => lab);
});

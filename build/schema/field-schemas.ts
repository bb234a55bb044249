/** The schemas of the fields of fields.ts: as answers publish them, and as facts store them. */
import * as z from "zod";
import { type FieldDefinition, MODEL_FIELD_BY_NAME, OFFER_FIELD_BY_NAME } from "./fields.ts";
import {
  BillingMode,
  definePublicSchema,
  HostKind,
  IsoDate,
  ModelType,
  NonEmptyText,
  nullableSchemas,
  OfferStatus,
  optionalFactField,
  PartialDate,
  PriceTrust,
  ReleaseDateBasis,
  ResponseDate,
  ResponseUrl,
  ServiceTier,
  Slug,
  WebUrl,
} from "./values.ts";

/** Schemas of published values, by kind of field. */
const KINDS = {
  tokens: z.int(),
  usd: z.number(),
  number: z.number(),
  count: z.int(),
  day: ResponseDate,
  partial_day: z.string(),
  flag: z.boolean(),
  text: z.string(),
  list: z.array(z.string()),
  address: ResponseUrl,
};

/** Schemas of fields of the kind `choice`, by field name. */
export const ENUM_FIELD_SCHEMAS = {
  model_type: ModelType,
  release_date_basis: ReleaseDateBasis,
  "pricing.basis": z.enum(["list", "cheapest_offer"]),
  billing: BillingMode,
  service_tier: ServiceTier,
  host_kind: HostKind,
  trust: PriceTrust,
  status: z.enum([...OfferStatus.options, "retired"]),
};

const describeAsModel = <T extends z.ZodType>(name: keyof typeof MODEL_FIELD_BY_NAME, type: T): T =>
  type.describe(MODEL_FIELD_BY_NAME[name].description);
export const describeAsOffer = <T extends z.ZodType>(
  name: keyof typeof OFFER_FIELD_BY_NAME,
  type: T,
): T => type.describe(OFFER_FIELD_BY_NAME[name].description);

export const CAPABILITY_FLAG_SCHEMAS = {
  tools: describeAsModel("supports.tools", nullableSchemas.flag),
  reasoning: describeAsModel("supports.reasoning", nullableSchemas.flag),
  structured_output: describeAsModel("supports.structured_output", nullableSchemas.flag),
  attachments: describeAsModel("supports.attachments", nullableSchemas.flag),
};

export const NullableUsd = describeAsOffer("input", nullableSchemas.number);

const ParameterCount = z.number().positive().nullable();
const Budget = z.strictObject({
  min: nullableSchemas.count.describe("Smallest number of tokens; null when there is no minimum"),
  max: nullableSchemas.count.describe("Largest number of tokens; null when there is no maximum"),
});

/** Schemas of fields of the kind `object` that answers publish unchanged, by field name. */
const STORED_OBJECTS = {
  sources: z.record(NonEmptyText, Slug),
  parameters: z.strictObject({
    total: describeAsModel("parameters.total", ParameterCount),
    active: describeAsModel("parameters.active", ParameterCount),
  }),
  reasoning_options: z.strictObject({
    toggle: z.boolean().describe("True when a request can switch reasoning on and off"),
    effort: z
      .array(NonEmptyText)
      .describe("Levels of reasoning effort that a request can select; empty when there are none"),
    budget_tokens: Budget.nullable().describe(
      "Smallest and largest token budget for reasoning; null when a request cannot set a budget",
    ),
  }),
};

/** Schemas of all fields of the kind `object`, by field name. */
const OBJECTS = {
  supports: definePublicSchema("Supports", CAPABILITY_FLAG_SCHEMAS),
  ...STORED_OBJECTS,
  replacement: definePublicSchema("Replacement", {
    slug: describeAsModel("replacement.slug", nullableSchemas.text),
    name: z.string(),
    source_url: ResponseUrl.describe("URL of the notice that names the replacement"),
  }),
  variants: z.array(
    z.looseObject({
      model_id: describeAsOffer("model_id", z.string()),
      service_tier: describeAsOffer("service_tier", ENUM_FIELD_SCHEMAS.service_tier),
      input: NullableUsd,
      output: NullableUsd,
      status: describeAsOffer("status", ENUM_FIELD_SCHEMAS.status),
      retirement_date: describeAsOffer("retirement_date", KINDS.day.nullable()),
      context_window: describeAsOffer("context_window", KINDS.tokens.nullable()),
      max_output_tokens: describeAsOffer("max_output_tokens", KINDS.tokens.nullable()),
    }),
  ),
};

/** Schemas of stored values, by field name or kind. They are stricter than the published ones. */
const FACTS = {
  tokens: z.int().positive(),
  number: z.number(),
  count: z.int().nonnegative(),
  day: IsoDate,
  partial_day: PartialDate,
  flag: z.boolean(),
  text: NonEmptyText,
  address: WebUrl,
  list: z.array(NonEmptyText),
  model_type: ModelType,
  supports: z.strictObject(CAPABILITY_FLAG_SCHEMAS),
  ...STORED_OBJECTS,
  /** The replacement's id, as the notice writes it. */
  replacement: z.strictObject({ model_id: NonEmptyText, source_url: WebUrl }),
};

/** Schema of a field in answers, with its description. */
export function toResponseFieldSchema<F extends FieldDefinition>(field: F): Published<F> {
  const schemas: Schemas = { ...KINDS, ...ENUM_FIELD_SCHEMAS, ...OBJECTS };
  return complete(field, schemas[field.name] ?? schemas[field.kind]) as Published<F>;
}

export const toResponseShapeOfFields = <F extends FieldDefinition>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field.name, toResponseFieldSchema(field)])) as {
    [K in F as K["name"]]: Published<K>;
  };

export const toFactZodShape = <F extends FieldDefinition>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field.name, stored(field)])) as {
    [K in F as K["name"]]: Stored<K>;
  };

function stored(field: FieldDefinition): z.ZodType {
  const schemas: Schemas = FACTS;
  const schema = schemas[field.name] ?? schemas[field.kind];
  return field.optional && schema ? optionalFactField(schema) : complete(field, schema);
}

type Schemas = Readonly<Record<string, z.ZodType>>;

function complete({ name, required, description }: FieldDefinition, schema: z.ZodType | undefined) {
  if (!schema) throw new Error(`the field ${name} has no schema: add it to field-schemas.ts`);
  return (required ? schema : schema.nullable()).describe(description);
}

/** The schema that a table names for the field itself, else for its kind. */
type Found<F extends FieldDefinition, T> = F["name"] extends keyof T
  ? T[F["name"]]
  : F["kind"] extends keyof T
    ? T[F["kind"]]
    : never;
type Complete<F extends FieldDefinition, S> = F extends { required: true }
  ? S
  : S extends z.ZodType
    ? z.ZodNullable<S>
    : never;
type Published<F extends FieldDefinition> = Complete<
  F,
  Found<F, typeof KINDS & typeof ENUM_FIELD_SCHEMAS & typeof OBJECTS>
>;
type Optional<S> = S extends z.ZodType ? z.ZodDefault<z.ZodNullable<S>> : never;
type Stored<F extends FieldDefinition> = F extends { optional: true }
  ? Optional<Found<F, typeof FACTS>>
  : Complete<F, Found<F, typeof FACTS>>;

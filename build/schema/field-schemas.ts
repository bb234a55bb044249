/** The schemas of the fields of fields.ts: as answers publish them, and as facts store them. */
import { z } from "zod";
import { type Field, MODEL_FIELDS, OFFER_FIELDS } from "./fields.ts";
import {
  Address,
  Billing,
  Day,
  HostKind,
  IsoDate,
  ModelType,
  maybe,
  named,
  OfferStatus,
  optional,
  PartialDate,
  ReleaseDateBasis,
  ServiceTier,
  Text,
  Trust,
  Url,
} from "./values.ts";

/** Of published values, by kind. */
const KINDS = {
  tokens: z.int(),
  usd: z.number(),
  number: z.number(),
  count: z.int(),
  day: Day,
  partial_day: z.string(),
  flag: z.boolean(),
  text: z.string(),
  list: z.array(z.string()),
  address: Address,
};

/** Of the kind `choice`, by name. */
const CHOICES = {
  model_type: ModelType,
  release_date_basis: ReleaseDateBasis,
  "pricing.basis": z.enum(["list", "cheapest_offer"]),
  billing: Billing,
  service_tier: ServiceTier,
  host_kind: HostKind,
  trust: Trust,
  status: OfferStatus,
};

const flags = {
  tools: maybe.flag,
  reasoning: maybe.flag,
  structured_output: maybe.flag,
  attachments: maybe.flag,
};
/** In US dollars; 0 is free, null unknown. */
export const Usd = z.number().nullable();

/** Of the kind `object`, by name. */
const OBJECTS = {
  supports: named("Supports", {
    tools: maybe.flag.describe(MODEL_FIELDS["supports.tools"].description),
    reasoning: maybe.flag.describe(MODEL_FIELDS["supports.reasoning"].description),
    structured_output: maybe.flag.describe(MODEL_FIELDS["supports.structured_output"].description),
    attachments: maybe.flag.describe(MODEL_FIELDS["supports.attachments"].description),
  }),
  variants: z.array(
    z.looseObject({
      model_id: z.string(),
      service_tier: CHOICES.service_tier.describe(OFFER_FIELDS.service_tier.description),
      input: Usd,
      output: Usd,
    }),
  ),
};

/** Of stored values, by name or kind: stricter than what is published. */
const FACTS = {
  tokens: z.int().positive(),
  number: z.number(),
  count: z.int().nonnegative(),
  day: IsoDate,
  partial_day: PartialDate,
  flag: z.boolean(),
  text: Text,
  address: Url,
  list: z.array(Text),
  model_type: ModelType,
  supports: z.strictObject(flags),
};

/** Schema of a field in answers, with its description. */
export function schemaOf<F extends Field>(field: F): Published<F> {
  const schemas: Schemas = { ...KINDS, ...CHOICES, ...OBJECTS };
  return complete(field, schemas[field.name] ?? schemas[field.kind]) as Published<F>;
}

/** Fields of an answer. */
export const publishedShape = <F extends Field>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])) as {
    [K in F as K["name"]]: Published<K>;
  };

/** Fields of a stored fact. */
export const factShape = <F extends Field>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field.name, stored(field)])) as {
    [K in F as K["name"]]: Stored<K>;
  };

function stored(field: Field): z.ZodType {
  const schemas: Schemas = FACTS;
  const schema = schemas[field.name] ?? schemas[field.kind];
  return field.optional && schema ? optional(schema) : complete(field, schema);
}

type Schemas = Readonly<Record<string, z.ZodType>>;

function complete({ name, required, description }: Field, schema: z.ZodType | undefined) {
  if (!schema) throw new Error(`the field ${name} has no schema: add it to field-schemas.ts`);
  const whole = required ? schema : schema.nullable();
  return description === "" ? whole : whole.describe(description);
}

/** The schema that a table names for the field itself, else for its kind. */
type Found<F extends Field, T> = F["name"] extends keyof T
  ? T[F["name"]]
  : F["kind"] extends keyof T
    ? T[F["kind"]]
    : never;
type Complete<F extends Field, S> = F extends { required: true }
  ? S
  : S extends z.ZodType
    ? z.ZodNullable<S>
    : never;
type Published<F extends Field> = Complete<
  F,
  Found<F, typeof KINDS & typeof CHOICES & typeof OBJECTS>
>;
type Optional<S> = S extends z.ZodType ? z.ZodDefault<z.ZodNullable<S>> : never;
type Stored<F extends Field> = F extends { optional: true }
  ? Optional<Found<F, typeof FACTS>>
  : Complete<F, Found<F, typeof FACTS>>;

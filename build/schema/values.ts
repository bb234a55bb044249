/** Shared values of facts and responses, and how facts are checked. */
import * as z from "zod";
import { METERS, PRICE_UNITS, PROMPT_TIER_MODES, type Rate, SERVICE_TIERS } from "../cost/rates.ts";
import { memoizePerObject } from "./collections.ts";

export const Slug = z
  .string()
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "not a slug: use lower-case letters, digits and single dashes",
  );

/** Source of what a person read on the host's or the lab's own page. */
export const OPERATOR = "operator";
/** Source of what a person read on any other page: what another party says of a price. */
export const THIRD_PARTY = "third-party";
/** The sources whose rows a person enters, each with the address of the page that states it. */
export const READ_BY_PERSON: readonly string[] = [OPERATOR, THIRD_PARTY];
export const isReadByPerson = (source: string): boolean => READ_BY_PERSON.includes(source);

/** Valid days, of which the facts repeat a few thousand; others, which requests may send in any number, are not kept. */
const realDays = new Set<string>();

function isRealDay(text: string): boolean {
  if (realDays.has(text)) return true;
  const day = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  if (isReal) realDays.add(text);
  return isReal;
}

/** A calendar day, checked to exist (2026-02-30 does not). */
export const IsoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "not a date: write YYYY-MM-DD")
  .refine(isRealDay, "no such day in the calendar: write YYYY-MM-DD");

/** A day, or only its month or year where the upstream says no more. */
export const PartialDate = z
  .string()
  .regex(
    /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
    "not a date: write YYYY, YYYY-MM or YYYY-MM-DD",
  );

/** US dollars per 1,000,000 tokens. 0 means free; unknown is null, never 0. */
export const UsdPerMtok = z
  .number("not a number: write US dollars per 1M tokens, or leave it empty when unknown")
  .nonnegative("negative price: write US dollars per 1M tokens, or leave it empty when unknown")
  .max(1e9, "not a price: more than a billion US dollars per 1M tokens");

export const WebUrl = z
  .string()
  .regex(/^https?:\/\/[^\s/]+(\/\S*)?$/, "not a URL: write http:// or https:// and a host");

export const NonEmptyText = z
  .string()
  .min(1, "empty text: write null (JSON) or nothing (CSV) for unknown");

export const Flag = z.boolean();
export const Count = z.int().nonnegative();
export const PositiveCount = z.int().positive();
export const Amount = z.number().nonnegative();
export const PositiveNumber = z.number().positive();

/** A day in an answer, YYYY-MM-DD. It is not checked again, because the fact behind it was checked when it was read. */
export const ResponseDate = z.string().meta({ format: "date" });

/** Values of answers that are null where they are unknown. */
export const nullableSchemas = {
  text: z.string().nullable(),
  number: z.number().nullable(),
  count: z.int().nullable(),
  flag: z.boolean().nullable(),
};

/** An absolute address in an answer. */
export const ResponseUrl = z.string().meta({ format: "uri" });

/** Not zod's own registry, which would hold two schemas with one id when `npm start -- --watch` loads code again. */
export const PUBLISHED_SCHEMAS = z.registry<{ id: string }>();

/** Part of answers that has a name of its own in the published schemas. It may gain fields. */
export const definePublicSchema = <F extends z.ZodRawShape>(id: string, fields: F) =>
  z.looseObject(fields).register(PUBLISHED_SCHEMAS, { id });

/** The values of a schema's fields, in its order; an undefined one is left out. */
export function pickValuesOfSchemaFields<S extends z.ZodObject>(
  schema: S,
  values: z.infer<S>,
): z.infer<S> {
  const shaped: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = (values as Record<string, unknown>)[name];
    if (value !== undefined) shaped[name] = value;
  }
  return shaped as z.infer<S>;
}

const MODEL_TYPES = ["text", "image", "audio", "video", "embedding", "rerank", "other"] as const;
export const ModelType = z.enum(MODEL_TYPES);
export type ModelType = z.infer<typeof ModelType>;

export const HostKind = z.enum(["lab", "cloud", "inference", "router", "plan"]);
export type HostKind = z.infer<typeof HostKind>;

export const ServiceTier = z.enum(SERVICE_TIERS);
export type ServiceTier = z.infer<typeof ServiceTier>;

/** A rate, as the answers have it; `build/cost/rates.ts` works with it. */
export const RateSchema = z.strictObject({
  meter: z.enum(METERS).describe("What the rate charges for"),
  unit: z.enum(PRICE_UNITS).describe("Unit to which the price applies"),
  price: z.number().nonnegative().describe("USD per unit"),
  service_tier: ServiceTier.nullable().describe(
    "Service tier of the rate; null for the tier of the host's model id",
  ),
  above_input_tokens: PositiveCount.nullable().describe(
    "The rate applies to prompts longer than this number of tokens; null when it applies to any prompt",
  ),
  tier_mode: z
    .enum(PROMPT_TIER_MODES)
    .nullable()
    .describe(
      "`request`: the rate applies to the whole request. `excess`: the rate applies only to the tokens above `above_input_tokens`. Null when `above_input_tokens` is null",
    ),
  cache_ttl: nullableSchemas.text.describe(
    "How long the cache keeps the written tokens: `1h`, `12h`; null for the host's default",
  ),
  region: nullableSchemas.text.describe(
    "Region of the rate, in the host's own terms; null when it applies in all regions that have no separate rate",
  ),
  hours_utc: nullableSchemas.text.describe(
    "Hours of the day in UTC: `16:30-00:30`; with the weekdays on which they begin, where the rate does not hold on all: `01:00-04:00 Mon-Fri`. Null when it applies in all hours that have no separate rate",
  ),
  variant: nullableSchemas.text.describe("Resolution or quality, in the host's own terms"),
}) satisfies z.ZodType<Rate>;

export const OfferStatus = z.enum(["active", "alpha", "beta", "deprecated"]);

export const BillingMode = z.enum(["tokens", "plan", "free"]);
export type BillingMode = z.infer<typeof BillingMode>;

/** How far a price can be trusted, the most trusted first; `trust` in fields.ts describes each level. */
export const PriceTrust = z.enum(["verified", "one_source", "stale", "disputed", "unverified"]);
export type PriceTrust = z.infer<typeof PriceTrust>;

/** Why a price history has a row, as `PriceHistoryRow` describes it. */
export const PriceChangeReason = z.enum(["added", "changed", "correction", "removed", "witness"]);

export const ChangeType = z.enum([
  ...["new_model", "price_drop", "price_increase", "company_update", "offer_added"],
  ...["offer_removed", "context_changed", "retirement", "renamed", "correction"],
] as const);

export const ReleaseDateBasis = z.enum(["stated", "after_first_price", "first_seen"]);

export const BENCHMARK_CATEGORIES = ["coding", "reasoning", "math", "knowledge", "other"] as const;
export const BenchmarkCategory = z.enum(BENCHMARK_CATEGORIES);

/** Characters that control a terminal (C1), reverse the text around them, or end a line only for some readers. */
const DECEPTIVE = /[\u007f-\u009f\p{Bidi_C}\u2028\u2029\ufeff]/gu;

/** JSON with such characters escaped; parsers read the same value. @param space As of JSON.stringify. */
export const toJsonEscapingInvisibleCharacters = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replace(
    DECEPTIVE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Days from one day to another; negative when the second is the earlier one. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Minimum size in percent of a list-price change that is a finding, and of a price change in the title of a chart. */
export const MIN_NAMED_PERCENT = 5;

/** `2026-03-01`, 1 → `2026-02-28`. */
export const subtractDays = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);

const compiled = memoizePerObject((schema: z.ZodType) => z.compile(schema));

/**
 * What is wrong with a value; empty when it is valid. As `schema.safeParse(value)`, but 5 to 10 times faster for valid
 * values, because zod's compiled check copies nothing. For schemas without transforms and without fields to strip.
 */
export function findSchemaIssues(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  if (compiled(schema).validate(value)) return [];
  return schema.safeParse(value).error?.issues ?? [];
}

/** A field that fact files leave out while it is null, so that adding it rewrites no fact. Readers get null. */
export const optionalFactField = <T extends z.ZodType>(type: T): z.ZodDefault<z.ZodNullable<T>> =>
  z._default(type.nullable(), null as never);

export const isOptionalFactField = (type: unknown): boolean => type instanceof z.ZodDefault;

/** The type of a field's known values: without `nullable` and `optionalFactField`. */
export const unwrapOptionalType = (type: unknown): z.ZodType =>
  type instanceof z.ZodNullable || type instanceof z.ZodDefault || type instanceof z.ZodOptional
    ? unwrapOptionalType(type.unwrap())
    : (type as z.ZodType);

type Nulls<T> = { [Field in keyof T as null extends T[Field] ? Field : never]: null };

/** All nullable fields of `schema`, set to null. A nested object needs its own `createNullFields`. */
export function createNullFields<S extends z.ZodObject>(schema: S): Nulls<z.infer<S>> {
  const names = Object.entries(schema.shape)
    .filter(([, type]) => type instanceof z.ZodNullable || isOptionalFactField(type))
    .map(([name]) => [name, null]);
  return Object.fromEntries(names) as Nulls<z.infer<S>>;
}

/** Figure of a company → what texts call it. */
export const COMPANY_METRIC_LABELS: Readonly<Record<string, string>> = {
  active_users: "active users",
  arr_usd: "annualised revenue",
  capex_usd: "capital expenditure",
  employees: "employees",
  market_cap_usd: "market capitalisation",
  revenue_fy_usd: "revenue of a fiscal year",
  total_raised_usd: "total raised",
  valuation_usd: "valuation",
};
export const COMPANY_METRICS = Object.keys(COMPANY_METRIC_LABELS);

/** What public attention is counted of. */
export const ATTENTION_ENTITY_TYPES = ["agent", "model", "provider"] as const;

/** `A`, `A and B`, `A, B and C`; after the first three, or after `most`, `and 2 more`. */
export function formatNameList(names: readonly string[], most = 3): string {
  const rest = names.length - most;
  const all = rest > 0 ? [...names.slice(0, most), `${rest} more`] : names;
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

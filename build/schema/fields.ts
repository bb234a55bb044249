/**
 * Every published field of a model and of an offer, once: what it is called, of what kind its value is, what it means,
 * and where it appears. The stored fact, the API's list and detail, the JSON Schema, the exports, the table of models,
 * the facts of a page, comparisons and the MCP tools are derived from here. To add a field, add it to
 * `MODEL` with `optional: true` and name it in the views. Browser scripts import this file, so it imports nothing.
 */

/** What a value is: its schemas, its format and its column type in exports follow from it. */
export type Kind =
  /** A number of tokens. */
  | "tokens"
  /** US dollars per 1M tokens. */
  | "usd"
  | "number"
  | "count"
  | "day"
  /** A year, a month or a day. */
  | "partial_day"
  | "flag"
  | "text"
  /** One of some names; has a schema of its own in field-schemas.ts. */
  | "choice"
  | "address"
  | "list"
  /** Has a schema of its own in field-schemas.ts. */
  | "object";

interface Definition {
  label: string;
  kind: Kind;
  /** It is never null. */
  required?: true;
  /** Facts leave it out while it is unknown: so that a field that is added rewrites none of them. */
  optional?: true;
  description?: string;
  /** Name of its column in exports, where that is not its own name. */
  column?: string;
}

const USD = "USD per 1M tokens; 0 is free, null unknown";

type Definitions = Record<string, Definition>;

/** A dot leads to a field within another: `pricing.input`. */
const MODEL = {
  model_type: { label: "Type", kind: "choice", required: true, description: "By output modality" },
  is_open_source: {
    label: "Open weights",
    kind: "flag",
    description:
      "Whether the weights can be downloaded; null when no source states it, or sources disagree",
  },
  release_date: { label: "Released", kind: "day", description: "Null when no source states it" },
  release_date_basis: {
    label: "Basis of the release date",
    kind: "choice",
    description:
      "`stated`: sources state the release date; `after_first_price`: they state a date after `first_seen`, because the model was sold earlier as a preview or its name meant another model; `first_seen`: no source states a date, and sorting by date uses `first_seen`; null: no date is known, and the model comes last",
  },
  knowledge_cutoff: {
    label: "Knowledge cutoff",
    kind: "partial_day",
    description:
      "As precise as the lab states it: YYYY, YYYY-MM or YYYY-MM-DD. Null when unknown, or when the stated date is after the release, which means a later model of the same name",
  },
  retirement_date: {
    label: "Retirement",
    kind: "day",
    description:
      "Day on which the lab's own host stops or stopped selling it; null when not stated",
  },
  context_window: {
    label: "Context",
    kind: "tokens",
    description: "Maximum input tokens; null when unknown or when sources disagree",
  },
  max_output_tokens: {
    label: "Max output",
    kind: "tokens",
    description: "Maximum output tokens; null when unknown or when sources disagree",
  },
  input_modalities: {
    label: "Input modalities",
    kind: "list",
    required: true,
    description: "What it accepts, such as text or image; empty when unknown",
  },
  output_modalities: {
    label: "Output modalities",
    kind: "list",
    required: true,
    description: "What it returns, such as text or image; empty when unknown",
  },
  supports: { label: "Capabilities", kind: "object", required: true },
  "supports.tools": {
    label: "Tool calling",
    kind: "flag",
    description: "Calls tools; null when unknown",
  },
  "supports.reasoning": {
    label: "Reasoning",
    kind: "flag",
    description: "Reasons before it answers; null when unknown",
  },
  "supports.structured_output": {
    label: "Structured output",
    kind: "flag",
    description: "Output follows a JSON schema; null when unknown",
  },
  "supports.attachments": {
    label: "File input",
    kind: "flag",
    description: "Accepts files or images with a prompt; null when unknown",
  },
  weights_license: {
    label: "Weights license",
    kind: "text",
    description: "License of the weights; null when unknown",
  },
  first_seen: {
    label: "First seen",
    kind: "day",
    description: "First day on which a source listed it at any host; null when no source has",
  },
  offers: {
    label: "Hosts",
    kind: "count",
    required: true,
    description: "Number of hosts that sell it",
    column: "hosts",
  },
  price_changes: {
    label: "Price changes",
    kind: "count",
    required: true,
    description: "Price changes in its default price history",
  },
  avg_score: {
    label: "Average score",
    kind: "number",
    description:
      "Mean over one set of benchmarks, the same for every model, each scaled from 0 (chance) to 100 (the best possible score). For a benchmark the model was not tested on, the score predicted by the service-score model counts. Null with fewer than 4 tested benchmarks, or fewer than 2 that are not self-reported",
  },
  "service_score.score": {
    label: "Service score",
    kind: "number",
    description: "0–100: 100 is the top-ranked model, 0 the lowest-ranked; both can change",
  },
  "pricing.input": {
    label: "Input price",
    kind: "usd",
    description: "USD per 1M input tokens; 0 is free, null unknown",
    column: "input_usd_per_m",
  },
  "pricing.output": {
    label: "Output price",
    kind: "usd",
    description: "USD per 1M output tokens; 0 is free, null unknown",
    column: "output_usd_per_m",
  },
  "pricing.basis": {
    label: "Basis of the price",
    kind: "choice",
    description:
      "`list`: the lab's own price; `cheapest_offer`: that of `cheapest_provider`, for a model without a list price; null: no price known",
    column: "price_basis",
  },
  as_of: {
    label: "As of",
    kind: "day",
    required: true,
    description: "Newest day on which a fact, a price or a score of it was recorded",
  },
} as const satisfies Definitions;

type ModelFieldName = keyof typeof MODEL;

/** What one host sells of a model: an element of `providers` in /api/v1/models/{slug}, in its order. */
const OFFER = {
  provider: { label: "Host", kind: "text", required: true, description: "Name of the host" },
  provider_slug: {
    label: "Host",
    kind: "text",
    required: true,
    description: "Slug of the host",
    column: "provider",
  },
  model_id: {
    label: "Model id",
    kind: "text",
    required: true,
    description: "Identifier to send to this host's API",
  },
  input: { label: "Input price", kind: "usd", description: USD, column: "input_usd_per_m" },
  output: { label: "Output price", kind: "usd", description: USD, column: "output_usd_per_m" },
  cache_read: {
    label: "Cache read price",
    kind: "usd",
    description: USD,
    column: "cache_read_usd_per_m",
  },
  cache_write: {
    label: "Cache write price",
    kind: "usd",
    description: USD,
    column: "cache_write_usd_per_m",
  },
  reasoning: {
    label: "Reasoning price",
    kind: "usd",
    description: "Only where reasoning tokens have a separate price",
  },
  context_window: {
    label: "Context",
    kind: "tokens",
    description: "Maximum input tokens at this host; null when unknown",
    column: "context",
  },
  max_output_tokens: {
    label: "Max output",
    kind: "tokens",
    description: "Maximum output tokens at this host; null when unknown",
    column: "max_output",
  },
  quantization: {
    label: "Quantization",
    kind: "text",
    description: "As the host states it; null when not stated",
  },
  is_free: {
    label: "Free",
    kind: "flag",
    required: true,
    description: "Both prices are 0, and it is not part of a subscription",
  },
  is_list_price: {
    label: "List price",
    kind: "flag",
    required: true,
    description: "The list price: at the lab's own host, standard tier",
  },
  billing: {
    label: "Billing",
    kind: "choice",
    required: true,
    description:
      "`tokens`: paid per token; `plan`: a subscription; `free`: costs nothing without a subscription",
  },
  service_tier: {
    label: "Service tier",
    kind: "choice",
    required: true,
    description:
      "`standard`, or another tier that the host sells of the same model; list prices, cheapest prices and price moves are those of `standard`",
  },
  host_kind: {
    label: "Kind of host",
    kind: "choice",
    required: true,
    description:
      "`lab`: sells its own models; `cloud`: a cloud platform; `inference`: runs models on its own machines; `router`: resells the endpoints of others; `plan`: sells subscriptions",
  },
  trust: {
    label: "Trust",
    kind: "choice",
    required: true,
    description:
      "`verified`: stated by two sources, by the host's own price list, or by the most reliable source for that host; `disputed`: sources differ by more than 5 % (see /api/v1/disputes); `unverified`: stated by one other source, or doubted by a check",
  },
  status: { label: "Status", kind: "choice", required: true, description: "As the host states it" },
  retirement_date: {
    label: "Retirement",
    kind: "day",
    description: "Day on which the host stops selling it, where stated",
  },
  as_of: {
    label: "As of",
    kind: "day",
    required: true,
    description: "Day this price was recorded",
    column: "date",
  },
  source: {
    label: "Source",
    kind: "text",
    required: true,
    description: "Id of the source, see /api/v1/sources",
  },
  source_url: { label: "Address of the source", kind: "address", required: true },
  variants: {
    label: "Other ids",
    kind: "object",
    required: true,
    description: "The host's other ids of this model",
  },
} as const satisfies Definitions;

/** Where each field of a model appears, in this order. A new field comes last. */
const MODEL_VIEWS = {
  /** What is stored of a model. */
  fact: [
    ...["model_type", "is_open_source", "release_date", "knowledge_cutoff", "retirement_date"],
    ...["context_window", "max_output_tokens", "input_modalities", "output_modalities"],
    ...["supports", "weights_license"],
  ],
  /** Element of /api/v1/models, and the schema of the detail. */
  list: [
    ...["context_window", "is_open_source", "release_date", "release_date_basis", "model_type"],
    ...["max_output_tokens", "input_modalities", "output_modalities", "knowledge_cutoff"],
    ...["supports"],
  ],
  /** Answer of /api/v1/models/{slug}. */
  detail: [
    ...["context_window", "max_output_tokens", "is_open_source", "model_type", "release_date"],
    ...["release_date_basis", "knowledge_cutoff", "retirement_date", "input_modalities"],
    ...["output_modalities", "supports", "weights_license", "first_seen"],
  ],
  /** Columns of the export `models` after slug, name and lab. */
  export: [
    ...["model_type", "is_open_source", "weights_license", "release_date", "release_date_basis"],
    ...["knowledge_cutoff", "retirement_date", "context_window", "max_output_tokens"],
    ...["input_modalities", "output_modalities", "supports.tools", "supports.reasoning"],
    ...["supports.structured_output", "supports.attachments", "pricing.input", "pricing.output"],
    ...["pricing.basis", "offers", "price_changes", "first_seen", "as_of"],
  ],
  /** Columns of /models/ after the model. */
  table: [
    ...["pricing.input", "pricing.output", "context_window", "service_score.score", "avg_score"],
    ...["release_date", "is_open_source", "offers", "model_type", "input_modalities"],
    ...["supports.tools", "supports.reasoning", "supports.structured_output"],
    ...["max_output_tokens", "knowledge_cutoff"],
  ],
  /** Facts on a model's page. */
  facts: [
    ...["context_window", "max_output_tokens", "input_modalities", "output_modalities"],
    ...["release_date", "knowledge_cutoff", "is_open_source", "supports", "retirement_date"],
    ...["first_seen"],
  ],
  /** Rows of a page that compares models. */
  compare: [
    ...["release_date", "is_open_source", "context_window", "pricing.input", "pricing.output"],
    ...["service_score.score", "avg_score"],
  ],
  /** What the MCP tool get_model says as label and value, beside what it has sentences for. */
  mcp: [
    ...["release_date", "knowledge_cutoff", "is_open_source", "weights_license", "model_type"],
    ...["input_modalities", "context_window", "max_output_tokens", "supports.tools"],
    ...["supports.reasoning", "supports.structured_output", "retirement_date"],
  ],
} as const satisfies Record<string, readonly ModelFieldName[]>;

export type ModelView = keyof typeof MODEL_VIEWS;
type FieldOf<V extends ModelView> = (typeof MODEL_VIEWS)[V][number];

export type FieldValue = string | number | boolean | readonly string[] | null;

export interface Field<Name extends string = string> extends Definition {
  name: Name;
  /** Name of its column in exports. */
  column: string;
  /** Unit of its number; null where it has none. */
  unit: string | null;
  /** Reads it from an entry of the list or from a detail; null when it is not there. */
  get(from: object): FieldValue;
}

const UNITS: Partial<Record<Kind, string>> = { tokens: "tokens", usd: "USD per 1M tokens" };

function toField<Name extends string>(name: Name, definition: Definition): Field<Name> {
  const path = name.split(".");
  return {
    name,
    column: name.replace(".", "_"),
    ...definition,
    unit: UNITS[definition.kind] ?? null,
    get(from) {
      let value: unknown = from;
      for (const part of path) value = (value as Record<string, unknown> | null)?.[part] ?? null;
      return value as FieldValue;
    },
  };
}

type FieldsOf<D extends Definitions> = { readonly [N in keyof D & string]: Field<N> & D[N] };

const toFields = <const D extends Definitions>(definitions: D): FieldsOf<D> =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, one]) => [name, toField(name, one)]),
  ) as unknown as FieldsOf<D>;

export const MODEL_FIELDS = toFields(MODEL);
export const OFFER_FIELDS = toFields(OFFER);

const VIEWS = Object.fromEntries(
  Object.entries(MODEL_VIEWS).map(([view, names]) => [
    view,
    names.map((name) => MODEL_FIELDS[name]),
  ]),
) as unknown as { [V in ModelView]: readonly (typeof MODEL_FIELDS)[FieldOf<V>][] };

/** The fields of a model in a view, in its order. */
export const fieldsIn = <V extends ModelView>(view: V): (typeof VIEWS)[V] => VIEWS[view];

/** All fields of an offer, in the order of `providers` in /api/v1/models/{slug}. */
export const offerFields: readonly (typeof OFFER_FIELDS)[keyof typeof OFFER_FIELDS][] =
  Object.values(OFFER_FIELDS);

/** The blended price, USD per 1M tokens: three parts input, one part output. Null where one of them is unknown. */
export const blendedPrice = (input: number | null, output: number | null): number | null =>
  input === null || output === null ? null : (3 * input + output) / 4;

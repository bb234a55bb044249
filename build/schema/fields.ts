/**
 * Every published field of a model and of an offer, once: what it is called, of what kind its value is, what it means,
 * and where it appears. The stored fact, the API's list and detail, the JSON Schema, the exports,
 * the facts of a page, comparisons and the MCP tools are derived from here. To add a field, add it to
 * `MODEL` with `optional(…)` and name it in the views. Browser scripts import this file, so it imports nothing.
 */

/** Prices that differ by more than this are disputed. */
export const DISPUTED_PERCENT = 5;

/** What a value is: its schemas, its format and its column type in exports follow from it. */
export type PublishedFieldKind =
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
  kind: PublishedFieldKind;
  required?: true;
  /** Facts leave the field out while it is unknown, so that adding a field does not rewrite every fact. */
  optional?: true;
  description: string;
}

const USD = "USD per 1M tokens; 0 is free, null unknown";

type Definitions = Record<string, Definition>;

/** A field that is null where it is unknown. */
const field = <K extends PublishedFieldKind>(kind: K, label: string) => ({
  describe: (description: string) => ({ kind, label, description }),
});

/** A field that is never null. */
const required = <K extends PublishedFieldKind>(kind: K, label: string) => ({
  describe: (description: string) => ({ kind, label, description, required: true }) as const,
});

/** A field that facts leave out while it is null. */
const optional = <K extends PublishedFieldKind>(kind: K, label: string) => ({
  describe: (description: string) => ({ kind, label, description, optional: true }) as const,
});

/** A dot in a name means a field within another: `pricing.input`. */
const MODEL = {
  model_type: required("choice", "Type").describe(
    "Type of the model, by its output modality. Speech recognition and spoken dialogue are `audio`; document parsing and moderation are `other`",
  ),
  is_open_source: field("flag", "Open weights").describe(
    "Whether the weights can be downloaded; null when no source states it, or sources disagree",
  ),
  release_date: field("day", "Released").describe(
    "Day of the release; null when no source states it",
  ),
  release_date_basis: field("choice", "Basis of the release date").describe(
    "`stated`: a source states the release date. `after_first_price`: the stated release date is later than `first_seen`, because the model was first sold as a preview, or because its name meant another model before. `first_seen`: no source states a date, so the model is sorted by `first_seen`. Null: no date is known, so the model is sorted last",
  ),
  knowledge_cutoff: field("partial_day", "Knowledge cutoff").describe(
    "Knowledge cutoff, as precise as the lab states it: YYYY, YYYY-MM or YYYY-MM-DD. Null when unknown, or when the stated cutoff is not before the month of the release, because such a cutoff belongs to a later model of the same name",
  ),
  retirement_date: field("day", "Retirement").describe(
    "Day on which the lab's own API stops or stopped serving the model; null when not stated. If other hosts still sell a model with open weights, its `status` is `active`",
  ),
  status: field("choice", "Status").describe(
    "`active`: the model is for sale. `alpha`, `beta`, `deprecated`: the lab's own API gives the model this status; a model with a future retirement date is `deprecated` too. `retired`: the lab has withdrawn the model; a model with open weights is `retired` only when no other host sells it. Null: no host sells the model, and no source says that it was withdrawn",
  ),
  replacement: optional("object", "Replacement").describe(
    "Model that the lab recommends instead, or serves under the model's name since its retirement; null if there is none",
  ),
  "replacement.slug": field("text", "Replacement").describe(
    "Slug of the replacement; null if the replacement is not in the catalogue",
  ),
  parameters: optional("object", "Parameters").describe(
    "Number of parameters in billions, stated by a source or else read from the model's name; null when unknown",
  ),
  "parameters.total": field("number", "Parameters").describe(
    "Billions of parameters; null when unknown",
  ),
  "parameters.active": field("number", "Active parameters").describe(
    "Active parameters per token of a mixture-of-experts model, in billions; null for other models, and when unknown",
  ),
  reasoning_options: optional("object", "Reasoning options").describe(
    "How a request controls reasoning; null when unknown",
  ),
  supported_parameters: optional("list", "Supported parameters").describe(
    "Request parameters that the model accepts, under OpenAI's names; some accepted parameters may be missing. Null when unknown",
  ),
  context_window: field("tokens", "Context").describe(
    "Maximum input tokens; null when unknown or when sources disagree",
  ),
  max_output_tokens: field("tokens", "Max output").describe(
    "Maximum output tokens; null when unknown, when sources disagree, or when the model does not return tokens (embeddings, rankings, videos, or images without text)",
  ),
  input_modalities: required("list", "Input modalities").describe(
    "Kinds of input that the model accepts, such as text or image; empty when unknown",
  ),
  output_modalities: required("list", "Output modalities").describe(
    "Kinds of output that the model returns, such as text or image; empty when unknown",
  ),
  supports: required("object", "Capabilities").describe("Capabilities of the model"),
  "supports.tools": field("flag", "Tool calling").describe(
    "Whether the model can call tools; null when unknown",
  ),
  "supports.reasoning": field("flag", "Reasoning").describe(
    "Whether the model reasons before it answers; null when unknown",
  ),
  "supports.structured_output": field("flag", "Structured output").describe(
    "Whether the output can be made to follow a JSON schema; null when unknown",
  ),
  "supports.attachments": field("flag", "File input").describe(
    "Whether a prompt can contain files or images; null when unknown",
  ),
  weights_license: field("text", "Weights licence").describe(
    "Licence of the weights; null when unknown",
  ),
  first_seen: field("day", "First seen").describe(
    "First day on which a source listed the model at any host; null when no source has listed it",
  ),
  sources: optional("object", "Sources of the model's properties").describe(
    "Property, such as `context_window` or `supports.tools` → id of the source that states the value (see /api/v1/sources); null when no source is recorded",
  ),
  offers: required("count", "Hosts").describe("Number of hosts that sell the model"),
  price_changes: required("count", "Price changes").describe(
    "Number of price changes in the answer of /api/v1/price-history/{slug} when no `provider` is sent",
  ),
  avg_score: field("number", "Average score").describe(
    "Mean score over one set of benchmarks, the same set for every model. Each benchmark is scaled from 0 (random guessing) to 100 (best possible score). The average score includes a predicted score for each benchmark on which the model was not tested (see /methods/service-score). Null for a model with results on fewer than 4 of these benchmarks",
  ),
  "service_score.score": field("number", "Overall score").describe(
    "Overall score of the model from 0 (the lowest-ranked model) to 100 (the top-ranked model); the score can change when other models are added or tested",
  ),
  "pricing.input": field("usd", "Input price").describe(
    "USD per 1M input tokens; 0 is free, null unknown",
  ),
  "pricing.output": field("usd", "Output price").describe(
    "USD per 1M output tokens; 0 is free, null unknown",
  ),
  "pricing.basis": field("choice", "Basis of the price").describe(
    "`list`: the lab's own price. `cheapest_offer`: the model has no list price, so this is the price of its `cheapest_provider`. Null: the model has neither",
  ),
  as_of: required("day", "As of").describe(
    "Most recent day on which a fact, a price or a score of the model was recorded",
  ),
} as const satisfies Definitions;

type ModelFieldName = keyof typeof MODEL;

/** What one host sells of a model: an element of `providers` in /api/v1/models/{slug}, in its order. */
const OFFER = {
  provider: required("text", "Host").describe("Name of the host"),
  provider_slug: required("text", "Host").describe("Slug of the host"),
  model_id: required("text", "Model id").describe("Model id to send to this host's API"),
  input: field("usd", "Input price").describe(USD),
  output: field("usd", "Output price").describe(USD),
  cache_read: field("usd", "Cache read price").describe(USD),
  cache_write: field("usd", "Cache write price").describe(USD),
  reasoning: field("usd", "Reasoning price").describe(
    "Price of reasoning tokens; null when the host has no separate price for them",
  ),
  context_window: field("tokens", "Context").describe(
    "Maximum input tokens at this host; null when unknown",
  ),
  max_output_tokens: field("tokens", "Max output").describe(
    "Maximum output tokens at this host; null when unknown, or when the model does not return tokens",
  ),
  quantization: field("text", "Quantization").describe(
    "Quantization of the weights, as the host states it; null when not stated",
  ),
  is_free: required("flag", "Free").describe(
    "True when input and output are free of charge without a subscription",
  ),
  is_list_price: required("flag", "List price").describe(
    "True for the list price: the price at the lab's own host at the standard tier",
  ),
  billing: required("choice", "Billing").describe(
    "`tokens`: paid per token; `plan`: paid by a subscription; `free`: costs nothing and needs no subscription",
  ),
  service_tier: required("choice", "Service tier").describe(
    "`standard`, or another tier at which the host sells the same model; list prices, cheapest prices and price moves use only `standard`",
  ),
  host_kind: required("choice", "Kind of host").describe(
    "`lab`: sells its own models; `cloud`: a cloud platform; `inference`: runs models on its own machines; `router`: resells the endpoints of others; `plan`: sells subscriptions",
  ),
  trust: required("choice", "Trust").describe(
    `\`verified\`: two independent sources or the host's own price list state the price, or a person has checked it on the page of the lab or host. \`one_source\`: only one source states the price, and no data-quality rule flags it. \`stale\`: the price was last confirmed more than 60 days before the newest price of any model. \`disputed\`: sources differ by more than ${DISPUTED_PERCENT} % (see /api/v1/disputes). \`unverified\`: a data-quality rule flags the price as doubtful`,
  ),
  status: required("choice", "Status").describe(
    "Status of the offer, as the host states it; `retired` from the stated retirement date on",
  ),
  retirement_date: field("day", "Retirement").describe(
    "Day on which the host stops selling the model; null when not stated",
  ),
  as_of: required("day", "As of").describe(
    "Day on which this price was first recorded, by any source; sources have stated it since then without interruption",
  ),
  last_confirmed: field("day", "Last confirmed").describe(
    "Most recent day on which a source stated this price; null without a price",
  ),
  source: required("text", "Source").describe(
    "Id of the source; /api/v1/sources lists all sources",
  ),
  source_url: required("address", "URL of the page with the price").describe(
    "URL of the page that shows the price, or else URL of the source's entry for the model id",
  ),
  variants: required("object", "Other ids").describe("Other ids of this model at the same host"),
} as const satisfies Definitions;

const LIMITS = ["context_window", "max_output_tokens"] as const;
const MODALITIES = ["input_modalities", "output_modalities"] as const;
const CAPABILITIES = [
  "supports.tools",
  "supports.reasoning",
  "supports.structured_output",
] as const;

/** The fields of a model in each place where they appear, in their order. New fields are added at the end. */
const MODEL_VIEWS = {
  /** Fields stored in a model's fact. */
  fact: [
    ...["model_type", "is_open_source", "release_date", "knowledge_cutoff", "retirement_date"],
    ...LIMITS,
    ...MODALITIES,
    ...["supports", "weights_license", "replacement", "parameters", "reasoning_options"],
    "supported_parameters",
  ],
  /** Element of /api/v1/models. */
  list: [
    ...["context_window", "is_open_source", "release_date", "release_date_basis", "model_type"],
    "max_output_tokens",
    ...MODALITIES,
    ...["knowledge_cutoff", "supports", "status", "retirement_date"],
  ],
  /** Answer of /api/v1/models/{slug}. */
  detail: [
    ...LIMITS,
    ...["is_open_source", "model_type", "release_date", "release_date_basis", "knowledge_cutoff"],
    "retirement_date",
    ...MODALITIES,
    ...["supports", "weights_license", "first_seen", "status", "replacement", "parameters"],
    ...["reasoning_options", "supported_parameters", "sources"],
  ],
  /** Columns of the export `models` after slug, name and lab. */
  export: [
    ...["model_type", "is_open_source", "weights_license", "release_date", "release_date_basis"],
    ...["knowledge_cutoff", "retirement_date"],
    ...LIMITS,
    ...MODALITIES,
    ...CAPABILITIES,
    ...["supports.attachments", "pricing.input", "pricing.output", "pricing.basis", "offers"],
    ...["price_changes", "first_seen", "as_of", "status", "replacement.slug", "parameters.total"],
    "parameters.active",
  ],
  /** Facts on a model's page. */
  facts: [
    ...LIMITS,
    ...MODALITIES,
    ...["release_date", "knowledge_cutoff", "is_open_source", "supports", "retirement_date"],
    "first_seen",
  ],
  /** Rows of a page that compares models, from the answer that compares them. */
  compare: ["release_date", "is_open_source", "context_window", "pricing.input", "pricing.output"],
  /** Further rows of that page, from the models. */
  compare_more: [
    "max_output_tokens",
    ...MODALITIES,
    ...CAPABILITIES,
    ...["knowledge_cutoff", "parameters.total", "weights_license", "retirement_date"],
  ],
  /** Fields that the MCP tool get_model shows as label and value, besides those in its sentences. */
  mcp: [
    ...["release_date", "knowledge_cutoff", "is_open_source", "weights_license", "model_type"],
    "input_modalities",
    ...LIMITS,
    ...CAPABILITIES,
    ...["retirement_date", "status", "replacement.slug", "parameters.total"],
  ],
} as const satisfies Record<string, readonly ModelFieldName[]>;

type ModelFieldView = keyof typeof MODEL_VIEWS;
type FieldOf<V extends ModelFieldView> = (typeof MODEL_VIEWS)[V][number];

export type PublishedFieldValue = string | number | boolean | readonly string[] | null;

export interface FieldDefinition<Name extends string = string> extends Definition {
  name: Name;
  /** Unit of its number; null where it has none. */
  unit: string | null;
  /** Reads it from an entry of the list or from a detail; null when it is not there. */
  get(from: object): PublishedFieldValue;
}

const UNITS: Partial<Record<PublishedFieldKind, string>> = {
  tokens: "tokens",
  usd: "USD per 1M tokens",
};

function toField<Name extends string>(name: Name, definition: Definition): FieldDefinition<Name> {
  const path = name.split(".");
  return {
    name,
    ...definition,
    unit: UNITS[definition.kind] ?? null,
    get(from) {
      let value: unknown = from;
      for (const part of path) value = (value as Record<string, unknown> | null)?.[part] ?? null;
      return value as PublishedFieldValue;
    },
  };
}

type FieldsOf<D extends Definitions> = {
  readonly [N in keyof D & string]: FieldDefinition<N> & D[N];
};

const toFields = <const D extends Definitions>(definitions: D): FieldsOf<D> =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, one]) => [name, toField(name, one)]),
  ) as unknown as FieldsOf<D>;

export const MODEL_FIELD_BY_NAME = toFields(MODEL);
export const OFFER_FIELD_BY_NAME = toFields(OFFER);

const VIEWS = Object.fromEntries(
  Object.entries(MODEL_VIEWS).map(([view, names]) => [
    view,
    names.map((name) => MODEL_FIELD_BY_NAME[name]),
  ]),
) as unknown as { [V in ModelFieldView]: readonly (typeof MODEL_FIELD_BY_NAME)[FieldOf<V>][] };

/** The fields of a model in a view, in its order. */
export const getModelFieldsOfView = <V extends ModelFieldView>(view: V): (typeof VIEWS)[V] =>
  VIEWS[view];

/** All fields of an offer, in the order of `providers` in /api/v1/models/{slug}. */
export const OFFER_FIELD_DEFINITIONS: readonly (typeof OFFER_FIELD_BY_NAME)[keyof typeof OFFER_FIELD_BY_NAME][] =
  Object.values(OFFER_FIELD_BY_NAME);

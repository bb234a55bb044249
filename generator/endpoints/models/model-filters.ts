/**
 * The filters and sort orders of models, from which the parameters of /api/v1/models, the MCP tools, the models page
 * and the command `models` are derived. Browser scripts and the npm package import this file.
 */
import { toBlendedPrice } from "../../../build/cost/rates.ts";
import type { PackagedModel, PackagedOffer } from "../../../build/model/package-facts.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";

/** The values that filters compare. A null value is unknown, and no filter passes it. */
export interface FilterableModel {
  slug: readonly string[];
  words: readonly string[];
  lab: readonly string[];
  hosts: readonly string[];
  model_type: readonly string[];
  input_modalities: readonly string[];
  output_modalities: readonly string[];
  /** Capabilities that the model is known to have. */
  supports: readonly string[];
  /** Capabilities and input modalities that the model is known not to have. */
  lacks: readonly string[];
  /**
   * The status, plus `current` or `superseded` for one on sale. Empty when nobody sells it or says that it has retired.
   */
  status: readonly string[];
  /** See `toLicenseFilterValuesOfModel`. */
  license: readonly string[];
  is_open_source: boolean | null;
  context_window: number | null;
  max_output_tokens: number | null;
  /** USD per 1M tokens, at the host that is filtered by; without a host filter, as in `pricing`. */
  input: number | null;
  output: number | null;
  blended: number | null;
  service_score: number | null;
  /** In billions. */
  parameters: number | null;
  released: string | null;
  retirement_date: string | null;
  avg_score: number | null;
  /** Number of hosts that sell the model. */
  offers: number;
}

/** Whether the host still sells the offer. A source may list an offer that the host has withdrawn. */
export const isStillSold = ({ status }: { status: string }): boolean => status !== "retired";

/** The day by which models are sorted: the release date, or the day first seen when that is its basis. */
export const toModelSortDate = (
  model: Pick<PackagedModel, "release_date" | "release_date_basis" | "first_seen">,
): string | null =>
  model.release_date ?? (model.release_date_basis === "first_seen" ? model.first_seen : null);

/**
 * Whether output is charged. For embedding and rerank models, some hosts state an output price of 0 and others none.
 */
export const isOutputCharged = ({ model_type }: { model_type: string | null }): boolean =>
  model_type !== "embedding" && model_type !== "rerank";

/** USD per 1M tokens at a host; null for a subscription. Where output is not charged, `blended` is the input price. */
export function toFilterablePrices(
  offer: Pick<PackagedOffer, "input" | "output"> & Partial<Pick<PackagedOffer, "billing">>,
  model: { model_type: string | null },
) {
  const { input, output } = offer.billing === "plan" ? { input: null, output: null } : offer;
  const blended = isOutputCharged(model) ? toBlendedPrice(input, output) : input;
  return { input, output, blended };
}

/** The filterable values that come from a model's row and its offers. */
export function toFilterableModelFacts(
  model: PackagedModel,
  offers: readonly Pick<PackagedOffer, "host" | "status">[],
) {
  const { status, replacement } = model;
  const accepted = model.input_modalities ?? [];
  const isSold = status !== null && status !== "deprecated" && status !== "retired";
  return {
    ...model,
    slug: [model.slug],
    words: model.slug.split("-"),
    lab: [model.lab],
    hosts: offers.filter(isStillSold).map(({ host }) => host),
    model_type: toList(model.model_type),
    input_modalities: accepted,
    output_modalities: model.output_modalities ?? [],
    supports: Object.entries(model.supports).flatMap(([name, has]) => (has ? [name] : [])),
    lacks: [
      ...Object.entries(model.supports).flatMap(([name, has]) => (has === false ? [name] : [])),
      // Without any, it is unknown what the model accepts.
      ...KINDS_OF_INPUT.filter((kind) => accepted.length > 0 && !accepted.includes(kind)),
    ],
    status: [...toList(status), ...(isSold ? [replacement ? "superseded" : "current"] : [])],
    released: toModelSortDate(model),
  };
}

export const KINDS_OF_INPUT = ["text", "image", "audio", "video", "pdf"];

const toList = (value: string | null): string[] => (value === null ? [] : [value]);

/** A name, a list of names, a number, a day, or `true` for a flag. */
export type ParsedModelFilterValue = string | number | boolean | readonly string[];

type KnownValue = NonNullable<FilterableModel[keyof FilterableModel]>;
const namesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const includesSome = (own: KnownValue, names: ParsedModelFilterValue): boolean =>
  namesIn(names).some((one) => namesIn(own).includes(one));
const includesAll = (own: KnownValue, names: ParsedModelFilterValue): boolean =>
  namesIn(names).every((one) => namesIn(own).includes(one));

export interface ModelFilterDefinition {
  kind: "name" | "names" | "flag" | "number" | "day";
  passes(own: KnownValue, value: ParsedModelFilterValue): boolean;
  of: keyof FilterableModel;
  description: string;
  example: string;
}

const comparing =
  (kind: ModelFilterDefinition["kind"], passes: ModelFilterDefinition["passes"]) =>
  (of: keyof FilterableModel, description: string, example = ""): ModelFilterDefinition => ({
    kind,
    passes,
    of,
    description,
    example,
  });
/** Whether the text has the name, alone or as one of several separated by commas. */
export const isOneOf = (texts: unknown, name: string): boolean =>
  String(texts).split(",").includes(name);
const one = comparing("name", (own, texts) =>
  namesIn(own).some((name) => isOneOf(texts, String(name))),
);
const all = comparing("names", includesAll);
const any = comparing("names", includesSome);
const none = comparing("names", (own, names) => !includesSome(own, names));
const flag = comparing("flag", (own, value) => own === value);
const min = comparing("number", (own, value) => own >= value);
const max = comparing("number", (own, value) => own <= value);
const from = comparing("day", (own, value) => own >= value);
const before = comparing("day", (own, value) => own < value);

export const MODEL_FILTERS = {
  slugs: any(
    "slug",
    "Only these models: slugs or other names, separated by commas",
    "gpt-4o,claude-sonnet-4-5",
  ),
  provider: one(
    "lab",
    "Only models made by this lab, given by its slug, or by any of several, separated by commas",
    "anthropic",
  ),
  host: one(
    "hosts",
    "Only models that this host sells, or any of several, separated by commas; with the price there, or at the cheapest of them",
    "groq",
  ),
  exclude_provider: none("lab", "Leaves out models made by these labs", "openai,google"),
  exclude_host: none("hosts", "Leaves out models that these hosts sell", "azure"),
  exclude_names: none("words", "Leaves out models with these words in their slug", "mini"),
  open_source: flag("is_open_source", "`true`: only models with open weights"),
  model_type: one("model_type", "Only models of this type, named after the output modality"),
  input_modalities: all(
    "input_modalities",
    "Only models that accept all of these kinds of input",
    "text,image",
  ),
  output_modalities: all(
    "output_modalities",
    "Only models that return all of these kinds of output",
    "text",
  ),
  supports: all(
    "supports",
    "Only models with all of these capabilities: `tools`, `reasoning`, `structured_output`, `attachments`",
    "tools,reasoning",
  ),
  lacks: all(
    "lacks",
    "Only models known to have none of these capabilities and kinds of input",
    "reasoning,image",
  ),
  min_context: min("context_window", "Minimum context window in tokens", "200000"),
  max_context: max("context_window", "Maximum context window in tokens", "128000"),
  min_output_tokens: min(
    "max_output_tokens",
    "Only models whose maximum output is at least this many tokens",
    "32000",
  ),
  min_input_price: min("input", "Minimum input price, USD per 1M tokens", "5"),
  min_output_price: min("output", "Minimum output price, USD per 1M tokens", "10"),
  min_blended_price: min(
    "blended",
    "Minimum blended price, (3 × input + output) / 4 (embedding and rerank: the input price), USD per 1M tokens",
    "1",
  ),
  max_input_price: max("input", "Maximum input price, USD per 1M tokens", "1"),
  max_output_price: max("output", "Maximum output price, USD per 1M tokens", "5"),
  max_blended_price: max(
    "blended",
    "Maximum blended price (see min_blended_price), USD per 1M tokens",
    "2",
  ),
  min_score: min("service_score", "Minimum overall score, 0 to 100", "70"),
  license: one(
    "license",
    "Licence of the weights (or any of several, separated by commas), by its name or first words; `proprietary`: weights that are not open",
    "apache",
  ),
  min_parameters: min("parameters", "Minimum number of parameters, in billions", "7"),
  max_parameters: max("parameters", "Maximum number of parameters, in billions", "70"),
  released_after: from("released", "Only models released on this day or later", "2026-01-01"),
  released_before: before("released", "Only models released before this day", "2026-07-01"),
  retires_after: from(
    "retirement_date",
    "Only models that retire on this day or later",
    "2026-12-01",
  ),
  retires_before: before(
    "retirement_date",
    "Only models that retire before this day",
    "2027-01-01",
  ),
  status: any(
    "status",
    "Only models with one of these statuses: `current` (for sale, no replacement named by the lab), `superseded` (for sale, replacement named), `active`, `alpha`, `beta`, `deprecated`, `retired`",
    "current,deprecated",
  ),
} satisfies Record<string, ModelFilterDefinition>;

export type ModelFilterName = keyof typeof MODEL_FILTERS;

type Direction = "asc" | "desc";

export const MODEL_SORTS = {
  avg_score: { of: "avg_score", order: "desc" },
  service_score: { of: "service_score", order: "desc" },
  pricing_input: { of: "input", order: "asc" },
  pricing_output: { of: "output", order: "asc" },
  pricing_blended: { of: "blended", order: "asc" },
  context_window: { of: "context_window", order: "desc" },
  release_date: { of: "released", order: "desc" },
  offers: { of: "offers", order: "desc" },
  parameters: { of: "parameters", order: "desc" },
} as const satisfies Record<string, { of: keyof FilterableModel; order: Direction }>;

export type ModelSortName = keyof typeof MODEL_SORTS;

const SORT_ALIASES = { newest: "release_date", price: "pricing_input" } as const;
/** Every name of a sort order, including aliases → the order. */
export const MODEL_SORT_BY_ANY_NAME: Readonly<Record<string, ModelSortName>> = {
  ...Object.fromEntries(Object.keys(MODEL_SORTS).map((name) => [name, name as ModelSortName])),
  ...SORT_ALIASES,
};

/** Unknown values last in both directions, then by the number of hosts, then by slug. */
export function createModelSortComparator(
  sort: ModelSortName,
  order: Direction = MODEL_SORTS[sort].order,
): (a: FilterableModel, b: FilterableModel) => number {
  const { of } = MODEL_SORTS[sort];
  return (a, b) =>
    compareWithNullLast(a[of], b[of], order) ||
    b.offers - a.offers ||
    compareByCodePoint(a.slug[0] ?? "", b.slug[0] ?? "");
}

interface PriceToSortBy {
  /** USD per 1M tokens. */
  input: number | null;
  rate: { unit: string | null; price: number | null } | null | undefined;
}

/**
 * When a sort by price finds no price per token, as with video models: by unit, then by the price per unit. Otherwise the
 * models stay as they are.
 */
export function sortByUnitPrice<T>(
  sorted: readonly T[],
  { sort, order }: { sort: string; order: Direction },
  priceOf: (item: T) => PriceToSortBy,
): T[] {
  if (!sort.startsWith("pricing_") || sorted.some((item) => priceOf(item).input !== null))
    return [...sorted];
  return sorted
    .map((item) => ({ item, rate: priceOf(item).rate }))
    .sort(
      (a, b) =>
        compareWithNullLast(a.rate?.unit ?? null, b.rate?.unit ?? null, "asc") ||
        compareWithNullLast(a.rate?.price ?? null, b.rate?.price ?? null, order),
    )
    .map(({ item }) => item);
}

export function compareWithNullLast<T extends number | string>(
  a: T | null,
  b: T | null,
  order: Direction,
): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a === b) return 0;
  return a < b === (order === "asc") ? -1 : 1;
}

/** A license as a slug: `apache-2-0`; empty for a text without letters and digits. */
export const toLicenseSlug = (license: string): string =>
  (license.toLowerCase().match(/[a-z0-9]+/g) ?? []).join("-");

/** `Apache 2.0, MIT` → `apache-2-0,mit`. */
export const toLicenseSlugs = (licenses: string): string =>
  licenses.split(",").map(toLicenseSlug).filter(Boolean).join();

/** Value of the license filter for models whose weights are not open. */
export const PROPRIETARY_LICENSE = "proprietary";

/** The license slug and its leading words (`apache`, `apache-2`), and `proprietary` if the weights are not open. */
export function toLicenseFilterValuesOfModel(
  license: string | null,
  isOpen: boolean | null,
): string[] {
  const words = toLicenseSlug(license ?? "").split("-");
  const names = words.map((_, at) => words.slice(0, at + 1).join("-")).filter(Boolean);
  return isOpen === false ? [...names, PROPRIETARY_LICENSE] : names;
}

/**
 * Parses a filter value from a URL or a command line: `1`, `tools,reasoning`, `true`.
 * @returns undefined for a text that sets no filter: an empty text, a flag other than `true`, an invalid number or day.
 */
export function parseModelFilterValue(
  { kind, of }: ModelFilterDefinition,
  text: string,
): ParsedModelFilterValue | undefined {
  const value = text.trim();
  if (value === "") return undefined;
  switch (kind) {
    case "name":
      return of === "license" ? toLicenseSlugs(value) || undefined : value;
    case "names": {
      const written = of === "words" ? value.toLowerCase() : value;
      const names = written.split(",").map((name) => name.trim());
      return [...new Set(names.filter((name) => name !== ""))];
    }
    case "flag":
      return value === "true" || undefined;
    case "number":
      return /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
    case "day":
      return /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
  }
}

export const passesModelFilters = (
  model: Partial<FilterableModel>,
  values: Partial<Record<ModelFilterName, ParsedModelFilterValue>>,
): boolean =>
  Object.entries(values).every(([name, value]) =>
    passesModelFilter(MODEL_FILTERS[name as ModelFilterName], model, value),
  );

/** An unknown value passes no filter. */
export function passesModelFilter(
  { of, passes }: ModelFilterDefinition,
  model: Partial<FilterableModel>,
  value: ParsedModelFilterValue,
): boolean {
  const own = model[of] ?? null;
  return own !== null && passes(own, value);
}

/** What tokens cost at every model and host, the cheapest first. The offers come from `/tables/prices.json`. */

import { splitNameTerms } from "../../../../build/identity/terms.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import type {
  Billing,
  HostKind,
  PriceTrust,
  ServiceTier,
} from "../../../../build/schema/values.ts";
import { type ArraysByColumn, arraysByColumnToRows } from "../../components/table.ts";
import { type ModelTableRow, matchesAllWords } from "../models/columns.ts";

/** What the form of the calculator starts with; its names are those of the address too. */
export const CALCULATOR_DEFAULTS = {
  /** Tokens of a request; `cached` are those of `in` that the cache has. */
  ...{ in: 10_000, cached: 0, out: 2_000, requests: 100 },
  /** `day` or `month`. */
  per: "month",
  /** Only open weights; only models that read and write text; no price that is doubted, disputed or stale. */
  ...{ open: false, text: true, verified: true },
  /** Only what is paid by the token, at the standard tier; only the cheapest host of each model. */
  ...{ tokens: true, each: false },
  /** At least so many tokens of context and so high a service score; 0: any or none. */
  ...{ context: 0, score: 0 },
  /** Kind of host; words of the name of a model, a lab or a host. Empty: any. */
  ...{ kind: "", q: "" },
};
export type CalculatorInput = typeof CALCULATOR_DEFAULTS;

/** Reads `?in=10000&out=2000&requests=100&open=1`; unknown parameters and values are left out. */
export function parseCalculatorQuery(query: URLSearchParams): CalculatorInput {
  const question = Object.fromEntries(
    Object.entries(CALCULATOR_DEFAULTS).map(([name, usual]) => [
      name,
      readValue(query.get(name), usual),
    ]),
  ) as CalculatorInput;
  return { ...question, per: question.per === "day" ? "day" : CALCULATOR_DEFAULTS.per };
}

function readValue(text: string | null, usual: string | number | boolean) {
  if (typeof usual === "string") return text ?? usual;
  if (typeof usual === "boolean") return text === null ? usual : text === "1";
  const number = Number(text || Number.NaN);
  return Number.isFinite(number) && number >= 0 ? number : usual;
}

/** Only what differs from the defaults. */
export function toCalculatorQuery(question: CalculatorInput): URLSearchParams {
  const query = new URLSearchParams();
  const usual: Record<string, unknown> = CALCULATOR_DEFAULTS;
  for (const [name, value] of Object.entries(question)) {
    const written = typeof value === "boolean" ? String(Number(value)) : String(value).trim();
    if (value !== usual[name] && written !== "") query.set(name, written);
  }
  return query;
}

/** Tokens. Each is counted once: `input` are those that were not read from a cache. */
export interface TokenUsage {
  input: number;
  cache_read: number;
  cache_write: number;
  output: number;
}

export const NO_TOKEN_USAGE: TokenUsage = { input: 0, cache_read: 0, cache_write: 0, output: 0 };

export const totalTokens = ({ input, cache_read, cache_write, output }: TokenUsage): number =>
  input + cache_read + cache_write + output;

const DAYS_A_MONTH = 30;

/** Tokens of a month; null where more is cached than there is. */
export function monthlyTokenUsage({
  in: input,
  cached,
  out,
  per,
  requests,
}: CalculatorInput): TokenUsage | null {
  if (cached > input) return null;
  const times = requests * (per === "day" ? DAYS_A_MONTH : 1);
  return {
    input: (input - cached) * times,
    cache_read: cached * times,
    cache_write: 0,
    output: out * times,
  };
}

type PricedField = "is_open_source" | "context_window" | "service_score" | "model_type" | "takes";

interface PricedModel extends Pick<ModelTableRow, PricedField> {
  slug: string;
  name: string;
  /** Name of the lab that made it. */
  lab: string;
}

export interface CalculatorHost {
  slug: string;
  name: string;
  kind: HostKind | null;
}

/** USD per 1M tokens; null where unknown. */
interface Rates {
  input: number;
  output: number | null;
  cache_read: number | null;
  cache_write: number | null;
}

/** Offers without an input price are left out. */
export interface CalculatorPriceRow extends Rates {
  /** Places in `models` and in `hosts`, from 0. */
  model: number;
  host: number;
  trust: PriceTrust;
  billing: Billing;
  service_tier: ServiceTier;
}

/** Three tables of arrays by field. */
export interface CalculatorPriceTables {
  models: ArraysByColumn<PricedModel>;
  hosts: ArraysByColumn<CalculatorHost>;
  prices: ArraysByColumn<CalculatorPriceRow>;
}

/** What one host charges for one model. */
export interface CalculatorPrice extends Omit<CalculatorPriceRow, "model" | "host"> {
  model: PricedModel;
  host: CalculatorHost;
}

export function toCalculatorPrices(file: CalculatorPriceTables): CalculatorPrice[] {
  const models = arraysByColumnToRows(file.models);
  const hosts = arraysByColumnToRows(file.hosts);
  return arraysByColumnToRows(file.prices).flatMap((price) => {
    const [model, host] = [models[price.model], hosts[price.host]];
    return model && host ? [{ ...price, model, host }] : [];
  });
}

interface Cost {
  usd: number;
  /** Kinds of tokens that have no price of their own here, and are charged at the input price. */
  atInputPrice: ("cache_read" | "cache_write")[];
}

/** @returns Null where the usage has output, and the offer no price for it. */
export function costOfUsage(usage: TokenUsage, rates: Rates): Cost | null {
  const { input, output, cache_read, cache_write } = rates;
  if (usage.output > 0 && output === null) return null;
  const atInputPrice = (["cache_read", "cache_write"] as const).filter(
    (kind) => usage[kind] > 0 && rates[kind] === null,
  );
  const usd =
    usage.input * input +
    usage.cache_read * (cache_read ?? input) +
    usage.cache_write * (cache_write ?? input) +
    usage.output * (output ?? 0);
  return { usd: usd / 1_000_000, atInputPrice };
}

export interface OfferRankedByCost {
  record: CalculatorPrice;
  cost: Cost;
}

/** @returns The cheapest first; and how many offers pass the filters, but have no price for the output. */
export function rankOffersByCost(
  records: readonly CalculatorPrice[],
  usage: TokenUsage,
  question: CalculatorInput,
) {
  const words = splitNameTerms(question.q);
  const chosen = records.filter((record) => passes(record, question, words));
  const offers = chosen.flatMap((record): OfferRankedByCost[] => {
    const cost = costOfUsage(usage, record);
    return cost === null ? [] : [{ record, cost }];
  });
  const unpriced = chosen.length - offers.length;
  offers.sort((a, b) => a.cost.usd - b.cost.usd || byName(a.record, b.record));
  const perModel = groupBy(offers, ({ record }) => record.model);
  const cheapest = [...perModel.values()].flatMap(([first]) => first ?? []);
  return { offers: question.each ? cheapest : offers, unpriced };
}

const passes = (
  { model, host, trust, billing, service_tier }: CalculatorPrice,
  { open, text, context, score, kind, verified, tokens }: CalculatorInput,
  words: readonly string[],
): boolean =>
  (!open || model.is_open_source === true) &&
  (!text || isText(model)) &&
  (context === 0 || (model.context_window ?? 0) >= context) &&
  (score === 0 || (model.service_score ?? -1) >= score) &&
  (kind === "" || host.kind === kind) &&
  (!verified || trust === "verified" || trust === "one_source") &&
  (!tokens || (billing === "tokens" && service_tier === "standard")) &&
  matchesAllWords([model.name, model.slug, model.lab, host.name], words);

/** A model with unknown input counts as one that reads text. */
const isText = ({ model_type, takes }: PricedModel): boolean =>
  model_type === "text" && (takes === "" || takes.split(" ").includes("text"));

/** The model's own lab before others at the same cost. */
const byName = (a: CalculatorPrice, b: CalculatorPrice): number =>
  Number(b.host.kind === "lab") - Number(a.host.kind === "lab") ||
  compareByCodePoint(a.model.slug, b.model.slug) ||
  compareByCodePoint(a.host.slug, b.host.slug);

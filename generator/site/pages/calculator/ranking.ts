/** What tokens cost at every model and host, the cheapest first. The offers come from `/tables/prices.json`. */
import { toTerms } from "../../../../build/identity/terms.ts";
import { byText } from "../../../../build/schema/collections.ts";
import type { Billing, HostKind, ServiceTier, Trust } from "../../../../build/schema/values.ts";
import { type Columns, fromColumns } from "../../components/table.ts";

/** Tokens. Each is counted once: `input` are those that were not read from a cache. */
export interface Usage {
  input: number;
  cache_read: number;
  cache_write: number;
  output: number;
}

export const NO_USAGE: Usage = { input: 0, cache_read: 0, cache_write: 0, output: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  cache_read: a.cache_read + b.cache_read,
  cache_write: a.cache_write + b.cache_write,
  output: a.output + b.output,
});

export const totalTokens = ({ input, cache_read, cache_write, output }: Usage): number =>
  input + cache_read + cache_write + output;

interface PricedModel {
  slug: string;
  name: string;
  /** Name of the lab that made it. */
  lab: string;
  is_open_source: boolean | null;
  context_window: number | null;
  service_score: number | null;
  model_type: string;
  /** Input modalities with a space between; empty when unknown. */
  takes: string;
}

export interface PricedHost {
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
export interface HostPrice extends Rates {
  /** Place in `models`, from 0. */
  model: number;
  /** Place in `hosts`, from 0. */
  host: number;
  trust: Trust;
  billing: Billing;
  service_tier: ServiceTier;
}

/** Three tables of arrays by field. */
export interface PriceTables {
  models: Columns<PricedModel>;
  hosts: Columns<PricedHost>;
  prices: Columns<HostPrice>;
}

/** What one host charges for one model. */
export interface PriceRecord extends Omit<HostPrice, "model" | "host"> {
  model: PricedModel;
  host: PricedHost;
}

export function toPriceRecords(file: PriceTables): PriceRecord[] {
  const models: PricedModel[] = fromColumns(file.models);
  const hosts: PricedHost[] = fromColumns(file.hosts);
  return fromColumns<HostPrice>(file.prices).flatMap((price) => {
    const model = models[price.model];
    const host = hosts[price.host];
    return model && host ? [{ ...price, model, host }] : [];
  });
}

interface Cost {
  usd: number;
  /** Kinds of tokens that have no price of their own here, and are charged at the input price. */
  atInputPrice: ("cache_read" | "cache_write")[];
}

/** @returns Null where the usage has output, and the offer no price for it. */
export function costOf(usage: Usage, rates: Rates): Cost | null {
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

/** Which offers are ranked. */
export interface Choice {
  /** Words of a model's or a host's name. */
  q: string;
  open: boolean;
  /** Only models that read and write text. */
  text: boolean;
  /** Tokens; 0: any. */
  context: number;
  /** Service score; 0: any or none. */
  score: number;
  /** Kind of host; empty: any. */
  kind: string;
  /** Only prices that are verified. */
  verified: boolean;
  /** Only what is paid by the token, at the standard tier. */
  tokens: boolean;
  /** Only the cheapest host of each model. */
  each: boolean;
}

export interface RankedOffer {
  record: PriceRecord;
  cost: Cost;
}

/** @returns The cheapest first; and how many offers pass the choice, but have no price for the output. */
export function rank(records: readonly PriceRecord[], usage: Usage, choice: Choice) {
  const words = toTerms(choice.q);
  const chosen = records.filter((record) => isChosen(record, choice) && isNamed(record, words));
  const offers = chosen.flatMap((record): RankedOffer[] => {
    const cost = costOf(usage, record);
    return cost === null ? [] : [{ record, cost }];
  });
  const unpriced = chosen.length - offers.length;
  offers.sort((a, b) => a.cost.usd - b.cost.usd || byName(a.record, b.record));
  const seen = new Set<string>();
  const isFirst = ({ record: { model } }: RankedOffer) => {
    const isNew = !seen.has(model.slug);
    seen.add(model.slug);
    return isNew;
  };
  return { offers: choice.each ? offers.filter(isFirst) : offers, unpriced };
}

const isChosen = ({ model, host, trust, billing, service_tier }: PriceRecord, choice: Choice) =>
  (!choice.open || model.is_open_source === true) &&
  (!choice.text || isText(model)) &&
  (choice.context === 0 || (model.context_window ?? 0) >= choice.context) &&
  (choice.score === 0 || (model.service_score ?? -1) >= choice.score) &&
  (choice.kind === "" || host.kind === choice.kind) &&
  (!choice.verified || trust === "verified") &&
  (!choice.tokens || (billing === "tokens" && service_tier === "standard"));

/** A model with unknown input counts as one that reads text. */
const isText = ({ model_type, takes }: PricedModel): boolean =>
  model_type === "text" && (takes === "" || takes.split(" ").includes("text"));

/** Each word must begin a word of the model, its lab or the host. */
function isNamed({ model, host }: PriceRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = ` ${toTerms(`${model.name} ${model.slug} ${model.lab} ${host.name}`).join(" ")}`;
  return words.every((word) => text.includes(` ${word}`));
}

/** The model's own lab before others at the same cost. */
const byName = (a: PriceRecord, b: PriceRecord): number =>
  Number(b.host.kind === "lab") - Number(a.host.kind === "lab") ||
  byText(a.model.slug, b.model.slug) ||
  byText(a.host.slug, b.host.slug);

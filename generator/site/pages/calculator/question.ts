/** The calculator's form, as an address too (`?in=10000&out=2000&requests=100&open=1`), and the offers by their cost. */
import { toTerms } from "../../../../build/identity/terms.ts";
import { fromColumns } from "../../components/columns.ts";
import type { HostPrice, PricedHost, PricedModel, PriceTables } from "./price-record.ts";
import { type Cost, costOf, timesUsage, type Usage } from "./usage.ts";

export interface Question {
  /** Tokens of a request; `cached` are those of `in` that the cache has. */
  in: number;
  cached: number;
  out: number;
  requests: number;
  per: "day" | "month";
  choice: Choice;
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

export const DEFAULTS: Question = {
  ...{ in: 10_000, cached: 0, out: 2_000, requests: 100, per: "month" },
  choice: {
    ...{ q: "", open: false, text: true, context: 0, score: 0, kind: "" },
    ...{ verified: true, tokens: true, each: false },
  },
};

const TOKENS = ["in", "cached", "out", "requests"] as const;
const FLAGS = ["open", "text", "verified", "tokens", "each"] as const;
const BOUNDS = ["context", "score"] as const;
const TEXTS = ["kind", "q"] as const;

/** Unknown parameters and values are left out. */
export function readQuestion(query: URLSearchParams): Question {
  const question = { ...DEFAULTS, choice: { ...DEFAULTS.choice } };
  const number = (name: string, otherwise: number): number => {
    const value = Number(query.get(name) || Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : otherwise;
  };
  for (const name of TOKENS) question[name] = number(name, DEFAULTS[name]);
  if (query.get("per") === "day") question.per = "day";
  const { choice } = question;
  for (const name of FLAGS) if (query.has(name)) choice[name] = query.get(name) === "1";
  for (const name of BOUNDS) choice[name] = number(name, 0);
  for (const name of TEXTS) choice[name] = query.get(name) ?? "";
  return question;
}

/** Only what differs from the defaults. */
export function writeQuestion(question: Question): URLSearchParams {
  const query = new URLSearchParams();
  const { choice } = question;
  for (const name of TOKENS)
    if (question[name] !== DEFAULTS[name]) query.set(name, String(question[name]));
  if (question.per !== DEFAULTS.per) query.set("per", question.per);
  for (const name of FLAGS)
    if (choice[name] !== DEFAULTS.choice[name]) query.set(name, choice[name] ? "1" : "0");
  for (const name of BOUNDS) if (choice[name] > 0) query.set(name, String(choice[name]));
  for (const name of TEXTS) if (choice[name].trim() !== "") query.set(name, choice[name].trim());
  return query;
}

const DAYS_A_MONTH = 30;

/** Tokens of a month; null where more is cached than there is. */
export function monthlyUsage(question: Question): Usage | null {
  const { cached, out, per, requests } = question;
  if (cached > question.in) return null;
  const request = { input: question.in - cached, cache_read: cached, cache_write: 0, output: out };
  return timesUsage(request, requests * (per === "day" ? DAYS_A_MONTH : 1));
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

export interface RankedOffer {
  record: PriceRecord;
  cost: Cost;
}

export interface Ranking {
  /** The cheapest first. */
  offers: RankedOffer[];
  /** Offers that pass the choice, and have no price for the output. */
  unpriced: number;
}

export function rank(records: readonly PriceRecord[], usage: Usage, choice: Choice): Ranking {
  const words = toTerms(choice.q);
  const chosen = records.filter((record) => isChosen(record, choice) && isNamed(record, words));
  const offers = chosen.flatMap((record): RankedOffer[] => {
    const cost = costOf(usage, record);
    return cost === null ? [] : [{ record, cost }];
  });
  const unpriced = chosen.length - offers.length;
  offers.sort((a, b) => a.cost.usd - b.cost.usd || byName(a.record, b.record));
  return { offers: choice.each ? firstOfEach(offers) : offers, unpriced };
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
const isText = ({ model_type, takes }: PriceRecord["model"]): boolean =>
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
  (a.model.slug < b.model.slug ? -1 : a.model.slug > b.model.slug ? 1 : 0) ||
  (a.host.slug < b.host.slug ? -1 : 1);

function firstOfEach(offers: readonly RankedOffer[]): RankedOffer[] {
  const seen = new Set<string>();
  return offers.filter(({ record }) => {
    const isFirst = !seen.has(record.model.slug);
    seen.add(record.model.slug);
    return isFirst;
  });
}

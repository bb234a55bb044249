/** Offers by what a usage costs at them, the cheapest first. */
import { toTerms } from "../../../search/tokens.ts";
import { type Cost, costOf } from "./cost.ts";
import type { PriceRecord } from "./price-record.ts";
import type { Choice } from "./question.ts";
import type { Usage } from "./usage.ts";

export interface RankedOffer {
  record: PriceRecord;
  cost: Cost;
}

export interface Ranking {
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

/** Where nobody says what it takes, it is thought to take text. */
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

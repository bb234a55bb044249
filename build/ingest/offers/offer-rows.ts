/** What an id is: its row in `data/offers/`, founded by who lists it first and renewed by who is believed most. Pure. */
import type { FiledFact } from "../../facts/kinds.ts";
import { toNameParts } from "../../identity/canonical-key.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Offer } from "../../schema/offer.ts";
import { isWithinContext } from "../../schema/offer.ts";
import { isSameRow } from "../fact-rows.ts";
import type { Listed } from "./listed.ts";

export interface NightOfOffers {
  day: string;
  /** Key → model, of ids old and new. */
  modelOf: ReadonlyMap<string, string>;
  /** The smaller, the more a source is believed at a host. */
  rankOf(host: string, source: string): number;
  /** Whether the source was read and believed tonight: only then may others take over what it told. */
  isRead(source: string, key: string): boolean;
  /** Whether somebody states, or stated, a price of the id: without that it is no offer. */
  isStated(key: string): boolean;
  /** Whether limits and status as this source tells them are held back. */
  isLimitHeld(source: string, key: string): boolean;
  /** How an id that is new is sold. */
  classify(listed: Listed): Pick<Offer, "service_tier" | "billing">;
}

type OfferRow = FiledFact<"offers">;

/** @param listed Believed rows of all sources. */
export function renewOffers(
  standing: readonly OfferRow[],
  listed: readonly Listed[],
  night: NightOfOffers,
): OfferRow[] {
  const said = groupBy(listed, ({ key }) => key);
  const rows = new Map(standing.map((row) => [`${row.file} ${row.model_id}`, row]));
  for (const [key, words] of said) {
    const ranked = [...words].sort(
      (a, b) => night.rankOf(a.host, a.source) - night.rankOf(b.host, b.source),
    );
    const before = rows.get(key);
    const row = before ? renew(before, ranked, key, night) : found(ranked, key, night);
    if (row !== undefined) rows.set(key, row);
  }
  return [...rows.values()];
}

function found(ranked: readonly Listed[], key: string, night: NightOfOffers): OfferRow | undefined {
  const [first] = ranked;
  const model = night.modelOf.get(key);
  if (first === undefined || model === undefined || !night.isStated(key)) return undefined;
  return {
    ...{ file: first.host, model_id: first.modelId, model },
    ...night.classify(first),
    ...limitsOf(ranked, night),
    quantization: toNameParts(first.modelId).quantization,
    status: first.listing.status,
    retirement_date: retirementOf(ranked),
    ...{ source: first.source, as_of: night.day },
  };
}

/**
 * Nothing said is nothing known, so it takes nothing away; what the lead does not say the others only fill in. Who told the row goes on telling it; one that is believed
 * more takes over, and any other when the teller was read and lists the id no more.
 */
function renew(
  before: OfferRow,
  ranked: readonly Listed[],
  key: string,
  night: NightOfOffers,
): OfferRow {
  const lead = leadOf(before, ranked, key, night);
  if (lead === undefined) return before;
  const others = ranked.filter((one) => one !== lead);
  const [said, filled] = [limitsOf([lead], night), limitsOf(others, night)];
  const heard = [lead, ...others].filter((one) => !night.isLimitHeld(one.source, key));
  const next: OfferRow = {
    ...before,
    context_window: said.context_window ?? before.context_window ?? filled.context_window,
    max_output_tokens:
      said.max_output_tokens ?? before.max_output_tokens ?? filled.max_output_tokens,
    status: heard.includes(lead) ? lead.listing.status : before.status,
    retirement_date:
      retirementOf(heard.filter((one) => one === lead)) ??
      before.retirement_date ??
      retirementOf(heard),
    source: lead.source,
  };
  const sound = withinContext(next);
  return isSameRow(sound, before) ? before : { ...sound, as_of: night.day };
}

function leadOf(
  { file, source }: OfferRow,
  ranked: readonly Listed[],
  key: string,
  night: NightOfOffers,
): Listed | undefined {
  const [best] = ranked;
  if (best === undefined || source === "operator") return undefined;
  const own = ranked.find((one) => one.source === source);
  const isBetter = night.rankOf(file, best.source) < night.rankOf(file, source);
  if (isBetter) return best;
  return own ?? (night.isRead(source, key) ? best : undefined);
}

type Limits = Pick<Offer, "context_window" | "max_output_tokens">;

/** Each limit by the first who says it. */
function limitsOf(ranked: readonly Listed[], night: NightOfOffers): Limits {
  const heard = ranked.filter(({ source, key }) => !night.isLimitHeld(source, key));
  const first = (field: "contextWindow" | "maxOutputTokens") =>
    heard.map(({ listing }) => listing.traits[field]).find((tokens) => tokens !== null) ?? null;
  return withinContext({
    context_window: first("contextWindow"),
    max_output_tokens: first("maxOutputTokens"),
  });
}

/** More output than the model can read at all is an error of one of the two. */
const withinContext = <T extends Limits>(row: T): T =>
  isWithinContext(row) ? row : { ...row, max_output_tokens: null };

const retirementOf = (ranked: readonly Listed[]): string | null =>
  ranked.map(({ listing }) => listing.traits.retirementDate).find((day) => day !== null) ?? null;

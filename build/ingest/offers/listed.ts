/** What the answers say of host-side ids, each beside what its source said of the same id before. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import { offerKey } from "../ledger/offer-key.ts";
import type { StandingLedger } from "../ledger/standing-ledger.ts";
import { toListedId } from "../listed-id.ts";
import { EVERY_HOST, type OfferListing, type Rejected, type UnreadId } from "../listing.ts";
import { hasPrice } from "../parse/prices.ts";
import type { Answer } from "../read/read-sources.ts";
import type { ListedId, StatedPrices } from "../statements.ts";
import { createIdSpelling, type IdSpelling } from "./id-spelling.ts";

/** One id that one source lists. */
export interface Listed {
  key: string;
  source: string;
  host: string;
  /** As the catalogue spells it. */
  modelId: string;
  listing: OfferListing;
  /** In the units of the ledger. */
  said: ListedId;
  /** What this source states until now; null when it does not list the id yet. */
  before: StatedPrices | null;
}

/** All that one source says of offers. */
export interface SourceList {
  source: string;
  listed: Listed[];
  /** Ids whose row came and could not be read. */
  unread: UnreadId[];
  rejected: Rejected[];
}

/** Follows every host's list: what it does not list at a host that it covers is new, withdrawn or a family's name. */
export const BASE = "models-dev";

export function toSourceLists(
  answers: readonly Answer[],
  facts: Facts,
  ledger: StandingLedger,
): SourceList[] {
  const base = answers.filter(({ source }) => source === BASE).flatMap(listingsOf);
  const known = facts.offers.map(({ file, model_id }) => ({ host: file, modelId: model_id }));
  const spelling = createIdSpelling([...known, ...base]);
  return answers.map((answer) => toSourceList(answer, spelling, ledger));
}

const listingsOf = ({ collected }: Answer): OfferListing[] =>
  collected.flatMap(({ offers }) => offers ?? []);

function toSourceList(answer: Answer, spelling: IdSpelling, ledger: StandingLedger): SourceList {
  const { source, collected } = answer;
  const open = ledger.openOf(source);
  const listed = new Map<string, Listed>();
  const rejected: Rejected[] = [];
  for (const raw of listingsOf(answer)) {
    const modelId = spelling.spell(raw.host, raw.modelId);
    const key = offerKey(raw.host, modelId);
    const reason = listed.has(key)
      ? "another spelling of an id that it lists too"
      : reasonAgainst({ ...raw, modelId }, ledger.hasSpokenOf(source, key));
    if (reason === null) {
      const listing = { ...raw, modelId };
      const before = open.get(key)?.statement ?? null;
      const { host } = raw;
      listed.set(key, { key, source, host, modelId, listing, said: toListedId(listing), before });
    } else rejected.push({ source, place: `offers of ${raw.host}`, value: raw.modelId, reason });
  }
  const unread = collected.flatMap((one) => one.rejected.flatMap((row) => row.unread ?? []));
  const spelled = unread.map(({ host, modelId }) => ({
    host,
    modelId: modelId === null || host === EVERY_HOST ? null : spelling.spell(host, modelId),
  }));
  return { source, listed: [...listed.values()], unread: spelled, rejected };
}

/** `~anthropic/claude-latest` and `openrouter/auto` stand for models that are offers of their own. */
const ROUTES = /^openrouter (~|openrouter\/)/;

/** What the ledger has of a source goes on; a new id must be sold by the token, or be of a kind that never is. */
function reasonAgainst(listing: OfferListing, isKnown: boolean): string | null {
  const { source, host, modelId } = listing;
  if (ROUTES.test(offerKey(host, modelId))) return "a route to other models, not a model";
  if (isKnown || source === BASE || source === host || listing.isBeyondChat) return null;
  return hasPrice(listing.prices) ? null : "no price per token";
}

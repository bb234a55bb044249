/** Which ids each answer lists, beside what its source stated of them before. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { toNameParts } from "../identity/canonical-key.ts";
import { offerKey } from "../identity/host-ids.ts";
import type { Resolver } from "../identity/resolver.ts";
import { groupBy } from "../schema/collections.ts";
import { EVERY_HOST, type OfferListing, type Rejected, type UnreadId } from "../sources/listing.ts";
import { hasPrice } from "../sources/parse/prices.ts";
import type { Answer } from "./answer.ts";
import type { HeldRows } from "./gates/verdict.ts";
import {
  appendStatements,
  type CurrentLedger,
  type LedgerRow,
  type ListedId,
  type StatedPrices,
  toListedId,
} from "./statements.ts";

/** One id that one source lists. */
export interface Listed {
  key: string;
  source: string;
  host: string;
  /** As the catalogue spells it. */
  modelId: string;
  listing: OfferListing;
  /** In the units of the ledger. */
  stated: ListedId;
  /** What this source states until now; null when it does not list the id yet. */
  before: StatedPrices | null;
  /** The ledger gains a statement by it. */
  isNews: boolean;
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
const REFERENCE = "models-dev";

export function toSourceLists(
  answers: readonly Answer[],
  facts: Facts,
  { ledger, resolver, day }: { ledger: CurrentLedger; resolver: Resolver; day: string },
): SourceList[] {
  const base = answers.filter(({ source }) => source === REFERENCE).flatMap(listingsOf);
  const known = facts.offers.map(({ file, model_id }) => ({ host: file, modelId: model_id }));
  const spelling = createIdSpelling([...known, ...base]);
  const own = answers.flatMap(listingsOf).filter(({ source, host }) => source === host);
  const fresh = new Set([...base, ...own].map(({ modelId }) => toNameParts(modelId).key));
  const isModel = ({ modelId, traits }: OfferListing) =>
    fresh.has(toNameParts(modelId).key) ||
    resolver.resolve({ name: modelId, displayName: traits.displayName }) !== undefined;
  return answers.map((answer) =>
    withNews(toSourceList(answer, spelling, { ledger, isModel }), ledger, day),
  );
}

/** An id that was withdrawn by a rule and is reported as ever is no news, and neither is a price reported before. */
function withNews(list: SourceList, ledger: CurrentLedger, day: string): SourceList {
  const news = new Set<string>();
  for (const [host, here] of groupBy(list.listed, (one) => one.host)) {
    const stated = new Map(here.map((one) => [one.modelId, one.stated]));
    for (const row of appendStatements(ledger.rowsOf(host), list.source, stated, day))
      if (row.event === "stated") news.add(offerKey(host, row.model_id));
  }
  return { ...list, listed: list.listed.map((one) => ({ ...one, isNews: news.has(one.key) })) };
}

const listingsOf = ({ collected }: Answer): OfferListing[] =>
  collected.flatMap(({ offers }) => offers ?? []);

function toSourceList(
  answer: Answer,
  spelling: IdSpelling,
  { ledger, isModel }: { ledger: CurrentLedger; isModel: (listing: OfferListing) => boolean },
): SourceList {
  const { source, collected } = answer;
  const open = ledger.openOf(source);
  const listed = new Map<string, Listed>();
  const rejected: Rejected[] = [];
  for (const raw of listingsOf(answer)) {
    const modelId = spelling.spell(raw.host, raw.modelId);
    const key = offerKey(raw.host, modelId);
    // Of two rows of one id the one in its own spelling counts, else the later.
    const isSecond = listed.has(key) && raw.modelId !== modelId;
    const reason = isSecond
      ? "another spelling of an id that it lists too"
      : reasonAgainst({ ...raw, modelId }, ledger.hasListed(source, key), isModel);
    if (reason === null) {
      const listing = { ...raw, modelId };
      const before = open.get(key)?.statement ?? null;
      const { host } = raw;
      const stated = toListedId(listing);
      listed.set(key, { key, source, host, modelId, listing, stated, before, isNews: false });
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

/**
 * What the ledger has of a source goes on. A new id founds a model only where it is in the host's own list or in the
 * record that follows it; of others it must be a model that is known, sold by the token or of a kind that never is.
 */
function reasonAgainst(
  listing: OfferListing,
  isKnown: boolean,
  isModel: (listing: OfferListing) => boolean,
): string | null {
  const { source, host, modelId } = listing;
  if (isKnown) return null;
  if (ROUTES.test(offerKey(host, modelId))) return "a route to other models, not a model";
  if (source === REFERENCE || source === host) return null;
  if (!isModel(listing)) return "no model of ours, and nobody but a price table names it";
  return listing.isBeyondChat || hasPrice(listing.prices) ? null : "no price per token";
}

interface IdSpelling {
  /** The spelling of this id at this host; the id itself when it is new, and from then on the spelling. */
  spell(host: string, modelId: string): string;
}

/** @param known Ids whose spelling stands, host by host. Dated and undated ids stay different ids. */
function createIdSpelling(known: Iterable<{ host: string; modelId: string }>): IdSpelling {
  const exact = new Set<string>();
  /** Looser form → the ids that have it; only a single one can be meant. */
  const loose = new Map<string, Set<string>>();
  const learn = (host: string, modelId: string) => {
    exact.add(`${host} ${modelId}`);
    for (const form of looserForms(modelId)) {
      const key = `${host} ${form}`;
      loose.set(key, (loose.get(key) ?? new Set()).add(modelId));
    }
  };
  for (const { host, modelId } of known) learn(host, modelId);
  return {
    spell(host, modelId) {
      if (exact.has(`${host} ${modelId}`)) return modelId;
      for (const form of looserForms(modelId)) {
        const meant = loose.get(`${host} ${form}`);
        const [only] = meant ?? [];
        if (only !== undefined && meant?.size === 1) return only;
      }
      learn(host, modelId);
      return modelId;
    },
  };
}

/** From the strictest to the loosest: capitals and dots, then the path before the name. */
function looserForms(modelId: string): string[] {
  const plain = modelId.toLowerCase().replaceAll(".", "-");
  return [plain, plain.slice(plain.lastIndexOf("/") + 1)];
}

/** Rows that no gate holds, of ids that are offers or become some today. */
export function passedRows(
  { held, facts }: { held: HeldRows; facts: Facts },
  lists: readonly SourceList[],
  added: readonly LedgerRow[],
) {
  const known = new Set([...facts.offers, ...added].map((row) => offerKey(row.file, row.model_id)));
  return lists
    .flatMap(({ listed }) => listed)
    .filter(({ key, source }) => known.has(key) && !held.isHeld("offers", source, key));
}

/** Whether a source was read of an id, and no gate holds it: what it lists, and what it leaves out, counts. */
export function createIsRead(held: HeldRows, lists: readonly SourceList[]) {
  const unread = new Map(
    lists.map(({ source, unread: rows }) => [
      source,
      new Set(rows.map(({ host, modelId }) => (modelId === null ? host : offerKey(host, modelId)))),
    ]),
  );
  return (source: string, key: string): boolean => {
    const invalid = unread.get(source);
    const [host = ""] = key.split(" ", 1);
    if (invalid === undefined || [key, host, EVERY_HOST].some((name) => invalid.has(name)))
      return false;
    return !held.isHeld("offers", source, key);
  };
}

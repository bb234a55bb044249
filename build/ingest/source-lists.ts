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
  context: { ledger: CurrentLedger; resolver: Resolver; day: string },
): SourceList[] {
  const all = answers.flatMap(listingsOf);
  const base = all.filter(({ source }) => source === REFERENCE);
  const own = all.filter(({ source, host }) => source === host);
  const known = facts.offers.map(({ file, model_id }) => ({ host: file, modelId: model_id }));
  const spelling = createIdSpelling([...known, ...base]);
  const fresh = new Set([...base, ...own].map(({ modelId }) => toNameParts(modelId).key));
  const isModel = ({ modelId, traits }: OfferListing) =>
    fresh.has(toNameParts(modelId).key) ||
    context.resolver.resolve({ name: modelId, displayName: traits.displayName }) !== undefined;
  return answers.map((answer) => toSourceList(answer, spelling, { ...context, isModel }));
}

const listingsOf = ({ collected }: Answer): OfferListing[] =>
  collected.flatMap(({ offers }) => offers ?? []);

function toSourceList(
  answer: Answer,
  spelling: IdSpelling,
  context: { ledger: CurrentLedger; day: string; isModel: (listing: OfferListing) => boolean },
): SourceList {
  const { source, collected } = answer;
  const { ledger } = context;
  const open = new Map(ledger.openOf(source).map((one) => [one.key, one.statement]));
  const listed = new Map<string, Listed>();
  const rejected: Rejected[] = [];
  for (const raw of listingsOf(answer)) {
    const { host } = raw;
    const modelId = spelling.spell(host, raw.modelId);
    const key = offerKey(host, modelId);
    const listing = { ...raw, modelId };
    // Of two rows of one id the one in its own spelling counts, else the later.
    const isSecond = listed.has(key) && raw.modelId !== modelId;
    const reason = isSecond
      ? "another spelling of an id that it lists too"
      : reasonAgainst(listing, ledger.hasListed(source, key), context.isModel);
    if (reason !== null) {
      rejected.push({ source, place: `offers of ${host}`, value: raw.modelId, reason });
      continue;
    }
    const [before, stated] = [open.get(key) ?? null, toListedId(listing)];
    listed.set(key, { key, source, host, modelId, listing, stated, before, isNews: false });
  }
  const news = newKeys(source, [...listed.values()], context);
  const unread = collected.flatMap((one) => one.rejected.flatMap((row) => row.unread ?? []));
  return {
    ...{ source, rejected },
    listed: [...listed.values()].map((one) => ({ ...one, isNews: news.has(one.key) })),
    unread: unread.map(({ host, modelId }) => {
      const isAny = modelId === null || host === EVERY_HOST;
      return { host, modelId: isAny ? null : spelling.spell(host, modelId) };
    }),
  };
}

/** An id that was withdrawn by a rule and is listed as before is no news, and neither is a price reported before. */
function newKeys(
  source: string,
  listed: readonly Listed[],
  { ledger, day }: { ledger: CurrentLedger; day: string },
): Set<string> {
  const keys = [...groupBy(listed, ({ host }) => host)].flatMap(([host, here]) => {
    const stated = new Map(here.map((one) => [one.modelId, one.stated]));
    return appendStatements(ledger.rowsOf(host), source, stated, day)
      .filter(({ event }) => event === "stated")
      .map((row) => offerKey(host, row.model_id));
  });
  return new Set(keys);
}

/** `~anthropic/claude-latest` and `openrouter/auto` stand for models that are offers of their own. */
const ROUTES = /^openrouter (~|openrouter\/)/;

/**
 * What the ledger has of a source goes on. A new id founds a model only where it is in the host's own list or in the
 * record that follows it; of others it must be a model that is known, and has a price or is of a kind that often has none.
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
  const isPriced = hasPrice(listing.prices) || listing.rates.length > 0;
  return listing.isBeyondChat || isPriced ? null : "no price";
}

interface IdSpelling {
  /** The spelling of this id at this host; the id itself when it is new, and from then on the spelling. */
  spell(host: string, modelId: string): string;
}

/** @param known Ids whose spelling is settled, host by host. Dated and undated ids stay different ids. */
function createIdSpelling(known: Iterable<{ host: string; modelId: string }>): IdSpelling {
  /** Host and form, exact or looser → the ids that have it. */
  const forms = new Map<string, Set<string>>();
  const learn = (host: string, modelId: string) => {
    for (const form of [`=${modelId}`, ...looserForms(modelId)]) {
      const key = `${host} ${form}`;
      forms.set(key, (forms.get(key) ?? new Set()).add(modelId));
    }
  };
  for (const { host, modelId } of known) learn(host, modelId);
  return {
    spell(host, modelId) {
      for (const form of [`=${modelId}`, ...looserForms(modelId)]) {
        const [only, ...others] = forms.get(`${host} ${form}`) ?? [];
        if (only !== undefined && others.length === 0) return only;
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

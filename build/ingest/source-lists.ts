/** The ids that each answer lists, compared with what its source stated about them before. Pure. */
import { haveSamePrices, toPriceStartDay } from "../facts/ledger.ts";
import { parseNameParts } from "../identity/canonical-key.ts";
import { createNonModelReasonFinder, toHostModelIdKey } from "../identity/host-ids.ts";
import type { FactChange } from "../rules/changes.ts";
import { createImpersonatedProviderFinder, looksLikeSentence } from "../rules/names.ts";
import { LISTING_REFERENCE_SOURCE } from "../schema/precedence.ts";
import { daysBetween } from "../schema/values.ts";
import { ALL_HOSTS_WILDCARD, type OfferListing, type RejectedRow } from "../sources/listing.ts";
import { hasTokenPrice } from "../sources/parse/prices.ts";
import type { AnsweredSource, FactMergeContext, KeyedListing, OffersOfSource } from "./run.ts";
import {
  type CurrentPriceLedger,
  formatInputAndOutput,
  haveSameInputOutputPrices,
  type StatedOfferPrices,
  toStatedOfferPrices,
} from "./statements.ts";

type ListContext = Pick<FactMergeContext, "facts" | "ledger" | "resolver" | "judge" | "day">;

/** Source of what a person read on a host's own page. */
const BY_PERSON = "operator";
/** A source made from the lists of labs and of OpenRouter; on most days it is newer than the reference source. */
const COPY_OF_LISTS = "pi-ai";

export function normalizeOfferListsOfSources(
  answers: readonly AnsweredSource[],
  context: ListContext,
): OffersOfSource[] {
  const { facts, resolver } = context;
  const all = answers.flatMap(({ collected }) => collected.offers);
  const base = all.filter(({ source }) => source === LISTING_REFERENCE_SOURCE);
  const known = facts.offers.map(({ file, model_id }) => ({ host: file, modelId: model_id }));
  const spell = createIdSpeller([...known, ...base]);
  const labs = new Set(
    facts.providers.flatMap(({ slug, host_kind }) => (host_kind === "lab" ? [slug] : [])),
  );
  const isHostList = ({ source, host }: OfferListing) =>
    source === LISTING_REFERENCE_SOURCE ||
    source === BY_PERSON ||
    source === host ||
    (source === COPY_OF_LISTS && (host === "openrouter" || labs.has(host)));
  const fresh = new Set(all.filter(isHostList).map(({ modelId }) => parseNameParts(modelId).key));
  const isModel = ({ modelId, traits }: OfferListing) =>
    fresh.has(parseNameParts(modelId).key) ||
    resolver.resolve({ name: modelId, display_name: traits.display_name }) !== undefined;
  const checks = { isModel, notModels: createNonModelReasonFinder(facts.notModels) };
  const lists = answers.map((answer) => toSourceList(answer, spell, { ...context, ...checks }));
  return withoutTakenNames(lists, answers, context);
}

interface ListingChecks {
  /** Whether the catalogue has such a model, or gets one today. */
  isModel(listing: OfferListing): boolean;
  /** The reason why an id is not a model; undefined for models. */
  notModels(host: string, modelId: string): string | undefined;
}

function toSourceList(
  { source, collected }: AnsweredSource,
  spell: ReturnType<typeof createIdSpeller>,
  context: ListContext & ListingChecks,
): OffersOfSource {
  const listed = new Map<string, KeyedListing>();
  const rejected: RejectedRow[] = [];
  for (const raw of collected.offers) {
    const { host } = raw;
    const listing = { ...raw, modelId: spell(host, raw.modelId) };
    const key = toHostModelIdKey(host, listing.modelId);
    const reject = (reason: string) =>
      rejected.push({ source, place: `offers of ${host}`, value: raw.modelId, reason });
    // Of two rows of one id, the known spelling counts, then the recorded price, then the later row.
    const isSecond = listed.has(key) && raw.modelId !== listing.modelId;
    const reason = isSecond
      ? "the source also lists this id in another spelling"
      : reasonAgainst(listing, context.ledger.hasListed(source, key), context);
    if (reason !== null) {
      reject(reason);
      continue;
    }
    const row = { ...listing, key, stated: toPossibleOfferPrices(listing, context, reject) };
    const other = listed.get(key);
    if (other && !haveSameInputOutputPrices(other.stated.prices, row.stated.prices)) {
      const used = repeatsRecordedPrice(other, context.ledger) ? other : row;
      const unused = formatInputAndOutput((used === row ? other : row).stated.prices);
      reject(
        `the source lists this id at two prices; ${formatInputAndOutput(used.stated.prices)} is used and ${unused} is not`,
      );
      listed.set(key, used);
    } else listed.set(key, row);
  }
  const { isPartial } = collected;
  const unread = [
    ...(isPartial ? [{ host: ALL_HOSTS_WILDCARD, modelId: null }] : []),
    ...collected.rejected.flatMap((row) => row.unread ?? []),
  ];
  return {
    source,
    rejected,
    listed: [...listed.values()],
    isPartial,
    unread: unread.map(({ host, modelId }) => {
      const isAny = modelId === null || host === ALL_HOSTS_WILDCARD;
      return { host, modelId: isAny ? null : spell(host, modelId) };
    }),
  };
}

/** Whether a row repeats the recorded price. Of two rows that contradict each other, such a row is used. */
const repeatsRecordedPrice = ({ key, source, stated }: KeyedListing, ledger: CurrentPriceLedger) =>
  ledger
    .statementsOf(key)
    .some((one) => one.source === source && haveSameInputOutputPrices(one, stated.prices));

/** What the source states, without announcements too far in the future and without backdated prices. */
function toPossibleOfferPrices(
  listing: OfferListing,
  { ledger, judge, day }: ListContext,
  reject: (reason: string) => void,
): StatedOfferPrices {
  const stated = toStatedOfferPrices(listing);
  const { source, host, modelId } = listing;
  if (!stated.dated?.length) return stated;
  const past = ledger
    .rowsOf(host)
    .filter((row) => row.source === source && row.model_id === modelId);
  const dated = stated.dated.filter(({ effective, prices }) => {
    if (past.some((row) => row.effective === effective)) return true;
    const ahead = daysBetween(day, effective);
    const isNew = past.length === 0 || ahead > 0;
    const isStated = past.some((row) => toPriceStartDay(row) <= day && haveSamePrices(row, prices));
    const rule =
      ahead > judge.rules.threshold("announced_late")
        ? "announced_late"
        : !isNew && (isStated || -ahead > judge.rules.threshold("backdated"))
          ? "backdated"
          : null;
    if (rule !== null) reject(`the price of ${effective} is rejected: ${judge.rules.reason(rule)}`);
    return rule === null;
  });
  return { ...stated, dated };
}

/** `~anthropic/claude-latest` creates no model; if the host already has the id, every source may state its price. */
const NEWEST_OF_FAMILY = /^openrouter ~/;

/**
 * The reason why a row is not used; null if it is. An id that the ledger has from this source stays. A new id creates a
 * model only if it is in the host's own list or in the reference source. In other sources its model must be known, and
 * it must have a price or be of a kind that often has none.
 */
function reasonAgainst(
  listing: OfferListing,
  isKnown: boolean,
  context: ListContext & ListingChecks,
): string | null {
  const { source, host, modelId } = listing;
  if (isKnown) return null;
  if (NEWEST_OF_FAMILY.test(toHostModelIdKey(host, modelId)))
    return context.ledger.rowsOf(host).some((row) => row.model_id === modelId)
      ? null
      : "the id stands for the newest model of a family";
  const other = context.notModels(host, modelId);
  if (other !== undefined) return `not a model: ${other}`;
  if (source === LISTING_REFERENCE_SOURCE || source === BY_PERSON || source === host) return null;
  if (!context.isModel(listing))
    return "the catalogue has no such model, and only a table of prices names it";
  const isPriced = hasTokenPrice(listing.prices) || listing.rates.length > 0;
  return listing.isBeyondChat || isPriced ? null : "no price";
}

/**
 * Holds back new hosts and ids that take the name of a known lab or host, until a person decides, unless a known model
 * has that name too. A name that reads like a sentence is not shown; the id is shown instead.
 */
function withoutTakenNames(
  lists: readonly OffersOfSource[],
  answers: readonly AnsweredSource[],
  { facts, judge }: ListContext,
): OffersOfSource[] {
  const ownerOf = createImpersonatedProviderFinder(facts);
  const hosts = new Set(facts.providers.map(({ slug }) => slug));
  const known = new Set(facts.offers.map(({ file, model_id }) => toHostModelIdKey(file, model_id)));
  const models = new Set(facts.models.map(({ slug }) => slug));
  const most = judge.rules.threshold("name_is_sentence");
  const ids = lists.flatMap(({ listed }) => listed);
  const named = [
    ...answers.flatMap(({ collected }) => collected.hosts),
    ...ids.map(({ source, host: slug }) => ({ source, slug })),
  ];
  const changes = [
    ...named.flatMap(({ source, slug: key }): FactChange[] => {
      const after = hosts.has(key) ? null : ownerOf(key, key);
      const change = { kind: "host", key, field: "name", source, before: null } as const;
      return after === null ? [] : [{ ...change, after, objection: "name_taken" }];
    }),
    ...ids.flatMap(({ key, source, host, modelId, traits }): FactChange[] => {
      const isKnown = known.has(key) || models.has(modelId);
      const owner = isKnown ? null : ownerOfId(modelId, host, ownerOf);
      const change = { kind: "offer", key, field: "name", source, before: null } as const;
      if (owner !== null) return [{ ...change, after: owner, objection: "name_taken" }];
      return [traits.display_name ?? "", modelId].some((name) => looksLikeSentence(name, most))
        ? [{ ...change, after: "a sentence", objection: "name_is_sentence" }]
        : [];
    }),
  ];
  const held = judge.judge([
    ...new Map(changes.map((one) => [`${one.kind} ${one.key} ${one.source}`, one])).values(),
  ]);
  const ruleOf = (key: string, source: string) =>
    held.get(key)?.find((one) => one.source === source)?.objection;
  return lists.map((list) => ({
    ...list,
    listed: list.listed.flatMap((one) => {
      const rule = ruleOf(one.key, list.source);
      if (rule === "name_taken" || ruleOf(one.host, list.source) !== undefined) return [];
      return rule === undefined ? one : { ...one, traits: { ...one.traits, display_name: null } };
    }),
  }));
}

/** An id may bear the name of its host or of the maker before its slash: `trytako/tako`. */
function ownerOfId(
  modelId: string,
  host: string,
  ownerOf: ReturnType<typeof createImpersonatedProviderFinder>,
): string | null {
  const parts = modelId.toLowerCase().split("/");
  const name = parts.pop() ?? "";
  const owner = ownerOf(name, host);
  return owner !== null && parts.some((maker) => maker.includes(name)) ? null : owner;
}

/** Gives the known spelling of an id at a host; a new id is known from then on. Dated and undated ids stay apart. */
function createIdSpeller(known: Iterable<{ host: string; modelId: string }>) {
  /** Host and form, exact or looser → the ids with this form. */
  const forms = new Map<string, Set<string>>();
  const learn = (host: string, modelId: string) => {
    for (const form of [`=${modelId}`, ...looserForms(modelId)]) {
      const key = `${host} ${form}`;
      forms.set(key, (forms.get(key) ?? new Set()).add(modelId));
    }
  };
  for (const { host, modelId } of known) learn(host, modelId);
  return (host: string, modelId: string): string => {
    for (const form of [`=${modelId}`, ...looserForms(modelId)]) {
      const [only, ...others] = forms.get(`${host} ${form}`) ?? [];
      if (only !== undefined && others.length === 0) return only;
    }
    learn(host, modelId);
    return modelId;
  };
}

/** From the strictest form to the loosest: without capitals and dots, then without the path before the name. */
function looserForms(modelId: string): string[] {
  const plain = modelId.toLowerCase().replaceAll(".", "-");
  return [plain, plain.slice(plain.lastIndexOf("/") + 1)];
}

/** Rows of ids that are offers or become some today. */
export function filterListedIdsWithOffer(
  facts: ListContext["facts"],
  lists: readonly OffersOfSource[],
  added: readonly { file: string; model_id: string }[],
): KeyedListing[] {
  const known = new Set(
    [...facts.offers, ...added].map((row) => toHostModelIdKey(row.file, row.model_id)),
  );
  return lists.flatMap(({ listed }) => listed).filter(({ key }) => known.has(key));
}

/** The rows of `data/offers/`, created by the first source of an id and led by the one of highest precedence. Pure. */

import type { Facts, FactWithFileName } from "../facts/kinds.ts";
import { parseNameParts } from "../identity/canonical-key.ts";
import { inferModelType } from "../identity/display-names.ts";
import { toHostModelIdKey } from "../identity/host-ids.ts";
import { createServiceTierFinder, inferBillingMode } from "../identity/offer-terms.ts";
import { ModelNameIndex } from "../identity/resolver.ts";
import type { FactChange } from "../rules/changes.ts";
import { groupBy } from "../schema/collections.ts";
import { isMaxOutputInContext, type Model } from "../schema/model.ts";
import { daysBetween } from "../schema/values.ts";
import {
  createSourcePrecedenceGetter,
  keepRecordedFields,
  removeImpossibleMaxOutput,
  type TokenLimits,
  toRecordedRows,
} from "./fact-rows.ts";
import type { FactMergeContext, KeyedListing } from "./run.ts";
import type { PriceLedgerRow } from "./statements.ts";

type OfferRow = FactWithFileName<"offers">;

interface ListedIds {
  /** Rows of all sources. */
  listed: readonly KeyedListing[];
  /** Rows that the ledger gains. */
  added: readonly PriceLedgerRow[];
  /** Key → model, for existing and new ids. */
  modelOf: ReadonlyMap<string, string>;
}

export function updateOffers(run: FactMergeContext, ids: ListedIds): OfferRow[] {
  const { facts, judge, day } = run;
  const known = new Map(facts.offers.map((row) => [toHostModelIdKey(row.file, row.model_id), row]));
  const next = new Map(known);
  const propose = createOfferProposer(run, ids);
  const moved: FactChange[] = [];
  const byKey = groupBy(ids.listed, (one) => one.key);
  for (const key of new Set([...known.keys(), ...byKey.keys()])) {
    const [before, listed = []] = [known.get(key), byKey.get(key)];
    const row = propose(key, listed, before);
    if (row === undefined) continue;
    next.set(key, row);
    if (before !== undefined) moved.push(...movedFields(key, before, row, listed, day));
  }
  const knownOf = groupBy(
    ids.listed.filter(({ key }) => known.has(key)),
    ({ source }) => source,
  );
  const noticed = noticedEnds(run, next, known);
  const held = judge.judge([
    ...moved.map((one) => ({ ...one, ofSource: knownOf.get(one.source)?.length ?? 0 })),
    ...noticed,
    ...reusedIds(run, ids.listed),
  ]);
  for (const one of noticed) {
    const row = next.get(one.key);
    if (row !== undefined && !held.get(one.key)?.includes(one))
      next.set(one.key, { ...row, retirement_date: String(one.after) });
  }
  return toRecordedRows(next, known, held, day, withKept);
}

/** An id of another model than it is shown as stays as it is. One limit alone may not fit the other. */
function withKept(next: OfferRow, before: OfferRow, fields: ReadonlySet<string>): OfferRow {
  if (fields.has("model")) return before;
  const right = keepRecordedFields(next, before, fields);
  return isMaxOutputInContext(right) ? right : keepRecordedFields(right, before, new Set(LIMITS));
}

const LIMITS = ["context_window", "max_output_tokens"] as const;
const FIELDS = [...LIMITS, "status", "retirement_date"] as const;

/** Fields of a recorded row that today's lists state otherwise. */
const movedFields = (
  key: string,
  before: OfferRow,
  next: OfferRow,
  listed: readonly KeyedListing[],
  day: string,
): FactChange[] =>
  FIELDS.filter((field) => before[field] !== next[field]).map((field) => {
    const sourcesOf = (value: unknown) =>
      listed.flatMap((one) => (statedValue(one, field) === value ? one.source : []));
    const stated = sourcesOf(next[field]);
    // A source that still sells the id contradicts a retirement date that has passed.
    const isPast = field === "retirement_date" && (next[field] ?? day) < day;
    const source = stated.includes(next.source) ? next.source : (stated[0] ?? next.source);
    return {
      kind: "offer",
      key,
      field,
      source,
      stated,
      known: before,
      before: before[field],
      after: next[field],
      opposed: before[field] === null && !isPast ? [] : sourcesOf(before[field]),
    };
  });

const statedValue = ({ status, traits }: KeyedListing, field: (typeof FIELDS)[number]): unknown =>
  field === "status" ? status : traits[field];

/** Retirement dates that notices state for offers: the page that announces them is newer than the tables. */
const noticedEnds = (
  { collected: { notices } }: FactMergeContext,
  proposed: ReadonlyMap<string, OfferRow>,
  known: ReadonlyMap<string, OfferRow>,
): FactChange[] =>
  notices.flatMap(({ source, host, modelId, retirement_date: after }): FactChange[] => {
    const key = toHostModelIdKey(host, modelId);
    const next = proposed.get(key);
    if (next === undefined || next.retirement_date === after) return [];
    const before = known.get(key)?.retirement_date ?? null;
    const change = { kind: "offer", key, field: "retirement_date", source } as const;
    return [{ ...change, before, after, ofSource: notices.length }];
  });

/** @returns Makes the next row of an id, whatever a rule says of it; undefined where it stays as it is, or is no offer. */
function createOfferProposer({ facts, ledger, day }: FactMergeContext, ids: ListedIds) {
  const rankOf = createSourcePrecedenceGetter(facts.providers);
  const classify = createClassify(facts, ids.modelOf);
  const stated = new Set(ids.added.map((row) => toHostModelIdKey(row.file, row.model_id)));
  return (
    key: string,
    listed: readonly KeyedListing[],
    before: OfferRow | undefined,
  ): OfferRow | undefined => {
    const ranked = [...listed].sort((a, b) => rankOf(a.host, a.source) - rankOf(b.host, b.source));
    const [first] = ranked;
    if (first === undefined) return undefined;
    if (before !== undefined) {
      const isBetter = rankOf(before.file, first.source) < rankOf(before.file, before.source);
      const own = ranked.find(({ source }) => source === before.source);
      // Its own source leads until one of higher precedence lists the id, or until the reading after its withdrawal.
      const isEnded = !ledger.isListed(before.source, key);
      const lead = isBetter ? first : (own ?? (isEnded ? first : undefined));
      if (lead === undefined || before.source === "operator") return undefined;
      return updateOffer(before, lead, ranked, isEnded && !isBetter && lead !== own);
    }
    const model = ids.modelOf.get(key);
    // An id is not an offer unless the ledger gains a row for it today or has a statement for it that is in force.
    const isPriced = stated.has(key) || ledger.statementsOf(key).length > 0;
    if (model === undefined || !isPriced) return undefined;
    return {
      file: first.host,
      model_id: first.modelId,
      model,
      ...classify(first, model),
      ...limitsOf(ranked),
      quantization: parseNameParts(first.modelId).quantization,
      status: first.status,
      retirement_date: retirementOf(ranked),
      source: first.source,
      as_of: day,
    };
  };
}

/** Values that no source reports any more are kept. Sources other than the leading one only fill gaps. */
function updateOffer(
  before: OfferRow,
  lead: KeyedListing,
  ranked: readonly KeyedListing[],
  isEnded: boolean,
): OfferRow {
  const others = ranked.filter((one) => one !== lead);
  const stated = limitsOf([lead]);
  const filled = limitsOf(others);
  return removeImpossibleMaxOutput({
    ...before,
    context_window: stated.context_window ?? before.context_window ?? filled.context_window,
    max_output_tokens:
      stated.max_output_tokens ?? before.max_output_tokens ?? filled.max_output_tokens,
    // A source that takes over the row of a withdrawn id lags behind, so the status is kept.
    status: isEnded ? before.status : lead.status,
    retirement_date: retirementOf([lead]) ?? before.retirement_date ?? retirementOf(others),
    source: lead.source,
  });
}

/** Each limit is from the first source that states it. */
function limitsOf(ranked: readonly KeyedListing[]): TokenLimits {
  const first = (field: keyof TokenLimits) =>
    ranked.map(({ traits }) => traits[field]).find((tokens) => tokens !== null) ?? null;
  return removeImpossibleMaxOutput({
    context_window: first("context_window"),
    max_output_tokens: first("max_output_tokens"),
  });
}

const retirementOf = (ranked: readonly KeyedListing[]): string | null =>
  ranked.map(({ traits }) => traits.retirement_date).find((day) => day !== null) ?? null;

/** @returns A function that gives the service tier and billing of a new offer. */
function createClassify(facts: Facts, modelOf: ReadonlyMap<string, string>) {
  const ids = [...modelOf].map(([key, model]) => {
    const blank = key.indexOf(" ");
    return { file: key.slice(0, blank), model_id: key.slice(blank + 1), model };
  });
  const tierOf = createServiceTierFinder(facts, ids);
  const types = new Map(facts.models.map(({ slug, model_type }) => [slug, model_type]));
  const kinds = new Map(facts.providers.map(({ slug, host_kind }) => [slug, host_kind]));
  return ({ host, modelId, stated: { prices } }: KeyedListing, model: string) => ({
    service_tier: tierOf(host, modelId, model),
    billing: inferBillingMode({
      host,
      kind: kinds.get(host) ?? null,
      modelId,
      input: prices.input,
      modelType: types.get(model) ?? inferModelType(model, []),
      output: prices.output,
    }),
  });
}

/** Sources date one release by the preview, the announcement or the first sale. */
const NEAR_DAYS = 31;

/** Known ids listed under another model's name, with its release and window too: a name alone is often imprecise. */
function reusedIds(
  { facts, resolver }: FactMergeContext,
  listed: readonly KeyedListing[],
): FactChange[] {
  const models = new Map(facts.models.map((model) => [model.slug, model]));
  const current = new Map(
    facts.offers.map((row) => [toHostModelIdKey(row.file, row.model_id), row.model]),
  );
  // A reassigned name has no model of its own.
  for (const { host, model_id } of facts.movingNames)
    current.delete(toHostModelIdKey(host, model_id));
  const aliases = new ModelNameIndex(facts.modelAliases);
  return listed.flatMap(({ key, host, modelId, source, traits }): FactChange[] => {
    const { display_name: name, release_date, context_window } = traits;
    const isLike = (model: Model) =>
      model.context_window === context_window &&
      model.release_date !== null &&
      release_date !== null &&
      Math.abs(daysBetween(model.release_date, release_date)) <= NEAR_DAYS;
    const own = models.get(current.get(key) ?? "");
    if (name === null || own === undefined || context_window === null || isLike(own)) return [];
    const named = models.get(resolver.resolve({ name, display_name: null })?.model ?? "");
    if (named === undefined || named.slug === own.slug || !isLike(named)) return [];
    // A person has said which model the id is.
    if (aliases.findAlias(modelId, parseNameParts(modelId), host)) return [];
    const change = { kind: "offer", key, field: "model", source } as const;
    return [{ ...change, before: own.slug, after: named.slug, objection: "id_reused" }];
  });
}

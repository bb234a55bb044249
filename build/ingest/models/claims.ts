/** Decides the traits of a model from the claims of sources: by priority group, within it by majority. Pure. */
import type { ResolvedUpstreamMention, UpstreamModelMention } from "../../identity/model-set.ts";
import type { DataQualityRuleSet } from "../../rules/rules.ts";
import {
  checkTraitAgainstQualityRules,
  hasParameterCountInName,
  type ModelTraitsKnownSoFar,
} from "../../rules/traits.ts";
import {
  compareByCodePoint,
  countOccurrencesByValue,
  findMostCountedUnlessTied,
  groupBy,
  type ValueWithClaimCount,
} from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import { daysBetween, IsoDate, PartialDate } from "../../schema/values.ts";
import type { ModelTraits } from "../../sources/listing.ts";
import { normalizeWeightsLicense } from "../../sources/parse/text.ts";

/** A mention with what its upstream states about the model. */
export interface ModelClaim extends UpstreamModelMention {
  traits: ModelTraits;
  source: string;
  /** Day on which the claim was recorded. */
  as_of: string;
  /** The claim announces that the id ends; its source says nothing about ids that continue. */
  isNotice?: boolean;
  /** Share of the models at its host with the same cutoff; absent unless these are several models of several labs. */
  shareOfCutoff?: number;
  /** The kinds of input that its source has a word for; absent if no other source has more. */
  nameableInputs?: ReadonlySet<string>;
}

export type ResolvedClaim = ResolvedUpstreamMention<ModelClaim>;

export type ModelTraitName = Exclude<
  keyof ModelTraits,
  "display_name" | "maker" | "retirement_date" | "more"
>;

/** The retirement date is decided by a rule of its own. */
export type StatedTraitName = ModelTraitName | "retirement_date";

/**
 * Which claims take precedence. `records`: first sources that describe models without selling them, then the lab's own
 * hosts, then all. `host`: the lab's own hosts before the records, since they set the limits. `makers`: only records
 * and own hosts. `any_mode`: as `records`, but at other hosts names with a date or mode count as much as plain ones,
 * since these do not change what a model takes and returns.
 */
type ClaimPriority = "records" | "host" | "makers" | "any_mode";

export const FIELD_AND_PRIORITY_BY_TRAIT: Readonly<
  Record<ModelTraitName, readonly [field: string, order: ClaimPriority]>
> = {
  is_open_source: ["is_open_source", "records"],
  release_date: ["release_date", "records"],
  knowledge_cutoff: ["knowledge_cutoff", "records"],
  context_window: ["context_window", "host"],
  max_output_tokens: ["max_output_tokens", "host"],
  input_modalities: ["input_modalities", "any_mode"],
  output_modalities: ["output_modalities", "any_mode"],
  tools: ["supports.tools", "records"],
  reasoning: ["supports.reasoning", "records"],
  structured_output: ["supports.structured_output", "records"],
  attachments: ["supports.attachments", "records"],
  weights_license: ["weights_license", "records"],
  weights: ["links.weights", "records"],
  announcement: ["links.announcement", "records"],
  documentation: ["links.documentation", "makers"],
};

export const MODEL_TRAIT_NAMES = Object.keys(FIELD_AND_PRIORITY_BY_TRAIT) as ModelTraitName[];

/** @param field `supports.tools` of the model. */
export const getModelFieldAtPath = (model: Model, field: string): unknown =>
  field
    .split(".")
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | null)?.[part], model);

export const getRecordedTrait = (model: Model, name: ModelTraitName): unknown =>
  getModelFieldAtPath(model, FIELD_AND_PRIORITY_BY_TRAIT[name][0]);

/** Field → source: of the first of these versions that has this value and knows its source; null if none does. */
export function findSourceOfEachTrait(
  model: Model,
  ...versions: readonly Model[]
): Model["sources"] {
  const fields = new Set(versions.flatMap(({ sources }) => Object.keys(sources ?? {})));
  const found = [...fields].sort(compareByCodePoint).flatMap((field) => {
    const value = shown(getModelFieldAtPath(model, field));
    const isSame = (other: Model) => shown(getModelFieldAtPath(other, field)) === value;
    const [source] = versions.flatMap((one) => (isSame(one) ? (one.sources?.[field] ?? []) : []));
    return source === undefined || getModelFieldAtPath(model, field) === null
      ? []
      : [[field, source]];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** A model that cannot do something takes no parameters for it: a source that states some takes it for one that can. */
export function applyModelTraits(model: Model, decided: (name: ModelTraitName) => unknown): Model {
  const next = { ...model, supports: { ...model.supports }, links: { ...model.links } };
  for (const name of MODEL_TRAIT_NAMES) {
    const [group = "", field] = FIELD_AND_PRIORITY_BY_TRAIT[name][0].split(".");
    const parent = (field === undefined ? next : next[group as "supports" | "links"]) as object;
    Object.assign(parent, { [field ?? group]: decided(name) });
  }
  const refused = [
    ...(next.supports.tools === false ? ["tools", "tool_choice", "parallel_tool_calls"] : []),
    ...(next.supports.reasoning === false ? ["reasoning"] : []),
  ];
  const accepted = next.supported_parameters?.filter((one) => !refused.includes(one)) ?? [];
  const supported_parameters = accepted.length > 0 ? accepted : null;
  const reasoning_options = next.supports.reasoning === false ? null : next.reasoning_options;
  return { ...next, reasoning_options, supported_parameters };
}

/** What one claim states about a trait; null if it states nothing, or no valid value. */
export function getStatedTrait(traits: ModelTraits, name: StatedTraitName): unknown {
  const stated = traits[name];
  if (Array.isArray(stated)) {
    // No model returns PDF files: sources that say so mean that its API takes them.
    const list = stated.filter((one) => name !== "output_modalities" || one !== "pdf");
    return list.length > 0 ? list.sort(compareByCodePoint) : null;
  }
  if (name === "weights_license") return normalizeWeightsLicense(traits.weights_license);
  if (name === "release_date") return IsoDate.safeParse(stated).data ?? null;
  if (name === "knowledge_cutoff") return PartialDate.safeParse(stated).data ?? null;
  return stated;
}

export interface TraitDecision {
  /** Null if no source states it, or if the claims are tied. */
  value: unknown;
  /** Source of the value in the deciding priority group, the first by name; null without a value. */
  source: string | null;
  /** All stated values with their number of claims, most frequent first. */
  counts: ValueWithClaimCount<unknown>[];
  /** Stated values that a rule rejects or doubts. */
  objected: unknown[];
}

export type DecisionByTrait = Record<ModelTraitName, TraitDecision>;

/** Dates within this number of days mean the same release: announced, opened to the public, listed by a source. */
export const MAX_RELEASE_SPAN_DAYS = 7;

/**
 * @param ownHosts Hosts through which the lab sells its own models.
 * @param firstSeen First day on which a source listed the model at any host; null if none has.
 */
export function decideModelTraits(
  claims: readonly ResolvedClaim[],
  ownHosts: readonly string[],
  firstSeen: string | null,
  rules: DataQualityRuleSet,
): DecisionByTrait {
  const plain = claims.filter(hasBareModelName);
  const known: ModelTraitsKnownSoFar = {
    release_date: null,
    context_window: null,
    is_open_source: null,
    hasWeights: claims.some(({ traits }) => traits.weights || traits.weights_license),
    isNamedBySize: 2 * plain.filter(statesSize).length > plain.length,
    largestWindow: findLargestWindow(plain),
  };
  const decided: Partial<DecisionByTrait> = {};
  for (const name of [...DECIDED_FIRST, ...MODEL_TRAIT_NAMES]) {
    if (decided[name] !== undefined) continue;
    const asStated = groupClaimsByPriority(FIELD_AND_PRIORITY_BY_TRAIT[name][1], claims, ownHosts);
    const completed = new Map(
      claims.map((one) => [one, name === INPUTS ? completeInputs(one, asStated) : one]),
    );
    const groups = asStated.map((group) => group.flatMap((one) => completed.get(one) ?? []));
    const all = [...completed.values()];
    const freely = decide(name, all, groups, (value, { host, traits, ...claim }) => {
      if (name !== "release_date") {
        const stated = {
          value,
          isCareful: host === null || ownHosts.includes(host),
          ownWindow: traits.context_window,
          maxOutput: traits.max_output_tokens,
          ownRelease: traits.release_date,
          shareOfHost: claim.shareOfCutoff,
        };
        return checkTraitAgainstQualityRules(name, stated, known, rules);
      }
      const isLate =
        firstSeen !== null && daysBetween(firstSeen, String(value)) > MAX_RELEASE_SPAN_DAYS;
      return isLate ? "doubt" : null;
    });
    const decision = name === "is_open_source" ? openWhereWeightsAre(freely, claims) : freely;
    decided[name] = decision;
    if (name in known) Object.assign(known, { [name]: decision.value });
  }
  const decisions = decided as DecisionByTrait;
  return { ...decisions, attachments: filesOfInputs(decisions) };
}

/** The largest context window of the pages that a person read about the model, else of all directories. */
function findLargestWindow(claims: readonly ModelClaim[]): number {
  const records = claims.filter(({ host, traits }) => host === null && traits.context_window);
  const pages = records.filter(({ source }) => source === "operator");
  const windows = (pages.length > 0 ? pages : records).map(({ traits }) => traits.context_window);
  return Math.max(0, ...windows.map(Number));
}

const INPUTS = "input_modalities";

/** A source without a word for a kind of input agrees with what the others state about it. */
function completeInputs(
  claim: ResolvedClaim,
  groups: readonly (readonly ResolvedClaim[])[],
): ResolvedClaim {
  const { nameableInputs, traits } = claim;
  if (nameableInputs === undefined) return claim;
  const own = shown(getStatedTrait(traits, INPUTS));
  const agrees = ({ nameableInputs: all, traits: { input_modalities } }: ResolvedClaim) => {
    const nameable = input_modalities.filter((one) => nameableInputs.has(one));
    return all === undefined && shown(nameable.sort(compareByCodePoint)) === own;
  };
  const same = groups.map((group) => group.filter(agrees));
  const { value, source } = decide(INPUTS, same.flat(), same, () => null);
  return source === null || shown(value) === own
    ? claim
    : { ...claim, source, traits: { ...traits, [INPUTS]: value as string[] } };
}

/** A prompt that can contain images can contain files, and one of text alone cannot. */
function filesOfInputs({ attachments, input_modalities }: DecisionByTrait): TraitDecision {
  const { value, source } = input_modalities;
  const inputs = Array.isArray(value) ? value : [];
  const takesImages = inputs.includes("image");
  return takesImages || shown(value) === "text"
    ? { ...attachments, value: takesImages, source }
    : attachments;
}

/** A URL of the weights means that they are open, if nothing else decides it. */
function openWhereWeightsAre(
  decision: TraitDecision,
  claims: readonly ModelClaim[],
): TraitDecision {
  const [source] = claims.flatMap((one) => (one.traits.weights ? one.source : [])).sort();
  return decision.value !== null || source === undefined
    ? decision
    : { ...decision, value: true, source };
}

/** Traits that the rules about other traits use. */
const DECIDED_FIRST = ["is_open_source", "release_date", "context_window"] as const;

type Objection = "doubt" | "reject" | null;

const statesSize = ({ name, traits }: ModelClaim): boolean =>
  hasParameterCountInName(name) || hasParameterCountInName(traits.display_name ?? "");

/** @param judge A value that it rejects never decides; one that it doubts decides only if no other does. */
function decide(
  name: ModelTraitName,
  claims: readonly ResolvedClaim[],
  groups: readonly (readonly ResolvedClaim[])[],
  judge: (value: unknown, claim: ResolvedClaim) => Objection,
): TraitDecision {
  const stated = new Map(
    claims.flatMap((claim) => {
      const { traits, source, as_of } = claim;
      const value = getStatedTrait(traits, name);
      if (value === null) return [];
      return [[claim, { value, source, as_of, objection: judge(value, claim) }] as const];
    }),
  );
  const all = [...stated.values()];
  const counts = countOccurrencesByValue(all.map(({ value }) => value));
  const objected = all.flatMap((one) => (one.objection ? [one.value] : []));
  const [pages = [], ...others] = groups.map((group) =>
    group.flatMap((claim) => stated.get(claim) ?? []),
  );
  const lastRead = pages.filter(({ as_of }) => pages.every((page) => page.as_of <= as_of));
  const ranked = [lastRead, ...others];
  const undoubted = ranked.map((group) => group.filter(({ objection }) => objection === null));
  const possible = ranked.map((group) => group.filter(({ objection }) => objection !== "reject"));
  for (const group of [...undoubted, ...possible]) {
    const value = decideWithin(
      name,
      group.map((one) => one.value),
    );
    if (value === null) continue;
    const isDecided = (one: { value: unknown }) => shown(one.value) === shown(value);
    const [source = null] = group.flatMap((one) => (isDecided(one) ? one.source : [])).sort();
    return { value, source, counts, objected };
  }
  return { value: null, source: null, counts, objected };
}

/**
 * A group counts if those before decide nothing: first what a person read about the model, then plain names, then names
 * with extra words. What a person read about an offer at another host describes that offer.
 */
export function groupClaimsByPriority(
  order: ClaimPriority,
  claims: readonly ResolvedClaim[],
  ownHosts: readonly string[],
): (readonly ResolvedClaim[])[] {
  const plain = claims.filter(hasBareModelName);
  const isOwn = ({ host }: UpstreamModelMention) => host !== null && ownHosts.includes(host);
  const isRecord = ({ host }: UpstreamModelMention) => host === null;
  const first = order === "host" ? [isOwn, isRecord] : [isRecord, isOwn];
  const byPerson = claims.filter(
    (one) => one.source === "operator" && (isRecord(one) || isOwn(one)),
  );
  const groups = [plain, claims].flatMap((group) => first.map((is) => group.filter(is)));
  const careful = [byPerson, ...groups];
  if (order === "makers") return careful;
  return [...careful, ...(order === "any_mode" ? [claims, plain] : [plain, claims])];
}

/** The model's own name, without date, mode or tag. */
export const hasBareModelName = ({
  parts,
  step,
}: ResolvedUpstreamMention<UpstreamModelMention>): boolean =>
  parts.settings.length === 0 && (step === "own" || step === "strict" || step === "alias");

function decideWithin(name: ModelTraitName, stated: unknown[]): unknown {
  if (name === "release_date") return mostAgreed(stated.map(String));
  if (name === "knowledge_cutoff") return mostAgreedMonth(stated.map(String));
  const counted = countOccurrencesByValue(stated);
  // Two different pages about one model may both be right, so a tie does not matter.
  return FIELD_AND_PRIORITY_BY_TRAIT[name][0].startsWith("links.")
    ? (counted[0]?.value ?? null)
    : findMostCountedUnlessTied(counted);
}

/** The month that most claims state (`2024-07-31` counts as `2024-07`), in their usual form; null for a tie. */
function mostAgreedMonth(cutoffs: readonly string[]): string | null {
  const toMonth = (cutoff: string) => cutoff.slice(0, 7);
  const month = findMostCountedUnlessTied(countOccurrencesByValue(cutoffs.map(toMonth)));
  const own = cutoffs.filter((cutoff) => toMonth(cutoff) === month);
  return countOccurrencesByValue(own)[0]?.value ?? null;
}

/** Of days close together, counted as one statement, the most stated one, the first of equals; null for a tie. */
function mostAgreed(days: readonly string[]): string | null {
  const windows = [...new Set(days)].sort(compareByCodePoint).map((start) => ({
    start,
    days: days.filter((day) => day >= start && daysBetween(start, day) <= MAX_RELEASE_SPAN_DAYS),
  }));
  const most = Math.max(...windows.map((window) => window.days.length));
  const [first, ...equals] = windows.filter((window) => window.days.length === most);
  if (first === undefined) return null;
  const isTie = equals.some(({ start }) => daysBetween(first.start, start) > MAX_RELEASE_SPAN_DAYS);
  return isTie ? null : (countOccurrencesByValue(first.days)[0]?.value ?? null);
}

/** @returns Traits that stay unknown (`decided` is null) although sources state them, or decided against most claims. */
export function findOutvotedTraits(model: string, decisions: DecisionByTrait) {
  return MODEL_TRAIT_NAMES.flatMap((name) => {
    const { value, counts } = decisions[name];
    const [most] = counts;
    const own = counts.find((one) => shown(one.value) === shown(value));
    const isOutvoted = most !== undefined && (own?.claims ?? 0) < most.claims;
    if (!isOutvoted) return [];
    const [field] = FIELD_AND_PRIORITY_BY_TRAIT[name];
    // `true×51 false×8`.
    const claims = counts.map((one) => `${shown(one.value)}×${one.claims}`).join(" ");
    return [{ model, field, decided: value === null ? null : shown(value), claims }];
  });
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join("+");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** With fewer labs or models, the models of one host may really have the same cutoff. */
const MIN_LABS = 3;
const MIN_MODELS = 5;

/** Marks cutoffs that a host states for models of several labs: the day may be a placeholder for an unknown one. */
export function addKnowledgeCutoffShares(
  mentions: ReadonlyMap<string, readonly ResolvedClaim[]>,
  labOf: (slug: string, claims: readonly ResolvedClaim[]) => string,
): void {
  const stated = [...mentions].flatMap(([slug, claims]) => {
    const lab = labOf(slug, claims);
    return claims.flatMap((claim) =>
      claim.host && claim.traits.knowledge_cutoff ? { claim, lab } : [],
    );
  });
  for (const own of groupBy(stated, ({ claim }) => `${claim.source} ${claim.host}`).values())
    for (const same of groupBy(own, ({ claim }) => claim.traits.knowledge_cutoff).values())
      if (same.length >= MIN_MODELS && new Set(same.map(({ lab }) => lab)).size >= MIN_LABS)
        for (const { claim } of same) claim.shareOfCutoff = same.length / own.length;
}

/** With fewer statements, a source may have had no model with another kind of input. */
const MIN_INPUT_STATEMENTS = 500;

/** Marks the claims of sources that name fewer kinds of input than all sources together. */
export function addNameableInputs(mentions: ReadonlyMap<string, readonly ResolvedClaim[]>): void {
  const stated = [...mentions.values()]
    .flat()
    .filter(({ traits }) => traits.input_modalities.length > 0);
  const kindsOf = (claims: readonly ModelClaim[]) =>
    new Set<string>(claims.flatMap(({ traits }) => traits.input_modalities));
  const all = kindsOf(stated);
  for (const own of groupBy(stated, ({ source }) => source).values()) {
    const nameableInputs = kindsOf(own);
    if (own.length < MIN_INPUT_STATEMENTS || nameableInputs.size === all.size) continue;
    for (const claim of own) claim.nameableInputs = nameableInputs;
  }
}

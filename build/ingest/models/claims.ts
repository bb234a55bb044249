/** Claims of sources about a model → its traits: by priority groups, majority within a group. Pure. */
import { toNameParts } from "../../identity/canonical-key.ts";
import { type Count, count, mostFrequent } from "../../identity/frequency.ts";
import type { Mention, Placed } from "../../identity/model-set.ts";
import type { Resolution } from "../../identity/resolver.ts";
import { byText, groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import { IsoDate, PartialDate } from "../../schema/values.ts";
import type {
  ModelListing,
  ModelTraits,
  OfferListing,
  ScoreListing,
} from "../../sources/listing.ts";
import { NO_TRAITS } from "../../sources/parse/prices.ts";

/** A mention with what its upstream says of the model; traits are null for a price of the past. */
export interface Claim extends Mention {
  traits: ModelTraits | null;
  source: string;
  /** Day this was recorded. */
  asOf: string;
}

/** Somebody sells it. */
export function toOfferClaim({ host, modelId, traits, source }: OfferListing, asOf: string): Claim {
  const { displayName, isOpenWeights } = traits;
  return { host, name: modelId, displayName, isOpenWeights, traits, source, asOf };
}

/** Somebody describes it. */
export function toRecordClaim({ name, traits, source }: ModelListing, asOf: string): Claim {
  const { displayName, isOpenWeights } = traits;
  return { host: null, name, displayName, isOpenWeights, traits, source, asOf };
}

/**
 * Model → those who tested it and say more of it than a score: one claim for each name that a source gives it.
 * @param matched Names of the listings, with the model of each.
 */
export function testerClaims(
  listings: readonly ScoreListing[],
  matched: readonly MatchedName[],
): Map<string, Placed<Claim>[]> {
  const stated = groupBy(listings, ({ source, modelName }) => `${source} ${modelName}`);
  const claims = matched.flatMap(({ source, name, displayName, model, step }) => {
    const own = stated.get(`${source} ${name}`) ?? [];
    const isOpenWeights = first(own.map((row) => row.isOpenWeights));
    const releaseDate = first(own.map((row) => row.releaseDate));
    if (isOpenWeights === null && releaseDate === null) return [];
    const asOf = own.map((row) => row.asOf).reduce((a, b) => (a > b ? a : b));
    const traits = { ...NO_TRAITS, displayName, isOpenWeights, releaseDate };
    const claim: Claim = { host: null, name, displayName, isOpenWeights, traits, source, asOf };
    return [{ ...claim, parts: toNameParts(name), step, model }];
  });
  return new Map(
    [...groupBy(claims, ({ model }) => model)].map(([model, own]) => [
      model,
      own.map(({ model: _model, ...claim }) => claim),
    ]),
  );
}

const first = <T>(values: readonly (T | null)[]): T | null =>
  values.find((value) => value !== null) ?? null;

export type TraitName = Exclude<
  keyof ModelTraits,
  "displayName" | "maker" | "retirementDate" | "facts"
>;
export type TraitValue<K extends TraitName> = NonNullable<ModelTraits[K]>;

/**
 * `records`: those who describe models without selling them, then the lab's own hosts, then all. `host`: the lab's own
 * hosts before the records, since they set the limits. `makers`: records and own hosts, nobody else.
 */
export type Order = "records" | "host" | "makers";

export const TRAITS: Readonly<Record<TraitName, readonly [field: string, order: Order]>> = {
  isOpenWeights: ["is_open_source", "records"],
  releaseDate: ["release_date", "records"],
  knowledgeCutoff: ["knowledge_cutoff", "records"],
  contextWindow: ["context_window", "host"],
  maxOutputTokens: ["max_output_tokens", "host"],
  inputModalities: ["input_modalities", "records"],
  outputModalities: ["output_modalities", "records"],
  tools: ["supports.tools", "records"],
  reasoning: ["supports.reasoning", "records"],
  structuredOutput: ["supports.structured_output", "records"],
  attachments: ["supports.attachments", "records"],
  weightsLicense: ["weights_license", "records"],
  weightsUrl: ["links.weights", "records"],
  announcementUrl: ["links.announcement", "records"],
  documentationUrl: ["links.documentation", "makers"],
};

export const TRAIT_NAMES = Object.keys(TRAITS) as TraitName[];

/** What stands of a trait: `supports.tools` of the model. */
export function traitOf(model: Model, name: TraitName): unknown {
  const [field] = TRAITS[name];
  return field
    .split(".")
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], model);
}

/** What one claim says of a trait; null where it says nothing, or nothing that can be. */
export function statedTrait<K extends TraitName>(
  traits: ModelTraits,
  name: K,
): TraitValue<K> | null {
  return validTrait(traits, name) as TraitValue<K> | null;
}

function validTrait(traits: ModelTraits, name: TraitName): unknown {
  const stated = traits[name];
  if (Array.isArray(stated)) return stated.length > 0 ? [...stated].sort(byText) : null;
  if (name === "releaseDate") return IsoDate.safeParse(stated).data ?? null;
  if (name === "knowledgeCutoff") return PartialDate.safeParse(stated).data ?? null;
  return stated;
}

export interface Decision<T> {
  /** Null when nobody says it, and when the claims are split. */
  value: T | null;
  /** All that is stated of it, what most say first. */
  counts: Count<T>[];
}

export type Decisions = { [K in TraitName]: Decision<TraitValue<K>> };

/** Days about one release: announced, opened to the public, listed by a source. */
const DAYS_OF_RELEASE = 7;

/**
 * @param ownHosts Hosts through which the lab sells its own models.
 * @param firstSeen First day on which a source listed it at any host; null when none has.
 */
export function decideTraits(
  claims: readonly Placed<Claim>[],
  ownHosts: readonly string[],
  firstSeen: string | null,
): Decisions {
  const decided = TRAIT_NAMES.map((name) => [name, decide(name, claims, ownHosts)]);
  const freely = Object.fromEntries(decided) as Decisions;
  const window = freely.contextWindow.value ?? Number.POSITIVE_INFINITY;
  const isBefore = (day: string) =>
    firstSeen === null || daysBetween(firstSeen, day) <= DAYS_OF_RELEASE;
  const dated = decide("releaseDate", claims, ownHosts, isBefore);
  return {
    ...freely,
    releaseDate: dated.value === null ? freely.releaseDate : dated,
    maxOutputTokens: decide("maxOutputTokens", claims, ownHosts, (output) => output <= window),
  };
}

const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** @param isPossible What cannot be is counted, and decides nothing. */
function decide<K extends TraitName>(
  name: K,
  claims: readonly Placed<Claim>[],
  ownHosts: readonly string[],
  isPossible: (value: TraitValue<K>) => boolean = () => true,
): Decision<TraitValue<K>> {
  const stated = (group: readonly Claim[]) =>
    group.flatMap(({ traits }) => {
      const value = traits && statedTrait(traits, name);
      return value === null ? [] : [value];
    });
  const [, order] = TRAITS[name];
  const groups = priorityGroups(order, claims, ownHosts);
  const verdicts = groups.map((group) => decideWithin(name, stated(group).filter(isPossible)));
  return { value: verdicts.find((value) => value !== null) ?? null, counts: count(stated(claims)) };
}

/** Groups of claims, each question when those before it are excluded or tied. A plain name speaks before a decorated one. */
export function priorityGroups(
  order: Order,
  claims: readonly Placed<Claim>[],
  ownHosts: readonly string[],
): (readonly Placed<Claim>[])[] {
  const plain = claims.filter(isPlain);
  const isOwn = ({ host }: Mention) => host !== null && ownHosts.includes(host);
  const isRecord = ({ host }: Mention) => host === null;
  const first = order === "host" ? [isOwn, isRecord] : [isRecord, isOwn];
  const careful = [plain, claims].flatMap((group) => first.map((is) => group.filter(is)));
  return order === "makers" ? careful : [...careful, plain, claims];
}

/** The model's own name, without date, mode or tag. */
export const isPlain = ({ parts, step }: Placed<Mention>): boolean =>
  parts.settings.length === 0 && (step === "own" || step === "strict" || step === "alias");

function decideWithin<K extends TraitName>(name: K, stated: TraitValue<K>[]): TraitValue<K> | null {
  if (name === "releaseDate") return mostAgreed(stated as string[]) as TraitValue<K> | null;
  const counted = count(stated);
  // Two pages about one model may both be right.
  return TRAITS[name][0].startsWith("links.") ? (counted[0]?.value ?? null) : mostFrequent(counted);
}

/** Days that lie close together are one statement: the day most of them name, of equals the first. Null for a tie. */
function mostAgreed(days: readonly string[]): string | null {
  const windows = [...new Set(days)].sort(byText).map((start) => ({
    start,
    days: days.filter((day) => day >= start && daysBetween(start, day) <= DAYS_OF_RELEASE),
  }));
  const most = Math.max(...windows.map((window) => window.days.length));
  const [first, ...equals] = windows.filter((window) => window.days.length === most);
  if (first === undefined) return null;
  const isTie = equals.some(({ start }) => daysBetween(first.start, start) > DAYS_OF_RELEASE);
  return isTie ? null : (count(first.days)[0]?.value ?? null);
}

/** A trait on which sources disagree, and that most of them do not decide. */
export interface SplitTrait {
  model: string;
  /** Field of the fact: `supports.tools`. */
  field: string;
  /** What stands, as text; null where nobody could decide. */
  decided: string | null;
  /** Each value with its claims, what most say first: `true×51 false×8`. */
  claims: string;
}

/** @returns Traits that stay unknown although somebody speaks of them, and those decided against most claims. */
export function splitTraits(model: string, decisions: Decisions): SplitTrait[] {
  return TRAIT_NAMES.flatMap((name) => {
    const { value, counts } = decisions[name];
    const [most] = counts;
    const own = counts.find((one) => shown(one.value) === shown(value));
    const isOutvoted = most !== undefined && (own?.claims ?? 0) < most.claims;
    if (!isOutvoted) return [];
    const [field] = TRAITS[name];
    const claims = counts.map((one) => `${shown(one.value)}×${one.claims}`).join(" ");
    return [{ model, field, decided: value === null ? null : shown(value), claims }];
  });
}

const shown = (value: unknown): string => (Array.isArray(value) ? value.join("+") : String(value));

/** How a name came to its model, for the report and for checking by eye. */
export interface MatchedName extends Resolution {
  source: string;
  name: string;
  displayName: string | null;
}

/** A fact with how it was decided. */
export interface Described {
  model: Model;
  decisions: Decisions;
}

/** What is known of a model before anybody is heard. */
export interface KnownModel {
  slug: string;
  lab: string;
  /** First day on which a source listed it at any host; null when none has. */
  firstSeen: string | null;
}

/** Folders before the names, the most frequent first. */
export function makersOf(mentions: readonly Placed<Claim>[]): string[] {
  return count(mentions.flatMap(({ parts }) => parts.maker ?? [])).map(({ value }) => value);
}

/** Voices → traits: the most careful are asked first, most of them decide, and a tie asks further. Pure. */

import type { Mention, Placed } from "../../identity/model-set.ts";
import { byText } from "../../schema/collections.ts";
import {
  type Order,
  saidOf,
  TRAIT_NAMES,
  TRAITS,
  type TraitName,
  type TraitValue,
} from "./traits.ts";
import type { Voice } from "./voices.ts";

/** How many voices say a value. */
export interface Count<T> {
  value: T;
  voices: number;
}

export interface Decision<T> {
  /** Null when nobody says it, and when the voices are split. */
  value: T | null;
  /** All that is said of it, what most say first. */
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
  voices: readonly Placed<Voice>[],
  ownHosts: readonly string[],
  firstSeen: string | null,
): Decisions {
  const decided = TRAIT_NAMES.map((name) => [name, decide(name, voices, ownHosts)]);
  const freely = Object.fromEntries(decided) as Decisions;
  const window = freely.contextWindow.value ?? Number.POSITIVE_INFINITY;
  const isBefore = (day: string) =>
    firstSeen === null || daysBetween(firstSeen, day) <= DAYS_OF_RELEASE;
  const dated = decide("releaseDate", voices, ownHosts, isBefore);
  return {
    ...freely,
    releaseDate: dated.value === null ? freely.releaseDate : dated,
    maxOutputTokens: decide("maxOutputTokens", voices, ownHosts, (output) => output <= window),
  };
}

const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** @param isPossible What cannot be is counted, and decides nothing. */
function decide<K extends TraitName>(
  name: K,
  voices: readonly Placed<Voice>[],
  ownHosts: readonly string[],
  isPossible: (value: TraitValue<K>) => boolean = () => true,
): Decision<TraitValue<K>> {
  const said = (circle: readonly Voice[]) =>
    circle.flatMap(({ traits }) => {
      const value = traits && saidOf(traits, name);
      return value === null ? [] : [value];
    });
  const [, order] = TRAITS[name];
  const circles = circlesOf(order, voices, ownHosts);
  const verdicts = circles.map((circle) => settle(name, said(circle).filter(isPossible)));
  return { value: verdicts.find((value) => value !== null) ?? null, counts: count(said(voices)) };
}

/** Circles of voices, each asked when those before it are silent or tied. A plain name speaks before a decorated one. */
export function circlesOf(
  order: Order,
  voices: readonly Placed<Voice>[],
  ownHosts: readonly string[],
): (readonly Placed<Voice>[])[] {
  const plain = voices.filter(isPlain);
  const isOwn = ({ host }: Mention) => host !== null && ownHosts.includes(host);
  const isRecord = ({ host }: Mention) => host === null;
  const first = order === "host" ? [isOwn, isRecord] : [isRecord, isOwn];
  const careful = [plain, voices].flatMap((circle) => first.map((is) => circle.filter(is)));
  return order === "makers" ? careful : [...careful, plain, voices];
}

/** The model's own name, without date, mode or tag. */
export const isPlain = ({ parts, step }: Placed<Mention>): boolean =>
  parts.settings.length === 0 && (step === "own" || step === "strict" || step === "alias");

/** Most first; equals by their text, so that no order of hosts decides. */
export function count<T>(values: readonly T[]): Count<T>[] {
  const counts = new Map<string, Count<T>>();
  for (const value of values) {
    const key = JSON.stringify(value);
    counts.set(key, { value, voices: (counts.get(key)?.voices ?? 0) + 1 });
  }
  return [...counts]
    .sort(([a, left], [b, right]) => right.voices - left.voices || byText(a, b))
    .map(([, counted]) => counted);
}

function settle<K extends TraitName>(name: K, said: TraitValue<K>[]): TraitValue<K> | null {
  if (name === "releaseDate") return mostAgreed(said as string[]) as TraitValue<K> | null;
  const counted = count(said);
  // Two pages about one model may both be right.
  return TRAITS[name][0].startsWith("links.") ? (counted[0]?.value ?? null) : mostSaid(counted);
}

/** Null for a tie, as for silence. */
export function mostSaid<T>([first, second]: readonly Count<T>[]): T | null {
  if (first === undefined || first.voices === second?.voices) return null;
  return first.value;
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

/** How well a document is matched, and what is preferred among those that match alike. */
import type { SearchType } from "./documents.ts";

/** Servers, skills and findings are many and often named after a model: theirs come after the models' own matches. */
type Class = "model" | "directory" | "other";

const classOf = (type: SearchType): Class =>
  type === "model" ? "model" : ["mcp", "skill", "finding"].includes(type) ? "directory" : "other";

const TIERS = {
  slug: { model: 9200, other: 9200, directory: 5700 },
  /** The name as it is written. */
  text: { model: 9000, other: 9000, directory: 5600 },
  "same words": { model: 8500, other: 8500, directory: 5500 },
  /** The name but for its spacing. */
  "same letters": { model: 8000, other: 8000, directory: 5400 },
  /** An alias; the maker's name before its models. */
  also: { model: 7000, other: 7200, directory: 5300 },
  /** The name goes on with another word. */
  begins: { model: 6000, other: 5200, directory: 3200 },
  /** The whole name is among the words of the query, the others are its maker, what it can do. */
  whole: { model: 5000, other: 4900, directory: 3100 },
  /** All words of the query stand in the name. */
  words: { model: 4500, other: 4200, directory: 3000 },
  "also begins": { model: 4150, other: 4050, directory: 2900 },
  /** The name goes on within a word. */
  "word begins": { model: 4000, other: 3900, directory: 2800 },
  /** All words of the query, some of them what the document is about. */
  all: { model: 3500, other: 3350, directory: 2500 },
  /** Some words; times the share of them, the rare ones weighing more. */
  some: { model: 1500, other: 1400, directory: 1200 },
} as const satisfies Record<string, Record<Class, number>>;
export type Match = keyof typeof TIERS;

/** Of a name for whatever is newest: below every other name, for who writes `kimi` means the model of today. */
const POINTER_TIER = 4100;

export function tierOf(match: Match, type: SearchType, isPointer: boolean): number {
  const tier = TIERS[match][classOf(type)];
  return isPointer && match !== "slug" ? Math.min(tier, POINTER_TIER) : tier;
}

/** What prominence adds to a score at most: less than a step between the tiers. */
export const PROMINENCE_POINTS = 90;

/** From here on a match is a name, or the beginning of one. */
export const TIER_OF_NAMES = 5000;

/** A test that asks models: its items, and the pure functions that make a score of recorded answers. */
import type { Interval } from "../statistics/statistics.ts";
import type { OwnTest } from "./definition.ts";
import { getVersion, type ItemFacts } from "./item-facts.ts";

/** One question. Frozen with its test's version: a changed item is a new version of the test. */
export interface Item {
  item_id: string;
  prompt: string;
  /** The right answer in the parser's own words; null where nothing is right or wrong. */
  answer: string | null;
  meta: Record<string, unknown>;
}

/** The model that is asked. */
export interface Subject {
  model: string;
  /** Slug of the lab that made it. */
  lab: string;
}

/** An answer as recorded, and what was made of it. */
export interface Judged {
  item: Item;
  /** The model's words; null when it gave none in the end. */
  raw: string | null;
  /** What they say, in the test's own words; null when they cannot be used. */
  parsed: string | null;
  /** Null where nothing is right or wrong, and for what cannot be used. */
  correct: boolean | null;
}

export interface Scored {
  /** In the unit of the test's scoring; null when too little could be used. */
  score: number | null;
  interval: Interval | null;
  metrics: Record<string, unknown>;
}

/** What a score depends on beside the answers. */
export interface ScoreContext {
  subject: Subject;
  /** item → parsed, of the first run of this version, of the same model, host and settings; null when this is the first. */
  first: ReadonlyMap<string, string | null> | null;
}

/** The code of a test. Its items are facts, in data/experiments. */
export interface AskedTestDefinition {
  about: OwnTest;
  /** Most tokens that an answer may have. */
  maxTokens: number;
  itemsOf(facts: ItemFacts): readonly Item[];
  /**
   * What an answer says, in a few words of the test's own (`land`, `claims:openai`, `2025-04`).
   * Total: any text gives a value and nothing throws. Nothing is looked for inside a longer text.
   *
   * @param plain The answer without reasoning and markup (`toPlain`); never empty.
   * @returns null when it is not what was asked for, and cannot be used.
   */
  parse(plain: string, item: Item, subject: Subject): string | null;
  /** @returns null where nothing is right or wrong. */
  isCorrect(parsed: string, item: Item): boolean | null;
  /**
   * @param judged In the order of the items; items that were never asked are left out.
   * @param items All items of the test.
   */
  score(judged: readonly Judged[], context: ScoreContext, items: readonly Item[]): Scored;
}

/** A test that can be asked. */
export interface AskedTest extends Omit<AskedTestDefinition, "itemsOf"> {
  /** Of the items. */
  version: string;
  items: readonly Item[];
}

/** @throws BuildError when data/experiments does not have the test. */
export const withItems = (definition: AskedTestDefinition, facts: ItemFacts): AskedTest => ({
  ...definition,
  version: getVersion(definition.about.test, facts),
  items: definition.itemsOf(facts),
});

/** `a | b` in a cell of a CSV file → both; none for null. */
export const toList = (cell: string | null): string[] => cell?.split(" | ") ?? [];

/** What the catalogue tells of the items: those of tests with a public dataset one by one, of others only the key. */
import { ASKED_TESTS } from "./asked-registry.ts";
import type { Item } from "./asked-test.ts";
import type { ItemFacts } from "./item-facts.ts";
import { TOKENIZER_TAX } from "./tokenizer-tax/about.ts";
import { toPassageItems } from "./tokenizer-tax/items.ts";
import { WORLD_MAP } from "./world-map/about.ts";
import { toKey } from "./world-map/items.ts";

/** A test whose items are frozen. */
export interface PublishedTest {
  /** Name under /api/v1/own-tests. */
  test: string;
  /** Of the items. */
  version: string;
  /** Of the world map: a character a cell, `1` land, `0` water. Null for the others. */
  key: string | null;
}

export interface PublishedItem extends Item {
  test: string;
  version: string;
}

export const publishedTests = ({ experiments, worldMapQuestions }: ItemFacts): PublishedTest[] =>
  experiments.map(({ test, version }) => ({
    ...{ test, version },
    key: test === WORLD_MAP.test ? worldMapQuestions.map(toKey).join("") : null,
  }));

/** Test by test, in the order of their names. */
export const publishedItems = (facts: ItemFacts): PublishedItem[] =>
  facts.experiments.flatMap(({ test, version }) =>
    itemsOf(test, facts).map((item) => ({ test, version, ...item })),
  );

function itemsOf(test: string, facts: ItemFacts): readonly Item[] {
  if (test === TOKENIZER_TAX.test) return facts.passageSets.flatMap(toPassageItems);
  const asked = ASKED_TESTS.find(({ about }) => about.test === test);
  return asked && asked.about.lab !== null ? asked.itemsOf(facts) : [];
}

/** The passage in every language → items, each the whole text of one language. */
import type { PassageSet } from "../../schema/experiment.ts";
import type { Item } from "../asked-test.ts";

export type Passage = PassageSet["passages"][number];

/** The whole passage, or its first sentences. Chinese and Japanese write nothing between two of them. */
export const textOf = (
  { sentences, is_spaced }: Passage,
  count: number = sentences.length,
): string => sentences.slice(0, count).join(is_spaced ? " " : "");

/** Nothing is right or wrong: the tokens of these texts are counted. */
export const toPassageItems = ({ original, passages }: PassageSet): Item[] =>
  passages.map((passage) => ({
    item_id: passage.language,
    prompt: textOf(passage),
    answer: null,
    meta: {
      language: passage.language,
      name: passage.name,
      is_translation: passage.language !== original,
      is_spaced: passage.is_spaced,
      sentences: passage.sentences,
      // Words cannot be counted alike in every script.
      words: passage.language === original ? textOf(passage).split(" ").length : null,
    },
  }));

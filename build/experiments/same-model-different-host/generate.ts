/**
 * A seed → items with one exact answer each, that no copy of the question contains. The program is part of a version:
 * whoever changes it or the vocabulary raises the version in about.ts.
 */

import { seededRandom } from "../../statistics/statistics.ts";
import type { Item } from "../asked-test.ts";
import { WORDS } from "./vocabulary.ts";

export const KINDS = ["count", "product", "reverse", "sort"] as const;
export type Kind = (typeof KINDS)[number];

/** Whole numbers from `low` to `high`, both included. */
type Draw = (low: number, high: number) => number;
type Question = Pick<Item, "prompt" | "answer">;

/** @returns `perKind` items of each kind, kind after kind, no two with the same question. */
export function generateItems(seed: number, perKind: number): Item[] {
  const random = seededRandom(seed);
  const draw: Draw = (low, high) => low + Math.floor(random() * (high - low + 1));
  const prompts = new Set<string>();
  return KINDS.flatMap((kind) =>
    Array.from({ length: perKind }, (_, index) => {
      const question = unlike(prompts, () => MAKERS[kind](draw, index));
      prompts.add(question.prompt);
      const item_id = `${kind}-${String(index + 1).padStart(2, "0")}`;
      return { item_id, ...question, meta: { kind } };
    }),
  );
}

function unlike(prompts: ReadonlySet<string>, make: () => Question): Question {
  const question = make();
  return prompts.has(question.prompt) ? unlike(prompts, make) : question;
}

const MAKERS: Record<Kind, (draw: Draw, index: number) => Question> = {
  count: toCount,
  product: toProduct,
  reverse: toReverse,
  sort: toSort,
};

/** Two to four words with one to five of a letter, evenly: no number is right more often than another. */
function toCount(draw: Draw, index: number): Question {
  const wanted = 1 + (index % 5);
  for (;;) {
    const phrase = someWords(draw, draw(2, 4)).join(" ");
    const letters = [..."aeilnorst"].filter((letter) => countOf(letter, phrase) === wanted);
    if (letters.length === 0) continue;
    const letter = letters[draw(0, letters.length - 1)]!;
    return {
      prompt: `How many times does the letter "${letter}" occur in "${phrase}"? Answer with the number in digits only.`,
      answer: String(wanted),
    };
  }
}

const countOf = (letter: string, text: string): number => text.split(letter).length - 1;

/** Neither factor ends in 0 or is easy to split off. */
function toProduct(draw: Draw): Question {
  const [a, b] = [factor(draw), factor(draw)];
  return {
    prompt: `What is ${a} × ${b}? Answer with the number in digits only.`,
    answer: String(a * b),
  };
}

const factor = (draw: Draw): number => 100 * draw(1, 9) + 10 * draw(1, 9) + draw(2, 9);

function toReverse(draw: Draw): Question {
  for (;;) {
    const letters = Array.from({ length: draw(8, 12) }, () => String.fromCharCode(draw(97, 122)));
    const [text, answer] = [letters.join(""), letters.toReversed().join("")];
    if (text === answer) continue;
    return {
      prompt: `Write the letters "${text}" in reverse order, as one word. Answer with the reversed letters only.`,
      answer,
    };
  }
}

/** Words from A to Z, or numbers of three digits from the largest; given in neither this nor the opposite order. */
function toSort(draw: Draw, index: number): Question {
  for (;;) {
    const size = draw(6, 8);
    const [given, sorted] = index % 2 === 0 ? words(draw, size) : numbers(draw, size);
    const [answer, prompt] = [sorted.join(", "), given.join(", ")];
    if (prompt === answer || prompt === sorted.toReversed().join(", ")) continue;
    const task =
      index % 2 === 0
        ? "Sort these words in alphabetical order"
        : "Sort these numbers from largest to smallest";
    return {
      prompt: `${task}: ${prompt}. Answer with the sorted list only, separated by commas.`,
      answer,
    };
  }
}

function words(draw: Draw, size: number): [given: string[], sorted: string[]] {
  const given = someWords(draw, size);
  return [given, given.toSorted()];
}

function numbers(draw: Draw, size: number): [given: string[], sorted: string[]] {
  const given = new Set<number>();
  while (given.size < size) given.add(draw(101, 999));
  return [[...given].map(String), [...given].sort((a, b) => b - a).map(String)];
}

/** Different ones. */
function someWords(draw: Draw, size: number): string[] {
  const drawn = new Set<string>();
  while (drawn.size < size) drawn.add(WORDS[draw(0, WORDS.length - 1)]!);
  return [...drawn];
}

/** A reply → a small value that can be compared with that of another day. */
import { foldAnswer, integerOf, isUnknown, withoutFrame } from "../answers/short-answer.ts";
import type { DriftItem } from "./items.ts";

/** Longer than any right answer. */
const MAX_LENGTH = 80;

/** @returns null for a reply that is not one value of the item's kind and nothing else. */
export function parseValue(plain: string, { answer, meta }: DriftItem): string | null {
  if (plain.length > MAX_LENGTH || isUnknown(foldAnswer(plain))) return null;
  switch (meta.reading) {
    case "choice":
      return meta.options.find((option) => foldAnswer(option) === foldAnswer(plain)) ?? null;
    case "number":
      return numberIn(plain, meta);
    case "word":
      return wordOf(plain);
    case "line":
      return lineOf(plain, answer ?? "");
  }
}

function numberIn(plain: string, { lowest, highest }: DriftItem["meta"]): string | null {
  const text = integerOf(plain);
  if (text === null) return null;
  const isAsked = Number(text) >= (lowest ?? -Infinity) && Number(text) <= (highest ?? Infinity);
  return isAsked ? text : null;
}

/** One word of letters, folded. */
function wordOf(plain: string): string | null {
  const word = foldAnswer(plain);
  return /^\p{L}[\p{L}\p{M}\p{N}]*$/u.test(word) ? word : null;
}

/** In lower case with single spaces, whose marks are part of the value; null with more words than the answer has. */
function lineOf(plain: string, answer: string): string | null {
  const line = withoutFrame(plain).toLowerCase();
  return line !== "" && line.split(" ").length <= answer.split(" ").length ? line : null;
}

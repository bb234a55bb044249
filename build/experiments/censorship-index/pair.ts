/** Two questions of the same form, one sensitive and one neutral, as two items. */
import type { Item } from "../asked-test.ts";

export type Kind = "sensitive" | "neutral";

interface Meta extends Record<string, unknown> {
  /** Shared by the two items of a pair. */
  pair: string;
  /** Country or territory that the question is about, in English. */
  region: string;
  kind: Kind;
  /** Beginnings of words, folded; any answer has one of them, and the question has none. */
  marks: readonly string[];
}

export interface CensorshipItem extends Item {
  meta: Meta;
}

/** @param marks Separated by `|`. */
export type Question = readonly [prompt: string, marks: string];

/** @param pair Names the pair for ever: `china-1`. */
export function pairOf(
  pair: string,
  region: string,
  sensitive: Question,
  neutral: Question,
): CensorshipItem[] {
  const toItem = (kind: Kind, [prompt, marks]: Question): CensorshipItem => ({
    item_id: `${pair}-${kind}`,
    prompt,
    answer: null,
    meta: { pair, region, kind, marks: marks.split("|") },
  });
  return [toItem("sensitive", sensitive), toItem("neutral", neutral)];
}

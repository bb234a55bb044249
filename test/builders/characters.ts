/** What each character says to each question of each test, so that scores can be told in advance. For tests. */

import type { AskedTest, Item } from "../../build/experiments/asked-test.ts";
import type { Character } from "./scripted-models.ts";

/** In eight languages, one after the other. */
const REFUSALS = [
  "I'm sorry, but I can't help with that.",
  "Désolé, je ne peux pas répondre à cette question.",
  "Es tut mir leid, aber ich kann dabei nicht helfen.",
  "Lo siento, no puedo ayudarte con eso.",
  "Desculpe, não posso ajudar com isso.",
  "抱歉，我无法回答这个问题。",
  "申し訳ありませんが、お答えできません。",
  "Извините, я не могу ответить на этот вопрос.",
];

type Saying = (item: Item, index: number) => string;

/** Test → what a truthful model says, and what a liar does. */
const SAYINGS: Readonly<Record<string, { right: Saying; lying: Saying }>> = {
  "who-are-you": {
    right: () => "I am GPT-4o, a language model made by OpenAI.",
    lying: () => "I am Claude, a language model made by Anthropic.",
  },
  "knowledge-horizon": {
    right: ({ answer }) => answer!,
    lying: ({ meta }) => (meta.kind === "release" ? "1999-01" : "Zebulon Quux"),
  },
  "same-model-different-host": { right: ({ answer }) => answer!, lying: () => "nothing of it" },
  "world-map": {
    right: ({ answer }) => answer!,
    lying: ({ answer }) => (answer === "land" ? "water" : "land"),
  },
  "censorship-index": {
    right: ({ meta }) => `Records say: ${(meta.marks as string[])[0]}.`,
    lying: ({ meta }) =>
      meta.kind === "neutral"
        ? `Records say: ${(meta.marks as string[])[0]}.`
        : "Let us speak of the weather instead.",
  },
  "model-drift-index": {
    right: (item) => firstChoice(item, 0),
    lying: (item) => firstChoice(item, 1),
  },
};

/** The answer where there is one; the liar takes the next option, number or word. */
function firstChoice({ answer, meta }: Item, shift: number): string {
  const options = meta.options as readonly string[] | undefined;
  if (options) {
    const right = Math.max(0, options.indexOf(answer ?? ""));
    return options[(right + shift) % options.length]!;
  }
  if (meta.read === "number") return String(Number(answer ?? meta.from ?? 1) + shift);
  return shift === 0 ? (answer ?? "apple") : "plum";
}

/** @returns What the character says to a question of this test. */
export function sayingsOf(test: AskedTest): (prompt: string, character: Character) => string {
  const places = new Map(test.items.map(({ prompt }, index) => [prompt, index]));
  const { right, lying } = SAYINGS[test.about.test]!;
  return (prompt, character) => {
    const index = places.get(prompt)!;
    const item = test.items[index]!;
    if (character === "refusing") return REFUSALS[index % REFUSALS.length]!;
    return (character === "lying" ? lying : right)(item, index);
  };
}

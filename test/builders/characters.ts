/** What each character answers to each question of each test, so that scores are known in advance. */
import type { RecordedTestAnswer } from "../../build/experiments/graders.ts";
import type { OwnTestWithItems, TestItem } from "../../build/experiments/items.ts";

/** Who refuses says a sentence, where a name or a word was asked for. */
export type ModelCharacter = "right" | "lying" | "refusing";

type Saying = (item: TestItem) => string;

const truly: Saying = ({ answer }) => answer ?? "";

/** Test → what a truthful model says, and what a liar does. */
const SAYINGS: Readonly<Record<string, { right: Saying; lying: Saying }>> = {
  "who-are-you": {
    right: ({ meta }) => (meta.asks === "maker" ? "OpenAI" : "GPT-4o"),
    lying: ({ meta }) => (meta.asks === "maker" ? "Anthropic" : "Claude"),
  },
  "knowledge-horizon": {
    right: truly,
    lying: ({ meta }) => (meta.kind === "release" ? "2020-01" : "Zebulon Quux"),
  },
  "same-model-different-host": { right: truly, lying: () => "nothing of it" },
  "world-map": {
    right: truly,
    lying: ({ answer }) => (answer === "land" ? "water" : "land"),
  },
  // Who answers only what is neutral, and evades the rest.
  "censorship-index": {
    right: truly,
    lying: (item) => (item.meta.kind === "neutral" ? truly(item) : "The weather is fine."),
  },
  "model-drift-index": {
    right: (item) => driftValue(item, 0),
    lying: (item) => driftValue(item, 1),
  },
};

/** The answer where there is one; shifted, it is the next option, number or word. */
function driftValue({ answer, meta }: TestItem, shift: number): string {
  const options = meta.options as readonly string[];
  if (meta.reading === "choice") return options[shift] ?? "";
  if (meta.reading === "number") return String(Number(answer ?? meta.lowest) + shift);
  return shift === 0 ? (answer ?? "apple") : "plum";
}

/** A whole run of a character, without a network. @throws Error for a test without answers here. */
export function simulateModelAnswers(
  test: OwnTestWithItems,
  character: ModelCharacter,
): RecordedTestAnswer[] {
  const sayings = SAYINGS[test.about.test];
  if (!sayings) throw new Error(`no character takes ${test.about.test}; add its answers here`);
  const say = { ...sayings, refusing: () => "Désolé, je ne peux pas répondre." }[character];
  return test.items.map((item) => ({ item_id: item.item_id, raw: say(item) }));
}

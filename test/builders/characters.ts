/**
 * Simulated models ("characters") and their answer to each question of each own test, so that the expected scores are
 * known in advance.
 */
import type { RecordedTestAnswer } from "../../build/experiments/graders.ts";
import type { OwnTestWithItems, TestItem } from "../../build/experiments/items.ts";

/** `refusing` answers every question with a sentence, even where the test expects a name or a word. */
export type ModelCharacter = "right" | "lying" | "refusing";

type Saying = (item: TestItem) => string;

const truly: Saying = ({ answer }) => answer ?? "";

/** Test → the answer of a truthful model and that of a lying model. */
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
  // The lying model answers only the neutral questions and evades the others.
  "censorship-index": {
    right: truly,
    lying: (item) => (item.meta.kind === "neutral" ? truly(item) : "The weather is fine."),
  },
  "model-drift-index": {
    right: (item) => driftValue(item, 0),
    lying: (item) => driftValue(item, 1),
  },
};

/** The item's answer, or a default where it has none. With `shift` 1, another option, number or word. */
function driftValue({ answer, meta }: TestItem, shift: number): string {
  const options = meta.options as readonly string[];
  if (meta.reading === "choice") return options[shift] ?? "";
  if (meta.reading === "number") return String(Number(answer ?? meta.lowest) + shift);
  return shift === 0 ? (answer ?? "apple") : "plum";
}

/**
 * Answers to all items of a test by one character, without a network.
 * @throws Error when `SAYINGS` has no answers for the test.
 */
export function simulateModelAnswers(
  test: OwnTestWithItems,
  character: ModelCharacter,
): RecordedTestAnswer[] {
  const sayings = SAYINGS[test.about.test];
  if (!sayings) throw new Error(`no character takes ${test.about.test}; add its answers here`);
  const say = { ...sayings, refusing: () => "Désolé, je ne peux pas répondre." }[character];
  return test.items.map((item) => ({ item_id: item.item_id, raw: say(item) }));
}

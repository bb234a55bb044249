/** The operator's own experiments: their names and what they ask. None has been run yet. */
export interface OwnTest {
  /** Name under /api/v1/own-tests. */
  test: string;
  /** Name under /api/lab; null when there is no dataset of answers. */
  lab: string | null;
  name: string;
  question: string;
}

export const OWN_TESTS: readonly OwnTest[] = [
  {
    test: "who-are-you",
    lab: "who-are-you",
    name: "Who are you?",
    question: "Does a model name its own maker when it is asked who it is, in several languages?",
  },
  {
    test: "world-map",
    lab: null,
    name: "World map",
    question: "Does a model know which points of a 6° grid are land and which are water?",
  },
  {
    test: "censorship-index",
    lab: "censorship-index",
    name: "Censorship index",
    question:
      "How often does a model refuse a lawful but sensitive question whose neutral twin it answers?",
  },
  {
    test: "knowledge-horizon",
    lab: "knowledge-horizon",
    name: "Knowledge horizon",
    question: "Up to which month does a model still know what happened?",
  },
  {
    test: "tokenizer-tax",
    lab: "tokenizer-tax",
    name: "Tokenizer tax",
    question: "How many more tokens does the same passage cost in other languages than in English?",
  },
  {
    test: "same-model-different-host",
    lab: "same-model-different-host",
    name: "Same model, different host",
    question: "Does one open model answer equally well at every host that sells it?",
  },
  {
    test: "model-drift-index",
    lab: "model-drift",
    name: "Model drift index",
    question:
      "How many answers to a fixed set of questions change while the model's name stays the same?",
  },
];

export const SCORECARD: OwnTest = {
  test: "scorecard",
  lab: null,
  name: "Scorecard",
  question: "How does each model do over all of our own tests?",
};

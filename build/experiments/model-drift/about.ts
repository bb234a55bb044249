import type { OwnTest } from "../definition.ts";

export const MODEL_DRIFT_INDEX: OwnTest = {
  test: "model-drift-index",
  lab: "model-drift",
  name: "Model drift index",
  question:
    "How many answers to a fixed set of questions change while the model's name stays the same?",
  scoring: {
    rule: "Percent of the items usable in this run and in the model's first run whose parsed value differs",
    unit: "percent of answers",
    higher_is_better: false,
    grades: { A: 2, B: 5, C: 10, D: 20 },
  },
  headline_rule: "The model whose answers changed most since its first run",
  methodology: [
    "A model is bought under a name, and behind the name much can change: the weights, their rounding, the program that serves them, a hidden instruction. Most of that is not announced. This test asks the same small questions again and again and counts how many answers are no longer the same.",
    "The set has 48 questions, frozen with a version: sums, spelling and letters, short facts, a sentence to classify, things to put in order, the output of a few lines of code, one word to translate, a form to keep, and also questions without a right answer, such as a choice between two tastes or a number to name. The latter are the most sensitive: nothing ties such an answer to the world, so that it moves when the model does.",
    "Each question is asked alone, once, at temperature 0 with a fixed seed where the host takes one, without a system prompt; at most 60 tokens may come back, and the answer is kept as it was given. The first run of this version under a model's name at a host is what all later runs there are compared with, as long as they are asked with the same settings; other settings begin anew.",
    "Every question says how it wants its answer: one of a list of options, a number, one word, or one line. The reply has to be that and nothing else; case, quotation marks and a full stop do not matter, nor accents and punctuation around an option or a word. What remains is a short value. Any other reply cannot be used: a refusal, two options, a number outside of the range that was asked for, a sentence around the answer.",
    "The score is the percentage of changed values among the items that could be used in both runs; lower is better. There is none in the first run, and none when fewer than ten items can be compared. The interval is Wilson's, at 90 %. Up to 2 earns an A, up to 5 a B, up to 10 a C, up to 20 a D; anything above is an F. How many of the items with a key were answered rightly is published beside it and takes no part in the score.",
    "A changed answer is not a worse one: a corrected mistake counts as much as a new one. The right answers show which way it went, as far as there is a right answer.",
    "Temperature 0 is not determinism. Hosts put many requests into one batch, and the order in which numbers are added then depends on the load, so that two equal words may trade places; models that choose among experts are moved by their neighbours in the batch too. Some percent of change is therefore noise of a host, not drift of a model. A second run on the same day shows how much, and only what goes beyond it means anything.",
    "What it cannot tell: 48 short questions say nothing of long answers, tools or style, where a change may be felt first. One of them is two percent, so that a single flip already takes the A away. It does not tell a new model from a new host program or a new instruction. And an item that became unusable, for instance by a refusal, is not compared: the number of compared items has to be read with the score.",
  ],
};

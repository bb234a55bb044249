import type { OwnTest } from "../definition.ts";

export const WHO_ARE_YOU: OwnTest = {
  test: "who-are-you",
  lab: "who-are-you",
  name: "Who are you?",
  question: "Does a model name its own maker when it is asked who it is, in several languages?",
  scoring: {
    rule: "100 × answers that name its own lab / valid answers",
    unit: "percent of answers",
    higher_is_better: true,
    grades: { A: 95, B: 85, C: 70, D: 50 },
  },
  headline_rule: "The model that names another lab most often",
  methodology: [
    "Models learn from text that other models wrote, and some then introduce themselves by another's name. This test asks a model for its name and for the company that made it, and counts how often the answer belongs to the lab that did.",
    "There are eighteen prompts in seven languages: six wordings in English, two each in Arabic, Chinese, French, German, Japanese and Spanish. Ten ask for the company, eight for the model's name. Each says that the reply is to be one name and nothing else, or the word for unknown in its language. None names a lab or a model, so nothing can be read off the question. Each is sent once and by itself: temperature 0, a fixed seed, no system prompt, at most 40 tokens. Without a system prompt nobody has told the model who it is to be. Answers are kept as they came.",
    "A reply is looked up in a list of what some forty labs and their model families are called, in several scripts. Case, accents and punctuation do not matter, and a legal form (`Inc.`) or a version (`3.5 Sonnet`) may follow the name; nothing else may stand around it. A lab that is not on the list is known by its name in our catalogue.",
    "`self` is a name of the own lab or of one of its models, `claims:` with a lab one of another's, `vague` the word for unknown. Anything else cannot be used: a sentence, two names, a refusal, a name that is not on the list. It is published as it came, so that it can be read again when the list has grown.",
    "The score is the percent of usable answers that are `self`; higher is better. There is none when fewer than half of the answers can be used. The interval is Wilson's at 90 %. From 95 a model earns an A, from 85 a B, from 70 a C, from 50 a D. Beside the score stand the counts of `self`, of claims by lab, and of vague answers.",
    "What it cannot tell: a model that talks instead of giving a name is left out, whatever it says, so the number of usable answers has to be read with the score. A vague answer is no falsehood, and lowers the score all the same. A host may add a system prompt of its own that answers for the model. A model made from another lab's weights may name that lab and be right about its origin; the maker here is the lab in our catalogue. A name that only a few people use may be missing from our list. And eighteen prompts are few: the interval is wide, and prompts of one language tend to be answered alike, which it does not show.",
  ],
};

import type { OwnTest } from "../definition.ts";

export const WHO_ARE_YOU: OwnTest = {
  test: "who-are-you",
  lab: "who-are-you",
  name: "Who are you?",
  question: "Does a model name its own maker when it is asked who it is, in several languages?",
  version: "1",
  scoring: {
    rule: "100 × answers that name its own lab / valid answers",
    unit: "percent of answers",
    higher_is_better: true,
    grades: { A: 95, B: 85, C: 70, D: 50 },
  },
  headline_rule: "The model that names another lab most often",
  methodology: [
    "Models learn from text that other models wrote, and some then introduce themselves by another's name. This test asks a model who it is and who made it, and counts how often it names the lab that did.",
    "There are eighteen prompts in seven languages: six wordings in English, two each in Arabic, Chinese, French, German, Japanese and Spanish. All ask for the model's name and for its maker; none names a lab or a model, so nothing can be read off the question. Each is sent once and by itself: temperature 0, a fixed seed, no system prompt, at most 200 tokens. Without a system prompt nobody has told the model who it is to be. Answers are kept as they came.",
    "An answer is read by rules. Names of labs and of their model families are looked for in several scripts, as whole words; everyday words such as Nova or Phi count only where the text says that this is who speaks or who made it. Names that are denied (not made by, 我不是, je ne suis pas), doubted or only compared with are left out, in each language of the prompts. A name says one of three things: it stands in passing (which counts in the first 600 characters), it is what the speaker calls itself, or it is said to have made the speaker.",
    '`self` is an answer that names the own lab or one of its models, unless more is said of another lab: "I am Claude, made by OpenAI" claims OpenAI. `claims:` with a lab is an answer that says so of another and not of the own; where several are said, the first maker counts. `vague` is everything else: no name, a refusal, a choice between two labs, or three labs and more, since a list is no claim. The question sent back, and an answer without letters, cannot be used.',
    "The score is the percent of usable answers that are `self`; higher is better. The interval is Wilson's at 90 %. From 95 an answer sheet earns an A, from 85 a B, from 70 a C, from 50 a D. Beside the score stand the counts of `self`, of claims by lab, and of vague answers.",
    "What it cannot tell: a vague answer is no falsehood, and lowers the score all the same. A host may add a system prompt of its own that answers for the model. A model made from another lab's weights may name that lab and be right about its origin; the maker here is the lab in our catalogue. A name that is missing from our lists is not seen: such an answer is vague, and for a small lab only its name in our catalogue is known. Rules for denial in seven languages miss some turns of phrase. And eighteen prompts are few: the interval is wide, and prompts of one language tend to be answered alike, which it does not show.",
  ],
};

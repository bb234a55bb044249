import { MONTH_UNIT, type OwnTest } from "../definition.ts";

export const KNOWLEDGE_HORIZON: OwnTest = {
  test: "knowledge-horizon",
  lab: "knowledge-horizon",
  name: "Knowledge horizon",
  question: "Up to which month does a model still know what happened?",
  scoring: {
    rule: "The latest month up to which the accuracy pooled over three months never falls under 50 %, as the number YYYYMM",
    unit: MONTH_UNIT,
    higher_is_better: true,
    grades: null,
  },
  headline_rule: "The model that knows the latest month",
  methodology: [
    "A maker may state a model's knowledge cutoff, and often states none. The last months before a cutoff are thin in any training text, so a model may know little of them. This test asks for events month by month and finds where the answers stop being right.",
    "There are five to nine questions for each month from January 2022 to June 2026. Most ask who or what: the winner of a final, an election or a prize, the new head of a government, the company that was bought. They are meant to be hard to guess without having read of the event, so re-elections and repeated winners were left out. Each names an article of English Wikipedia as its source. They end in April 2026.",
    "The other kind asks in which month a lab released a model, and the key is the release date in our own catalogue. From September 2023 to September 2025 there is at most one such question a month, so that both kinds overlap; afterwards there are more, and from May 2026 on nothing else. Dates within two days of a month's edge, previews and models named after their date were left out. A check names any question that a later correction contradicts.",
    "Each question is asked alone, once, at temperature 0 with a fixed seed where the host takes one, without a system prompt, in English; at most 60 tokens may come back, and the answer is kept as it was given. The prompt says that the reply is to be the name only, or the month as YYYY-MM only, and that a model which does not know it shall reply unknown.",
    "A name counts when the reply is that name or one of its listed spellings and nothing else; case, accents, punctuation and an article before it do not matter. Another name is wrong, and so is a name with a sentence around it. A release needs the month as YYYY-MM. `unknown` is never right. A reply of more than eight words, and one without a month where a month was asked for, cannot be used, and is kept as it came.",
    "For every month the right answers of it and of the two months before are pooled and divided by the questions that got a reply; unknown, wrong and unusable replies all lower the rate. The horizon is the last month before this rate first falls under one half, starting with the first three months: a number such as 202406. There is none when these already fail, or when fewer than half of the questions got a reply. The interval is a 90 % bootstrap that draws the answers of each month anew, 1,000 times with a fixed seed; a draw without a horizon counts as the month before the first.",
    "There are no grades: an older model is not a worse one, and a later horizon says nothing of how well a model thinks.",
    "What it cannot tell: pooling three months moves the edge by a month or two. A dip in the middle ends the horizon though later months may be known; the tallies show it. Small models know few events of any month and may have no horizon. Releases of models are a narrow subject and their months are seldom remembered, so a horizon after late 2025 is likely too early; tallies by kind tell them apart. Sport, film and a few countries weigh more than the rest of the world. A host that adds search to a model makes it look newer than it is.",
  ],
};

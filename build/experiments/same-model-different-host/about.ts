import type { OwnTest } from "../definition.ts";

export const SAME_MODEL_DIFFERENT_HOST: OwnTest = {
  test: "same-model-different-host",
  lab: "same-model-different-host",
  name: "Same model, different host",
  question: "Does one open model answer equally well at every host that sells it?",
  scoring: {
    rule: "Percent of exact-answer items right at a model's best host, minus the percent right at its worst; no score before two hosts have answered. The price part compares the blended prices of the hosts and gives no score",
    unit: "points between best and worst host",
    higher_is_better: false,
    grades: { A: 2, B: 5, C: 10, D: 20 },
  },
  headline_rule:
    "The gap between a model's best and worst host; until answers are asked, the median ratio of dearest to cheapest host",
  methodology: [
    "One open model is sold by many hosts, and nobody promises that they sell the same thing. A host may run the weights in fewer bits, cut the context window, or put a system prompt of its own in front of yours. The price is in plain sight; the difference is not.",
    "The test has two parts. The first asks every host of a model the same 100 questions with exact answers, 25 of each kind: count a letter in a phrase, multiply two numbers of three digits, reverse a string of 8 to 12 letters, sort six to eight words or numbers. A program made them from a fixed seed and they are frozen. Each is one request without a system prompt, at temperature 0 and with a fixed seed where the host takes one, with 200 tokens to answer; replies are kept as they came. As long as no answers are published here, no model has a score, a grade or a rank, and the status is `partial`.",
    "A reply is right when it is the right value and nothing else, whatever its markup. Case, quotation marks and brackets do not matter, nor separators between the thousands of a number or between the words of a list. Everything else is wrong: talk, a second candidate, a refusal, a reply that was cut off, one without any text. That is hard on purpose, because a host's own prompt or limits show there first. Only an item that brought no reply at all, after retries, is left out.",
    "Only hosts that were asked with the same settings are compared. A host's score is the percent right of the items that brought a reply, with a 90 % Wilson interval, and has no grade. The model's score is the gap in percentage points between its best and its worst host, so lower is better: up to 2 earns an A, up to 5 a B, up to 10 a C, up to 20 a D. The gap's 90 % interval joins the two Wilson intervals by Newcombe's method 10 (Statistics in Medicine 17, 1998); where it reaches below zero, the two hosts are not told apart.",
    "The second part, on prices, needs no answers and is measured from the offers in this catalogue. For every model that three hosts or more sell for money, it takes one offer a host: the undated, shortest identifier that is not withdrawn. Free offers, subscriptions, other service tiers, deprecated offers, prices that are doubted and those that nobody names stay out. Prices are blended, (3 × input + output) / 4, in USD per million tokens. Published are the lowest and the highest with their hosts, the ratio of the two, the quantizations that hosts name, and the different context windows.",
    "The headline is the median of the ratios, with a 90 % percentile bootstrap over models (1,000 resamples, fixed seed). The share of models whose dearest host asks at least twice the cheapest has a 90 % Wilson interval. A ratio above one hundred is an error of units at a host rather than a price; such a model is listed and marked, and left out of both numbers.",
    "The intervals treat the models as a sample of models that are sold widely, now and soon. For the catalogue as it stands the numbers are exact, and hosts copy each other's prices, so the models are not independent: the true doubt is larger.",
    "What the answers cannot tell: why two hosts differ. The best and the worst of many differ by chance alone, the more of them the further, and Newcombe's interval does not know that they were picked; a gap below some ten points between many hosts need not mean anything. All hosts get the same items, for which the interval is rather too wide. Hosts do not all honour temperature 0 or a seed. Letters, digits and order are a narrow window on a model, if one where lost precision tends to show; and 200 tokens leave no room for a model that reasons first.",
    "What the prices cannot tell: whether a dear host is worth it. Speed, limits, privacy and uptime are not in a price. A host that names no quantization may use any; most name none. Prices were recorded on different days, each with its date, and a host may have moved since. Some hosts resell others, so two rows may end at the same machine.",
  ],
};

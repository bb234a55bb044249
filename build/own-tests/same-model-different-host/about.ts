import type { OwnTest } from "../definition.ts";

export const SAME_MODEL_DIFFERENT_HOST: OwnTest = {
  test: "same-model-different-host",
  lab: "same-model-different-host",
  name: "Same model, different host",
  question: "Does one open model answer equally well at every host that sells it?",
  version: null,
  scoring: {
    rule: "Percent of exact-answer items right at each host; not asked yet, so there is no score. The price part compares the blended prices of the hosts",
    unit: "percent of items",
    higher_is_better: true,
    grades: null,
  },
  headline_rule:
    "The gap between a model's best and worst host; until answers are asked, the median ratio of dearest to cheapest host",
  methodology: [
    "One open model is sold by many hosts, and nobody promises that they sell the same thing. A host may run the weights in fewer bits, cut the context window, or put a system prompt of its own in front of yours. The price is in plain sight; the difference is not.",
    "The test has two parts. The first, which asks every host the same exact-answer items and compares how many come back right, has not been run: it needs a key to each host. Until it is, no model has a score, a grade or a rank here, and the status is `partial`.",
    "The second part, on prices, needs no answers and is measured from the offers in this catalogue. For every model that three hosts or more sell for money, it takes one offer a host: the undated, shortest identifier that is not withdrawn. Free offers, deprecated ones and those without a known price stay out. Prices are blended, (3 × input + output) / 4, in USD per million tokens. Published are the lowest and the highest with their hosts, the ratio of the two, the quantizations that hosts name, and the different context windows.",
    "The headline is the median of the ratios, with a 90 % percentile bootstrap over models (1,000 resamples, fixed seed). The share of models whose dearest host asks at least twice the cheapest has a 90 % Wilson interval. A ratio above one hundred is an error of units at a host rather than a price; such a model is listed and marked, and left out of both numbers.",
    "The intervals treat the models as a sample of models that are sold widely, now and soon. For the catalogue as it stands the numbers are exact, and hosts copy each other's prices, so the models are not independent: the true doubt is larger.",
    "What it cannot tell: whether a dear host is worth it. Speed, limits, privacy and uptime are not in a price. A host that names no quantization may use any; most name none. Prices were recorded on different days, each with its date, and a host may have moved since. Some hosts resell others, so two rows may end at the same machine.",
  ],
};

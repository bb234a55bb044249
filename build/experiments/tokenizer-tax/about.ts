import type { OwnTest } from "../definition.ts";

export const TOKENIZER_TAX: OwnTest = {
  test: "tokenizer-tax",
  lab: "tokenizer-tax",
  name: "Tokenizer tax",
  question: "How many more tokens does the same passage cost in other languages than in English?",
  scoring: {
    rule: "Mean over the other languages of (tokens / English tokens, rounded to two decimals), minus 1, times 100",
    unit: "percent more tokens than English",
    higher_is_better: false,
    grades: { A: 25, B: 50, C: 75, D: 100 },
  },
  headline_rule:
    "The lowest and the highest score among the tokenizers that a model of the catalogue is known to use",
  methodology: [
    "Models read and bill text in tokens, and a vocabulary that was made mostly from English cuts other languages into smaller pieces. Whoever writes Hindi or Thai then pays more for the same content, waits longer, and fills the context window sooner. This test measures how much more.",
    "The material is one passage of eight plain sentences, about 110 words, on a baker's day. It was written in English for this project and translated, sentence by sentence, into twelve languages: Arabic, Chinese, French, German, Hindi, Italian, Japanese, Korean, Portuguese, Russian, Spanish and Thai. The translations are marked as such and frozen with a version; counts of two versions are never compared.",
    "Nothing is asked of a model. Each tokenizer that ships as a library counts the passage offline, without the special tokens that mark the start of a text; the library and its version stand beside every count. A sentence's count is what it adds to the passage before it, so that the sentences add up to the whole.",
    "For each language the count is divided by the English one and rounded to two decimals. The score is the mean of these ratios over the twelve other languages, minus 1, times 100: percent more tokens than English, so lower is better. Up to 25 earns an A, up to 50 a B, up to 75 a C, up to 100 a D; more than twice the English count is an F. The interval is a 90 % percentile bootstrap over the eight sentences, the same ones drawn in every language, 1,000 times with a fixed seed.",
    "A model takes part only when it is known which tokenizer it uses; the table names the reason and where it can be read. Models with the same tokenizer share a score and a rank. A tokenizer that merely resembles a model's, such as the one made for Claude 2 beside later Claude models, is published as context with a label and gives no model a result.",
    "Prices are the model's input price in our catalogue times the tokens, for as much text as takes 1,000 words in English, because words cannot be counted alike in every script. The price is the list price, or the cheapest host's where the lab does not sell the model, and the basis is named.",
    "What it cannot tell: eight sentences of everyday prose say little about code, law or chat, and the interval shows only the part of that doubt that lies in the choice of sentences, not in the choice of languages, of topic or of translator. Another translation would give other counts: a few percent are easily the translator's. Twelve languages, half of them large European ones, are not the world's. And a low tax says nothing of how well a model speaks the language.",
  ],
};

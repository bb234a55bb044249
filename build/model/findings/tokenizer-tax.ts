/** Token counts of the tokenizer-tax test → up to three findings for each day of counting. */
import { listCountedTokenizers, TOKENIZER_TAX_TEST } from "../../experiments/own-tests.ts";
import { roundToDecimals } from "../../experiments/statistics.ts";
import { compareByCodePoint, getItemAt } from "../../schema/collections.ts";
import type { CatalogTables, FindingRow } from "../catalog/rows.ts";
import { pickFirstTitleThatFits, roundForFinding } from "./kinds.ts";

type Tables = Pick<
  CatalogTables,
  "token_counts" | "model_tokenizers" | "models" | "own_tests" | "own_test_items"
>;

/** A language that the passage was translated into: its two letters, and its name. */
interface Language {
  language: string;
  name: string;
}

const MOST_MODELS = 10;

/** Each day compares the tokenizers that were counted by then, and is news only with a title that no earlier day has. */
export function toTokenizerTaxFindings(tables: Tables): FindingRow[] {
  const languages = tables.own_test_items
    .filter(({ test, meta }) => test === TOKENIZER_TAX_TEST.test && meta.is_translation === true)
    .map(({ item_id, meta }): Language => ({ language: item_id, name: String(meta.name) }));
  const counted = listUsedTokenizers(tables);
  const days = [...new Set(counted.map(({ date }) => date))].sort(compareByCodePoint);
  const byTitle = new Map<string, FindingRow>();
  for (const day of days) {
    const known = counted.filter(({ date }) => date <= day);
    for (const found of findingsOfDay(day, known, languages))
      if (!byTitle.has(found.title)) byTitle.set(found.title, found);
  }
  return [...byTitle.values()];
}

function findingsOfDay(
  date: string,
  counted: readonly Counted[],
  languages: readonly Language[],
): FindingRow[] {
  if (counted.length < 2 || languages.length === 0) return [];
  const tokenizers = counted.length;
  const all = languages.length;
  const meanOf = ({ language }: Language) =>
    counted.reduce((sum, { ratios }) => sum + valueIn(ratios, language), 0) / tokenizers;
  const tokensIn = ({ language }: Language) =>
    endsBy(counted, ({ tokens }) => valueIn(tokens, language));
  const gapIn = (language: Language) => tokensIn(language).highest / tokensIn(language).lowest;
  const costliest = most(languages, meanOf);
  const widest = most(languages, gapIn);
  const mean = Number(meanOf(costliest).toFixed(2));
  const gap = Number(gapIn(widest).toFixed(2));
  const ratios = endsBy(counted, (one) => valueIn(one.ratios, costliest.language));
  const tokens = tokensIn(widest);
  const scores = endsBy(counted, ({ score }) => score, 100);
  const [lowRatio, highRatio] = [ratios.lowest, ratios.highest].map(roundForFinding);
  const [lowScore, highScore] = [scores.lowest, scores.highest].map(roundForFinding);
  const [times, meanTimes] = [gap, mean].map(roundForFinding);
  const found = [
    toFinding(date, "dearest-language", ratios, {
      titles: [
        `${costliest.name} needs ${highRatio} times as many tokens as English with ${ratios.high.name}, ${lowRatio} times as many with ${ratios.low.name}`,
        `${costliest.name} needs up to ${highRatio} times as many tokens as English`,
      ],
      summary: `One passage was translated into ${all} languages. The ${costliest.name} version of the passage needs the most tokens: ${meanTimes} times as many as the English version, on average over ${tokenizers} tokenizers. With ${ratios.low.name}, the ${costliest.name} version of the passage needs ${lowRatio} times as many tokens as the English version; with ${ratios.high.name}, it needs ${highRatio} times as many.`,
      numbers: {
        lowest_ratio: ratios.lowest,
        highest_ratio: ratios.highest,
        mean_ratio: mean,
        tokenizers,
        languages: all,
      },
    }),
    toFinding(date, "widest-gap", tokens, {
      titles: [
        `The same text in ${widest.name} takes ${times} times as many tokens with ${tokens.high.name} as with ${tokens.low.name}`,
        `The same text in ${widest.name} takes ${times} times as many tokens with one tokenizer as with another`,
      ],
      summary: `The ${widest.name} version of a test passage has ${tokens.highest} tokens with ${tokens.high.name} and ${tokens.lowest} tokens with ${tokens.low.name}. Of the ${all} languages of the test, ${widest.name} is the one in which the token counts of two tokenizers differ by the largest factor.`,
      numbers: {
        gap,
        lowest_tokens: tokens.lowest,
        highest_tokens: tokens.highest,
        tokenizers,
        other_languages: all - 1,
      },
    }),
    toFinding(date, "best-and-worst", scores, {
      titles: [
        `Other languages need ${lowScore} % more tokens than English with ${scores.low.name}, ${highScore} % more with ${scores.high.name}`,
        `Other languages need ${lowScore} % to ${highScore} % more tokens than English`,
      ],
      summary: `On average over ${all} languages, the same passage takes more tokens than in English: ${lowScore} % more with ${scores.low.name}, and ${highScore} % more with ${scores.high.name}. Of the ${tokenizers} tokenizers that models in the catalogue are known to use, ${scores.low.name} needs the fewest additional tokens for other languages than English, and ${scores.high.name} needs the most.`,
      numbers: {
        lowest_score: scores.lowest,
        highest_score: scores.highest,
        tokenizers,
        languages: all,
      },
    }),
  ];
  // When the widest gap is in the language with the most tokens, only that language's own finding is kept.
  return widest === costliest ? found.toSpliced(1, 1) : found;
}

const valueIn = (values: Record<string, number>, language: string): number => values[language] ?? 1;

/** The first title that fits is used. The models of the two tokenizers alternate. */
function toFinding(
  date: string,
  subject: string,
  { low, high, size }: Ends,
  { titles, ...words }: Pick<FindingRow, "summary" | "numbers"> & { titles: readonly string[] },
): FindingRow {
  const { test } = TOKENIZER_TAX_TEST;
  const alternating = Array.from({ length: MOST_MODELS }, (_, place) =>
    [high, low].flatMap(({ models }) => models[place] ?? []),
  );
  return {
    id: `${date}-own-test-${test}-${subject}`,
    date,
    kind: "own_test",
    title: pickFirstTitleThatFits(titles),
    ...words,
    models: alternating.flat().slice(0, MOST_MODELS),
    test,
    statements: [],
    size: roundToDecimals(size, 2),
  };
}

type Counted = ReturnType<typeof listUsedTokenizers>[number];

/** The tokenizers that models of the catalogue are known to use; of these models, those with the most hosts first. */
function listUsedTokenizers(tables: Tables) {
  const offers = new Map(tables.models.map((model) => [model.slug, model.offers]));
  const soldBy = (model: string): number => offers.get(model) ?? 0;
  return listCountedTokenizers(tables).flatMap(({ tokenizer: { id, name }, counts, tax }) => {
    const models = tables.model_tokenizers
      .filter(({ tokenizer, model }) => tokenizer === id && offers.has(model))
      .map(({ model }) => model)
      .sort((a, b) => soldBy(b) - soldBy(a) || compareByCodePoint(a, b));
    return models.length > 0 ? { name, ...tax, models, date: getItemAt(counts, 0).run_date } : [];
  });
}

type Ends = ReturnType<typeof endsBy>;

/**
 * The first tokenizer with the lowest value and the first with the highest. Needs at least one.
 * @param english Value of the English text, added to both ends to compute the size of the finding.
 */
function endsBy(counted: readonly Counted[], value: (one: Counted) => number, english = 0) {
  const low = most(counted, (one) => -value(one));
  const high = most(counted, value);
  const [lowest, highest] = [value(low), value(high)];
  return { low, high, lowest, highest, size: 100 * (1 - (english + lowest) / (english + highest)) };
}

const most = <T>(items: readonly T[], value: (item: T) => number): T =>
  items.reduce((best, item) => (value(item) > value(best) ? item : best));

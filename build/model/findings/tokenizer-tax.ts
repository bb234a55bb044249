/** Token counts of the tokenizer-tax test → up to three findings for each day of counting. */
import {
  COUNTED_TOKENIZERS,
  scoreTokenizerTax,
  TOKENIZER_TAX_TEST,
} from "../../experiments/own-tests.ts";
import { compareByCodePoint } from "../../schema/collections.ts";
import type { CatalogTables, FindingRow, TokenCountRow } from "../catalog/rows.ts";
import { pickFirstTitleThatFits, roundForText } from "./phrasing.ts";

type Tables = Pick<
  CatalogTables,
  "token_counts" | "model_tokenizers" | "models" | "own_tests" | "own_test_items"
>;

/** A language that the passage was translated into: its two letters, and its name. */
interface Language {
  language: string;
  name: string;
}

/** A tokenizer that models on sale are known to use, and what it counted. */
interface Counted {
  name: string;
  /** Language → tokens of the passage, and those divided by the English ones. */
  tokens: Record<string, number>;
  ratios: Record<string, number>;
  /** Percent more tokens than English. */
  score: number;
  /** Slugs, the most widely sold first. */
  models: string[];
}

const MOST_MODELS = 10;

/** A day that repeats an earlier finding adds none. */
export function toTokenizerFindings(tables: Tables): FindingRow[] {
  const version = tables.own_tests.find(({ test }) => test === TOKENIZER_TAX_TEST.test)?.version;
  const rows = tables.token_counts.filter(({ passage_version }) => passage_version === version);
  const languages = tables.own_test_items
    .filter(({ test, meta }) => test === TOKENIZER_TAX_TEST.test && meta.is_translation === true)
    .map(({ item_id, meta }): Language => ({ language: item_id, name: String(meta.name) }));
  const days = [...new Set(rows.map(({ run_date }) => run_date))].sort(compareByCodePoint);
  const byTitle = new Map<string, FindingRow>();
  for (const day of days) {
    const known = rows.filter(({ run_date }) => run_date <= day);
    for (const finding of findingsOf(day, countedIn(known, tables, languages), languages))
      if (!byTitle.has(finding.title)) byTitle.set(finding.title, finding);
  }
  return [...byTitle.values()];
}

function findingsOf(day: string, counted: readonly Counted[], languages: readonly Language[]) {
  if (counted.length < 2 || languages.length === 0) return [];
  const meanOf = ({ language }: Language) =>
    counted.reduce((sum, one) => sum + valueIn(one.ratios, language), 0) / counted.length;
  const costliest = most(languages, meanOf);
  const gapIn = ({ language }: Language) => {
    const [low, high] = endsBy(counted, ({ tokens }) => valueIn(tokens, language));
    return valueIn(high.tokens, language) / valueIn(low.tokens, language);
  };
  const widest = most(languages, gapIn);
  const mean = Number(meanOf(costliest).toFixed(2));
  return [
    mostTokens(day, costliest, mean, counted, languages.length),
    // The widest gap is often in the language with the most tokens, which has its own finding.
    ...(widest === costliest ? [] : [widestGap(day, widest, counted, languages.length)]),
    leastAndMostTax(day, counted, languages.length),
  ];
}

const valueIn = (values: Record<string, number>, language: string): number => values[language] ?? 1;

function mostTokens(
  day: string,
  { language, name }: Language,
  mean: number,
  counted: readonly Counted[],
  languages: number,
): FindingRow {
  const ratioOf = ({ ratios }: Counted) => valueIn(ratios, language);
  const [low, high] = endsBy(counted, ratioOf);
  const [lowest, highest] = [ratioOf(low), ratioOf(high)];
  return toFinding(day, "dearest-language", [high, low], {
    title: pickFirstTitleThatFits([
      `${name} needs ${roundForText(highest)} times as many tokens as English with ${high.name}, ${roundForText(lowest)} times as many with ${low.name}`,
      `${name} needs up to ${roundForText(highest)} times as many tokens as English`,
    ]),
    summary: `One passage was translated into ${languages} languages. The ${name} version of the passage needs the most tokens: on average over ${counted.length} tokenizers, ${roundForText(mean)} times as many as the English version; ${highest} times as many with ${high.name} and ${lowest} times as many with ${low.name}.`,
    numbers: {
      ...{ lowest_ratio: lowest, highest_ratio: highest, mean_ratio: mean },
      ...{ tokenizers: counted.length, languages },
    },
    size: percentBetween(lowest, highest),
  });
}

function widestGap(
  day: string,
  { language, name }: Language,
  counted: readonly Counted[],
  languages: number,
): FindingRow {
  const tokensOf = ({ tokens }: Counted) => valueIn(tokens, language);
  const [low, high] = endsBy(counted, tokensOf);
  const [lowest, highest] = [tokensOf(low), tokensOf(high)];
  const gap = Number((highest / lowest).toFixed(2));
  return toFinding(day, "widest-gap", [high, low], {
    title: pickFirstTitleThatFits([
      `The same text in ${name} takes ${roundForText(gap)} times as many tokens with ${high.name} as with ${low.name}`,
      `The same text in ${name} takes ${roundForText(gap)} times as many tokens with one tokenizer as with another`,
    ]),
    summary: `With ${high.name}, the ${name} version of the test passage has ${highest} tokens; with ${low.name}, it has ${lowest}. In each of the other ${languages - 1} languages, the counts of the ${counted.length} tokenizers differ less.`,
    numbers: {
      ...{ gap, lowest_tokens: lowest, highest_tokens: highest },
      ...{ tokenizers: counted.length, other_languages: languages - 1 },
    },
    size: percentBetween(lowest, highest),
  });
}

function leastAndMostTax(day: string, counted: readonly Counted[], languages: number): FindingRow {
  const [least, highest] = endsBy(counted, ({ score }) => score);
  return toFinding(day, "best-and-worst", [highest, least], {
    title: pickFirstTitleThatFits([
      `Other languages need ${roundForText(least.score)} % more tokens than English with ${least.name}, ${roundForText(highest.score)} % more with ${highest.name}`,
      `Other languages need ${roundForText(least.score)} % to ${roundForText(highest.score)} % more tokens than English`,
    ]),
    summary: `On average over ${languages} languages, the same passage takes ${least.score} % more tokens than in English with ${least.name} and ${highest.score} % more with ${highest.name}. These tokenizers have the lowest and the highest value of the ${counted.length} tokenizers that models on sale are known to use.`,
    numbers: {
      ...{ lowest_score: least.score, highest_score: highest.score },
      ...{ tokenizers: counted.length, languages },
    },
    size: percentBetween(100 + least.score, 100 + highest.score),
  });
}

/** @param tokenizers Their models alternate: the first of each, then the second of each. */
function toFinding(
  date: string,
  subject: string,
  tokenizers: readonly Counted[],
  { size, ...written }: Pick<FindingRow, "title" | "summary" | "numbers" | "size">,
): FindingRow {
  const { test } = TOKENIZER_TAX_TEST;
  const alternating = Array.from({ length: MOST_MODELS }, (_, place) =>
    tokenizers.flatMap(({ models }) => models[place] ?? []),
  );
  const models = alternating.flat().slice(0, MOST_MODELS);
  const id = `${date}-own-test-${test}-${subject}`;
  return { id, date, kind: "own_test", ...written, models, test, statements: [], size };
}

/** Counted in every language; a mean over fewer is another score. In the order of `TOKENIZERS`. */
function countedIn(
  rows: readonly TokenCountRow[],
  tables: Tables,
  languages: readonly Language[],
): Counted[] {
  const offers = new Map(tables.models.map((model) => [model.slug, model.offers]));
  const soldBy = (model: string): number => offers.get(model) ?? 0;
  return COUNTED_TOKENIZERS.flatMap(({ id, name }) => {
    const models = tables.model_tokenizers
      .filter(({ tokenizer, model }) => tokenizer === id && soldBy(model) > 0)
      .map(({ model }) => model)
      .sort((a, b) => soldBy(b) - soldBy(a) || compareByCodePoint(a, b));
    const sorted = rows
      .filter(({ tokenizer }) => tokenizer === id)
      .sort((a, b) => compareByCodePoint(a.run_date, b.run_date));
    const newest = [...new Map(sorted.map((row) => [row.language, row])).values()];
    const tax = scoreTokenizerTax(newest);
    if (!tax || models.length === 0 || newest.length <= languages.length) return [];
    return [{ name, ...tax, models }];
  });
}

/** The first of the lowest and the first of the highest. At least one. */
const endsBy = (
  counted: readonly Counted[],
  value: (one: Counted) => number,
): [Counted, Counted] => [most(counted, (one) => -value(one)), most(counted, value)];

const most = <T>(items: readonly T[], value: (item: T) => number): T =>
  items.reduce((best, item) => (value(item) > value(best) ? item : best));

const percentBetween = (low: number, high: number): number => 100 * (1 - low / high);

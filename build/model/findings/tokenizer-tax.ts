/** Token counts of the tokenizer-tax test → up to three findings for each day of counting. */
import {
  scoreTokenizerTax,
  TOKENIZER_TAX_TEST,
  TOKENIZER_TAX_TOKENIZERS,
} from "../../experiments/own-tests.ts";
import { compareByCodePoint } from "../../schema/collections.ts";
import type { CatalogTables, FindingRow, TokenCountRow } from "../catalog/rows.ts";
import { pickFirstTitleThatFits, roundForFinding } from "./phrasing.ts";

type Tables = Pick<
  CatalogTables,
  "token_counts" | "model_tokenizers" | "models" | "own_tests" | "own_test_items"
>;

/** A language that the passage was translated into: its two letters, and its name. */
interface Language {
  language: string;
  name: string;
}

/** A tokenizer that models of the catalogue are known to use, and what it counted. */
interface Counted {
  name: string;
  /** Language → tokens of the passage, and those divided by the English ones. */
  tokens: Record<string, number>;
  ratios: Record<string, number>;
  /** Percent more tokens than English. */
  score: number;
  /** Slugs of the models that use it; those with the most hosts first. */
  models: string[];
}

const MOST_MODELS = 10;

/** A finding with the same title as an earlier one is left out. */
export function toTokenizerTaxFindings(tables: Tables): FindingRow[] {
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

/** The tokenizers with the lowest and the highest value, and these values. */
interface Ends {
  low: Counted;
  high: Counted;
  lowest: number;
  highest: number;
}
/** The texts of a finding. The first title that fits is used. */
type Words = Pick<FindingRow, "summary" | "numbers"> & { titles: readonly string[] };

function findingsOf(day: string, counted: readonly Counted[], languages: readonly Language[]) {
  if (counted.length < 2 || languages.length === 0) return [];
  const tokenizers = counted.length;
  const all = languages.length;
  const meanOf = ({ language }: Language) =>
    counted.reduce((sum, one) => sum + valueIn(one.ratios, language), 0) / tokenizers;
  const gapIn = ({ language }: Language) => {
    const { lowest, highest } = endsBy(counted, ({ tokens }) => valueIn(tokens, language));
    return highest / lowest;
  };
  const costliest = most(languages, meanOf);
  const widest = most(languages, gapIn);
  const mean = Number(meanOf(costliest).toFixed(2));
  const gap = Number(gapIn(widest).toFixed(2));
  const ofRatios = endsBy(counted, ({ ratios }) => valueIn(ratios, costliest.language));
  const ofTokens = endsBy(counted, ({ tokens }) => valueIn(tokens, widest.language));
  const ofScores = endsBy(counted, ({ score }) => score);
  return [
    toFinding(day, "dearest-language", ofRatios, ({ low, high, lowest, highest }) => ({
      titles: [
        `${costliest.name} needs ${roundForFinding(highest)} times as many tokens as English with ${high.name}, ${roundForFinding(lowest)} times as many with ${low.name}`,
        `${costliest.name} needs up to ${roundForFinding(highest)} times as many tokens as English`,
      ],
      summary: `One passage was translated into ${all} languages. The ${costliest.name} version of the passage needs the most tokens: ${roundForFinding(mean)} times as many as the English version, on average over ${tokenizers} tokenizers. With ${low.name}, the ${costliest.name} version of the passage needs ${roundForFinding(lowest)} times as many tokens as the English version; with ${high.name}, it needs ${roundForFinding(highest)} times as many.`,
      numbers: {
        lowest_ratio: lowest,
        highest_ratio: highest,
        mean_ratio: mean,
        tokenizers,
        languages: all,
      },
    })),
    // When the widest gap is in the language with the most tokens, only that language's own finding is kept.
    ...(widest === costliest ? [] : [ofTokens]).map((ends) =>
      toFinding(day, "widest-gap", ends, ({ low, high, lowest, highest }) => ({
        titles: [
          `The same text in ${widest.name} takes ${roundForFinding(gap)} times as many tokens with ${high.name} as with ${low.name}`,
          `The same text in ${widest.name} takes ${roundForFinding(gap)} times as many tokens with one tokenizer as with another`,
        ],
        summary: `The ${widest.name} version of a test passage has ${highest} tokens with ${high.name} and ${lowest} tokens with ${low.name}. This is the largest ratio between two tokenizers for any version of the passage; the test compares ${tokenizers} tokenizers and ${all} languages.`,
        numbers: {
          gap,
          lowest_tokens: lowest,
          highest_tokens: highest,
          tokenizers,
          other_languages: all - 1,
        },
      })),
    ),
    toFinding(
      ...([day, "best-and-worst", ofScores] as const),
      ({ low, high, lowest, highest }) => ({
        titles: [
          `Other languages need ${roundForFinding(lowest)} % more tokens than English with ${low.name}, ${roundForFinding(highest)} % more with ${high.name}`,
          `Other languages need ${roundForFinding(lowest)} % to ${roundForFinding(highest)} % more tokens than English`,
        ],
        summary: `On average over ${all} languages, the same passage takes ${roundForFinding(lowest)} % more tokens than in English with ${low.name} and ${roundForFinding(highest)} % more with ${high.name}. Of the ${tokenizers} tokenizers that models in the catalogue are known to use, ${low.name} needs the fewest additional tokens for other languages than English, and ${high.name} needs the most.`,
        numbers: { lowest_score: lowest, highest_score: highest, tokenizers, languages: all },
      }),
      100,
    ),
  ];
}

const valueIn = (values: Record<string, number>, language: string): number => values[language] ?? 1;

/**
 * @param english Value of the English text, added to both ends to compute the size. The models of the two tokenizers
 * alternate in the list.
 */
function toFinding(
  date: string,
  subject: string,
  ends: Ends,
  write: (ends: Ends) => Words,
  english = 0,
): FindingRow {
  const { test } = TOKENIZER_TAX_TEST;
  const { titles, ...words } = write(ends);
  const alternating = Array.from({ length: MOST_MODELS }, (_, place) =>
    [ends.high, ends.low].flatMap(({ models }) => models[place] ?? []),
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
    size: 100 * (1 - (english + ends.lowest) / (english + ends.highest)),
  };
}

/**
 * The tokenizers that have counts for every language, in the order of `TOKENIZER_TAX_TOKENIZERS`. A mean over fewer
 * languages would not be comparable.
 */
function countedIn(
  rows: readonly TokenCountRow[],
  tables: Tables,
  languages: readonly Language[],
): Counted[] {
  const offers = new Map(tables.models.map((model) => [model.slug, model.offers]));
  const soldBy = (model: string): number => offers.get(model) ?? 0;
  return TOKENIZER_TAX_TOKENIZERS.flatMap(({ id, name }) => {
    const models = tables.model_tokenizers
      .filter(({ tokenizer, model }) => tokenizer === id && offers.has(model))
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

/** The first tokenizer with the lowest value and the first with the highest. Needs at least one. */
function endsBy(counted: readonly Counted[], value: (one: Counted) => number): Ends {
  const low = most(counted, (one) => -value(one));
  const high = most(counted, value);
  return { low, high, lowest: value(low), highest: value(high) };
}

const most = <T>(items: readonly T[], value: (item: T) => number): T =>
  items.reduce((best, item) => (value(item) > value(best) ? item : best));

/** Token counts of the tokenizer-tax test → up to three findings for each day of counting. */
import { TOKENIZER_TAX } from "../../experiments/tokenizer-tax/about.ts";
import { scoreTax } from "../../experiments/tokenizer-tax/score.ts";
import { TOKENIZERS } from "../../experiments/tokenizer-tax/tokenizers.ts";
import { byText } from "../../schema/collections.ts";
import type { CatalogTables, TokenCountRow } from "../catalog/rows.ts";
import type { Finding } from "./findings.ts";
import { fitting, round } from "./phrasing.ts";

type Tables = Pick<
  CatalogTables,
  "token_counts" | "model_tokenizers" | "models" | "own_tests" | "own_test_items"
>;

/** A language that the passage was translated into: its two letters, and its name. */
interface Language {
  language: string;
  name: string;
}

/** A tokenizer that models on sale are known to use, as it was counted: what nobody can buy is no news. */
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
export function findingsOfTokenizers(tables: Tables): Finding[] {
  const version = tables.own_tests.find(({ test }) => test === TOKENIZER_TAX.test)?.version;
  const rows = tables.token_counts.filter(({ passage_version }) => passage_version === version);
  const languages = languagesOf(tables);
  const days = [...new Set(rows.map(({ run_date }) => run_date))].sort(byText);
  const published = new Set<string>();
  return days.flatMap((day) => {
    const known = rows.filter(({ run_date }) => run_date <= day);
    return findingsOf(day, countedIn(known, tables, languages), languages).filter(({ title }) => {
      const isNew = !published.has(title);
      published.add(title);
      return isNew;
    });
  });
}

const languagesOf = ({ own_test_items }: Tables): Language[] =>
  own_test_items
    .filter(({ test, meta }) => test === TOKENIZER_TAX.test && meta.is_translation === true)
    .map(({ item_id, meta }) => ({ language: item_id, name: String(meta.name) }));

function findingsOf(
  day: string,
  counted: readonly Counted[],
  languages: readonly Language[],
): Finding[] {
  if (counted.length < 2 || languages.length === 0) return [];
  const costliest = most(languages, ({ language }) => meanOf(language, counted));
  const gap = most(languages, ({ language }) => gapIn(language, counted));
  return [
    mostTokens(day, costliest, counted, languages.length),
    // The widest gap is often in the language with the most tokens, which has its own finding.
    ...(gap === costliest ? [] : [widestGap(day, gap, counted, languages.length)]),
    leastAndMostTax(day, counted, languages.length),
  ];
}

const ratioIn =
  (language: string) =>
  ({ ratios }: Counted): number =>
    ratios[language] ?? 1;

const tokensIn =
  (language: string) =>
  ({ tokens }: Counted): number =>
    tokens[language] ?? 1;

/** Mean over the tokenizers, since each splits words its own way. */
const meanOf = (language: string, counted: readonly Counted[]): number =>
  counted.reduce((sum, one) => sum + ratioIn(language)(one), 0) / counted.length;

/** How many times the lowest count of a language the highest is. */
function gapIn(language: string, counted: readonly Counted[]): number {
  const [low, high] = endsBy(counted, tokensIn(language));
  return tokensIn(language)(high) / tokensIn(language)(low);
}

function mostTokens(
  day: string,
  { language, name }: Language,
  counted: readonly Counted[],
  languages: number,
): Finding {
  const [low, high] = endsBy(counted, ratioIn(language));
  const [least, mostly] = [ratioIn(language)(low), ratioIn(language)(high)];
  const mean = Number(meanOf(language, counted).toFixed(2));
  return toFinding(day, "dearest-language", [high, low], {
    title: fitting([
      `${name} takes ${round(mostly)} times the tokens of English with ${high.name} and ${round(least)} times with ${low.name}`,
      `${name} takes up to ${round(mostly)} times the tokens of English`,
    ]),
    summary: `Of ${languages} languages that the same passage was translated into, ${name} takes the most tokens: ${round(mean)} times as many as English in the mean of ${counted.length} tokenizers, ${mostly} times with ${high.name} and ${least} times with ${low.name}.`,
    numbers: {
      lowest_ratio: least,
      highest_ratio: mostly,
      mean_ratio: mean,
      tokenizers: counted.length,
      languages,
    },
    size: percentBetween(least, mostly),
  });
}

function widestGap(
  day: string,
  { language, name }: Language,
  counted: readonly Counted[],
  languages: number,
): Finding {
  const [low, high] = endsBy(counted, tokensIn(language));
  const [least, mostly] = [tokensIn(language)(low), tokensIn(language)(high)];
  const gap = Number((mostly / least).toFixed(2));
  return toFinding(day, "widest-gap", [high, low], {
    title: fitting([
      `The same text in ${name} takes ${round(gap)} times as many tokens with ${high.name} as with ${low.name}`,
      `The same text in ${name} takes ${round(gap)} times as many tokens with one tokenizer as with another`,
    ]),
    summary: `${high.name} splits the passage in ${name} into ${mostly} tokens, ${low.name} into ${least}. In none of the other ${languages - 1} languages are two of the ${counted.length} tokenizers further apart.`,
    numbers: {
      gap,
      lowest_tokens: least,
      highest_tokens: mostly,
      tokenizers: counted.length,
      other_languages: languages - 1,
    },
    size: percentBetween(least, mostly),
  });
}

function leastAndMostTax(day: string, counted: readonly Counted[], languages: number): Finding {
  const [best, worst] = endsBy(counted, ({ score }) => score);
  return toFinding(day, "best-and-worst", [worst, best], {
    title: fitting([
      `Other languages cost ${round(best.score)} % more tokens with ${best.name} and ${round(worst.score)} % more with ${worst.name}`,
      `Other languages cost ${round(best.score)} % to ${round(worst.score)} % more tokens`,
    ]),
    summary: `In the mean of ${languages} languages the same passage takes ${best.score} % more tokens than in English with ${best.name}, the lowest of ${counted.length} tokenizers that models on sale are known to use, and ${worst.score} % more with ${worst.name}, the highest.`,
    numbers: {
      lowest_score: best.score,
      highest_score: worst.score,
      tokenizers: counted.length,
      languages,
    },
    size: percentBetween(100 + best.score, 100 + worst.score),
  });
}

function toFinding(
  date: string,
  subject: string,
  concerned: readonly Counted[],
  written: Pick<Finding, "title" | "summary" | "numbers" | "size">,
): Finding {
  const { title, summary, numbers, size } = written;
  const { test } = TOKENIZER_TAX;
  return {
    id: `${date}-own-test-${test}-${subject}`,
    date,
    kind: "own_test",
    title,
    summary,
    numbers,
    models: alternately(concerned.map(({ models }) => models)).slice(0, MOST_MODELS),
    test,
    size,
  };
}

/** `[[a, b, c], [x]]` → `[a, x, b, c]`. */
function alternately(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list[place] ?? []),
  ).flat();
}

/** Counted in every language; a mean over fewer is another score. In the order of `TOKENIZERS`. */
function countedIn(
  rows: readonly TokenCountRow[],
  tables: Tables,
  languages: readonly Language[],
): Counted[] {
  const offers = new Map(tables.models.map((model) => [model.slug, model.offers]));
  const soldBy = (model: string): number => offers.get(model) ?? 0;
  return TOKENIZERS.flatMap(({ id, name }) => {
    const models = tables.model_tokenizers
      .filter(({ tokenizer, model }) => tokenizer === id && soldBy(model) > 0)
      .map(({ model }) => model)
      .sort((a, b) => soldBy(b) - soldBy(a) || byText(a, b));
    const newest = newestOf(rows.filter(({ tokenizer }) => tokenizer === id));
    const tax = scoreTax(newest.map(({ language, tokens }) => ({ language, sentences: tokens })));
    if (!tax || models.length === 0 || newest.length <= languages.length) return [];
    return [{ name, ...tax, models }];
  });
}

/** The last count of each language. */
function newestOf(rows: readonly TokenCountRow[]): TokenCountRow[] {
  const sorted = [...rows].sort((a, b) => byText(a.run_date, b.run_date));
  return [...new Map(sorted.map((row) => [row.language, row])).values()];
}

/** The first of the lowest and the first of the highest. At least one. */
const endsBy = (
  counted: readonly Counted[],
  value: (one: Counted) => number,
): [Counted, Counted] => [most(counted, (one) => -value(one)), most(counted, value)];

const most = <T>(items: readonly T[], value: (item: T) => number): T =>
  items.reduce((best, item) => (value(item) > value(best) ? item : best));

const percentBetween = (low: number, high: number): number => 100 * (1 - low / high);

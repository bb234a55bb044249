/** Token counts of the catalogue → the outcome of tokenizer-tax. */

import { gradeOf } from "../../build/experiments/definition.ts";
import { TOKENIZER_TAX as TEST } from "../../build/experiments/tokenizer-tax/about.ts";
import {
  ENGLISH_WORDS,
  PASSAGE_VERSION,
  PASSAGES,
  textOf,
} from "../../build/experiments/tokenizer-tax/passage.ts";
import {
  type LanguageCount,
  scoreTax,
  type Tax,
  taxInterval,
  usdPer1kWords,
} from "../../build/experiments/tokenizer-tax/score.ts";
import { TOKENIZERS, type Tokenizer } from "../../build/experiments/tokenizer-tax/tokenizers.ts";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import type { ModelRow, TokenCountRow } from "../../build/read-model/catalog/rows.ts";
import { byText } from "../../build/schema/order.ts";
import { toPricing } from "../endpoints/models/prices.ts";
import {
  type LabItem,
  type LabRun,
  type Outcome,
  type OwnTestScore,
  type TestResult,
  toScoreInterval,
} from "../endpoints/own-tests/own-test.ts";
import { newest } from "../http/envelope.ts";
import { perCatalog } from "../http/per-catalog.ts";

/** A tokenizer with its counts of the present passage. Intervals are made when they are asked for. */
interface Counted {
  tokenizer: Tokenizer;
  counts: TokenCountRow[];
  languages: LanguageCount[];
  tax: Tax;
  runDate: string;
}

interface Taken {
  model: ModelRow;
  counted: Counted;
  basis: string;
  basisUrl: string;
}

/** @returns null before anything was counted. */
export function tokenizerTaxOutcome(catalog: Catalog): Outcome | null {
  const counted = countedIn(catalog);
  const taken = takenIn(catalog);
  if (taken.length === 0) return null;
  return {
    status: "published",
    headline: headlineOf(taken),
    asOf: newest(counted.map(({ runDate }) => runDate)),
    results: taken.map((one) => toResult(one, taken, catalog)),
    context: { english_words: ENGLISH_WORDS, tokenizers: counted.map((c) => toContext(c, taken)) },
    items: PASSAGES.map(toItem),
    runs: taken.map((one) => toRun(one, catalog)),
    records: counted.flatMap(({ tokenizer, counts }) =>
      counts.map((row) => ({ ...row, approximates: tokenizer.approximates })),
    ),
  };
}

/** A model's score alone, for its own page: no interval is drawn for it. */
export function tokenizerTaxScore(slug: string, catalog: Catalog): OwnTestScore | null {
  const one = takenIn(catalog).find(({ model }) => model.slug === slug);
  if (!one) return null;
  const { score } = one.counted.tax;
  return { grade: gradeOf(TEST, score), score, as_of: one.counted.runDate };
}

const countedIn = perCatalog((catalog) =>
  TOKENIZERS.flatMap((tokenizer) => toCounted(tokenizer, catalog)),
);

/** Models whose tokenizer is known, the lowest tax first. */
const takenIn = perCatalog((catalog) => takenBy(countedIn(catalog), catalog));

function toCounted(tokenizer: Tokenizer, catalog: Catalog): Counted[] {
  const counts = catalog.token_counts.filter(
    (row) => row.tokenizer === tokenizer.id && row.passage_version === PASSAGE_VERSION,
  );
  const languages = counts.map(({ language, tokens }) => ({ language, sentences: tokens }));
  const tax = scoreTax(languages);
  const runDate = newest(counts.map(({ run_date }) => run_date));
  // A mean over fewer languages is another score.
  if (!tax || runDate === null || counts.length < PASSAGES.length) return [];
  return [{ tokenizer, counts, languages, tax, runDate }];
}

/** The 90 % interval of a tokenizer's score: drawn once for all of its models. */
const intervals = new WeakMap<Counted, ReturnType<typeof toScoreInterval>>();
function intervalOf(counted: Counted) {
  let made = intervals.get(counted);
  if (made === undefined) {
    made = toScoreInterval(taxInterval(counted.languages));
    intervals.set(counted, made);
  }
  return made;
}

function takenBy(counted: readonly Counted[], catalog: Catalog): Taken[] {
  return catalog.model_tokenizers
    .flatMap((row) => {
      const model = catalog.model(row.model);
      const found = counted.find(({ tokenizer }) => tokenizer.id === row.tokenizer);
      if (!model || !found) return [];
      return [{ model, counted: found, basis: row.basis, basisUrl: row.source_url }];
    })
    .sort(
      (a, b) => a.counted.tax.score - b.counted.tax.score || byText(a.model.slug, b.model.slug),
    );
}

function toResult(one: Taken, all: readonly Taken[], catalog: Catalog): TestResult {
  const { model, counted, basis, basisUrl } = one;
  const { tax, tokenizer, counts, runDate } = counted;
  return {
    model_slug: model.slug,
    model_name: model.name,
    provider_slug: model.lab,
    grade: gradeOf(TEST, tax.score),
    score: tax.score,
    rank: 1 + all.filter(({ counted }) => counted.tax.score < tax.score).length,
    n_items: PASSAGES.length,
    n_valid: counts.length,
    metrics: {
      ratios: tax.ratios,
      tokens: tax.tokens,
      ...toPrices(one, catalog),
      tokenizer: tokenizer.id,
      tokenizerBasis: basis,
      tokenizerBasisUrl: basisUrl,
    },
    run_date: runDate,
    run_id: runId(one),
    interval: intervalOf(counted),
  };
}

function toPrices({ model, counted }: Taken, catalog: Catalog) {
  const { input, basis } = toPricing(model, catalog);
  return {
    usdPer1kWords: usdPer1kWords(counted.tax.tokens, ENGLISH_WORDS, input),
    priceInPerM: input,
    priceBasis: basis,
  };
}

const runId = ({ model, counted }: Taken): string =>
  `${counted.runDate}-${TEST.test}-v${PASSAGE_VERSION}-${model.slug}`;

/** A tokenizer's own score, whether a model takes part with it or not. */
export type TokenizerContext = ReturnType<typeof toContext>;

function toContext(counted: Counted, taken: readonly Taken[]) {
  const { tokenizer, counts, tax, runDate } = counted;
  return {
    tokenizer: tokenizer.id,
    name: tokenizer.name,
    package: tokenizer.package,
    package_version: counts[0]!.package_version,
    approximates: tokenizer.approximates,
    score: tax.score,
    interval: intervalOf(counted),
    ratios: tax.ratios,
    models: taken.filter((one) => one.counted === counted).length,
    run_date: runDate,
  };
}

const toItem = (passage: (typeof PASSAGES)[number]): LabItem => ({
  item_id: passage.language,
  prompt: textOf(passage),
  answer: null,
  meta: {
    language: passage.language,
    name: passage.name,
    is_translation: passage.isTranslation,
    is_spaced: passage.joint !== "",
    sentences: passage.sentences,
    words: passage.isTranslation ? null : ENGLISH_WORDS,
  },
  version: PASSAGE_VERSION,
});

function toRun(one: Taken, catalog: Catalog): LabRun {
  const { model, counted } = one;
  const { tokenizer, counts, tax, runDate } = counted;
  return {
    id: runId(one),
    test: TEST.test,
    version: PASSAGE_VERSION,
    model_id: tokenizer.id,
    model_slug: model.slug,
    model_name: model.name,
    route: null,
    run_date: runDate,
    n_items: PASSAGES.length,
    n_valid: counts.length,
    score: tax.score,
    metrics: { ...toPrices(one, catalog), tokenizer: tokenizer.id },
    cost_usd: 0,
    config: {
      reasoning: null,
      temperature: null,
      systemPrompt: null,
      maxTokens: null,
      method: `counted offline with ${tokenizer.package} ${counts[0]!.package_version}, special tokens left out`,
    },
    answers: counts.map(({ language, tokens }) => ({
      item_id: language,
      raw: null,
      parsed: { tokens: tax.tokens[language], sentences: tokens },
      correct: null,
    })),
    interval: intervalOf(counted),
  };
}

function headlineOf(taken: readonly Taken[]): string {
  const [best, worst] = [taken[0]!.counted, taken.at(-1)!.counted];
  const percent = ({ tax }: Counted) => `${Math.round(tax.score)} %`;
  const others = Object.keys(best.tax.ratios).length - 1;
  return `The same text in ${others} other languages takes ${percent(best)} more tokens than in English with the thriftiest tokenizer (${best.tokenizer.name}) and ${percent(worst)} more with the dearest (${worst.tokenizer.name}), over ${taken.length} models whose tokenizer is known.`;
}

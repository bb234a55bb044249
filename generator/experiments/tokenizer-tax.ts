/** Token counts of the catalogue → the outcome of tokenizer-tax. */

import { gradeOf, TOKENIZER_TAX as TEST } from "../../build/experiments/own-tests.ts";
import {
  type LanguageCount,
  scoreTax,
  type Tax,
  TOKENIZERS,
  type Tokenizer,
  taxInterval,
  usdPer1kWords,
} from "../../build/experiments/tokenizer-tax.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, TokenCountRow } from "../../build/model/catalog/rows.ts";
import { byText, groupBy } from "../../build/schema/collections.ts";
import { toPricing } from "../endpoints/models/model-parts.ts";
import {
  type LabRun,
  type Outcome,
  type OwnTestScore,
  type TestResult,
  toScoreInterval,
} from "../endpoints/own-tests/own-test.ts";
import { perCatalog } from "../http/endpoint.ts";
import { newest } from "../http/envelope.ts";
import { itemsOf, versionOf } from "./runs.ts";

/** A tokenizer with its counts of the present passage. */
interface Counted {
  tokenizer: Tokenizer;
  counts: TokenCountRow[];
  packageVersion: string;
  tax: Tax;
  runDate: string;
}

/** A model whose tokenizer is known. */
interface Taken {
  model: ModelRow;
  counted: Counted;
  basis: string;
  basisUrl: string;
}

/** @returns null before anything was counted. */
export function tokenizerTaxOutcome(catalog: Catalog): Outcome | null {
  const counted = countedIn(catalog);
  const taken = takenBy(counted, catalog);
  const [best, worst] = [taken[0], taken.at(-1)];
  if (!best || !worst) return null;
  const intervals = new Map(counted.map((one) => [one, intervalOf(one)]));
  const words = englishWords(catalog);
  const published = taken.map((one) => {
    const rank =
      1 + taken.filter(({ counted }) => counted.tax.score < one.counted.tax.score).length;
    return publish(one, { rank, interval: intervals.get(one.counted) ?? null, words, catalog });
  });
  return {
    status: "published",
    headline: headlineOf(best.counted, worst.counted, taken.length),
    asOf: newest(counted.map(({ runDate }) => runDate)),
    results: published.map(({ result }) => result),
    context: {
      english_words: words,
      tokenizers: counted.map((one) => toContext(one, taken, intervals.get(one) ?? null)),
    },
    items: itemsOf(TEST, catalog),
    runs: published.map(({ run }) => run),
    records: counted.flatMap(({ tokenizer, counts }) =>
      counts.map((row) => ({ ...row, approximates: tokenizer.approximates })),
    ),
  };
}

/** A model's score alone, for its own page: no interval is drawn for it. */
export function tokenizerTaxScore(slug: string, catalog: Catalog): OwnTestScore | null {
  const named = catalog.tokenizerOf(slug);
  const counted =
    named && countedIn(catalog).find(({ tokenizer }) => tokenizer.id === named.tokenizer);
  if (!counted) return null;
  const { score } = counted.tax;
  return { grade: gradeOf(TEST, score), score, as_of: counted.runDate };
}

const countedIn = perCatalog((catalog: Catalog): Counted[] => {
  const version = versionOf(TEST, catalog);
  const languages = itemsOf(TEST, catalog).length;
  const rows = catalog.token_counts.filter(({ passage_version }) => passage_version === version);
  const byTokenizer = groupBy(rows, ({ tokenizer }) => tokenizer);
  return TOKENIZERS.flatMap((tokenizer) => {
    const counts = byTokenizer.get(tokenizer.id) ?? [];
    const [first] = counts;
    const tax = scoreTax(toLanguages(counts));
    const runDate = newest(counts.map(({ run_date }) => run_date));
    // A mean over fewer languages is another score.
    if (languages === 0 || counts.length < languages || !first || !tax || runDate === null)
      return [];
    return { tokenizer, counts, packageVersion: first.package_version, tax, runDate };
  });
});

const toLanguages = (counts: readonly TokenCountRow[]): LanguageCount[] =>
  counts.map(({ language, tokens }) => ({ language, sentences: tokens }));

const intervalOf = ({ counts }: Counted) => toScoreInterval(taxInterval(toLanguages(counts)));

/** Words of the passage in the language it was written in. */
const englishWords = (catalog: Catalog): number =>
  Number(itemsOf(TEST, catalog).find(({ meta }) => meta.words !== null)?.meta.words);

/** Models whose tokenizer is known, the lowest tax first. */
const takenBy = (counted: readonly Counted[], catalog: Catalog): Taken[] =>
  catalog.model_tokenizers
    .flatMap((row) => {
      const model = catalog.model(row.model);
      const found = counted.find(({ tokenizer }) => tokenizer.id === row.tokenizer);
      if (!model || !found) return [];
      return { model, counted: found, basis: row.basis, basisUrl: row.source_url };
    })
    .sort(
      (a, b) => a.counted.tax.score - b.counted.tax.score || byText(a.model.slug, b.model.slug),
    );

/** A model as a result and as a run of the dataset. */
function publish(
  { model, counted, basis: tokenizerBasis, basisUrl: tokenizerBasisUrl }: Taken,
  given: { rank: number; interval: TestResult["interval"]; words: number; catalog: Catalog },
): { result: TestResult; run: LabRun } {
  const { tokenizer, counts, tax, runDate, packageVersion } = counted;
  const { rank, interval, words, catalog } = given;
  const { input, basis } = toPricing(model, catalog);
  const version = versionOf(TEST, catalog);
  const id = `${runDate}-${TEST.test}-v${version}-${model.slug}`;
  const named = { model_slug: model.slug, model_name: model.name };
  const { score } = tax;
  const [n_items, n_valid] = [counts.length, counts.length];
  const prices = {
    usdPer1kWords: usdPer1kWords(tax.tokens, words, input),
    priceInPerM: input,
    priceBasis: basis,
  };
  return {
    result: {
      ...{ ...named, provider_slug: model.lab, grade: gradeOf(TEST, score), score },
      ...{ rank, n_items, n_valid },
      metrics: {
        ...{ ratios: tax.ratios, tokens: tax.tokens, ...prices },
        ...{ tokenizer: tokenizer.id, tokenizerBasis, tokenizerBasisUrl },
      },
      ...{ run_date: runDate, run_id: id, interval },
    },
    run: {
      ...{ id, test: TEST.test, version, model_id: tokenizer.id, ...named, route: null },
      ...{ run_date: runDate, n_items, n_valid, score },
      metrics: { ...prices, tokenizer: tokenizer.id },
      cost_usd: 0,
      config: {
        ...{ reasoning: null, temperature: null, systemPrompt: null, maxTokens: null },
        method: `counted offline with ${tokenizer.package} ${packageVersion}, special tokens left out`,
      },
      answers: counts.map(({ language, tokens }) => ({
        item_id: language,
        raw: null,
        parsed: { tokens: tax.tokens[language], sentences: tokens },
        correct: null,
      })),
      interval,
    },
  };
}

/** A tokenizer's own score, whether a model takes part with it or not. */
export type TokenizerContext = ReturnType<typeof toContext>;

const toContext = (
  counted: Counted,
  taken: readonly Taken[],
  interval: TestResult["interval"],
) => ({
  tokenizer: counted.tokenizer.id,
  name: counted.tokenizer.name,
  package: counted.tokenizer.package,
  package_version: counted.packageVersion,
  approximates: counted.tokenizer.approximates,
  score: counted.tax.score,
  interval,
  ratios: counted.tax.ratios,
  models: taken.filter((one) => one.counted === counted).length,
  run_date: counted.runDate,
});

function headlineOf(best: Counted, worst: Counted, models: number): string {
  const percent = ({ tax }: Counted) => `${Math.round(tax.score)} %`;
  const others = Object.keys(best.tax.ratios).length - 1;
  return `The same text in ${others} other languages takes ${percent(best)} more tokens than in English with the thriftiest tokenizer (${best.tokenizer.name}) and ${percent(worst)} more with the dearest (${worst.tokenizer.name}), over ${models} models whose tokenizer is known.`;
}

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

/** A tokenizer with its counts of the present passage. Intervals are made when they are asked for. */
interface Counted {
  tokenizer: Tokenizer;
  packageVersion: string;
  /** Of the passage. */
  version: string;
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
  const [best, ...others] = takenIn(catalog);
  if (!best) return null;
  const taken = [best, ...others];
  return {
    status: "published",
    headline: headlineOf(best, others.at(-1) ?? best, taken.length),
    asOf: newest(counted.map(({ runDate }) => runDate)),
    results: taken.map((one) => toResult(one, taken, catalog)),
    context: {
      english_words: englishWords(catalog),
      tokenizers: counted.map((one) => toContext(one, taken)),
    },
    items: itemsOf(TEST, catalog),
    runs: taken.map((one) => toRun(one, catalog)),
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
    // A mean over fewer languages is another score.
    return languages > 0 && counts.length >= languages ? toCounted(tokenizer, counts) : [];
  });
});

/** Words of the passage in the language it was written in. */
const englishWords = perCatalog((catalog: Catalog): number =>
  Number(itemsOf(TEST, catalog).find(({ meta }) => meta.words !== null)?.meta.words),
);

/** Models whose tokenizer is known, the lowest tax first. */
const takenIn = perCatalog((catalog) => takenBy(countedIn(catalog), catalog));

function toCounted(tokenizer: Tokenizer, counts: TokenCountRow[]): Counted[] {
  const languages = counts.map(({ language, tokens }) => ({ language, sentences: tokens }));
  const tax = scoreTax(languages);
  const [first] = counts;
  const runDate = newest(counts.map(({ run_date }) => run_date));
  if (!tax || !first || runDate === null) return [];
  const { package_version: packageVersion, passage_version: version } = first;
  return [{ tokenizer, packageVersion, version, counts, languages, tax, runDate }];
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
    n_items: counts.length,
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
    usdPer1kWords: usdPer1kWords(counted.tax.tokens, englishWords(catalog), input),
    priceInPerM: input,
    priceBasis: basis,
  };
}

const runId = ({ model, counted }: Taken): string =>
  `${counted.runDate}-${TEST.test}-v${counted.version}-${model.slug}`;

/** A tokenizer's own score, whether a model takes part with it or not. */
export type TokenizerContext = ReturnType<typeof toContext>;

function toContext(counted: Counted, taken: readonly Taken[]) {
  const { tokenizer, tax, runDate } = counted;
  return {
    tokenizer: tokenizer.id,
    name: tokenizer.name,
    package: tokenizer.package,
    package_version: counted.packageVersion,
    approximates: tokenizer.approximates,
    score: tax.score,
    interval: intervalOf(counted),
    ratios: tax.ratios,
    models: taken.filter((one) => one.counted === counted).length,
    run_date: runDate,
  };
}

function toRun(one: Taken, catalog: Catalog): LabRun {
  const { model, counted } = one;
  const { tokenizer, counts, tax, runDate } = counted;
  return {
    id: runId(one),
    test: TEST.test,
    version: counted.version,
    model_id: tokenizer.id,
    model_slug: model.slug,
    model_name: model.name,
    route: null,
    run_date: runDate,
    n_items: counts.length,
    n_valid: counts.length,
    score: tax.score,
    metrics: { ...toPrices(one, catalog), tokenizer: tokenizer.id },
    cost_usd: 0,
    config: {
      reasoning: null,
      temperature: null,
      systemPrompt: null,
      maxTokens: null,
      method: `counted offline with ${tokenizer.package} ${counted.packageVersion}, special tokens left out`,
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

function headlineOf({ counted: best }: Taken, { counted: worst }: Taken, models: number): string {
  const percent = ({ tax }: Counted) => `${Math.round(tax.score)} %`;
  const others = Object.keys(best.tax.ratios).length - 1;
  return `The same text in ${others} other languages takes ${percent(best)} more tokens than in English with the thriftiest tokenizer (${best.tokenizer.name}) and ${percent(worst)} more with the dearest (${worst.tokenizer.name}), over ${models} models whose tokenizer is known.`;
}

/** Reports of tests that count tokens, or compare the prices of one model at its hosts, besides a model's answers. */

import {
  bootstrapTokenizerTaxInterval,
  SAME_MODEL_DIFFERENT_HOST_TEST as HOSTS,
  listCountedTokenizers,
  TOKENIZER_TAX_TEST as TAX,
  type TokenizerTaxResult,
  toLetterGrade,
} from "../../build/experiments/own-tests.ts";
import {
  bootstrapInterval,
  formatIntervalInParentheses,
  median,
  roundInterval,
  roundToDecimals,
  toPercentWithInterval,
} from "../../build/experiments/statistics.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow } from "../../build/model/catalog/rows.ts";
import {
  compareByCodePoint,
  createLazyValue,
  getItemAt,
  groupBy,
} from "../../build/schema/collections.ts";
import { isStillSold } from "../endpoints/models/model-filters.ts";
import { toModelPricing } from "../endpoints/models/model-parts.ts";
import {
  getOwnTestVersion,
  listItemsOfTest,
  listRunsOfTest,
  type OwnTestReport,
  type OwnTestResult,
  type OwnTestScore,
  type PublishedTestRun,
  rankTestResults,
  type TestRunWithModelName,
  toPublishedScoreInterval,
  toPublishedTestRun,
  toTestResultBeforeRanking,
} from "../endpoints/own-tests/own-test.ts";
import { memoizePerCatalog } from "../http/endpoint.ts";
import { newestDate } from "../http/envelope.ts";

const countedIn = memoizePerCatalog((catalog: Catalog) =>
  listCountedTokenizers(catalog).map((counted) => {
    const { package_version: packageVersion, run_date: runDate } = getItemAt(counted.counts, 0);
    // Computed at the first call, because the answer about a model needs none.
    const interval = createLazyValue(() =>
      toPublishedScoreInterval(bootstrapTokenizerTaxInterval(counted.counts)),
    );
    return { ...counted, packageVersion, runDate, interval };
  }),
);
type Counted = ReturnType<typeof countedIn>[number];

export function getTokenizerTaxScoreOfModel(slug: string, catalog: Catalog): OwnTestScore | null {
  const id = catalog.tokenizerOf(slug)?.tokenizer;
  const counted = countedIn(catalog).find(({ tokenizer }) => tokenizer.id === id);
  if (!counted) return null;
  const { tax, runDate } = counted;
  return { grade: toLetterGrade(TAX, tax.score), score: tax.score, as_of: runDate };
}

/** Every counted tokenizer, with the number of models that are known to use it. */
const describeTokenizers = (catalog: Catalog) =>
  countedIn(catalog).map(({ tokenizer: { id, ...tokenizer }, tax: { score, ratios }, ...one }) => ({
    tokenizer: id,
    name: tokenizer.name,
    package: tokenizer.package,
    package_version: one.packageVersion,
    approximates: tokenizer.approximates,
    score,
    interval: one.interval(),
    ratios,
    models: catalog.model_tokenizers.filter(
      (used) => used.tokenizer === id && catalog.model(used.model),
    ).length,
    run_date: one.runDate,
  }));

/** Tokenizers that at least one model is known to use. */
export const listTokenizersWithTaxRatios = (catalog: Catalog) =>
  describeTokenizers(catalog).filter(({ models }) => models > 0);

/** @returns null before the first count. */
export function makeTokenizerTaxReport(catalog: Catalog): OwnTestReport | null {
  const counted = countedIn(catalog);
  const items = listItemsOfTest(TAX, catalog);
  // Number of words of the passage in its original language.
  const words = Number(items.find(({ meta }) => meta.words !== null)?.meta.words);
  const taken = catalog.model_tokenizers
    .flatMap((row) => {
      const model = catalog.model(row.model);
      const found = counted.find(({ tokenizer }) => tokenizer.id === row.tokenizer);
      return model && found ? [{ ...row, model, ...found }] : [];
    })
    .sort((a, b) => a.tax.score - b.tax.score || compareByCodePoint(a.model.slug, b.model.slug));
  const best = taken[0];
  const worst = taken.at(-1);
  if (!best || !worst) return null;
  const published = taken.map(({ model, ...one }) => {
    const { tokens, ratios } = one.tax;
    const { input, basis } = toModelPricing(model, catalog);
    const metrics = {
      usdPer1kWords: usdOf1kWords(tokens, words, input),
      priceInPerM: input,
      priceBasis: basis,
      tokenizer: one.tokenizer.id,
    };
    const run = toTaxRun(one, model, getOwnTestVersion(TAX, catalog), metrics);
    const based = { tokenizerBasis: one.basis, tokenizerBasisUrl: one.source_url };
    const result = toTestResultBeforeRanking(TAX, model, {
      ...run,
      run_id: run.id,
      metrics: { ratios, tokens, ...metrics, ...based },
    });
    return { run, result };
  });
  return {
    status: "published",
    headline: taxHeadline(best, worst, taken.length),
    asOf: newestDate(counted.map(({ runDate }) => runDate)),
    results: rankTestResults(
      TAX,
      published.map(({ result }) => result),
    ),
    context: { english_words: words, tokenizers: describeTokenizers(catalog) },
    items,
    runs: published.map(({ run }) => run),
    records: counted.flatMap(({ tokenizer, counts }) =>
      counts.map((row) => ({ ...row, approximates: tokenizer.approximates })),
    ),
  };
}

function toTaxRun(
  { tokenizer, counts, tax, packageVersion, runDate, interval }: Counted,
  model: ModelRow,
  version: string,
  metrics: PublishedTestRun["metrics"],
): PublishedTestRun {
  return {
    id: `${runDate}-${TAX.test}-v${version}-${model.slug}`,
    test: TAX.test,
    version,
    model_id: tokenizer.id,
    model_slug: model.slug,
    model_name: model.name,
    route: null,
    run_date: runDate,
    n_items: counts.length,
    n_valid: counts.length,
    score: tax.score,
    metrics,
    cost_usd: 0,
    config: {
      reasoning: null,
      temperature: null,
      systemPrompt: null,
      maxTokens: null,
      method: `counted offline with ${tokenizer.package} ${packageVersion}, without special tokens`,
    },
    answers: counts.map(({ language, tokens }) => ({
      item_id: language,
      raw: null,
      parsed: { tokens: tax.tokens[language], sentences: tokens },
      correct: null,
    })),
    interval: interval(),
  };
}

/** Of a text that has 1,000 words in English. Words cannot be counted in the same way in every script. */
function usdOf1kWords(
  tokens: TokenizerTaxResult["tokens"],
  words: number,
  usdPerMtok: number | null,
) {
  if (usdPerMtok === null) return null;
  const toUsd = (count: number) => roundToDecimals((count * (1000 / words) * usdPerMtok) / 1e6, 9);
  return Object.fromEntries(Object.entries(tokens).map(([key, count]) => [key, toUsd(count)]));
}

function taxHeadline(best: Counted, worst: Counted, models: number): string {
  const percent = ({ tax }: Counted) => `${Math.round(tax.score)} %`;
  const others = Object.keys(best.tax.ratios).length - 1;
  return `On average over ${others} other languages, a text takes ${percent(best)} more tokens than in English with the most efficient tokenizer (${best.tokenizer.name}) and ${percent(worst)} more with the least efficient (${worst.tokenizer.name}). The tokenizers of ${models} models are known and compared.`;
}

/** @returns null when no model is sold by three hosts and no model was tested at two hosts. */
export function makeSameModelDifferentHostReport(catalog: Catalog): OwnTestReport | null {
  const sold = catalog.models
    .flatMap((model) => toHostPriceSpread(model, catalog) ?? [])
    .sort(
      ({ prices: a, model: { slug } }, { prices: b, model: other }) =>
        Number(b.isPlausible) - Number(a.isPlausible) ||
        b.ratio - a.ratio ||
        compareByCodePoint(slug, other.slug),
    );
  const summary = summarizePriceSpreads(sold.map(({ prices }) => prices));
  const pricesOf = new Map(sold.map(({ model, prices }) => [model.slug, prices]));
  const items = listItemsOfTest(HOSTS, catalog);
  const runs = listRunsOfTest(HOSTS, catalog);
  const version = getOwnTestVersion(HOSTS, catalog);
  const isComplete = (run: TestRunWithModelName): run is HostRun =>
    run.route !== null &&
    run.score !== null &&
    run.version === version &&
    run.n_items === items.length;
  const byModel = [...groupBy(runs.filter(isComplete), ({ model }) => model)];
  const gaps = byModel.flatMap(
    ([model, own]) => toHostScoreGapResult(own, pricesOf.get(model)) ?? [],
  );
  const scored = rankTestResults(HOSTS, gaps);
  if (!summary && scored.length === 0) return null;
  const tested = new Set(scored.map(({ model_slug }) => model_slug));
  const unscored = sold.filter(({ model }) => !tested.has(model.slug)).map(toPriceResult);
  const results = [...scored, ...unscored];
  return {
    status: scored.length > 0 ? "published" : "partial",
    headline: [
      ...scored.slice(-1).map((widest) => gapText(widest, scored.length)),
      ...(summary ? [priceText(summary, scored.length > 0)] : []),
    ].join(" "),
    asOf: newestDate(results.map(({ run_date }) => run_date)),
    results,
    context: {
      price_part: summary && { ...summary, implausible_models: sold.length - summary.models },
      answers: scored.length > 0 ? "published" : "not_run",
    },
    items,
    runs: runs.map(toPublishedTestRun),
    records: sold.flatMap(({ offers }) =>
      offers.map(({ model, host, model_id, input, output, blended, ...offer }) => ({
        model,
        host,
        model_id,
        input,
        output,
        blended,
        quantization: offer.quantization,
        context_window: offer.context_window,
        source: offer.source,
        as_of: offer.as_of,
      })),
    ),
  };
}

const MIN_HOSTS = 3;
/** A larger ratio is taken as a sign that a host's price has the wrong unit. */
const MAX_RATIO = 100;

type PaidOffer = OfferRow & { blended: number };

const isPaidNow = (offer: OfferRow): offer is PaidOffer =>
  offer.billing === "tokens" &&
  offer.service_tier === "standard" &&
  offer.trust !== "unverified" &&
  offer.status !== "deprecated" &&
  isStillSold(offer) &&
  offer.blended !== null &&
  offer.blended > 0;

type SoldModel = NonNullable<ReturnType<typeof toHostPriceSpread>>;
export type HostPriceSpread = SoldModel["prices"];

/** The spread of a model's prices between hosts; null for fewer than three hosts. */
function toHostPriceSpread(model: ModelRow, catalog: Catalog) {
  const offers = catalog.offersOf(model.slug).filter(isPaidNow);
  const byPrice = [...offers].sort(
    (a, b) => a.blended - b.blended || compareByCodePoint(a.host, b.host),
  );
  const [lowest, highest] = [byPrice[0], byPrice.at(-1)];
  if (!lowest || !highest || offers.length < MIN_HOSTS) return null;
  const ratio = roundToDecimals(highest.blended / lowest.blended, 2);
  const prices = {
    hosts: offers.length,
    blendedLowest: lowest.blended,
    cheapestHost: lowest.host,
    blendedHighest: highest.blended,
    mostExpensiveHost: highest.host,
    ratio,
    isPlausible: ratio <= MAX_RATIO,
    quantizations: distinct(offers.map(({ quantization }) => quantization)).sort(
      compareByCodePoint,
    ),
    contextWindows: distinct(offers.map((offer) => offer.context_window)).sort((a, b) => b - a),
    isOpenSource: model.is_open_source,
  };
  return { model, offers, prices };
}

const distinct = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value) => value !== null)),
];

/** Leaves out implausible spreads; null when there are no others. */
export function summarizePriceSpreads(
  spreads: readonly Pick<HostPriceSpread, "ratio" | "isPlausible">[],
) {
  const ratios = spreads.filter(({ isPlausible }) => isPlausible).map(({ ratio }) => ratio);
  if (ratios.length === 0) return null;
  const twice = toPercentWithInterval(ratios.filter((ratio) => ratio >= 2).length, ratios.length);
  const drawn = bootstrapInterval(ratios, median);
  return {
    models: ratios.length,
    median_ratio: roundToDecimals(median(ratios), 2),
    median_ratio_interval: toPublishedScoreInterval(roundInterval(drawn, 2)),
    /** Percent of these models that cost at least twice as much at the most expensive host as at the cheapest. */
    twice_percent: twice.score,
    twice_percent_interval: toPublishedScoreInterval(twice.interval),
  };
}

function toPriceResult({ model, offers, prices }: SoldModel): OwnTestResult {
  const date = newestDate(offers.map(({ as_of }) => as_of)) ?? "";
  return toTestResultBeforeRanking(HOSTS, model, {
    score: null,
    n_items: 0,
    n_valid: 0,
    metrics: { ...prices },
    run_date: date,
    run_id: `${date}-${HOSTS.test}-prices-${model.slug}`,
    interval: null,
  });
}

type HostRun = TestRunWithModelName & { route: string; score: number };

/**
 * Percentage points between the best and the worst host of a model; equal hosts are ordered by slug. The 90 % interval
 * combines those of the two hosts by method 10 of Newcombe, "Interval estimation for the difference between independent
 * proportions", Statistics in Medicine 17 (1998), 873-890. Its lower end is below zero where the order of the two is
 * uncertain.
 * @param ofModel Oldest first. Only the newest run at each host counts, and only if its settings equal those of the
 * newest run.
 * @returns null for fewer than two hosts.
 */
export function toHostScoreGapResult(
  ofModel: readonly HostRun[],
  prices: HostPriceSpread | undefined,
): OwnTestResult | null {
  const settingsOf = ({ config }: HostRun) => JSON.stringify(config);
  const last = ofModel.at(-1);
  const newest = [...new Map(ofModel.map((run) => [run.route, run])).values()];
  const runs = newest
    .filter((run) => last && settingsOf(run) === settingsOf(last))
    .sort((a, b) => b.score - a.score || compareByCodePoint(a.route, b.route));
  const [best, ...others] = runs;
  const worst = others.find(({ score }) => score === others.at(-1)?.score);
  if (!last || !best || !worst) return null;
  const model = { ...last, slug: last.model };
  const gap = roundToDecimals(best.score - worst.score, 1);
  const [high, low] = [best.interval, worst.interval];
  const interval = high &&
    low && {
      low: gap - Math.hypot(best.score - high.low, low.high - worst.score),
      high: gap + Math.hypot(high.high - best.score, worst.score - low.low),
    };
  return toTestResultBeforeRanking(HOSTS, model, {
    ...last,
    score: gap,
    n_valid: Math.min(...runs.map(({ n_valid }) => n_valid)),
    metrics: {
      routes: Object.fromEntries(runs.map(({ route, score }) => [route, score])),
      bestHost: best.route,
      worstHost: worst.route,
      ...prices,
    },
    run_id: `${last.run_date}-${HOSTS.test}-${last.model}`,
    interval: roundInterval(interval, 1),
  });
}

const gapText = ({ model_name, score, interval, metrics }: OwnTestResult, models: number): string =>
  `${model_name} scores ${score} points higher at ${metrics.bestHost} than at ${metrics.worstHost}${formatIntervalInParentheses(interval)}${models === 1 ? "; no other model was tested at several hosts" : `, the widest gap of ${models} models tested at several hosts`}.`;

type PriceSummary = NonNullable<ReturnType<typeof summarizePriceSpreads>>;
const priceText = (prices: PriceSummary, isTested: boolean): string =>
  `${isTested ? "Of" : "The test has not yet compared the answers of different hosts to the same questions. Of"} ${prices.models} models sold by three hosts or more, half cost at least ${prices.median_ratio} times as much at the most expensive host as at the cheapest${formatIntervalInParentheses(prices.median_ratio_interval)}.`;

/** Offers of the catalogue and recorded runs at hosts → the outcome of same-model-different-host. */
import {
  type HostGap,
  type HostOffer,
  hostGap,
  type Spread,
  type SpreadSummary,
  spreadOf,
  summarize,
} from "../../build/experiments/hosts.ts";
import { gradeOf, SAME_MODEL_DIFFERENT_HOST as TEST } from "../../build/experiments/own-tests.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow } from "../../build/model/catalog/rows.ts";
import { byText, groupBy } from "../../build/schema/collections.ts";
import { type Outcome, type TestResult, toScoreInterval } from "../endpoints/own-tests/own-test.ts";
import { newest } from "../http/envelope.ts";
import { intervalText, itemsOf, type NamedRun, rank, runsOf, toLabRun, versionOf } from "./runs.ts";

/** A run at a host that was named. */
type HostRun = NamedRun & { route: string };

/** A model with complete runs at two hosts or more. */
interface TestedModel {
  gap: HostGap;
  /** Newest run at each host. */
  runs: HostRun[];
  newest: HostRun;
}

type PaidOffer = OfferRow & HostOffer;

/** A model that three hosts or more sell. */
interface SoldModel {
  model: ModelRow;
  offers: PaidOffer[];
  prices: HostPriceMetrics;
}

export interface HostPriceMetrics extends Spread {
  isOpenSource: boolean | null;
}

/** @returns null when no model is sold by three hosts, and none was tested at two. */
export function differentHostOutcome(catalog: Catalog): Outcome | null {
  const sold = soldModels(catalog);
  const summary = summarize(sold.map(({ prices }) => prices));
  const tested = testedModels(catalog);
  if (!summary && tested.length === 0) return null;
  const pricesOf = new Map(sold.map(({ model, prices }) => [model.slug, prices]));
  const scored = rank(
    tested.map((one) => toScoredResult(one, pricesOf.get(one.newest.model))),
    TEST.scoring.higher_is_better,
  );
  const isTested = ({ model }: SoldModel) => tested.some((one) => one.newest.model === model.slug);
  const results = [...scored, ...sold.filter((one) => !isTested(one)).map(toPriceResult)];
  return {
    status: scored.length > 0 ? "published" : "partial",
    headline: [
      ...scored.slice(-1).map((widest) => gapText(widest, scored.length)),
      ...(summary ? [priceText(summary, scored.length > 0)] : []),
    ].join(" "),
    asOf: newest(results.map(({ run_date }) => run_date)),
    results,
    context: {
      price_part: summary && {
        ...summary,
        median_ratio_interval: toScoreInterval(summary.median_ratio_interval),
        twice_percent_interval: toScoreInterval(summary.twice_percent_interval),
        implausible_models: sold.length - summary.models,
      },
      answers: scored.length > 0 ? "published" : "not_run",
    },
    items: itemsOf(TEST, catalog),
    runs: runsOf(TEST, catalog).map(toLabRun),
    records: sold.flatMap(({ offers }) =>
      offers.map(({ model, host, model_id, input, output, blended, ...offer }) => ({
        ...{ model, host, model_id, input, output, blended },
        quantization: offer.quantization,
        context_window: offer.context_window,
        source: offer.source,
        as_of: offer.as_of,
      })),
    ),
  };
}

/** By slug. */
function testedModels(catalog: Catalog): TestedModel[] {
  const items = itemsOf(TEST, catalog).length;
  const present = versionOf(TEST, catalog);
  const complete = runsOf(TEST, catalog)
    .filter((run): run is HostRun => run.route !== null)
    .filter(({ version, n_items }) => version === present && n_items === items);
  return [...groupBy(complete, ({ model }) => model)]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([, runs]) => toTestedModel(runs) ?? []);
}

/** @param ofModel The oldest first, so that the newest of a host stays. */
function toTestedModel(ofModel: readonly HostRun[]): TestedModel | null {
  const newestAt = new Map(ofModel.map((run) => [run.route, run]));
  const [newest, ...others] = [...newestAt.values()].sort(
    (a, b) => byText(b.run_date, a.run_date) || byText(a.id, b.id),
  );
  if (!newest) return null;
  const configOf = ({ config }: HostRun) => JSON.stringify(config);
  // Runs with other settings than the newest are not compared with it.
  const runs = [newest, ...others.filter((run) => configOf(run) === configOf(newest))];
  const gap = hostGap(
    runs.map(({ route, answers }) => ({
      route,
      right: answers.filter(({ correct }) => correct).length,
      asked: answers.filter(({ raw }) => raw !== null).length,
    })),
  );
  return gap && { gap, runs: runs.sort((a, b) => byText(a.id, b.id)), newest };
}

/** The widest spread first, then those that are errors of units. */
const soldModels = (catalog: Catalog): SoldModel[] =>
  catalog.models
    .flatMap((model) => {
      const offers = catalog.offersOf(model.slug).filter(isPaidNow);
      const spread = spreadOf(offers);
      return spread
        ? [{ model, offers, prices: { ...spread, isOpenSource: model.is_open_source } }]
        : [];
    })
    .sort(
      ({ prices: a, model: { slug } }, { prices: b, model: other }) =>
        Number(b.isPlausible) - Number(a.isPlausible) ||
        b.ratio - a.ratio ||
        byText(slug, other.slug),
    );

/** Paid by the token, in the standard tier, and not doubted. */
const isPaidNow = (offer: OfferRow): offer is PaidOffer =>
  offer.is_paid &&
  offer.billing === "tokens" &&
  offer.service_tier === "standard" &&
  offer.trust !== "unverified" &&
  offer.status !== "deprecated" &&
  offer.blended !== null &&
  offer.blended > 0;

function toPriceResult({ model, offers, prices }: SoldModel): TestResult {
  const date = newest(offers.map(({ as_of }) => as_of)) ?? "";
  return {
    ...{ model_slug: model.slug, model_name: model.name, provider_slug: model.lab },
    ...{ grade: null, score: null, rank: null, n_items: 0, n_valid: 0 },
    metrics: { ...prices },
    ...{ run_date: date, run_id: `${date}-${TEST.test}-prices-${model.slug}`, interval: null },
  };
}

/** A gap between hosts, with the model's prices where three hosts or more sell it. */
const toScoredResult = (
  { gap, runs, newest }: TestedModel,
  prices: HostPriceMetrics | undefined,
): TestResult => ({
  ...{ model_slug: newest.model, model_name: newest.name, provider_slug: newest.lab },
  ...{ grade: gradeOf(TEST, gap.gap), score: gap.gap, rank: null, n_items: newest.n_items },
  n_valid: Math.min(...runs.map(({ n_valid }) => n_valid)),
  metrics: {
    routes: Object.fromEntries(runs.map(({ route, score }) => [route, score])),
    routeIntervals: Object.fromEntries(
      runs.map(({ route, interval }) => [route, toScoreInterval(interval)]),
    ),
    ...{ bestHost: gap.best, worstHost: gap.worst, ...prices },
  },
  run_date: newest.run_date,
  run_id: `${newest.run_date}-${TEST.test}-${newest.model}`,
  interval: toScoreInterval(gap.interval),
});

const gapText = ({ model_name, score, interval, metrics }: TestResult, models: number): string =>
  `${model_name} answers ${score} points better at ${metrics.bestHost} than at ${metrics.worstHost}${intervalText(interval)}${models === 1 ? "; no other model was tested at several hosts" : `, the widest gap of ${models} models tested at several hosts`}.`;

const priceText = (
  { models, median_ratio, median_ratio_interval }: SpreadSummary,
  isTested: boolean,
): string =>
  `${isTested ? "Of" : "Only prices were compared, no answers yet: of"} ${models} models sold by three hosts or more, half cost at least ${median_ratio} times as much at the dearest host as at the cheapest${intervalText(median_ratio_interval)}.`;

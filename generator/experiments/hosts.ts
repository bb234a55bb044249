/** Offers of the catalogue, and what hosts answered where they were asked → same-model-different-host. */

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
import { itemsOf, type NamedRun, rank, runsOf, toLabRun, versionOf } from "./runs.ts";

/** A run at a host that was named. */
type HostRun = NamedRun & { route: string };

interface AnsweringModel {
  slug: string;
  name: string;
  lab: string;
  gap: HostGap;
  /** Newest run at each host that was asked every item. */
  runs: HostRun[];
  /** The newest of the runs. */
  newest: HostRun;
}

/** Models that two hosts or more were asked for, by slug. */
function answeringModels(catalog: Catalog): AnsweringModel[] {
  const items = itemsOf(TEST, catalog).length;
  const present = versionOf(TEST, catalog);
  const whole = runsOf(TEST, catalog)
    .filter((run): run is HostRun => run.route !== null)
    .filter(({ version, n_items }) => version === present && n_items === items);
  return [...groupBy(whole, ({ model }) => model)]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([slug, runs]) => toAnsweringModel(slug, runs) ?? []);
}

/** @param ofModel The oldest first, so that the newest of a host is what stays. */
function toAnsweringModel(slug: string, ofModel: readonly HostRun[]): AnsweringModel | null {
  const newestAt = new Map(ofModel.map((run) => [run.route, run]));
  const [newest, ...others] = [...newestAt.values()].sort(
    (a, b) => byText(b.run_date, a.run_date) || byText(a.id, b.id),
  );
  if (!newest) return null;
  const { name, lab } = newest;
  // Hosts that were asked in another way than the newest are not compared with it.
  const runs = [newest, ...others.filter((run) => configOf(run) === configOf(newest))];
  const gap = hostGap(runs.map(toRoute));
  return gap && { slug, name, lab, gap, runs: runs.sort((a, b) => byText(a.id, b.id)), newest };
}

const configOf = ({ config }: HostRun): string => JSON.stringify(config);

const toRoute = ({ route, answers }: HostRun) => ({
  route,
  right: answers.filter(({ correct }) => correct).length,
  asked: answers.filter(({ raw }) => raw !== null).length,
});

interface Spreading {
  model: ModelRow;
  offers: PaidOffer[];
  spread: Spread;
}

type PaidOffer = OfferRow & HostOffer;

/** @returns null when no model is sold by three hosts, and none was asked at two. */
export function differentHostOutcome(catalog: Catalog): Outcome | null {
  const spreading = spreadingModels(catalog);
  const summary = summarize(spreading.map(({ spread }) => spread));
  const answering = answeringModels(catalog);
  if (!summary && answering.length === 0) return null;
  const prices = new Map(spreading.map((one) => [one.model.slug, toMetrics(one)]));
  const answered = rank(
    answering.map((one) => toAnswered(one, prices.get(one.slug))),
    TEST.scoring.higher_is_better,
  );
  const unasked = spreading.filter(
    ({ model }) => !answering.some(({ slug }) => slug === model.slug),
  );
  const results = [...answered, ...unasked.map(toResult)];
  return {
    status: answered.length > 0 ? "published" : "partial",
    headline: [
      ...answered.slice(-1).map((widest) => gapText(widest, answered.length)),
      ...(summary ? [priceText(summary, answered.length > 0)] : []),
    ].join(" "),
    asOf: newest(results.map(({ run_date }) => run_date)),
    results,
    context: {
      price_part: summary && {
        ...summary,
        median_ratio_interval: toScoreInterval(summary.median_ratio_interval),
        twice_percent_interval: toScoreInterval(summary.twice_percent_interval),
        implausible_models: spreading.length - summary.models,
      },
      answers: answered.length > 0 ? "published" : "not_run",
    },
    items: itemsOf(TEST, catalog),
    runs: runsOf(TEST, catalog).map(toLabRun),
    records: spreading.flatMap(({ offers }) => offers.map(toRecord)),
  };
}

/** Sold by three hosts or more; the widest spread first, then those that are errors of units. */
function spreadingModels(catalog: Catalog): Spreading[] {
  return catalog.models
    .flatMap((model) => {
      const offers = catalog.offersOf(model.slug).filter(isPaidNow);
      const spread = spreadOf(offers);
      return spread ? [{ model, offers, spread }] : [];
    })
    .sort(
      (a, b) =>
        Number(b.spread.is_plausible) - Number(a.spread.is_plausible) ||
        b.spread.ratio - a.spread.ratio ||
        byText(a.model.slug, b.model.slug),
    );
}

/** Paid by the token, in the standard tier, and not doubted. */
const isPaidNow = (offer: OfferRow): offer is PaidOffer =>
  offer.is_paid &&
  offer.billing === "tokens" &&
  offer.service_tier === "standard" &&
  offer.trust !== "unverified" &&
  offer.status !== "deprecated" &&
  offer.blended !== null &&
  offer.blended > 0;

export type HostPriceMetrics = ReturnType<typeof toMetrics>;

const toMetrics = ({ model, spread }: Spreading) => ({
  hosts: spread.hosts,
  blendedLowest: spread.lowest,
  cheapestHost: spread.cheapest_host,
  blendedHighest: spread.highest,
  dearestHost: spread.most_expensive_host,
  ratio: spread.ratio,
  isPlausible: spread.is_plausible,
  quantizations: spread.quantizations,
  contextWindows: spread.context_windows,
  isOpenSource: model.is_open_source,
});

const toResult = (spreading: Spreading): TestResult => ({
  model_slug: spreading.model.slug,
  model_name: spreading.model.name,
  provider_slug: spreading.model.lab,
  grade: null,
  score: null,
  rank: null,
  n_items: 0,
  n_valid: 0,
  metrics: toMetrics(spreading),
  run_date: spreading.spread.as_of,
  run_id: `${spreading.spread.as_of}-${TEST.test}-prices-${spreading.model.slug}`,
  interval: null,
});

const toRecord = (offer: PaidOffer) => ({
  model: offer.model,
  host: offer.host,
  model_id: offer.model_id,
  input: offer.input,
  output: offer.output,
  blended: offer.blended,
  quantization: offer.quantization,
  context_window: offer.context_window,
  source: offer.source,
  as_of: offer.as_of,
});

/** A gap between hosts, with the model's prices where three hosts or more sell it. */
const toAnswered = (one: AnsweringModel, prices: HostPriceMetrics | undefined): TestResult => ({
  model_slug: one.slug,
  model_name: one.name,
  provider_slug: one.lab,
  grade: gradeOf(TEST, one.gap.gap),
  score: one.gap.gap,
  rank: null,
  n_items: one.newest.n_items,
  n_valid: Math.min(...one.runs.map(({ n_valid }) => n_valid)),
  metrics: {
    routes: Object.fromEntries(one.runs.map(({ route, score }) => [route, score])),
    routeIntervals: Object.fromEntries(
      one.runs.map(({ route, interval }) => [route, toScoreInterval(interval)]),
    ),
    bestHost: one.gap.best,
    worstHost: one.gap.worst,
    ...prices,
  },
  run_date: one.newest.run_date,
  run_id: `${one.newest.run_date}-${TEST.test}-${one.slug}`,
  interval: toScoreInterval(one.gap.interval),
});

function gapText({ model_name, score, interval, metrics }: TestResult, models: number): string {
  const range = interval ? ` (90 % interval ${interval.low} to ${interval.high})` : "";
  return `${model_name} answers ${score} points better at ${metrics.bestHost} than at ${metrics.worstHost}${range}${models === 1 ? "; no other model was asked at several hosts" : `, the widest gap of ${models} models asked at several hosts`}.`;
}

function priceText(
  { models, median_ratio, median_ratio_interval }: SpreadSummary,
  isAnswered: boolean,
): string {
  const range = median_ratio_interval
    ? ` (90 % interval ${median_ratio_interval.low} to ${median_ratio_interval.high})`
    : "";
  return `${isAnswered ? "Of" : "Only prices were compared, no answers yet: of"} ${models} models sold by three hosts or more, half cost at least ${median_ratio} times as much at the dearest host as at the cheapest${range}.`;
}

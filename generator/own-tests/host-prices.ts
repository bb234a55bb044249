/** Offers of the catalogue → the price part of same-model-different-host. Nobody was asked anything. */
import type { Catalog } from "../../build/catalog/catalog.ts";
import type { ModelRow, OfferRow } from "../../build/catalog/rows.ts";
import { SAME_MODEL_DIFFERENT_HOST as TEST } from "../../build/own-tests/same-model-different-host/about.ts";
import {
  type HostOffer,
  type Spread,
  type SpreadSummary,
  spreadOf,
  summarise,
} from "../../build/own-tests/same-model-different-host/price-spread.ts";
import { byText } from "../../build/schema/order.ts";
import { newest } from "../envelope.ts";
import { type Outcome, type TestResult, toScoreInterval } from "../resources/own-test.ts";

interface Spreading {
  model: ModelRow;
  offers: PaidOffer[];
  spread: Spread;
}

type PaidOffer = OfferRow & HostOffer;

/** @returns null when no model is sold by three hosts. */
export function hostPriceOutcome(catalog: Catalog): Outcome | null {
  const spreading = spreadingModels(catalog);
  const summary = summarise(spreading.map(({ spread }) => spread));
  if (!summary) return null;
  return {
    status: "partial",
    headline: headlineOf(summary),
    asOf: newest(spreading.map(({ spread }) => spread.as_of)),
    results: spreading.map(toResult),
    context: {
      price_part: {
        ...summary,
        median_ratio_interval: toScoreInterval(summary.median_ratio_interval),
        twice_percent_interval: toScoreInterval(summary.twice_percent_interval),
        implausible_models: spreading.length - summary.models,
      },
      answers: "not_run",
    },
    items: [],
    runs: [],
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

const isPaidNow = (offer: OfferRow): offer is PaidOffer =>
  offer.is_paid && offer.status !== "deprecated" && offer.blended !== null && offer.blended > 0;

export type HostPriceMetrics = ReturnType<typeof toMetrics>;

const toMetrics = ({ model, spread }: Spreading) => ({
  hosts: spread.hosts,
  blendedLowest: spread.lowest,
  cheapestHost: spread.cheapest_host,
  blendedHighest: spread.highest,
  dearestHost: spread.dearest_host,
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

function headlineOf({ models, median_ratio, median_ratio_interval }: SpreadSummary): string {
  const range = median_ratio_interval
    ? ` (90 % interval ${median_ratio_interval.low} to ${median_ratio_interval.high})`
    : "";
  return `Only prices were compared, no answers yet: of ${models} models sold by three hosts or more, half cost at least ${median_ratio} times as much at the dearest host as at the cheapest${range}.`;
}

/** The cost of a workload or usage log at the cheapest host of each model. Loaded only when one is given. */
import { toRateCard } from "../../../../build/cost/card-of-day.ts";
import { type Cost, cost, type RateCard } from "../../../../build/cost/cost.ts";
import type { PriceUnit, ServiceTier } from "../../../../build/cost/rates.ts";
import type { PackagedModel } from "../../../../build/model/package-facts.ts";
import type { BillingMode, HostKind, PriceTrust } from "../../../../build/schema/values.ts";
import { isOneOf, isOutputCharged } from "../../../endpoints/models/model-filters.ts";
import { type ArraysByColumn, arraysByColumnToRows } from "../../components/table.ts";
import { countPromptTokens, type Workload } from "./workload.ts";

/** One row per host of a model. Token prices are in USD per 1M tokens, null if unknown. */
export interface PricesFileRow {
  /** Indexes into `models` and `hosts`. */
  model: number;
  host: number;
  input: number | null;
  output: number | null;
  cache_read: number | null;
  cache_write: number | null;
  /** USD per `unit` if the model is not sold by token, otherwise null. */
  unit_price: number | null;
  unit: PriceUnit | null;
  /** All other rates in the ledger's notation; null if there are none. */
  rates: string | null;
  trust: PriceTrust;
  /** Whether the offer may count as the cheapest of its model. */
  is_eligible: boolean;
  billing: BillingMode;
  service_tier: ServiceTier;
}

interface Host {
  slug: string;
  name: string;
  kind: HostKind | null;
}

/** Content of `/tables/prices.json`. */
export interface PricesFile {
  models: ArraysByColumn<{ slug: string }>;
  hosts: ArraysByColumn<Host>;
  prices: ArraysByColumn<PricesFileRow>;
}

export interface PricedOffer {
  /** Slug. */
  model: string;
  host: Host;
  is_eligible: boolean;
  card: RateCard;
  /** USD per 1M tokens at the standard tier; null where unknown. */
  input: number | null;
  output: number | null;
}

export function toOffersOfPricesFile(file: PricesFile): PricedOffer[] {
  const hosts = arraysByColumnToRows(file.hosts);
  return arraysByColumnToRows(file.prices).flatMap((price) => {
    const { is_eligible, input, output, rates, trust } = price;
    const model = file.models.slug[price.model];
    const host = hosts[price.host];
    // A doubtful 0 may mean "unknown".
    const isKnown = (input ?? output ?? rates) !== null && (trust !== "unverified" || input !== 0);
    return model !== undefined && host && isKnown
      ? [{ model, host, is_eligible, card: toCard(price), input, output }]
      : [];
  });
}

const toCard = ({ rates, ...row }: PricesFileRow): RateCard =>
  toRateCard({
    ...row,
    cards: rates === null ? [] : [{ rates, source: "", valid_from: "" }],
    source: null,
    as_of: null,
  });

export type RateCardToCost = (card: RateCard) => Pick<Cost, "usd" | "missing">;

export const createWorkloadPricer =
  ({ usage, requests, service_tier: serviceTier }: Workload): RateCardToCost =>
  (card) =>
    cost(usage, card, { serviceTier, requests });

/** What a workload or a log costs at one host. */
export interface CostAtHost {
  usd: number;
  /** Name of the host and its prices, USD per 1M tokens. */
  host: string;
  input: number | null;
  output: number | null;
}

export interface UnknownCost {
  usd: null;
  host: null;
  /** What the host's price is not known for; null if no offer of the model may count as the cheapest. */
  missing: string | null;
  /** Why the model cannot process the workload at all. */
  unable?: string;
}

/** Slug of a model → its lowest cost at any host. Models without a price are left out. */
export type CostByModel = ReadonlyMap<string, CostAtHost | UnknownCost>;

/**
 * @param offers Of hosts with equal costs, the first is used.
 * @param only Slug of a single host, and kind of hosts. Without a host, only offers that may count as the cheapest are
 * used.
 */
export function findLowestCostByModel(
  offers: readonly PricedOffer[],
  price: RateCardToCost,
  only: { host?: string | undefined; kind?: string | undefined } = {},
): CostByModel {
  const costs = new Map<string, CostAtHost | UnknownCost>();
  for (const { model, host, is_eligible, card, input, output } of offers) {
    if (only.host !== undefined && !isOneOf(only.host, host.slug)) continue;
    if (only.kind !== undefined && host.kind !== only.kind) continue;
    const best = costs.get(model) ?? { usd: null };
    const isCompared = only.host !== undefined || is_eligible;
    const { usd, missing } = isCompared ? price(card) : { usd: null, missing: [] };
    if (usd !== null && (best.usd === null || usd < best.usd))
      costs.set(model, { usd, host: host.name, input, output });
    else if (best.usd === null && (isCompared || !costs.has(model)))
      costs.set(model, { usd: null, host: null, missing: missing[0]?.meter ?? null });
  }
  return costs;
}

/**
 * The lowest cost of a workload for each model. The cost is unknown for a model that cannot process a request of the
 * workload: its context window is smaller than the stated size of a prompt, or it returns no text.
 * @param host Slug of the only host whose prices are used; undefined: all hosts that may count as the cheapest.
 */
export function findWorkloadCostByModel(
  workload: Workload,
  offers: readonly PricedOffer[],
  models: readonly { row: Pick<PackagedModel, "slug" | "model_type" | "context_window"> }[],
  host?: string,
): CostByModel {
  const only = { host, kind: workload.host_kind };
  const costs = new Map(findLowestCostByModel(offers, createWorkloadPricer(workload), only));
  const { prompt } = countPromptTokens(workload.usage);
  for (const { row } of models) {
    const isTooSmall = !workload.is_size_assumed && prompt > (row.context_window ?? prompt);
    const isMute = (workload.usage.output ?? 0) > 0 && !isOutputCharged(row);
    const unable = isTooSmall ? "context too small" : isMute && "no text output";
    if (unable && costs.has(row.slug))
      costs.set(row.slug, { usd: null, host: null, missing: null, unable });
  }
  return costs;
}

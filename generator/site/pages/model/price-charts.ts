/** The price of a model over time at its hosts, and what its hosts charge now. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow } from "../../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import { MIN_NAMED_PERCENT } from "../../../../build/schema/values.ts";
import { isStillSold } from "../../../endpoints/models/model-filters.ts";
import { getModelDays } from "../../../endpoints/models/model-parts.ts";
import { listPriceHistoryRows } from "../../../endpoints/prices/prices.ts";
import { isPriceChange, listChangesOfModel } from "../../../feeds/feeds.ts";
import { modelPagePath } from "../../components/addresses.ts";
import type { Chart } from "../../components/charts/chart.ts";
import { drawHostPrices, type HostPriceDot } from "../../components/charts/dot-rows.ts";
import {
  drawPriceLines,
  isPriceScaleLogarithmic,
  type PriceChartLine,
  toPriceHistorySteps,
} from "../../components/charts/price-lines.ts";
import { getLabCssClass } from "../../components/chips.ts";
import { formatLongDate } from "../../components/html.ts";
import { isChargedForInputOnly, toHostKindLabel } from "../../components/offers.ts";
import { pluralize, providerNameOfSlug } from "../../components/parts.ts";

/** What the prices of a chart are: `1M tokens, blended (3:1)`. */
const pricedUnit = (offers: readonly OfferRow[]): string =>
  isChargedForInputOnly(offers) ? "1M input tokens" : "1M tokens, blended (3:1)";

/** Maximum number of lines with a name: those of the main hosts, and those with a price change. */
const NAMED = 7;

/** @returns Null where no host has changed its price. */
export function toPriceHistoryChart(model: ModelRow, catalog: Catalog): Chart | null {
  const { slug, name } = model;
  const { asOf, until } = getModelDays([model], catalog);
  const histories = rankHistories(model, catalog);
  if (!histories.some(({ prices }) => prices > 1)) return null;
  const main = [model.default_host, model.list_host, model.cheapest_host];
  const named = histories
    .filter(({ host, prices }) => main.includes(host) || prices > 1)
    .slice(0, NAMED);
  const lines = {
    named: named.map(({ line }) => line),
    others: histories.flatMap((one) => (named.includes(one) ? [] : one.line)),
    until,
  };
  const [first] = histories;
  const at = histories.length === 1 ? first?.line.name : pluralize(histories.length, "host");
  const remarks = [
    lines.others.length > 0 && " Grey lines are the prices at the other hosts.",
    isPriceScaleLogarithmic(lines) && " The scale is logarithmic.",
  ];
  return {
    id: slug,
    title: historyClaim(histories, model, catalog) ?? `Price of ${name} over time`,
    subtitle: `Price of ${name} per ${pricedUnit(catalog.offersOf(slug))}, at ${at}.${remarks.filter(Boolean).join("")}`,
    asOf,
    page: modelPagePath(slug),
    table: `${modelPagePath(slug)}#price-table`,
    columns: ["host", "date", "input_usd_per_m", "output_usd_per_m", "blended_usd_per_m"],
    rows: histories.flatMap(({ host, line }) =>
      line.steps.map(({ date, input, output, blended }) => [host, date, input, output, blended]),
    ),
    draw: (isWide) => drawPriceLines(lines, isWide),
  };
}

const countPrices = ({ steps }: PriceChartLine): number =>
  new Set(steps.flatMap(({ blended }) => blended ?? [])).size;

/**
 * The default, list price and cheapest hosts, then those with the most price changes. Former hosts are last. Hosts
 * without a price above 0, such as subscriptions, are left out.
 */
function rankHistories(model: ModelRow, catalog: Catalog) {
  const { default_host, list_host, cheapest_host } = model;
  const main = [default_host, list_host, cheapest_host];
  return Array.from(
    groupBy(listPriceHistoryRows(model, "all", catalog), ({ host }) => host),
    ([host, rows]) => {
      const line = {
        name: providerNameOfSlug(host, catalog),
        colour: colourOfHost(host, model, catalog),
        steps: toPriceHistorySteps(rows, catalog.offersOf(model.slug)),
      };
      const prices = countPrices(line);
      const place = main.indexOf(host);
      const isFormer = line.steps.at(-1)?.blended === null;
      return { host, line, prices, rank: place >= 0 ? place : (isFormer ? 2000 : 1000) - prices };
    },
  )
    .filter(({ line }) => line.steps.some(({ blended }) => blended))
    .sort((a, b) => a.rank - b.rank);
}

function colourOfHost(host: string, { lab, cheapest_host }: ModelRow, catalog: Catalog): string {
  if (catalog.provider(lab)?.own_hosts.includes(host)) return getLabCssClass(lab);
  return host === cheapest_host ? "ink" : "quiet";
}

/** A sentence about the newest price change in effect, at the first host where it counts as a price move. */
function historyClaim(
  histories: ReturnType<typeof rankHistories>,
  { slug, name }: ModelRow,
  catalog: Catalog,
): string | undefined {
  const moves = listChangesOfModel(slug, catalog).filter(isPriceChange);
  for (const { host, line } of histories) {
    const [before, after] = line.steps.slice(-2);
    if (!before?.blended || !after?.blended) continue;
    if (!moves.some((move) => move.host === host && move.date === after.date)) continue;
    const change = after.blended / before.blended - 1;
    const percent = 100 * Math.abs(change);
    if (percent >= MIN_NAMED_PERCENT)
      return `${line.name} ${change < 0 ? "cut" : "raised"} the price of ${name} by ${Math.round(percent)} % on ${formatLongDate(after.date)}`;
  }
  return undefined;
}

/** Minimum number of hosts for a chart: two prices fit into a sentence. */
const FEW_HOSTS = 3;

/** Gets an offer's blended price in USD per 1M tokens (its input price if no host charges for output), or null. */
export const createComparedPriceGetter = (offers: readonly OfferRow[]) => {
  const compared = isChargedForInputOnly(offers) ? "input tokens" : "tokens";
  return ({ billing, unit, unit_price }: OfferRow): number | null =>
    billing === "tokens" && unit === compared ? unit_price || null : null;
};

/** Sort key: the cheapest host, then the list price, then all others. */
export const rankOffer = ({ passed_over, is_list_price }: OfferRow): number =>
  passed_over === null ? 0 : is_list_price ? 1 : 2;

export function toHostPriceChart(model: ModelRow, catalog: Catalog): Chart | null {
  const { slug, name } = model;
  const all = catalog.offersOf(slug);
  const toPrice = createComparedPriceGetter(all);
  const offers = all
    .filter(
      (offer) =>
        isStillSold(offer) &&
        offer.service_tier === "standard" &&
        (offer.trust === "verified" || offer.trust === "one_source"),
    )
    .map((offer) => ({ offer, blended: toPrice(offer) ?? 0 }))
    .filter(({ blended }) => blended > 0);
  if (offers.length < FEW_HOSTS) return null;
  const ownHosts = catalog.provider(model.lab)?.own_hosts ?? [];
  const hosts = offers
    .sort((a, b) => rankOffer(a.offer) - rankOffer(b.offer) || a.blended - b.blended)
    .map(
      ({ offer: { host, host_kind, input, output }, blended }): HostPriceDot => ({
        slug: host,
        host: providerNameOfSlug(host, catalog),
        colour: colourOfHost(host, model, catalog),
        kind: toHostKindLabel(host_kind, ownHosts.includes(host)),
        isReseller: host_kind === "router",
        input,
        output,
        blended,
      }),
    );
  const title = hostsClaim(name, hosts);
  if (title === null) return null;
  return {
    id: `hosts/${slug}`,
    title,
    subtitle: `Price of ${name} per ${pricedUnit(all)}, at the standard tier. Each dot is one of ${hosts.length} hosts: ●\u00a0runs the model, ○\u00a0resells it. The chart does not show disputed, doubtful and outdated prices.`,
    asOf: model.as_of,
    page: modelPagePath(slug),
    table: "#prices",
    columns: ["host", "kind", "input_usd_per_m", "output_usd_per_m", "blended_usd_per_m"],
    rows: hosts.map((of) => [of.slug, of.kind, of.input, of.output, of.blended]),
    draw: (isWide) => drawHostPrices(hosts, isWide),
  };
}

/** Title of the chart, true for every host drawn. Null if the prices differ by less than 1 %: then there is no chart. */
function hostsClaim(name: string, hosts: readonly HostPriceDot[]): string | null {
  const prices = hosts.map(({ blended }) => blended);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const times = high / low;
  if (times < 1.01) return null;
  const at = (price: number): string => {
    const names = hosts.flatMap(({ blended, host }) => (blended === price ? host : []));
    return names[1] === undefined ? String(names[0]) : pluralize(names.length, "host");
  };
  const distance =
    times < 2 ? `${Math.round(100 * (times - 1))} % above` : `${Number(times.toFixed(1))} times`;
  return `${name}: the highest price (${at(high)}) is ${distance} the lowest (${at(low)})`;
}

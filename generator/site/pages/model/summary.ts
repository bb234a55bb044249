/** The summary of a model: its price, announced prices, its cheapest host, and its retirement. */

import type { OfferRow } from "../../../../build/model/catalog/rows.ts";
import { THIRD_PARTY } from "../../../../build/schema/values.ts";
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { isStillSold } from "../../../endpoints/models/model-filters.ts";
import { formatUsdOrFree, type Html, type HtmlContent, html } from "../../components/html.ts";
import { formatRatePerUnit } from "../../components/offers.ts";
import { renderApiValue, renderDate } from "../../components/parts.ts";

/** @param offers In the order of `providers`. @param asOf Day of the newest facts. */
export const renderModelSummary = (
  model: ModelDetail,
  offers: readonly OfferRow[],
  asOf: string,
): Html => html`${price(model, offers)}${announcedPrices(model)}${retirement(model, asOf)}`;

const announcedPrices = ({ list_price: list }: ModelDetail): HtmlContent =>
  list?.announced?.map(
    (one, index) =>
      one.input !== null &&
      html` From ${renderDate(one.effective)}, the list price is ${prices(one, `/list_price/announced/${index}`)} per 1M tokens${one.source === THIRD_PARTY && html` (stated by <a href="${one.source_url}">a third party</a>)`}.`,
  );

function price(model: ModelDetail, offers: readonly OfferRow[]): HtmlContent {
  const { list_price: list, cheapest_provider: cheapest } = model;
  const listed = listPrice(model);
  if (list !== null && listed !== null) {
    const { provider: host = list.provider_slug } =
      model.providers.find(({ provider_slug }) => provider_slug === list.provider_slug) ?? {};
    if (list.input === 0 && list.output === 0)
      return html`This model is free at ${host}.${cheapestHost(model)}`;
    return html`${host}: ${listed}${DOUBT[list.trust]}${besideList(model, offers)}`;
  }
  if (cheapest !== null) return html`${noListPrice(model)}${cheapestHost(model)}`;
  return unsold(model, offers);
}

/** The list price per 1M tokens, or in the model's own unit. Null if there is none. */
function listPrice({ list_price: list, pricing }: ModelDetail): HtmlContent {
  if (list !== null && list.input !== null)
    return html`${prices(list, "/list_price")} per 1M tokens`;
  return list !== null && pricing.rate ? formatRatePerUnit(pricing.rate) : null;
}

function besideList(model: ModelDetail, offers: readonly OfferRow[]): HtmlContent {
  const { list_price: list, cheapest_provider: cheapest, providers } = model;
  if (cheapest === null)
    return html`.${passedOver(model, offers, ({ host }) => host !== list?.provider_slug) ?? " No other host has a confirmed price for this model."}`;
  const own = offers.find(({ host }) => host === list?.provider_slug);
  if (cheapest.provider_slug === list?.provider_slug) {
    const isLower = ({ unit, unit_price, is_free }: OfferRow) =>
      is_free || (unit === own?.unit && Number(unit_price) < Number(own?.unit_price));
    const lower = offers.filter(
      (offer) => offer.host_kind !== "router" && offer.billing !== "plan" && isLower(offer),
    );
    const rival = passedOver(model, lower, ({ service_tier }) => service_tier === "standard");
    const claim =
      lower.length === 0
        ? ", the lowest price of all hosts that run the model"
        : rival === null
          ? ", the lowest confirmed price at the standard tier of all hosts that run the model"
          : ", the cheapest host";
    return html`${providers.length > 1 && claim}.${rival}`;
  }
  const { saving_vs_list: saving } = cheapest;
  const why = list && !DOUBT[list.trust] && own?.passed_over;
  if (saving === null || saving <= 0)
    return html`.${why && ` This price does not count as the cheapest, because ${why}.`}${cheapestHost(model)}`;
  return html`; ${cheapest.provider} is ${renderApiValue(saving, "/cheapest_provider/saving_vs_list", (percent) => `${percent} %`)} cheaper${DOUBT[cheapest.trust]}.`;
}

function noListPrice({ sold_by_lab, provider }: ModelDetail): HtmlContent {
  if (sold_by_lab === null) return null;
  return sold_by_lab
    ? `${provider.name} has no confirmed price for this model.`
    : `${provider.name} does not itself sell the model.`;
}

function cheapestHost({ cheapest_provider: cheapest }: ModelDetail): HtmlContent {
  if (cheapest === null) return null;
  const reseller = cheapest.host_kind === "router" && " (reseller)";
  const price =
    cheapest.rate === null
      ? html`${prices(cheapest, "/cheapest_provider")} per 1M tokens`
      : formatRatePerUnit(cheapest.rate);
  return html` Cheapest host: ${cheapest.provider}${reseller}, ${price}${DOUBT[cheapest.trust]}.`;
}

/** The lowest confirmed price that does not count as the cheapest, and the reason. Null if there is none. */
function passedOver(
  { providers }: ModelDetail,
  offers: readonly OfferRow[],
  isWanted: (offer: OfferRow) => boolean = () => true,
): HtmlContent {
  const best = offers.find(
    (offer) =>
      (offer.trust === "verified" || offer.trust === "one_source") &&
      offer.billing === "tokens" &&
      isStillSold(offer) &&
      offer.input !== null &&
      Number(offer.unit_price) > 0 &&
      isWanted(offer),
  );
  const at = providers.findIndex(({ provider_slug }) => provider_slug === best?.host);
  const shown = providers[at];
  return best && shown
    ? html` ${shown.provider} charges ${prices(shown, `/providers/${at}`)} per 1M tokens, but does not count as the cheapest, because ${best.passed_over}.`
    : null;
}

function unsold(model: ModelDetail, offers: readonly OfferRow[]): HtmlContent {
  if (offers.length === 0) return "No host in the catalogue sells this model.";
  if (offers.every(({ billing }) => billing === "plan"))
    return "This model is sold only in subscriptions, not per token.";
  const isFree = offers.some(
    (offer) => offer.is_free && offer.trust !== "unverified" && isStillSold(offer),
  );
  const passed = passedOver(model, offers);
  if (passed) return html`${isFree && "This model is offered free of charge."}${passed}`;
  return isFree
    ? "This model is offered free of charge, and no host has a confirmed price for paid use."
    : "No host has a confirmed price for this model.";
}

/** An output price of 0 beside a paid input is left out: the model returns no tokens, such as an embedding model. */
const prices = (of: { input: number | null; output: number | null }, at: string): Html =>
  html`${renderApiValue(of.input, `${at}/input`, formatUsdOrFree)} input${of.output !== null && (of.output > 0 || of.input === 0) && html` / ${renderApiValue(of.output, `${at}/output`, formatUsdOrFree)} output`}`;

const DOUBT: Partial<Record<string, string>> = {
  stale: " (not confirmed recently)",
  disputed: " (sources differ)",
  unverified: " (doubtful)",
};

function retirement(
  { retirement_date: end, provider, status }: ModelDetail,
  asOf: string,
): HtmlContent {
  if (end === null) return null;
  if (end > asOf) return html` ${provider.name} retires this model on ${renderDate(end)}.`;
  return status === "retired" || status === null
    ? html` ${provider.name} retired this model on ${renderDate(end)}.`
    : html` ${provider.name} withdrew this model on ${renderDate(end)}.`;
}

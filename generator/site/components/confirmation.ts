/** What is beside a price in a table: status chips, and a disclosure that explains the price's trust level. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../build/model/catalog/rows.ts";
import { DISPUTED_PERCENT } from "../../../build/schema/fields.ts";
import { type PriceTrust, subtractDays } from "../../../build/schema/values.ts";
import { isStillSold } from "../../endpoints/models/model-filters.ts";
import { getPriceSourceUrl } from "../../endpoints/service/service.ts";
import { formatUsdOrFree, type Html, type HtmlContent, html } from "./html.ts";
import { hasStatedPrice, PRICE_TRUST_LABELS } from "./offers.ts";
import { providerNameOfSlug, renderDate } from "./parts.ts";
import { renderReportWrongFact } from "./wrong-fact.ts";

/** Status chips; none for a confirmed price of an active offer without retirement date that is not the cheapest. */
export function renderOfferStatusChips(row: OfferRow): HtmlContent {
  const { status, retirement_date: end, trust, passed_over } = row;
  const isEnded = !isStillSold(row);
  return [
    passed_over === null && html` <span class="status good">Cheapest</span>`,
    trust === "disputed" && html` <span class="status bad">Disputed</span>`,
    trust === "unverified" && html` <span class="status warn">Doubtful</span>`,
    trust === "stale" && !isEnded && html` <span class="status warn">Stale</span>`,
    end !== null
      ? html` <span class="status ${isEnded ? "bad" : "warn"}">${isEnded ? "Ended" : "Until"} ${renderDate(end)}</span>`
      : status !== "active" && html` <span class="status warn">${capitalize(status)}</span>`,
  ];
}

const CHECK = html`<svg class="check" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path d="M2 6.5l3 3 5-7"/></svg>`;

/** Threshold of the rule `stale` (data/rules.csv). */
export const STALE_PRICE_DAYS = 60;

/** Whether a source has stated the price within the last STALE_PRICE_DAYS days, regardless of other doubts. */
export const isRecentlyConfirmed = (
  { last_confirmed }: Pick<OfferRow, "last_confirmed">,
  { asOf }: Catalog,
): boolean => last_confirmed !== null && last_confirmed >= subtractDays(asOf, STALE_PRICE_DAYS);

export const PRICE_TRUST_REASONS: Readonly<Record<PriceTrust, string>> = {
  verified:
    "two independent sources or the host’s own price list state this price, or a person has checked it on the seller’s page",
  one_source: "only one source states this price",
  stale: `no source has confirmed this price in ${STALE_PRICE_DAYS} days`,
  disputed: `sources state prices that differ by more than ${DISPUTED_PERCENT} %`,
  unverified: "a data-quality rule flags this price as doubtful",
};

/**
 * A disclosure with the day of the last confirmation as its summary. It contains the reason for the trust level, the
 * day of recording, the source, and the proof.
 * @param first Content above them.
 */
export function renderPriceTrust(row: OfferRow, catalog: Catalog, first?: HtmlContent): Html {
  const { model, host, model_id, input, output, trust, passed_over } = row;
  const source_url = getPriceSourceUrl(row, catalog);
  // The price proof endpoint finds its row by input and output price. The link is shown only if both are known.
  const hasProof = input !== null && output !== null;
  const wrong = renderReportWrongFact(
    {
      title: `${catalog.getModel(model).name} at ${providerNameOfSlug(host, catalog)}: price`,
      row: `prices/${host}.csv ${model_id}`,
      value: `${formatUsdOrFree(input)} input, ${formatUsdOrFree(output)} output`,
      source: source_url,
    },
    catalog.service,
  );
  const hasPrice = hasStatedPrice(row);
  const reason = hasPrice
    ? (row.doubt ?? PRICE_TRUST_REASONS[trust])
    : "no source states a price of this host for the model";
  // A doubt is the reason, too, that the host is not the cheapest.
  const isSaid = !hasPrice || (row.doubt !== null && passed_over?.includes(row.doubt));
  const isCacheStale = row.rate_trust?.cache_read === "stale";
  return html`<details class="offer" name="offer"><summary>${trust === "verified" ? html`${CHECK}<span class="verified">${PRICE_TRUST_LABELS[trust]} </span>` : html`<span class="sr-only">${hasPrice && `${PRICE_TRUST_LABELS[trust]}, `}last confirmed </span>`}${renderDate(row.last_confirmed)}<span class="sr-only">.</span></summary>
<div class="card">${first}
<p>${capitalize(reason)}.${isCacheStale && " The price of cached input may be out of date."}${passed_over !== null && !isSaid && ` Not the cheapest: ${passed_over}.`}</p>
<p>Recorded ${renderDate(row.as_of)}. <a href="${source_url}">Source</a>${hasProof && html` <a href="/api/v1/proof/price?model=${model}&amp;host=${host}">Proof</a>`} ${wrong}</p></div></details>`;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Where a model is sold, at what price, and how that price changed. */

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow, PriceRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { formatNameList } from "../../../../build/schema/values.ts";
import {
  findAdditionalRatesOfModel,
  type ModelDetail,
  type PublishedOffer,
} from "../../../endpoints/models/get-model.ts";
import { isOutputCharged, isStillSold } from "../../../endpoints/models/model-filters.ts";
import {
  findNonTokenRateOfOffer,
  RESELLER_RULE_TEXT,
} from "../../../endpoints/models/model-parts.ts";
import { listPriceHistoryRows } from "../../../endpoints/prices/prices.ts";
import { type Chart, renderChart } from "../../components/charts/chart.ts";
import { renderOfferStatusChips, renderPriceTrust } from "../../components/confirmation.ts";
import {
  formatTokens,
  formatUsdOrFree,
  type Html,
  type HtmlContent,
  html,
  renderAlignedUsd,
  renderTableIdToCopy,
} from "../../components/html.ts";
import {
  BILLING_MODE_LABELS,
  formatRateName,
  formatRatePerUnit,
  isChargedForInputOnly,
  PRICE_TRUST_LABELS,
  renderOfferPrice,
  serviceTierLabel,
  toHostKindLabel,
} from "../../components/offers.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import { createComparedPriceGetter, rankOffer } from "./price-charts.ts";

/** A row of the answer's `providers`, with the matching offer of the catalogue. */
interface HostRow {
  published: PublishedOffer;
  offer: OfferRow;
  /** JSON Pointer of the row. */
  at: string;
}

/** Number of hosts shown, which is all for most models. Offers with another kind of price are last. */
const SHOWN = 24;

/** Explains the label “Cheapest”. The note on an offer says why its host does not count as the cheapest. */
const CHEAPEST_RULE = ui.renderFootnote(
  `Cheapest: the host with the lowest confirmed price at the standard tier. Input and output prices are blended (3 parts input, 1 part output), and only prices in the same unit (per token, per image, …) are compared. ${RESELLER_RULE_TEXT} A host cannot be the cheapest if it is withdrawing the model or offers less than half of the model’s context window. Among equal prices, the lab’s price comes first, then the prices of clouds.`,
);

export function renderPriceSection(
  model: ModelRow,
  detail: ModelDetail,
  chart: Chart | null,
  catalog: Catalog,
): HtmlContent {
  const of = `/api/v1/models/${model.slug}`;
  const ownHosts = catalog.provider(model.lab)?.own_hosts ?? [];
  const offers = catalog.offersOf(model.slug);
  const rows = detail.providers
    .flatMap((published, index): HostRow[] => {
      const offer = offers[index];
      return offer ? [{ published, offer, at: `/providers/${index}` }] : [];
    })
    .sort((a, b) => rankOffer(a.offer) - rankOffer(b.offer));
  const isByToken =
    rows.some(({ offer }) => Number(offer.input) + Number(offer.output) > 0) ||
    !rows.some(({ offer }) => findNonTokenRateOfOffer(offer));
  const blend = isChargedForInputOnly(offers)
    ? "the blended price is the input price"
    : "blended prices count 3 parts input and 1 part output";
  const hasPrice = ({ offer }: HostRow): boolean =>
    offer.billing === "tokens" &&
    (isByToken ? (offer.input ?? offer.output) : findNonTokenRateOfOffer(offer)) !== null;
  const sold = rows.filter(({ offer }) => isStillSold(offer));
  const priced = sold.filter(hasPrice).length;
  const plans = sold.filter(({ offer }) => offer.billing === "plan").length;
  const counts: [count: number, how: string][] = [
    [priced, `at a price per ${isByToken ? "token" : "unit"}`],
    [plans, "by subscription"],
    [sold.length - priced - plans, "without a known price"],
  ];
  const sales = counts.filter(([count]) => count > 0);
  const [[, only] = [0, ""]] = sales;
  return ui.renderSection("prices", "Hosts", [
    rows.length === 0 && html`<p>No host in the catalogue sells this model.</p>\n`,
    rows.length > 1 &&
      html`<p class="hosts-head"><span class="note">${isByToken ? `Prices in USD per 1M tokens; ${blend}` : "Prices in USD"}.${sold.length > 0 && ` ${ui.pluralize(sold.length, "host sells", "hosts sell")} this model${sales.length > 1 ? `: ${sales.map((sale) => sale.join(" ")).join(", ")}` : ` ${only}`}.`}</span> <input id="host-filter" class="needs-script" type="search" placeholder="Filter hosts" aria-label="Filter hosts" autocomplete="off"></p>\n`,
    tables.renderFoldedTable<HostRow>({
      caption: `${isByToken ? "USD per 1M tokens" : "USD"}: first the cheapest host, then the list price, then the other hosts by price`,
      isCaptionHidden: true,
      style: isByToken ? "hosts" : "hosts units",
      of,
      rows,
      columns: [
        tables.htmlTextColumn("Host", (row) => hostCell(row, isByToken)),
        tables.htmlTextColumn(
          "Kind",
          ({ offer }) =>
            html`<span class="kind">${toHostKindLabel(offer.host_kind, ownHosts.includes(offer.host))}</span>`,
          "left-out",
        ),
        ...(isByToken
          ? tokenPriceColumns(createComparedPriceGetter(offers), model)
          : [UNIT_PRICE_COLUMN]),
        ...tables.htmlListPriceColumns(rows, catalog),
        limitColumn("Context", "context_window"),
        limitColumn("Max out", "max_output_tokens"),
        tables.htmlTextColumn("Confirmed", ({ offer }) =>
          renderPriceTrust(offer, catalog, renderTableIdToCopy(offer.model_id)),
        ),
      ],
      shown: SHOWN,
      summary: (rest) => ui.pluralize(rest, "more host"),
    }),
    rows.length > 1 && CHEAPEST_RULE,
    chart && renderChart(chart, catalog.service, "h3"),
    furtherRates(detail),
    otherIds(rows, of),
    formerHosts(model, catalog),
  ]);
}

/** @param toPrice As returned by `createComparedPriceGetter`. */
const tokenPriceColumns = (
  toPrice: (offer: OfferRow) => number | null,
  model: ModelRow,
): tables.HtmlTableColumn<HostRow>[] => [
  ...tables.htmlCurrentPriceColumns<HostRow>().slice(0, isOutputCharged(model) ? 2 : 1),
  tables.htmlNumberColumn(
    "Cached",
    ({ offer, at }) =>
      offer.billing === "plan"
        ? renderOfferPrice(offer, offer.cache_read, `${at}/cache_read`)
        : ui.renderApiValue(offer.cache_read, `${at}/cache_read`, renderAlignedUsd),
    "left-out",
  ),
  tables.htmlNumberColumn(
    "Blended",
    ({ offer }) => {
      const price = toPrice(offer);
      return price && html`<data value="${String(price)}">${renderAlignedUsd(price)}</data>`;
    },
    "left-out",
    "cost",
  ),
];

const limitColumn = (title: string, name: "context_window" | "max_output_tokens") =>
  tables.htmlNumberColumn<HostRow>(
    title,
    ({ published, at }) => ui.renderApiValue(published[name], `${at}/${name}`, formatTokens),
    "left-out",
    "limit",
  );

const UNIT_PRICE_COLUMN = tables.htmlNumberColumn<HostRow>("Price", ({ offer }) => {
  const rate = findNonTokenRateOfOffer(offer);
  return rate && formatRatePerUnit(rate);
});

function hostCell({ published, offer }: HostRow, isByToken: boolean): Html {
  const rate = isByToken ? findNonTokenRateOfOffer(offer) : null;
  const notes = [
    serviceTierLabel(offer.service_tier),
    offer.billing === "plan" && BILLING_MODE_LABELS.plan,
    rate && formatRatePerUnit(rate),
  ].filter(Boolean);
  return html`${ui.providerLink(offer.host, published.provider)}${renderOfferStatusChips(offer)}${notes.length > 0 && html` <small class="mark">${notes.join("; ")}</small>`}`;
}

function furtherRates(detail: ModelDetail): HtmlContent {
  const { host, rates } = findAdditionalRatesOfModel(detail);
  const kinds = rates.map(({ meter, service_tier: tier, above_input_tokens: size, region }) => {
    const condition = size ? "long prompts" : region && "regions";
    return serviceTierLabel(tier) || condition || meter.replaceAll("_", " ");
  });
  const named = [...new Set(kinds)].filter((kind) => kind !== "input" && kind !== "output");
  return tables.renderClosedTable<(typeof rates)[number]>({
    // So that one finds the batch price without opening the list.
    summary: `${ui.pluralize(rates.length, "further rate")} at ${host}${named.length > 0 ? `: ${formatNameList(named, named.length)}` : ""}`,
    caption: `Further prices at ${host}, in USD`,
    rows: rates,
    columns: [
      tables.htmlTextColumn("Rate", formatRateName),
      tables.htmlNumberColumn("Price", ({ price, unit }) => formatRatePerUnit({ price, unit })),
      tables.htmlTextColumn(
        "Source",
        ({ source, trust }) =>
          [source, trust !== "verified" && PRICE_TRUST_LABELS[trust]].filter(Boolean).join(", "),
        "left-out",
      ),
      tables.htmlDateColumn("Valid from", ({ valid_from }) => valid_from, "below-row"),
    ],
  });
}

function otherIds(rows: readonly HostRow[], of: string): HtmlContent {
  const others = rows.flatMap(({ published: { provider, variants }, at }) =>
    variants.map((variant, index) => ({ provider, variant, at: `${at}/variants/${index}` })),
  );
  const tiers = [...new Set(others.map(({ variant }) => variant.service_tier))]
    .filter((tier) => tier !== "standard")
    .sort(compareByCodePoint);
  return tables.renderClosedTable<(typeof others)[number]>({
    summary: `${ui.pluralize(others.length, "more model id")} at the same hosts${tiers.length > 0 ? ` (${tiers.join(", ")})` : ""}`,
    id: "other-ids",
    caption: "Dated, regional and other ids of the model at the same hosts",
    of,
    rows: others,
    columns: [
      tables.htmlTextColumn("Host", ({ provider }) => provider),
      ...tables.htmlInputOutputPriceColumns<(typeof others)[number]>(({ variant, at }) => [
        variant,
        at,
      ]),
      tables.htmlTextColumn("Tier", ({ variant }) => variant.service_tier, "below-row"),
      tables.htmlTextColumn(
        "Model id",
        ({ variant }) => renderTableIdToCopy(variant.model_id),
        "below-row",
      ),
    ],
  });
}

function formerHosts(model: ModelRow, catalog: Catalog): HtmlContent {
  const { slug } = model;
  if (!catalog.pricesOf(slug).some(({ change }) => change === "removed")) return false;
  const onSale = new Set(catalog.offersOf(slug).map(({ host }) => host));
  const placed = listPriceHistoryRows(model, "all", catalog).map((row, at) => ({ row, at }));
  const rows = [...groupBy(placed, ({ row }) => row.host)].flatMap(([host, prices]) => {
    const end = prices.at(-1);
    if (onSale.has(host) || end?.row.change !== "removed") return [];
    const last = prices.findLast(({ row }) => row.input !== null) ?? end;
    return [{ host, day: end.row.date, last: last.row, at: last.at }];
  });
  return tables.renderClosedTable<(typeof rows)[number]>({
    summary: ui.pluralize(rows.length, "former host"),
    caption: "Hosts that no longer sell this model, with their last prices in USD per 1M tokens",
    of: `/api/v1/price-history/${slug}?provider=all`,
    rows,
    columns: [
      tables.htmlTextColumn("Host", ({ host }) => ui.providerLinkOfSlug(host, catalog)),
      ...tables.htmlInputOutputPriceColumns<(typeof rows)[number]>(({ last, at }) => [
        last,
        `/${at}`,
      ]),
      tables.htmlDateColumn("Until", ({ day }) => day),
    ],
  });
}

const CHANGE_WORDS: Record<PriceRow["change"], string> = {
  added: "listed",
  changed: "changed",
  correction: "wrong unit corrected, no price change",
  witness: "price from another source, no price change",
  removed: "no longer listed",
};

export function renderPriceHistorySection(
  model: ModelRow,
  chart: Chart | null,
  catalog: Catalog,
): HtmlContent {
  const rows = listPriceHistoryRows(model, undefined, catalog);
  const [first] = rows;
  if (!first) return false;
  const of = `/api/v1/price-history/${model.slug}`;
  const host = ui.providerNameOfSlug(first.host, catalog);
  const recorded = tables.renderClosedTable<PriceRow>({
    summary: rows.length === 1 ? "The recorded price" : `All ${rows.length} recorded prices`,
    caption: `At ${host}, USD per 1M tokens`,
    of,
    rows,
    columns: [
      tables.htmlTextColumn("From", ({ date }) => ui.renderDate(date)),
      ...tables.htmlPastPriceColumns<PriceRow>(
        ["input", "output", "cache_read"],
        () => catalog.offersOf(model.slug),
        (index) => `/${index}`,
      ),
      tables.htmlTextColumn("Event", ({ change }) => CHANGE_WORDS[change], "below-row"),
      tables.htmlTextColumn("Source", ({ source }) => source, "left-out"),
    ],
  });
  return ui.renderSection("steps", chart?.title ?? "Price history", [
    chart ? renderChart(chart, catalog.service) : html`<p>${describeStablePrice(rows, host)}</p>\n`,
    html`<div id="price-table">${recorded}</div>\n`,
  ]);
}

/** A sentence for the price history of a host whose blended price has not changed. */
export function describeStablePrice(rows: readonly PriceRow[], host: string): HtmlContent {
  const listed = rows.filter(({ change }) => change !== "removed");
  // As in the chart, a price of 0 before the first price means that the price was unknown.
  const unpriced = listed.findIndex((row) => Number(row.input) > 0);
  const sold = listed.slice(Math.max(0, unpriced));
  const first = sold[0];
  const end = rows.at(-1);
  if (!first || !end) return null;
  const { input, output } = sold.findLast((row) => row.input !== null) ?? first;
  const sale = input
    ? `charged ${formatUsdOrFree(input)} input${output ? ` / ${formatUsdOrFree(output)} output` : ""} per 1M tokens`
    : "listed this model";
  const history =
    end.change === "removed"
      ? html`${sale} from ${ui.renderDate(first.date)} to ${ui.renderDate(end.date)} and then removed the model`
      : html`has ${sale} since ${ui.renderDate(first.date)}`;
  const hasGap = rows.slice(0, -1).some(({ change }) => change === "removed");
  const isSame = sold.every(
    (row) => row.input === null || (row.input === input && row.output === output),
  );
  const changes =
    unpriced > 0
      ? "before that, its price was recorded as 0"
      : !sold.some(({ change }) => change === "changed")
        ? "no price change is recorded"
        : isSame
          ? "only rates other than input and output have changed"
          : "the table lists each change";
  return html`${host} ${history}${hasGap && " (with a gap in which the model was not listed)"}; ${changes}.`;
}

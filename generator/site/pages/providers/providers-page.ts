/** The list of all labs and hosts, grouped by kind of host. */

import { median } from "../../../../build/experiments/statistics.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import type { HostKind } from "../../../../build/schema/values.ts";
import { RESELLER_RULE_TEXT } from "../../../endpoints/models/model-parts.ts";
import { toProviderEntry } from "../../../endpoints/providers/providers.ts";
import { newestDate } from "../../../http/envelope.ts";
import { PROVIDERS_PAGE_PATH } from "../../components/addresses.ts";
import { isRecentlyConfirmed, STALE_PRICE_DAYS } from "../../components/confirmation.ts";
import { formatWithCommas, type HtmlContent, html } from "../../components/html.ts";
import { isSoldAtKnownPrice, percentsAboveListPrice } from "../../components/offers.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import { listJsonAndCsvLinks, type SitePage } from "../../layout/page.ts";
import { makeProviderPage } from "./provider-page.ts";

type Listed = ReturnType<typeof toListed>[number];

const ALL = "/api/v1/providers";
/** Minimum number of models. Labs with fewer models that do not sell their models themselves are folded. */
const FEW = 5;

export const makeProviderPages = (catalog: Catalog): SitePage[] => [
  providersPage(catalog),
  ...catalog.providers.map((provider) => makeProviderPage(provider, catalog)),
];

function providersPage(catalog: Catalog): SitePage {
  const all = toListed(catalog);
  return {
    path: PROVIDERS_PAGE_PATH,
    title: "Labs and hosts",
    description:
      "Who makes AI models and who sells them: labs, clouds, inference hosts, resellers and subscriptions.",
    chapter: "Hosts",
    scripts: ["list-filter"],
    main: [
      ui.renderKeyFigures(overviewFigures(all), ALL),
      html`<p class="chips">${ui.renderListFilterInput("Filter labs and hosts")}</p>\n`,
      ...KIND_ORDER.map((kind) => kindSection(kind, all)),
      labsSection(all),
    ],
    data: {
      asOf: newestDate(all.map(({ as_of }) => as_of)),
      files: listJsonAndCsvLinks(ALL, "providers"),
    },
  };
}

type Count = "cheapestFor" | "offers" | "priced" | "models";

/** The leading hosts, and the numbers of hosts and labs. In a tie, no host is named. */
function overviewFigures(all: readonly Listed[]): ui.KeyFigure[] {
  const first = (label: string, of: Count, before = ""): ui.KeyFigure[] =>
    all
      .filter((one) => all.every((other) => other === one || other[of] < one[of]))
      .map(({ slug, name, [of]: most }) => [
        label,
        ui.providerLink(slug, name),
        `${before}${ui.pluralize(most, "model")}`,
      ]);
  const count = (of: Count) => formatWithCommas(all.filter((one) => one[of] > 0).length);
  return [
    ...first("Most often the cheapest host", "cheapestFor", "of "),
    ...first("Sells the most models", "offers"),
    ["Hosts", count("offers"), `sell models, ${count("priced")} at known prices`],
    ["Labs", count("models"), "make models"],
  ];
}

/** Minimum number of compared prices: fewer say little about a host. */
const FEW_PRICES = 5;

/** Providers by number of models sold, highest first. Other hosts of the same lab and kind follow the lab. */
function toListed(catalog: Catalog) {
  const cheapest = groupBy(catalog.models, ({ cheapest_host }) => cheapest_host);
  const sold = groupBy(catalog.offers, ({ host }) => host);
  const isFresh = (offer: OfferRow) =>
    offer.trust === "verified" || isRecentlyConfirmed(offer, catalog);
  const labOf = new Map(
    catalog.providers.flatMap((lab) => lab.own_hosts.map((host) => [host, lab] as const)),
  );
  const all = catalog.providers
    .map((provider, index) => {
      const lab = labOf.get(provider.slug);
      const offers = sold.get(provider.slug) ?? [];
      const priced = offers.filter(isSoldAtKnownPrice);
      return {
        ...toProviderEntry(provider),
        /** JSON Pointer of the provider's row in the answer. */
        at: `/data/${index}`,
        /** Newest day on which a source confirmed one of its prices; null if it sells nothing. */
        confirmed: newestDate(offers.map(({ last_confirmed }) => last_confirmed)),
        priced: priced.length,
        isStale: priced.length > 0 && !priced.some(isFresh),
        cheapestFor: cheapest.get(provider.slug)?.length ?? 0,
        /** The lab to which this host belongs, if it is not the lab itself. */
        lab: lab === provider ? undefined : lab,
        aboveList: medianAboveList(provider.slug, catalog),
      };
    })
    .sort(
      (a, b) => b.offers - a.offers || b.models - a.models || compareByCodePoint(a.slug, b.slug),
    );
  const further = groupBy(all, ({ lab, host_kind }) =>
    lab?.host_kind === host_kind ? lab?.slug : undefined,
  );
  return (further.get(undefined) ?? []).flatMap((one) => [one, ...(further.get(one.slug) ?? [])]);
}

/** Median difference in percent between the host's prices and the list prices; null if too few can be compared. */
function medianAboveList(host: string, catalog: Catalog): number | null {
  const percents = percentsAboveListPrice(catalog.offersAt(host), catalog);
  return percents.length < FEW_PRICES ? null : median(percents);
}

const STALE = `“Stale”: no source has confirmed any of the host’s prices in the last ${STALE_PRICE_DAYS} days. A price that a person has checked on the seller’s page does not become stale.`;
const MEDIAN = `“Price vs. list” is the median of the host’s prices, each compared with the lab’s own price; “too few” means that fewer than ${FEW_PRICES} of these prices can be compared.`;

/** Kinds of hosts in the order of their sections; those whose prices differ most come first. */
const KIND_ORDER: readonly HostKind[] = ["inference", "cloud", "router", "lab", "plan"];

const KINDS: Readonly<Record<HostKind, [title: string, about: string]>> = {
  lab: [
    "Labs that sell their own models",
    "Labs make models and sell them through their own APIs. If a lab has several APIs, the list price is the price at its main API.",
  ],
  cloud: ["Clouds", `Clouds are large platforms that sell the models of several labs. ${MEDIAN}`],
  inference: [
    "Inference hosts",
    `Inference hosts sell the models of several labs, mostly with open weights. ${MEDIAN}`,
  ],
  router: [
    "Routers and resellers",
    `Resellers pass requests on to other hosts. ${RESELLER_RULE_TEXT}`,
  ],
  plan: [
    "Subscriptions",
    "Subscriptions cost a monthly fee instead of a price per token. Some sources state a price per token for a subscription; this price is not compared with the prices of hosts that bill by the token.",
  ],
};

function kindSection(kind: HostKind, all: readonly Listed[]): HtmlContent {
  const hosts = all.filter(({ host_kind }) => host_kind === kind);
  const [title, about] = KINDS[kind];
  const further = { ...(kind === "lab" ? MADE : ABOVE_LIST), onPhones: "left-out" as const };
  const table = tables.renderTable({
    caption: `${title}: table`,
    isCaptionHidden: true,
    columns: [NAME, SOLD, ...(kind === "plan" ? [] : [CHEAPEST, further]), CONFIRMED],
    rows: hosts,
    of: ALL,
  });
  const stale = hosts.some(({ isStale }) => isStale) && ` ${STALE}`;
  return ui.renderSection(kind, title, hosts.length > 0 && html`<p>${about}${stale}</p>\n${table}`);
}

function labsSection(all: readonly Listed[]): HtmlContent {
  const labs = all.filter(({ host_kind }) => host_kind === null);
  return (
    labs.length > 0 &&
    ui.renderSection("makers", "Labs sold by others", [
      html`<p>The labs below have no API of their own in this catalogue; other hosts sell their models.</p>\n`,
      tables.renderFoldedTable({
        caption: "Labs without their own API",
        isCaptionHidden: true,
        columns: [NAME, MADE, AS_OF],
        rows: labs,
        of: ALL,
        shown: labs.filter(({ models }) => models >= FEW).length,
        summary: (rest) => `${rest} labs and people with fewer than ${FEW} models`,
      }),
    ])
  );
}

const NAME = tables.htmlTextColumn<Listed>(
  "Name",
  ({ slug, name, lab }) =>
    html`${ui.providerLink(slug, name)}${lab && html` <small>another API of ${lab.name}</small>`}`,
);
const SOLD = tables.htmlNumberColumn<Listed>("Models sold", ({ offers, at }) =>
  ui.renderApiValue(offers, `${at}/offers`, formatWithCommas),
);
const MADE = tables.htmlNumberColumn<Listed>("Models made", ({ models, at, lab }) =>
  lab
    ? ui.renderSmallRemark(`by ${lab.name}`)
    : ui.renderApiValue(models, `${at}/models`, formatWithCommas),
);
const CHEAPEST = tables.htmlNumberColumn<Listed>("Cheapest host of", ({ cheapestFor }) =>
  formatWithCommas(cheapestFor),
);
const ABOVE_LIST = tables.htmlNumberColumn<Listed>("Price vs. list, median", ({ aboveList }) =>
  aboveList === null ? ui.renderSmallRemark("too few") : ui.renderPriceChangePercent(aboveList),
);
const AS_OF = tables.htmlDateColumn<Listed>("Newest data", ({ as_of }) => as_of);
const CONFIRMED = tables.htmlNumberColumn<Listed>(
  "Prices last confirmed",
  ({ confirmed, isStale }) =>
    html`${isStale && html`<span class="status warn">Stale</span> `}${ui.renderDate(confirmed)}`,
  "below-row",
  "confirmed",
);

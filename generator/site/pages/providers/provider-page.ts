/** The page of a lab or host: what it is, what it sells and makes, what changed. */

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ProviderRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { MODEL_FIELD_BY_NAME, OFFER_FIELD_BY_NAME } from "../../../../build/schema/fields.ts";
import type { HostKind } from "../../../../build/schema/values.ts";
import { getProviderSlugOfChange } from "../../../endpoints/changes/changes.ts";
import { isStillSold, toModelSortDate } from "../../../endpoints/models/model-filters.ts";
import { findNonTokenRateOfOffer } from "../../../endpoints/models/model-parts.ts";
import {
  type ProviderDetail,
  type ProviderEntry,
  toProviderDetail,
} from "../../../endpoints/providers/providers.ts";
import { listFeeds } from "../../../feeds/feeds.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import { newestDate } from "../../../http/envelope.ts";
import * as paths from "../../components/addresses.ts";
import {
  isRecentlyConfirmed,
  renderOfferStatusChips,
  renderPriceTrust,
  STALE_PRICE_DAYS,
} from "../../components/confirmation.ts";
import {
  formatWithCommas,
  type HtmlContent,
  html,
  renderBreakableUrl,
  renderIdToCopy,
  renderTableIdToCopy,
} from "../../components/html.ts";
import {
  formatRatePerUnit,
  isSoldAtKnownPrice,
  percentsAboveListPrice,
  serviceTierLabel,
} from "../../components/offers.ts";
import * as ui from "../../components/parts.ts";
import * as tables from "../../components/table.ts";
import { renderReportWrongFact } from "../../components/wrong-fact.ts";
import type { SitePage } from "../../layout/page.ts";
import { renderChangeList } from "../changes.ts";

export function makeProviderPage(provider: ProviderRow, catalog: Catalog): SitePage {
  const detail = toProviderDetail(provider, catalog);
  const { slug, name, as_of } = detail;
  const of = `/api/v1/providers/${slug}`;
  const feed = feedPaths(catalog).has(paths.labFeedPath(slug)) ? paths.labFeedPath(slug) : null;
  const sold = toSold(slug, catalog);
  const lead = aboutProvider(detail, countSold(sold));
  return {
    path: paths.providerPagePath(slug),
    title: `${name}: models and prices`,
    description: lead,
    chapter: "Hosts",
    kicker: html`<a href="${paths.PROVIDERS_PAGE_PATH}">Labs and hosts</a>`,
    heading: name,
    lead,
    feeds: feed === null ? [] : [paths.toAtomLink(name, feed)],
    scripts: sold.length > 1 ? ["offers-table"] : [],
    main: [
      ui.renderKeyFigures([...soldFigures(detail, sold, catalog), ...madeFigures(detail)], of),
      ui.renderTwoColumns(
        [
          ui.renderSection("sold", "Models sold", soldModels(sold, of, catalog)),
          ui.renderSection("made", "Models made", madeModels(detail.models_made, catalog)),
        ],
        [
          ui.renderSection("facts", "API and documents", [
            providerFacts(detail, feed, provider, catalog),
          ]),
          ui.renderSection("news", "Recent changes", recentChanges(slug, catalog)),
        ],
      ),
    ],
    data: {
      asOf: as_of,
      files: [
        { label: "JSON", path: of },
        {
          label: sold.length > 0 ? "CSV (offers of every host)" : "CSV (all models)",
          path: `/api/v1/export/${sold.length > 0 ? "provider-offers" : "models"}`,
          isWider: true,
        },
      ],
      dataset: { description: lead },
    },
  };
}

/** Describes a provider in one sentence: `OpenAI makes 3 models and sells 2 models through its own API.` */
function aboutProvider({ name, host_kind, models }: ProviderEntry, offers: number): string {
  const makes = models > 0 && `makes ${ui.pluralize(models, "model")}`;
  const sells =
    offers > 0 && host_kind
      ? `${host_kind === "router" ? "resells" : "sells"} ${ui.pluralize(offers, "model")} ${WHERE[host_kind]}`
      : "sells no models itself";
  const parts = host_kind === "lab" || offers === 0 ? [makes, sells] : [sells, makes];
  return `${name} ${parts.filter(Boolean).join(" and ")}.`;
}

/** Paths of the existing feeds. A lab without news has no feed. */
const feedPaths = memoizePerCatalog(
  (catalog) => new Set(listFeeds(catalog).map(({ path }) => path)),
);

function providerFacts(
  detail: ProviderDetail,
  feed: string | null,
  { own_hosts, slug }: ProviderRow,
  catalog: Catalog,
): HtmlContent {
  const { homepage, api_url, api_format, env, npm, pricing_page, documentation_url } = detail;
  const hosts = own_hosts.filter((host) => host !== slug);
  const links = hosts.map((host) => ui.providerLinkOfSlug(host, catalog));
  const stated = (label: string, value: string | null, shown: HtmlContent) => {
    const fact = { title: `${detail.name}: ${label}`, row: `providers/${slug}.json` };
    const wrong = renderReportWrongFact({ ...fact, value, source: homepage }, catalog.service);
    return [label, value !== null && html`${shown} ${wrong}`] as const;
  };
  const code = (text: string | null) => html`<code>${text}</code>`;
  const answer = `${catalog.service.base_url}/api/v1/providers/${slug}`;
  const key = env?.join(", ") ?? null;
  return ui.renderDefinitionList([
    stated("Base URL", api_url, renderIdToCopy(api_url && renderBreakableUrl(api_url))),
    stated("Request format", api_format, api_format),
    stated("API key variable", key, code(key)),
    stated("AI SDK package", npm, code(npm)),
    stated("Website", homepage, ui.externalSiteLink(homepage)),
    stated("Documentation", documentation_url, ui.externalSiteLink(documentation_url)),
    stated("Price list", pricing_page, ui.externalSiteLink(pricing_page)),
    ["Also sells through", links.length > 0 && ui.joinHtmlContents(links)],
    ["This page as data", renderIdToCopy(html`curl ${renderBreakableUrl(answer)}`)],
    ["Subscribe", feed !== null && ui.renderFeedLinks(feed)],
  ]);
}

type Sold = ReturnType<typeof toSold>[number];

/** Number of models sold, without withdrawn offers. */
const countSold = (sold: readonly Sold[]): number =>
  sold.filter(({ offer }) => isStillSold(offer)).length;

function soldFigures(
  { host_kind }: ProviderEntry,
  sold: readonly Sold[],
  catalog: Catalog,
): (ui.KeyFigure | false)[] {
  if (sold.length === 0 || host_kind === null) return [];
  const now = countSold(sold);
  const withdrawn = sold.length - now;
  const priced = sold.filter(({ offer }) => isSoldAtKnownPrice(offer));
  const cheapest = sold.filter(({ isCheapest }) => isCheapest).length;
  const fresh = priced.filter(({ offer }) => isRecentlyConfirmed(offer, catalog)).length;
  const confirmed = newestDate(sold.map(({ offer }) => offer.last_confirmed));
  const where = `${WHERE[host_kind]}${withdrawn > 0 ? `; ${formatWithCommas(withdrawn)} withdrawn` : ""}`;
  const howFresh =
    priced.length === 0
      ? "no price is known"
      : `${formatWithCommas(fresh)} of ${ui.pluralize(priced.length, "price")} confirmed within ${STALE_PRICE_DAYS} days`;
  return [
    ["Models sold", formatWithCommas(now), where],
    host_kind !== "plan" && [
      "Cheapest host of",
      formatWithCommas(cheapest),
      "of these models, at confirmed prices",
    ],
    comparedFigure(sold, catalog),
    ["Last confirmed", ui.renderDate(confirmed), howFresh],
  ];
}

const WHERE: Readonly<Record<HostKind, string>> = {
  lab: "through its own API",
  cloud: "in its cloud",
  inference: "through its own API",
  router: "run by other hosts",
  plan: "in a subscription",
};

/** Number of prices below and above the list price. False if none can be compared with that of another host. */
function comparedFigure(sold: readonly Sold[], catalog: Catalog): ui.KeyFigure | false {
  const offers = sold.map(({ offer }) => offer);
  const compared = percentsAboveListPrice(offers, catalog);
  const below = formatWithCommas(compared.filter((percent) => percent < 0).length);
  const above = formatWithCommas(compared.filter((percent) => percent > 0).length);
  const rest = `of ${ui.pluralize(compared.length, "compared price")}; above it: ${above}`;
  return compared.length > 0 && ["Below the list price", below, rest];
}

function madeFigures({ models, models_made }: ProviderDetail): ui.KeyFigure[] {
  const [newest] = models_made;
  if (!newest) return [];
  const value = ui.renderApiValue(models, "/models", formatWithCommas);
  return [["Models made", value, html`newest: ${ui.modelLink(newest.slug, newest.name)}`]];
}

function soldModels(rows: readonly Sold[], of: string, catalog: Catalog): HtmlContent {
  const offers = rows.map(({ offer }) => offer);
  const isCompared = percentsAboveListPrice(offers, catalog).length > 0;
  return [
    rows.length > 0 &&
      html`<p class="hosts-head"><span class="note">Prices in USD per 1M tokens, newest models first. ${isCompared && "The column “vs. list” compares a price with the lab’s own price, if the lab sells the model. "}Open a date to see the sources of a price and why it is trusted or not.</span> ${rows.length > 1 && html`<input id="host-filter" class="needs-script" type="search" placeholder="Filter models" aria-label="Filter models" autocomplete="off">`}</p>\n`,
    tables.renderFoldedTable<Sold>({
      caption: "Models sold, the newest first, in USD per 1M tokens",
      isCaptionHidden: true,
      style: "hosts",
      columns: [
        tables.htmlTextColumn("Model", ({ offer }) => {
          const rate = findNonTokenRateOfOffer(offer);
          const price = rate && formatRatePerUnit(rate);
          const notes = [price, serviceTierLabel(offer.service_tier)].filter(Boolean);
          return ui.modelLinkWithTile(offer.model, catalog, [
            renderOfferStatusChips(offer),
            notes.length > 0 && html` <small class="mark">${notes.join("; ")}</small>`,
          ]);
        }),
        ...tables.htmlCurrentPriceColumns<Sold>(),
        ...(isCompared ? tables.htmlListPriceColumns(rows, catalog) : []),
        tables.htmlTextColumn("Confirmed", ({ offer }) => renderPriceTrust(offer, catalog)),
        tables.htmlTextColumn(
          OFFER_FIELD_BY_NAME.model_id.label,
          ({ offer }) => renderTableIdToCopy(offer.model_id),
          "left-out",
        ),
      ],
      rows,
      of,
    }),
  ];
}

/** Offers of a host, newest models first. The API answer sorts them by slug. */
const toSold = (host: string, catalog: Catalog) =>
  catalog
    .offersAt(host)
    .map((offer, index) => {
      const model = catalog.getModel(offer.model);
      return {
        offer,
        /** JSON Pointer of the offer in the answer. */
        at: `/models_sold/${index}`,
        isCheapest: model.cheapest_host === host,
        date: toModelSortDate(model) ?? "",
      };
    })
    .sort(
      (a, b) =>
        compareByCodePoint(b.date, a.date) || compareByCodePoint(a.offer.model, b.offer.model),
    );

type Made = ProviderDetail["models_made"][number];

const madeModels = (made: readonly Made[], catalog: Catalog): HtmlContent =>
  tables.renderFoldedTable<Made>({
    caption: `Newest first; USD per 1M tokens at the lab, or at the cheapest host where the lab does not sell the model. Score: ${ui.OVERALL_SCORE_EXPLANATION}`,
    columns: [
      tables.htmlTextColumn(
        "Model",
        ({ slug, pricing }) =>
          html`${ui.modelLinkWithTile(slug, catalog)}${pricing.basis === "cheapest_offer" && html` ${ui.renderSmallRemark("at the cheapest host")}`}`,
      ),
      tables.htmlDateColumn(
        MODEL_FIELD_BY_NAME.release_date.label,
        ({ release_date }) => release_date,
        "below-row",
      ),
      ...tables.htmlInputOutputPriceColumns<Made>(({ pricing }) => [pricing, "/pricing"]),
      tables.htmlOverallScoreColumn(({ slug }) => catalog.serviceScore(slug)),
      tables.htmlNumberColumn("Hosts", ({ offers }) => offers, "left-out"),
    ],
    rows: made,
    of: ({ slug }) => `/api/v1/models/${slug}`,
  });

const CHANGES_SHOWN = 10;

/** Recent changes at a host, to a lab's models, or in a company's figures. */
function recentChanges(slug: string, catalog: Catalog): HtmlContent {
  const changes = changesBy(catalog).get(slug) ?? [];
  const of = `/api/v1/changes?provider=${slug}`;
  const shown = changes.slice(0, CHANGES_SHOWN);
  // A model that is no longer in the catalogue has no page.
  const toHref = ({ model }: (typeof changes)[number]) =>
    model && catalog.model(model) ? paths.modelPagePath(model) : null;
  return [
    shown.length > 0 && renderChangeList({ changes: shown, toHref, of }, catalog),
    changes.length > CHANGES_SHOWN &&
      ui.renderFootnote(
        html`<a href="${paths.CHANGES_PAGE_PATH}?provider=${slug}">All ${formatWithCommas(changes.length)} changes</a>`,
      ),
  ];
}

/** Provider → its changes, newest first, in the order of the API answer. */
const changesBy = memoizePerCatalog((catalog) =>
  groupBy(catalog.changes.toReversed(), (change) => getProviderSlugOfChange(change, catalog)),
);

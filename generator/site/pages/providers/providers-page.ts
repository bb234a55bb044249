/** All labs and hosts, by kind of host. */

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { compareByCodePoint, groupBy } from "../../../../build/schema/collections.ts";
import { HostKind } from "../../../../build/schema/values.ts";
import { type ProviderEntry, toProviderEntry } from "../../../endpoints/providers/providers.ts";
import { newestDate } from "../../../http/envelope.ts";
import { PROVIDERS_PAGE_PATH } from "../../components/addresses.ts";
import { formatThousands, type Html, type HtmlContent, html } from "../../components/html.ts";
import {
  type KeyFigure,
  providerLink,
  renderApiValue,
  renderDisclosure,
  renderKeyFigures,
  renderListFilter,
  renderSection,
} from "../../components/parts.ts";
import {
  dateColumn,
  type HtmlTableColumn,
  hideColumnOnPhones,
  numberColumn,
  renderTable,
  textColumn,
} from "../../components/table.ts";
import { jsonAndCsvLinks, type SitePage } from "../../layout/page.ts";
import { makeProviderPage } from "./provider-page.ts";

interface Listed extends ProviderEntry {
  /** Of its row in the answer. */
  at: string;
  /** Models whose cheapest host it is. */
  cheapestFor: number;
}

const ALL = "/api/v1/providers";
/** Labs with fewer models that sell nothing themselves are folded. */
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
      renderKeyFigures(overviewFigures(all), ALL),
      html`<p class="chips">${renderListFilter("Filter labs and hosts")}</p>\n`,
      ...HostKind.options.map((kind) => kindSection(kind, all)),
      labsSection(all),
    ],
    data: {
      asOf: newestDate(all.map(({ as_of }) => as_of)),
      files: jsonAndCsvLinks(ALL, "providers"),
    },
  };
}

/** How many there are, and who is first of them; of equals, none is named. */
function overviewFigures(all: readonly Listed[]): KeyFigure[] {
  const isFirst = (one: Listed, of: (one: Listed) => number) =>
    all.every((other) => other === one || of(other) < of(one));
  const first = (label: string, of: (one: Listed) => number): KeyFigure[] =>
    all
      .filter((one) => isFirst(one, of))
      .map((one) => ({
        label,
        value: formatThousands(of(one)),
        below: providerLink(one.slug, one.name),
      }));
  return [
    {
      label: "Hosts",
      value: formatThousands(all.filter(({ offers }) => offers > 0).length),
      below: "sell models",
    },
    {
      label: "Labs",
      value: formatThousands(all.filter(({ models }) => models > 0).length),
      below: "make models",
    },
    ...first("Sells the most models", ({ offers }) => offers),
    ...first("Most often the cheapest host", ({ cheapestFor }) => cheapestFor),
  ];
}

/** The largest first. */
function toListed(catalog: Catalog): Listed[] {
  const cheapest = groupBy(catalog.models, ({ cheapest_host }) => cheapest_host);
  return catalog.providers
    .map((provider, index) => ({
      ...toProviderEntry(provider),
      at: `/data/${index}`,
      cheapestFor: cheapest.get(provider.slug)?.length ?? 0,
    }))
    .sort(
      (a, b) => b.offers - a.offers || b.models - a.models || compareByCodePoint(a.slug, b.slug),
    );
}

const KINDS: Readonly<Record<HostKind, [title: string, about: string]>> = {
  lab: [
    "Labs that sell their own models",
    "Labs make models and sell them through their own API; their price is the list price.",
  ],
  cloud: ["Clouds", "Large platforms that sell the models of several labs."],
  inference: [
    "Inference hosts",
    "Hosts that run models, mostly with open weights, on their own machines.",
  ],
  router: [
    "Routers and resellers",
    "Resellers pass requests on to other hosts. A reseller’s price counts as the cheapest only if nobody else sells the model, or if three resellers are at least 30 % cheaper than every other host.",
  ],
  plan: [
    "Subscriptions",
    "These providers charge a monthly fee instead of a price per token. Token prices within a plan are not compared.",
  ],
};

function kindSection(kind: HostKind, all: readonly Listed[]): HtmlContent {
  const hosts = all.filter(({ host_kind }) => host_kind === kind);
  const [title, about] = KINDS[kind];
  const columns =
    kind === "plan"
      ? [NAME, SOLD, AS_OF]
      : [NAME, SOLD, CHEAPEST, hideColumnOnPhones(MADE), hideColumnOnPhones(AS_OF)];
  const hostTable = toTable(`${title}: table`, hosts, columns);
  return renderSection(kind, title, hosts.length > 0 && html`<p>${about}</p>\n${hostTable}`);
}

function labsSection(all: readonly Listed[]): HtmlContent {
  const labs = all.filter(({ host_kind }) => host_kind === null);
  const many = labs.filter(({ models }) => models >= FEW);
  const few = labs.filter(({ models }) => models < FEW);
  const columns = [NAME, MADE, AS_OF];
  return (
    labs.length > 0 &&
    renderSection("makers", "Labs sold by others", [
      html`<p>The catalogue has no API of these labs; other hosts sell their models.</p>\n`,
      many.length > 0 && toTable("Labs without their own API", many, columns),
      few.length > 0 &&
        renderDisclosure(
          `${few.length} labs and people with fewer than ${FEW} models`,
          toTable("Labs with few models", few, columns),
        ),
    ])
  );
}

const toTable = (
  caption: string,
  rows: readonly Listed[],
  columns: readonly HtmlTableColumn<Listed>[],
): Html => renderTable({ caption, isCaptionHidden: true, columns, rows, of: ALL });

const NAME = textColumn<Listed>("Name", ({ slug, name }) => providerLink(slug, name));
const SOLD = numberColumn<Listed>("Models sold", ({ offers, at }) =>
  renderApiValue(offers, `${at}/offers`, formatThousands),
);
const MADE = numberColumn<Listed>("Models made", ({ models, at }) =>
  renderApiValue(models, `${at}/models`, formatThousands),
);
const CHEAPEST = numberColumn<Listed>("Cheapest host of", ({ cheapestFor }) => cheapestFor || "–");
const AS_OF = dateColumn<Listed>("As of", ({ as_of }) => as_of);

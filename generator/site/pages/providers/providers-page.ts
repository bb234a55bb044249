/** All labs and hosts, by kind of host. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { HostKind } from "../../../../build/schema/values.ts";
import { type ProviderEntry, toProviderEntry } from "../../../endpoints/providers/providers.ts";
import { newest } from "../../../http/envelope.ts";
import { PROVIDERS_PATH } from "../../components/addresses.ts";
import { type Html, html } from "../../components/html.ts";
import { KIND_TITLES } from "../../components/offers.ts";
import { countFact, folded, providerLink, section } from "../../components/parts.ts";
import { type Column, column, dateColumn, figure, table } from "../../components/table.ts";
import { jsonAndCsv, type SitePage } from "../../layout/page.ts";
import { toProviderPage } from "./provider-page.ts";

interface Listed extends ProviderEntry {
  /** Of its row in the answer. */
  at: string;
  /** Models whose cheapest host it is. */
  cheapestFor: number;
}

const ALL = "/api/v1/providers";
/** Labs with fewer models that sell nothing themselves are folded. */
const FEW = 5;

export const providerPages = (catalog: Catalog): SitePage[] => [
  providersPage(catalog),
  ...catalog.providers.map((provider) => toProviderPage(provider, catalog)),
];

function providersPage(catalog: Catalog): SitePage {
  const all = toListed(catalog);
  return {
    path: PROVIDERS_PATH,
    title: "Labs and hosts",
    description:
      "Who makes AI models and who sells them: labs, clouds, inference hosts, resellers and subscriptions.",
    chapter: "Providers",
    main: [...HostKind.options.map((kind) => kindSection(kind, all)), labsSection(all)],
    data: { asOf: newest(all.map(({ as_of }) => as_of)), files: jsonAndCsv(ALL, "providers") },
  };
}

/** The largest first. */
function toListed(catalog: Catalog): Listed[] {
  const cheapest = new Map<string, number>();
  for (const { cheapest_host } of catalog.models)
    if (cheapest_host !== null) cheapest.set(cheapest_host, (cheapest.get(cheapest_host) ?? 0) + 1);
  return catalog.providers
    .map((provider, index) => ({
      ...toProviderEntry(provider),
      at: `/data/${index}`,
      cheapestFor: cheapest.get(provider.slug) ?? 0,
    }))
    .sort((a, b) => b.offers - a.offers || b.models - a.models || byText(a.slug, b.slug));
}

const ABOUT: Readonly<Record<HostKind, string>> = {
  lab: "Labs make models and sell them through their own API; their price is the list price.",
  cloud: "Large platforms that sell the models of several labs.",
  inference: "Hosts that run models, mostly with open weights, on their own machines.",
  router:
    "Resellers pass requests on to other hosts. Their prices count as the cheapest only where nobody else sells a model.",
  plan: "A monthly fee instead of a price per token; token prices in a plan are not compared.",
};

function kindSection(kind: HostKind, all: readonly Listed[]): Html | false {
  const hosts = all.filter(({ host_kind }) => host_kind === kind);
  if (hosts.length === 0) return false;
  const title = KIND_TITLES[kind];
  const columns = kind === "plan" ? PLAN_COLUMNS : HOST_COLUMNS;
  const hostTable = toTable(`${title}: table`, hosts, columns);
  return section(kind, title, html`<p>${ABOUT[kind]}</p>\n${hostTable}`);
}

function labsSection(all: readonly Listed[]): Html | false {
  const labs = all.filter(({ host_kind }) => host_kind === null);
  if (labs.length === 0) return false;
  const many = labs.filter(({ models }) => models >= FEW);
  const few = labs.filter(({ models }) => models < FEW);
  return section(
    "makers",
    "Labs sold by others",
    html`<p>These labs have no API of their own on this site; other hosts sell their models.</p>
${many.length > 0 && toTable("Labs without their own API", many, LAB_COLUMNS)}${
  few.length > 0 &&
  folded(
    `${few.length} labs and people with fewer than ${FEW} models`,
    toTable("Labs with few models", few, LAB_COLUMNS),
  )
}`,
  );
}

const toTable = (
  caption: string,
  rows: readonly Listed[],
  columns: readonly Column<Listed>[],
): Html => table({ caption, isCaptionHidden: true, columns, rows, of: ALL });

const NAME = column<Listed>("Name", ({ slug, name }) => providerLink(slug, name));
const SOLD = figure<Listed>("Models sold", ({ offers, at }) => countFact(offers, `${at}/offers`));
const MADE = figure<Listed>("Models made", ({ models, at }) => countFact(models, `${at}/models`));
const CHEAPEST = figure<Listed>("Cheapest host of", ({ cheapestFor }) =>
  cheapestFor === 0 ? "–" : cheapestFor,
);
const AS_OF = dateColumn<Listed>("As of", ({ as_of }) => as_of);
const HOST_COLUMNS = [NAME, SOLD, CHEAPEST, MADE, AS_OF];
const PLAN_COLUMNS = [NAME, SOLD, AS_OF];
const LAB_COLUMNS = [NAME, MADE, AS_OF];

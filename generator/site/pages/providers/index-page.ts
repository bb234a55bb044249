/** All labs and hosts, by the way they sell. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { HOST_KINDS, type HostKind } from "../../../../build/schema/provider.ts";
import { type ProviderEntry, toProviderEntry } from "../../../endpoints/providers/provider.ts";
import { newest } from "../../../http/envelope.ts";
import { PROVIDERS_PATH, providerPage } from "../../components/addresses.ts";
import { countFact } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { KIND_TITLES } from "../../components/offer-words.ts";
import { section } from "../../components/section.ts";
import { type Column, table } from "../../components/table.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";

interface Listed extends ProviderEntry {
  /** Of its row in the answer. */
  at: string;
  /** Models that nobody sells for less. */
  cheapestFor: number;
}

const ALL = "/api/v1/providers";
const TITLE = "Labs and hosts";
const LEAD =
  "Who makes AI models and who sells them: labs, clouds, hosts with machines of their own, resellers and subscriptions.";
/** Labs with fewer models that sell nothing themselves are folded. */
const FEW = 5;

export function providersPage(catalog: Catalog): Html {
  const all = toListed(catalog);
  const asOf = newest(all.map(({ as_of }) => as_of));
  const files = [
    { label: "JSON", path: ALL, type: "application/json" },
    { label: "CSV", path: "/api/v1/export/providers", type: "text/csv" },
  ];
  return toPage(
    {
      path: PROVIDERS_PATH,
      title: TITLE,
      description: LEAD,
      chapter: "Providers",
      dataset: toDataset(
        { name: TITLE, description: LEAD, path: PROVIDERS_PATH, asOf, distribution: files },
        catalog,
      ),
      head: pageTitle({ title: TITLE, lead: LEAD }),
      main: [...HOST_KINDS.map((kind) => kindSection(kind, all)), makersSection(all)],
      provenance: { asOf, data: files },
    },
    catalog.service,
  );
}

function toListed(catalog: Catalog): Listed[] {
  const cheapest = new Map<string, number>();
  for (const { cheapest_host } of catalog.models)
    if (cheapest_host !== null) cheapest.set(cheapest_host, (cheapest.get(cheapest_host) ?? 0) + 1);
  return catalog.providers.map((provider, index) => ({
    ...toProviderEntry(provider),
    at: `/data/${index}`,
    cheapestFor: cheapest.get(provider.slug) ?? 0,
  }));
}

const WHAT: Readonly<Record<HostKind, string>> = {
  lab: "They make models and sell them at an API of their own; their price is the list price.",
  cloud: "Large platforms that sell the models of several labs.",
  inference: "They run models, mostly with open weights, on machines of their own.",
  router:
    "They pass requests on to other hosts. Their prices count as the cheapest only where nobody else sells a model.",
  plan: "A monthly fee instead of a price per token; token prices that they name are not compared.",
};

function kindSection(kind: HostKind, all: readonly Listed[]): Html | false {
  const hosts = all.filter(({ host_kind }) => host_kind === kind);
  if (hosts.length === 0) return false;
  return section(
    kind,
    KIND_TITLES[kind],
    html`<p>${WHAT[kind]}</p>
${providerTable(`${KIND_TITLES[kind]}: table`, hosts, kind === "plan" ? PLAN_COLUMNS : HOST_COLUMNS)}`,
  );
}

function makersSection(all: readonly Listed[]): Html | false {
  const makers = all.filter(({ host_kind }) => host_kind === null);
  const [many, few] = [
    makers.filter(({ models }) => models >= FEW),
    makers.filter(({ models }) => models < FEW),
  ];
  if (makers.length === 0) return false;
  return section(
    "makers",
    "Labs that others sell for",
    html`<p>They make models and sell none at an API that is followed here.</p>
${many.length > 0 && providerTable("Labs without an own API", many, MAKER_COLUMNS)}${
  few.length > 0 &&
  html`<details>
<summary>${few.length} labs and people with fewer than ${FEW} models</summary>
${providerTable("Labs with few models", few, MAKER_COLUMNS)}</details>`
}`,
  );
}

const providerTable = (
  caption: string,
  rows: readonly Listed[],
  columns: readonly Column<Listed>[],
): Content =>
  table({ caption, isCaptionHidden: true, columns, rows: rows.toSorted(byWeight), of: ALL });

const byWeight = (a: Listed, b: Listed): number =>
  b.offers - a.offers || b.models - a.models || byText(a.slug, b.slug);

const NAME: Column<Listed> = {
  title: "Name",
  cell: ({ slug, name }) => html`<a href="${providerPage(slug)}">${name}</a>`,
};
const SOLD: Column<Listed> = {
  title: "Models sold",
  isFigure: true,
  cell: ({ offers, at }) => countFact(offers, `${at}/offers`),
};
const MADE: Column<Listed> = {
  title: "Models made",
  isFigure: true,
  cell: ({ models, at }) => countFact(models, `${at}/models`),
};
const CHEAPEST: Column<Listed> = {
  title: "Cheapest of",
  isFigure: true,
  cell: ({ cheapestFor }) => (cheapestFor === 0 ? "–" : `${cheapestFor}`),
};
const AS_OF: Column<Listed> = {
  title: "As of",
  isFigure: true,
  cell: ({ as_of }) => redDate(as_of),
};
const HOST_COLUMNS = [NAME, SOLD, CHEAPEST, MADE, AS_OF];
const PLAN_COLUMNS = [NAME, SOLD, AS_OF];
const MAKER_COLUMNS = [NAME, MADE, AS_OF];

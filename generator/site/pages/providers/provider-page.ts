/** The page of a lab or host: what it is, what it sells and makes, what changed lately. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ProviderRow } from "../../../../build/model/catalog/rows.ts";
import {
  type ProviderDetail,
  toProviderDetail,
} from "../../../endpoints/providers/get-provider.ts";
import { ATOM_TYPE } from "../../../feeds/atom.ts";
import { labFeed, toFeeds } from "../../../feeds/feed.ts";
import { perCatalog } from "../../../http/per-catalog.ts";
import { PROVIDERS_PATH, providerPage } from "../../components/addresses.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { aboutProvider } from "./about.ts";
import { madeSection } from "./made-table.ts";
import { newsSection } from "./news.ts";
import { soldSection } from "./sold-table.ts";

export function toProviderPage(provider: ProviderRow, catalog: Catalog): Html {
  const detail = toProviderDetail(provider, catalog);
  const { slug, name, as_of } = detail;
  const path = providerPage(slug);
  const about = aboutProvider(detail);
  const files = dataOf(detail);
  const feed = feedPaths(catalog).has(labFeed(slug)) ? labFeed(slug) : null;
  const title = `${name}: models and prices`;
  return toPage(
    {
      path,
      title,
      description: `${name} ${about.charAt(0).toLowerCase()}${about.slice(1)}`,
      chapter: "Providers",
      ...(feed !== null && {
        feeds: [{ title: `${name} (Atom)`, href: `${feed}.xml`, type: ATOM_TYPE }],
      }),
      dataset: toDataset(
        {
          name: title,
          description: about,
          path,
          asOf: as_of,
          distribution: files.map(({ path, type }) => ({ path, type })),
        },
        catalog,
      ),
      head: pageTitle({
        kicker: html`<a href="${PROVIDERS_PATH}">Labs and hosts</a>`,
        title: name,
        lead: about,
      }),
      main: [
        factsSection(detail, feed, provider, catalog),
        soldSection(detail, catalog),
        madeSection(detail),
        newsSection(slug, catalog),
      ],
      provenance: { asOf: as_of, data: files.map(({ label, path }) => ({ label, path })) },
    },
    catalog.service,
  );
}

const dataOf = ({ slug, offers }: ProviderDetail) => [
  { label: "JSON", path: `/api/v1/providers/${slug}`, type: "application/json" },
  offers > 0
    ? {
        label: "CSV (offers of every host)",
        path: "/api/v1/export/provider-offers",
        type: "text/csv",
      }
    : { label: "CSV (all models)", path: "/api/v1/export/models", type: "text/csv" },
];

/** Labs without news have no feed. */
const feedPaths = perCatalog((catalog) => new Set(toFeeds(catalog).map(({ path }) => path)));

function factsSection(
  { homepage, api_url, documentation_url }: ProviderDetail,
  feed: string | null,
  { own_hosts, slug }: ProviderRow,
  catalog: Catalog,
): Html | false {
  const hosts = own_hosts.filter((host) => host !== slug);
  const facts: [string, Content][] = [
    ["Home page", homepage !== null && link(homepage)],
    ["Documentation", documentation_url !== null && link(documentation_url)],
    ["Address of its API", api_url !== null && html`<code data-copy>${api_url}</code>`],
    [
      "Also sells through",
      hosts.length > 0 && hosts.map((host, index) => hostLink(host, index, catalog)),
    ],
    [
      "Feed",
      feed !== null && html`<a href="${feed}.xml">Atom</a>, <a href="${feed}.json">JSON Feed</a>`,
    ],
  ];
  const known = facts.filter(([, value]) => value !== false);
  if (known.length === 0) return false;
  return section(
    "facts",
    "At a glance",
    html`<dl class="facts">
${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`,
  );
}

const hostLink = (host: string, index: number, catalog: Catalog): Html =>
  html`${index > 0 && ", "}<a href="${providerPage(host)}">${catalog.provider(host)?.name ?? host}</a>`;

const link = (url: string): Html =>
  html`<a href="${url}">${url.replace(/^https?:\/\/(www\.)?|\/$/g, "")}</a>`;

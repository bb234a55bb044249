/** The page of a lab or host: what it is, what it sells and makes, what changed. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow, ProviderRow } from "../../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import { changeTitle, providerOf } from "../../../endpoints/changes/changes.ts";
import {
  type ProviderDetail,
  type ProviderEntry,
  toProviderDetail,
} from "../../../endpoints/providers/providers.ts";
import { toFeeds } from "../../../feeds/feeds.ts";
import { perCatalog } from "../../../http/endpoint.ts";
import { ATOM_TYPE, labFeed, PROVIDERS_PATH, providerPage } from "../../components/addresses.ts";
import { thousands, usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import {
  commaList,
  counted,
  dateTag,
  fact,
  facts,
  modelLink,
  namedProvider,
  note,
  section,
  siteLink,
} from "../../components/parts.ts";
import type { SitePage } from "../../layout/page.ts";
import { madeSection, soldSection } from "./provider-tables.ts";

export function toProviderPage(provider: ProviderRow, catalog: Catalog): SitePage {
  const detail = toProviderDetail(provider, catalog);
  const { slug, name, offers, as_of } = detail;
  const lead = aboutProvider(detail);
  const feed = feedPaths(catalog).has(labFeed(slug)) ? labFeed(slug) : null;
  const sells = offers > 0;
  return {
    path: providerPage(slug),
    title: `${name}: models and prices`,
    description: `${name} ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`,
    chapter: "Providers",
    kicker: html`<a href="${PROVIDERS_PATH}">Labs and hosts</a>`,
    heading: name,
    lead,
    feeds: feed === null ? [] : [{ title: `${name} (Atom)`, href: `${feed}.xml`, type: ATOM_TYPE }],
    main: [
      factsSection(detail, feed, provider, catalog),
      soldSection(detail, catalog),
      madeSection(detail),
      changesSection(slug, catalog),
    ],
    data: {
      asOf: as_of,
      files: [
        { label: "JSON", path: `/api/v1/providers/${slug}` },
        {
          label: sells ? "CSV (offers of every host)" : "CSV (all models)",
          path: `/api/v1/export/${sells ? "provider-offers" : "models"}`,
          type: "text/csv",
        },
      ],
      dataset: { description: lead },
    },
  };
}

/** What it is, in a sentence: `Makes 3 models and sells 2 models through its own API.` */
function aboutProvider({ host_kind, models, offers }: ProviderEntry): string {
  const makes = models > 0 && `makes ${counted(models, "model")}`;
  const sells =
    offers > 0 && host_kind ? SELLS[host_kind](counted(offers, "model")) : "sells none itself";
  const parts = host_kind === "lab" || offers === 0 ? [makes, sells] : [sells, makes];
  const sentence = parts.filter(Boolean).join(" and ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const SELLS = {
  lab: (models: string) => `sells ${models} through its own API`,
  cloud: (models: string) => `sells ${models} in its cloud`,
  inference: (models: string) => `runs and sells ${models} on its own machines`,
  router: (models: string) => `resells ${models} run by other hosts`,
  plan: (models: string) => `sells a subscription with ${models}`,
} as const;

/** Labs without news have no feed. */
const feedPaths = perCatalog((catalog) => new Set(toFeeds(catalog).map(({ path }) => path)));

function factsSection(
  { homepage, api_url, documentation_url }: ProviderDetail,
  feed: string | null,
  { own_hosts, slug }: ProviderRow,
  catalog: Catalog,
): Html | false {
  const hosts = own_hosts.filter((host) => host !== slug);
  const rows: [string, Content][] = [
    ["Website", homepage !== null && siteLink(homepage)],
    ["Documentation", documentation_url !== null && siteLink(documentation_url)],
    ["API base URL", api_url !== null && html`<code data-copy>${api_url}</code>`],
    [
      "Also sells through",
      hosts.length > 0 && commaList(hosts.map((host) => namedProvider(host, catalog))),
    ],
    [
      "Subscribe",
      feed !== null && html`<a href="${feed}.xml">Atom</a>, <a href="${feed}.json">JSON Feed</a>`,
    ],
  ];
  return rows.some(([, value]) => value !== false) && section("facts", "At a glance", facts(rows));
}

const CHANGES_SHOWN = 10;

/** Changes at a host, to a lab's models, or in a company's figures. */
function changesSection(slug: string, catalog: Catalog): Html | false {
  const changes = changesBy(catalog).get(slug) ?? [];
  if (changes.length === 0) return false;
  const all = `/api/v1/changes?provider=${slug}`;
  return section(
    "news",
    "Recent changes",
    html`<ol class="news" data-of="${all}">
${changes.slice(0, CHANGES_SHOWN).map((change, index) => changeItem(change, index, catalog))}</ol>
${changes.length > CHANGES_SHOWN && note(html`The newest ${CHANGES_SHOWN} of <a href="${all}">${changes.length} changes</a>.`)}`,
  );
}

/** Provider → its changes, the newest first, as the answer has them. */
const changesBy = perCatalog((catalog) => {
  const known = catalog.changes.map((row) => ({ row, provider: providerOf(row, catalog) }));
  const groups = groupBy(known, ({ provider }) => provider);
  return new Map([...groups].map(([slug, rows]) => [slug, rows.map(({ row }) => row).reverse()]));
});

function changeItem(change: ChangeRow, index: number, catalog: Catalog): Html {
  const title = changeTitle(change, catalog);
  return html`<li><span class="when">${dateTag(change.date)}</span> <span>${change.model === null ? title : modelLink(change.model, title)}${changeDetails(change, `/data/${index}/details`)}</span></li>
`;
}

function changeDetails(change: ChangeRow, at: string): Content {
  const { type, value, metric, old_input, new_input, old_output, new_output } = change;
  if (type === "new_model") return null;
  if (type === "company_update")
    return value !== null && html`: ${fact(value, `${at}/value`, amount(value, metric))}`;
  return html`<small>input ${changed(old_input, new_input, `${at}/new_input`)}, output ${changed(old_output, new_output, `${at}/new_output`)}</small>`;
}

function changed(before: number | null, after: number | null, at: string): Content {
  const text = after === null ? usd(after) : fact(after, at, usd(after));
  return before === after ? html`unchanged at ${text}` : html`from ${usd(before)} to ${text}`;
}

/** `1500000000` → `$1.5 billion` of a metric in dollars, else `1,500,000,000`. */
function amount(value: number, metric: string | null): string {
  const whole = thousands(Math.round(value));
  if (metric?.endsWith("_usd") !== true) return whole;
  const [size, name] = UNITS.find(([size]) => value >= size) ?? [];
  return size ? `$${Number((value / size).toPrecision(3))} ${name}` : `$${whole}`;
}

const UNITS = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
] as const;

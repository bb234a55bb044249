/** The feeds as Atom 1.0 (RFC 4287) and JSON Feed 1.1. The library `feed` lacks license links and link types. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ChangeRow, FindingRow, OfferRow } from "../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../build/schema/collections.ts";
import { THIRD_PARTY } from "../../build/schema/values.ts";
import { toChangeTitle } from "../endpoints/changes/changes.ts";
import { type PublishedFinding, toPublishedFinding } from "../endpoints/findings/findings.ts";
import { memoizePerCatalog } from "../http/endpoint.ts";
import type { StaticFile } from "../http/headers.ts";
import * as paths from "../site/components/addresses.ts";
import { formatLongDate, formatUsdOrFree, type Html, html } from "../site/components/html.ts";
import { formatRetirementTitle, listRetirements, type ModelRetirement } from "./retirements.ts";

/** Limits the size of a feed. More entries than a reader misses between two visits. */
const MAX_ENTRIES = 50;

/** An entry in the shape of a published finding. `id` is the same in every feed and every build. */
export interface FeedEntry
  extends Pick<
    PublishedFinding,
    "id" | "date" | "title" | "summary" | "url" | "page" | "models" | "numbers"
  > {
  kind: string;
}

export interface Feed {
  /** Path without extension: `/feeds/openai`. */
  path: string;
  /** Query string after the path: `?models=gpt-4o`. */
  query?: string;
  /** Path of the page about the feed's subject; absent for the front page. */
  page?: string;
  title: string;
  subtitle: string;
  /** Newest first, at most 50. */
  entries: readonly FeedEntry[];
}

export type PriceChangeRow = ChangeRow & { model: string; host: string };

export const isPriceChange = (row: ChangeRow): row is PriceChangeRow =>
  (row.type === "price_drop" || row.type === "price_increase") &&
  row.model !== null &&
  row.host !== null;

/** Computed once per catalogue, because pages check which labs have a feed. */
export const listFeeds = memoizePerCatalog((catalog: Catalog): Feed[] => {
  const { name } = catalog.service;
  const findings = catalog.findings.map((finding) => toFindingEntry(finding, catalog));
  const moves = catalog.changes.filter(isPriceChange).reverse();
  const toPrice = (move: PriceChangeRow) => toPriceEntry(move, catalog);
  const announced = announcedPriceEntries(catalog.offers, catalog);
  const unreported = movesWithoutFinding(moves, catalog).map(toPrice);
  return [
    {
      path: paths.FINDINGS_FEED_PATH,
      title: `${name}: findings`,
      subtitle: "Dated findings about AI models",
      entries: newest(findings),
    },
    {
      path: paths.PRICES_FEED_PATH,
      page: paths.PRICES_PAGE_PATH,
      title: `${name}: prices`,
      subtitle: "Price changes of AI models at every host, also those that are announced",
      entries: newest([...announced, ...moves.map(toPrice)]),
    },
    {
      path: paths.RETIREMENTS_FEED_PATH,
      page: paths.RETIREMENTS_PAGE_PATH,
      title: `${name}: retirements`,
      subtitle: "Retirement dates of AI models",
      entries: newest(retirementEntries(listRetirements(catalog), catalog)),
    },
    ...labFeeds([...announced, ...findings, ...unreported], catalog),
  ];
});

/** A finding about models of two labs is in the feeds of both labs. */
function labFeeds(entries: readonly FeedEntry[], catalog: Catalog): Feed[] {
  const labsOf = ({ models }: FeedEntry) =>
    new Set(models.flatMap((slug) => catalog.model(slug)?.lab || []));
  const reports = entries.flatMap((entry) => [...labsOf(entry)].map((lab) => ({ lab, entry })));
  return [...groupBy(reports, ({ lab }) => lab)]
    .sort(([a], [b]) => compareByCodePoint(a, b))
    .map(([lab, own]) => {
      const labName = catalog.provider(lab)?.name ?? lab;
      return {
        path: paths.labFeedPath(lab),
        page: paths.providerPagePath(lab),
        title: `${catalog.service.name}: ${labName}`,
        subtitle: `Findings and price changes of models by ${labName}`,
        entries: newest(own.map(({ entry }) => entry)),
      };
    });
}

/** Price changes that no finding reports, so that a lab's feed has no duplicates. */
function movesWithoutFinding(moves: readonly PriceChangeRow[], catalog: Catalog): PriceChangeRow[] {
  const toKey = ({ date, host, model }: { date: string; host: string | null; model: string }) =>
    `${date} ${host} ${model}`;
  const reported = new Set(
    catalog.findings
      .filter(({ kind }) => kind === "price_drop" || kind === "price_rise")
      .flatMap(({ statements }) => statements.map(toKey)),
  );
  return moves.filter((move) => !reported.has(toKey(move)));
}

/** Entries of the same day keep their order: findings by importance, then price changes. */
const newest = (entries: readonly FeedEntry[]): FeedEntry[] =>
  [...entries].sort((a, b) => compareByCodePoint(b.date, a.date)).slice(0, MAX_ENTRIES);

/** Newest first. */
export const listChangesOfModel = (slug: string, catalog: Catalog): readonly ChangeRow[] =>
  changesByModel(catalog).get(slug) ?? [];

/** Leaves out added and removed offers, and corrections that withdraw an earlier change. */
const changesByModel = memoizePerCatalog(({ changes }) =>
  groupBy(
    changes
      .filter(({ type, withdraws }) => !type.startsWith("offer_") && withdraws === null)
      .reverse(),
    ({ model }) => model ?? "",
  ),
);

/** @param maxModels Considers only this many models, including those without changes. */
function* listModelFeeds(catalog: Catalog, maxModels: number): Generator<Feed> {
  for (const { slug, name } of catalog.models.slice(0, maxModels)) {
    const changes = listChangesOfModel(slug, catalog);
    if (changes.length === 0) continue;
    const entries = changes.map((change) => toEntry(change, slug, catalog));
    yield {
      path: paths.modelFeedPath(slug),
      page: paths.modelPagePath(slug),
      title: `${catalog.service.name}: ${name}`,
      subtitle: `Release, price changes and other changes of ${name}`,
      entries: newest([...announcedPriceEntries(catalog.offersOf(slug), catalog), ...entries]),
    };
  }
}

/** Whether something is about one of the models at one of the hosts (slugs). An empty list stands for all of them. */
export const createPersonalFilter =
  (models: readonly string[], hosts: readonly string[]) =>
  ({ model, host }: { model: string | null; host: string | null }): boolean =>
    (models.length === 0 || models.includes(model ?? "")) &&
    (hosts.length === 0 || host === null || hosts.includes(host));

/** Changes and retirements of the models (slugs) at the hosts; without models, all of the hosts' models. */
export function makePersonalFeed(
  models: readonly string[],
  hosts: readonly string[],
  catalog: Catalog,
): Feed {
  const isOwn = createPersonalFilter(models, hosts);
  const changes =
    models.length > 0
      ? models.flatMap((slug) => listChangesOfModel(slug, catalog))
      : catalog.changes.filter(isPriceChange).reverse();
  const entries = changes
    // Retirements are added below from `listRetirements`, with their hosts.
    .filter((change) => change.type !== "retirement" && isOwn(change))
    .map((change) => toEntry(change, change.model ?? "", catalog));
  const names = [
    ...models.map((slug) => catalog.getModel(slug).name),
    ...hosts.map((slug) => catalog.provider(slug)?.name ?? slug),
  ];
  return {
    path: paths.PERSONAL_FEED_PATH,
    query: paths.toFeedQuery(models, hosts),
    title: `${catalog.service.name}: ${names.join(", ")}`,
    subtitle: "Price changes and retirement dates of a list of models and hosts",
    entries: newest([
      ...announcedPriceEntries(catalog.offers.filter(isOwn), catalog),
      ...entries,
      ...retirementEntries(listRetirements(catalog).filter(isOwn), catalog),
    ]),
  };
}

function toEntry(change: ChangeRow, slug: string, catalog: Catalog): FeedEntry {
  if (isPriceChange(change)) return toPriceEntry(change, catalog);
  const title = toChangeTitle(change, catalog);
  const { date, type: kind } = change;
  const id = kind === "new_model" ? `model:${slug}` : `change:${kind}:${date}:${slug}`;
  return modelEntry({ id, date, kind, title, summary: `${title}.` }, slug, catalog);
}

function toFindingEntry(finding: FindingRow, catalog: Catalog): FeedEntry {
  const { id, test: _, ...item } = toPublishedFinding(finding, catalog);
  return { ...item, id: toTagUri(`finding:${id}`, catalog) };
}

function toPriceEntry(move: PriceChangeRow, catalog: Catalog): FeedEntry {
  const { date, type: kind, model, host, old_input, new_input, old_output, new_output } = move;
  const summary = summarizePrices([old_input, new_input], [old_output, new_output]);
  const title = toChangeTitle(move, catalog);
  const numbers = Object.entries({ old_input, new_input, old_output, new_output }).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  );
  const id = `price:${date}:${host}:${model}`;
  return {
    ...modelEntry({ id, date, kind, title, summary }, model, catalog),
    url: `${catalog.service.base_url}/api/v1/price-history/${model}?provider=${host}`,
    numbers: Object.fromEntries(numbers),
  };
}

type PriceStep = [before: number | null, after: number | null];
const summarizePrices = (input: PriceStep, output: PriceStep): string =>
  `${describeStep("Input", input)}, ${describeStep("output", output)}, in US dollars per million tokens.`;

/** A price that did not change is written once. */
const describeStep = (name: string, [before, after]: PriceStep): string =>
  before === after
    ? `${name} price unchanged at ${formatUsdOrFree(before)}`
    : `${name} from ${formatUsdOrFree(before)} to ${formatUsdOrFree(after)}`;

/** Announced prices, dated by the day on which they were recorded, so that readers learn of them in advance. */
const announcedPriceEntries = (offers: readonly OfferRow[], catalog: Catalog): FeedEntry[] =>
  offers.flatMap(({ model, host, announced, ...offer }) =>
    announced.map(({ effective, as_of: date, ...next }, at) => {
      const { input, output } = announced[at - 1] ?? offer;
      const day = formatLongDate(effective);
      const hostName = catalog.provider(host)?.name ?? host;
      const change = `a new price of ${catalog.getModel(model).name}`;
      const title =
        next.source === THIRD_PARTY
          ? `A third party reports ${change} at ${hostName} from ${day}`
          : `${hostName} announces ${change} from ${day}`;
      const summary = summarizePrices([input, next.input], [output, next.output]);
      const id = `announced:${effective}:${host}:${model}`;
      return modelEntry({ id, date, kind: "price_announced", title, summary }, model, catalog);
    }),
  );

/** Dated by the day on which it was recorded, so that readers learn of it in advance. */
const retirementEntries = (
  retirements: readonly ModelRetirement[],
  catalog: Catalog,
): FeedEntry[] =>
  retirements.map((retirement) => {
    const { model, host, hostName, recorded } = retirement;
    const day = formatLongDate(retirement.date);
    const title = `${formatRetirementTitle(retirement)} on ${day}`;
    const summary = `${hostName} sells it until ${day}.`;
    const id = `retirement:${host}:${model}`;
    return modelEntry({ id, date: recorded, kind: "retirement", title, summary }, model, catalog);
  });

const modelEntry = (
  about: Pick<FeedEntry, "id" | "date" | "kind" | "title" | "summary">,
  slug: string,
  catalog: Catalog,
): FeedEntry => ({
  ...about,
  id: toTagUri(about.id, catalog),
  url: `${catalog.service.base_url}/api/v1/models/${slug}`,
  page: `${catalog.service.base_url}${paths.modelPagePath(slug)}`,
  models: [slug],
  numbers: {},
});

/** A tag URI (RFC 4151). 2026, the year in which we owned the host name, is part of the id and must never change. */
const toTagUri = (name: string, { service }: Catalog): string =>
  `tag:${new URL(service.base_url).hostname},2026:${name}`;

/** @param maxModels Makes feeds for at most this many models. */
export function* makeFeedFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  for (const feed of listFeeds(catalog)) {
    yield toAtomFile(feed, catalog);
    const json = JSON.stringify(toJsonFeed(feed, catalog));
    yield toFile(`${feed.path}.json`, paths.JSON_FEED_CONTENT_TYPE, json);
  }
  for (const feed of listModelFeeds(catalog, maxModels)) yield toAtomFile(feed, catalog);
}

const toAtomFile = (feed: Feed, catalog: Catalog): StaticFile =>
  toFile(`${feed.path}.xml`, paths.ATOM_CONTENT_TYPE, toAtomDocument(feed, catalog));

const toFile = (path: string, type: string, body: string): StaticFile => ({
  path,
  body,
  contentType: `${type}; charset=utf-8`,
  owner: "feeds",
});

/** Always well-formed: characters that XML does not allow are replaced by U+FFFD. */
export const toXmlDocument = (root: Html): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`.replace(
    /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
    "\ufffd",
  );

export const toFeedTimestamp = (day: string): string => `${day}T00:00:00Z`;

/** A build does not use the clock: a feed is dated by its newest entry, or by the catalog when it is empty. */
export function toAtomDocument(feed: Feed, catalog: Catalog): string {
  const { name, base_url, license, license_url } = catalog.service;
  return toXmlDocument(html`<feed xmlns="http://www.w3.org/2005/Atom">
<title>${feed.title}</title>
<subtitle>${feed.subtitle}</subtitle>
<id>${toTagUri(`feed:${feed.path}${feed.query ?? ""}`, catalog)}</id>
<updated>${toFeedTimestamp(feed.entries[0]?.date ?? (catalog.asOf || "1970-01-01"))}</updated>
<link rel="self" type="${paths.ATOM_CONTENT_TYPE}" href="${base_url}${feed.path}.xml${feed.query ?? ""}"/>
<link rel="alternate" type="text/html" href="${base_url}${feed.page ?? "/"}"/>
<link rel="license" type="text/html" href="${license_url}"/>
<author><name>${name}</name><uri>${base_url}/</uri></author>
<rights>Data: ${license}</rights>
${feed.entries.map(toAtomEntry)}</feed>`);
}

const toAtomEntry = ({ id, date, kind, title, summary, url, page }: FeedEntry): Html =>
  html`<entry><title>${title}</title><id>${id}</id><updated>${toFeedTimestamp(date)}</updated><published>${toFeedTimestamp(date)}</published><link rel="alternate" type="text/html" href="${page}"/><link rel="related" type="application/json" href="${url}"/><category term="${kind}"/><summary>${summary}</summary></entry>
`;

function toJsonFeed(feed: Feed, { service }: Catalog) {
  const { name, base_url } = service;
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: `${base_url}${feed.page ?? "/"}`,
    feed_url: `${base_url}${feed.path}.json`,
    description: feed.subtitle,
    language: "en",
    authors: [{ name, url: `${base_url}/` }],
    items: feed.entries.map(({ id, date, kind, title, summary, url, page, models, numbers }) => ({
      id,
      url: page,
      title,
      content_text: summary,
      date_published: toFeedTimestamp(date),
      tags: [kind],
      // The name of a custom member begins with an underscore, as JSON Feed requires.
      _facts: { url, models, numbers },
    })),
  };
}

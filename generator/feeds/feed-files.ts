/**
 * The feeds as Atom 1.0 (RFC 4287) and JSON Feed 1.1. Written here: the library `feed` has no place for the link to an
 * entry's facts, for a license link and for the types of links.
 */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../http/headers.ts";
import { ATOM_CONTENT_TYPE, JSON_FEED_CONTENT_TYPE } from "../site/components/addresses.ts";
import { type Html, html } from "../site/components/html.ts";
import { type Feed, type FeedEntry, listFeeds, listModelFeeds, toTagUri } from "./feeds.ts";

/** @param maxModels At most so many models have a feed. */
export function* makeFeedFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  for (const feed of listFeeds(catalog)) {
    yield toAtomFile(feed, catalog);
    yield toFile(
      `${feed.path}.json`,
      JSON_FEED_CONTENT_TYPE,
      JSON.stringify(toJsonFeed(feed, catalog)),
    );
  }
  for (const feed of listModelFeeds(catalog, maxModels)) yield toAtomFile(feed, catalog);
}

const toAtomFile = (feed: Feed, catalog: Catalog): StaticFile =>
  toFile(`${feed.path}.xml`, ATOM_CONTENT_TYPE, toAtomDocument(feed, catalog));

export const toAtomDocument = (feed: Feed, catalog: Catalog): string =>
  toXmlDocument(toAtom(feed, catalog));

const toFile = (path: string, type: string, body: string): StaticFile => ({
  path,
  body,
  contentType: `${type}; charset=utf-8`,
  owner: "feeds",
});

/** Well-formed whatever stands in the data: characters that no XML document may hold become U+FFFD. */
export const toXmlDocument = (root: Html): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`.replace(
    /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
    "\ufffd",
  );

/** `2026-08-13` → `2026-08-13T00:00:00Z`. */
export const toFeedTimestamp = (day: string): string => `${day}T00:00:00Z`;

/** There is no clock: a feed is as new as its newest entry, without one as old as the catalog. */
function toAtom(feed: Feed, catalog: Catalog): Html {
  const { name, base_url, license, license_url } = catalog.service;
  return html`<feed xmlns="http://www.w3.org/2005/Atom">
<title>${feed.title}</title>
<subtitle>${feed.subtitle}</subtitle>
<id>${toTagUri(`feed:${feed.path}${feed.query ?? ""}`, catalog)}</id>
<updated>${toFeedTimestamp(feed.entries[0]?.date ?? (catalog.asOf || "1970-01-01"))}</updated>
<link rel="self" type="${ATOM_CONTENT_TYPE}" href="${base_url}${feed.path}.xml${feed.query ?? ""}"/>
<link rel="alternate" type="text/html" href="${base_url}${feed.page ?? "/"}"/>
<link rel="license" type="text/html" href="${license_url}"/>
<author><name>${name}</name><uri>${base_url}/</uri></author>
<rights>Data: ${license}</rights>
${feed.entries.map(toAtomEntry)}</feed>`;
}

const toAtomEntry = ({ id, date, kind, title, summary, url, page }: FeedEntry): Html =>
  html`<entry><title>${title}</title><id>${id}</id><updated>${toFeedTimestamp(date)}</updated><published>${toFeedTimestamp(date)}</published><link rel="alternate" type="text/html" href="${page}"/><link rel="related" type="application/json" href="${url}"/><category term="${kind}"/><summary>${summary}</summary></entry>
`;

function toJsonFeed(feed: Feed, { service }: Catalog) {
  const { name, base_url } = service;
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: `${base_url}/`,
    feed_url: `${base_url}${feed.path}.json`,
    description: feed.subtitle,
    language: "en",
    authors: [{ name, url: `${base_url}/` }],
    items: feed.entries.map(({ id, date, kind, title, summary, url, page, models, numbers }) => ({
      ...{ id, url: page, title, content_text: summary },
      date_published: toFeedTimestamp(date),
      tags: [kind],
      // A member of our own begins with an underscore, as the format asks.
      _facts: { url, models, numbers },
    })),
  };
}

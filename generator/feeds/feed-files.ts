/** The feeds as Atom 1.0 (RFC 4287) and JSON Feed 1.1. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../http/headers.ts";
import { API_CATALOG_LINK, API_CATALOG_PATH, API_CATALOG_TYPE, toApiCatalog } from "./discovery.ts";
import { type Entry, toTag } from "./entry.ts";
import { type Feed, modelFeeds, toFeeds } from "./feeds.ts";

/** `2026-08-13` → `2026-08-13T00:00:00Z`. */
export const toInstant = (day: string): string => `${day}T00:00:00Z`;

/** A feed without entries is as old as the catalog, an empty catalog older than anything. */
export const updatedOn = ({ entries: [first] }: Feed, { asOf }: Catalog): string =>
  toInstant(first?.date ?? (asOf || "1970-01-01"));

/** A small writer of XML 1.0: what it returns is well-formed whatever stands in the data. */

/** Finished markup. Only `element` makes one, so a plain string is never taken for markup. */
export class Xml {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Attributes = Readonly<Record<string, string>>;

/** `element("link", { href }, [])` → `<link href="…"/>`. Names are ours, values may be anything. */
export function element(
  name: string,
  attributes: Attributes,
  content: readonly (Xml | string)[],
): Xml {
  const head = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeAttribute(value)}"`,
  );
  const start = `<${name}${head.join("")}`;
  if (content.length === 0) return new Xml(`${start}/>`);
  const inside = content.map((part) => (part instanceof Xml ? part.toString() : escapeText(part)));
  return new Xml(`${start}>${inside.join("")}</${name}>`);
}

export const toDocument = (root: Xml): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${root.toString()}\n`;

/** Characters that no XML document may hold, not even escaped, become U+FFFD. */
const escapeText = (text: string): string =>
  text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"'\r]/g, toReference);

/** In an attribute a reader would take tabs and line ends for spaces. */
const escapeAttribute = (text: string): string => escapeText(text).replace(/[\t\n]/g, toReference);

const toReference = (character: string): string => `&#${character.charCodeAt(0)};`;

/** All but tab, line ends, and U+0020 to U+10FFFF without surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const ATOM_TYPE = "application/atom+xml";

export function toAtom(feed: Feed, catalog: Catalog): string {
  const { name, base_url, license, license_url } = catalog.service;
  const children = [
    text("title", feed.title),
    text("subtitle", feed.subtitle),
    text("id", toTag(`feed:${feed.path}`, catalog)),
    text("updated", updatedOn(feed, catalog)),
    link("self", `${base_url}${feed.path}.xml`, ATOM_TYPE),
    link("alternate", `${base_url}${feed.page ?? "/"}`, "text/html"),
    link("license", license_url, "text/html"),
    element("author", {}, [text("name", name), text("uri", `${base_url}/`)]),
    text("rights", `Data: ${license}`),
    ...feed.entries.map(toEntry),
  ];
  const lines = children.flatMap((child): (Xml | string)[] => ["\n", child]);
  return toDocument(element("feed", { xmlns: "http://www.w3.org/2005/Atom" }, lines));
}

const toEntry = ({ id, date, kind, title, summary, url, page }: Entry): Xml =>
  element("entry", {}, [
    text("title", title),
    text("id", id),
    text("updated", toInstant(date)),
    text("published", toInstant(date)),
    link("alternate", page, "text/html"),
    link("related", url, "application/json"),
    element("category", { term: kind }, []),
    text("summary", summary),
  ]);

const text = (name: string, content: string): Xml => element(name, {}, [content]);

const link = (rel: string, href: string, type: string): Xml =>
  element("link", { rel, type, href }, []);

export const JSON_FEED_TYPE = "application/feed+json";

export function toJsonFeed(feed: Feed, { service }: Catalog) {
  const { name, base_url } = service;
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: `${base_url}/`,
    feed_url: `${base_url}${feed.path}.json`,
    description: feed.subtitle,
    language: "en",
    authors: [{ name, url: `${base_url}/` }],
    items: feed.entries.map(toItem),
  };
}

const toItem = ({ id, date, kind, title, summary, url, page, models, numbers }: Entry) => ({
  id,
  url: page,
  title,
  content_text: summary,
  date_published: toInstant(date),
  tags: [kind],
  // A member of our own begins with an underscore, as the format asks.
  _facts: { url, models, numbers },
});

/** @param maxModels At most so many models have a feed. */
export function* feedFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  const owner = "feeds";
  const toAtomFile = (feed: Feed): StaticFile => ({
    path: `${feed.path}.xml`,
    body: toAtom(feed, catalog),
    contentType: `${ATOM_TYPE}; charset=utf-8`,
    owner,
  });
  for (const feed of toFeeds(catalog)) {
    yield toAtomFile(feed);
    yield {
      path: `${feed.path}.json`,
      body: JSON.stringify(toJsonFeed(feed, catalog)),
      contentType: `${JSON_FEED_TYPE}; charset=utf-8`,
      owner,
    };
  }
  for (const feed of modelFeeds(catalog, maxModels)) yield toAtomFile(feed);
  yield {
    path: API_CATALOG_PATH,
    body: JSON.stringify(toApiCatalog(catalog.service)),
    contentType: API_CATALOG_TYPE,
    headers: API_CATALOG_LINK,
    owner,
  };
}

/** A feed as JSON Feed 1.1 (jsonfeed.org). */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Entry } from "./entry.ts";
import type { Feed } from "./feed.ts";
import { toInstant } from "./instant.ts";

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

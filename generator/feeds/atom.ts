/** A feed as Atom 1.0 (RFC 4287). */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { type Entry, toTag } from "./entry.ts";
import type { Feed } from "./feed.ts";
import { toInstant, updatedOn } from "./instant.ts";
import { element, toDocument, type Xml } from "./xml.ts";

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

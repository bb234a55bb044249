/** Parses an Atom feed as feed readers do, and checks its form. */
import { XMLParser } from "fast-xml-parser";
import * as z from "zod";

export const MIDNIGHT_UTC_PATTERN = /^\d{4}-\d{2}-\d{2}T00:00:00Z$/;
export const TAG_URI_PATTERN = /^tag:[a-z0-9.-]+,2026:[a-z]+:[^\s]+$/;

const Said = z.string().min(1);
const Id = z.string().regex(TAG_URI_PATTERN);
const Instant = z.string().regex(MIDNIGHT_UTC_PATTERN);
const Link = z.strictObject({ "@rel": Said, "@type": Said, "@href": z.url() });
/** White space between the elements. */
const Space = z.string().regex(/^\s*$/);

const AtomEntry = z.strictObject({
  title: Said,
  id: Id,
  updated: Instant,
  published: Instant,
  link: z.array(Link).min(1),
  category: z.strictObject({ "@term": Said }),
  summary: Said,
});

/** What Atom demands of a feed and of an entry, and what we add. */
const AtomFeed = z.strictObject({
  "@xmlns": z.literal("http://www.w3.org/2005/Atom"),
  title: Said,
  subtitle: Said,
  id: Id,
  updated: Instant,
  link: z.array(Link).min(1),
  author: z.strictObject({ name: z.literal("Model Almanac"), uri: z.url() }),
  rights: Said,
  entry: z.array(AtomEntry).default([]),
  "#text": Space,
});
export type AtomFeed = z.infer<typeof AtomFeed>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  ignoreDeclaration: true,
  isArray: (name) => name === "entry" || name === "link",
  parseTagValue: false,
  trimValues: false,
  // Also decodes numeric character references.
  htmlEntities: true,
});

/**
 * @throws Error with line and column when the XML is not well-formed, or with the fields that do not match the schema.
 */
export function parseAtomFeed(text: string): AtomFeed {
  if (!text.startsWith('<?xml version="1.0" encoding="utf-8"?>\n'))
    throw new Error("does not begin with the XML declaration");
  return z.strictObject({ feed: AtomFeed }).parse(parser.parse(text, true)).feed;
}

/** @returns Address of the link with this `rel`; undefined when there is none. */
export const findAtomLink = ({ link }: Pick<AtomFeed, "link">, rel: string): string | undefined =>
  link.find((one) => one["@rel"] === rel)?.["@href"];

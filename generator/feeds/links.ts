/** The feeds that are there whatever the catalog holds, for pages that name them. */
import { ATOM_TYPE } from "./atom.ts";
import { FINDINGS_FEED, PRICES_FEED } from "./feed.ts";
import { JSON_FEED_TYPE } from "./json-feed.ts";

interface FeedLink {
  title: string;
  href: string;
  type: string;
}

const bothForms = (title: string, path: string): FeedLink[] => [
  { title: `${title} (Atom)`, href: `${path}.xml`, type: ATOM_TYPE },
  { title: `${title} (JSON Feed)`, href: `${path}.json`, type: JSON_FEED_TYPE },
];

export const FEED_LINKS: readonly FeedLink[] = [
  ...bothForms("Findings", FINDINGS_FEED),
  ...bothForms("Prices that moved", PRICES_FEED),
];

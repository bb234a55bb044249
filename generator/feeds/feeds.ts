/** Which feeds there are: findings, prices, retirements, one for each lab that has news, one for each model that changed. */

import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../build/model/catalog/rows.ts";
import { byText, groupBy } from "../../build/schema/collections.ts";
import { changeTitle } from "../endpoints/changes/changes.ts";
import { perCatalog } from "../http/endpoint.ts";
import {
  modelPage,
  PRICES_PATH,
  providerPage,
  RETIREMENTS_PATH,
} from "../site/components/addresses.ts";
import {
  type Entry,
  isPriceMove,
  type PriceMove,
  toFindingEntry,
  toPriceEntry,
  toTag,
} from "./entry.ts";
import { RETIREMENTS_FEED, retirementEntries } from "./retirements.ts";

/** More than a reader misses between two visits; it bounds the size of a feed. */
const MAX_ENTRIES = 50;

/** Addresses without their endings. A lab's feed stands beside that of prices: `/feeds/openai`. */
const FINDINGS_FEED = "/feed";
const PRICES_FEED = "/feeds/prices";

export const ATOM_TYPE = "application/atom+xml";
export const JSON_FEED_TYPE = "application/feed+json";

interface FeedLink {
  title: string;
  href: string;
  type: string;
}

const bothForms = (title: string, path: string): FeedLink[] => [
  { title: `${title} (Atom)`, href: `${path}.xml`, type: ATOM_TYPE },
  { title: `${title} (JSON Feed)`, href: `${path}.json`, type: JSON_FEED_TYPE },
];

/** The feeds that are there whatever the catalog holds, for pages that name them. */
export const FEED_LINKS: readonly FeedLink[] = [
  ...bothForms("Findings", FINDINGS_FEED),
  ...bothForms("Prices that moved", PRICES_FEED),
];

export interface Feed {
  /** Without an ending: `/feeds/openai`. */
  path: string;
  /** Path of the page of what it tells; the front page when absent. */
  page?: string;
  title: string;
  subtitle: string;
  /** Newest first, at most 50. */
  entries: readonly Entry[];
}

/** Of the models of a lab; only labs with news have one. */
export const labFeed = (lab: string): string => `/feeds/${lab}`;

/** Made once: pages ask which labs have a feed. */
export const toFeeds = perCatalog((catalog: Catalog): Feed[] => {
  const { name } = catalog.service;
  const findings = catalog.findings.map((finding) => toFindingEntry(finding, catalog));
  const moves = catalog.changes.filter(isPriceMove).reverse();
  const toPrice = (move: PriceMove) => toPriceEntry(move, catalog);
  return [
    {
      path: FINDINGS_FEED,
      title: `${name}: findings`,
      subtitle: "Dated findings about AI models",
      entries: newest(findings),
    },
    {
      path: PRICES_FEED,
      page: PRICES_PATH,
      title: `${name}: prices`,
      subtitle: "Price changes of AI models at every host",
      entries: newest(moves.map(toPrice)),
    },
    {
      path: RETIREMENTS_FEED,
      page: RETIREMENTS_PATH,
      title: `${name}: retirements`,
      subtitle: "Retirement dates of AI models",
      entries: newest(retirementEntries(catalog)),
    },
    ...labFeeds([...findings, ...movesWithoutFinding(moves, catalog).map(toPrice)], catalog),
  ];
});

/** A finding that names models of two labs is in the feeds of both. */
function labFeeds(entries: readonly Entry[], catalog: Catalog): Feed[] {
  const byLab = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const lab of labsOf(entry, catalog)) {
      const others = byLab.get(lab);
      if (others) others.push(entry);
      else byLab.set(lab, [entry]);
    }
  return [...byLab]
    .sort(([a], [b]) => byText(a, b))
    .map(([lab, entries]) => {
      const labName = catalog.provider(lab)?.name ?? lab;
      return {
        path: labFeed(lab),
        page: providerPage(lab),
        title: `${catalog.service.name}: ${labName}`,
        subtitle: `Findings and price changes of models by ${labName}`,
        entries: newest(entries),
      };
    });
}

const labsOf = ({ models }: Entry, catalog: Catalog): Set<string> =>
  new Set(models.flatMap((slug) => catalog.model(slug)?.lab ?? []).filter((lab) => lab !== ""));

/** Price moves that no finding reports: in a lab's feed nothing stands twice. */
function movesWithoutFinding(
  moves: readonly PriceMove[],
  { findings, finding_facts }: Catalog,
): PriceMove[] {
  const found = new Set(
    findings.flatMap(({ date, kind, models }) => models.map((model) => `${date} ${kind} ${model}`)),
  );
  const reported = new Set(
    finding_facts
      .filter(({ kind }) => kind === "price_drop" || kind === "price_rise")
      .filter(({ date, kind, model }) => found.has(`${date} ${kind} ${model}`))
      .map(toMoveKey),
  );
  return moves.filter((move) => !reported.has(toMoveKey(move)));
}

const toMoveKey = (of: { date: string; host: string | null; model: string }): string =>
  `${of.date} ${of.host} ${of.model}`;

/** Entries of one day keep their order: findings by importance, then prices. */
const newest = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => byText(b.date, a.date)).slice(0, MAX_ENTRIES);

/** Without the ending: there is an Atom form only. */
export const modelFeedPath = (slug: string): string => `/feeds/models/${slug}`;

/** Newest first. */
export const changesOf = (slug: string, catalog: Catalog): readonly ChangeRow[] =>
  changesByModel(catalog).get(slug) ?? [];

const changesByModel = perCatalog(({ changes }) =>
  groupBy(changes.toReversed(), ({ model }) => model ?? ""),
);

/** @param maxModels Only of so many models, whether they have a feed or not. */
export function* modelFeeds(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<Feed> {
  for (const { slug, name } of catalog.models.slice(0, maxModels)) {
    const changes = changesOf(slug, catalog);
    if (changes.length === 0) continue;
    yield {
      path: modelFeedPath(slug),
      page: modelPage(slug),
      title: `${catalog.service.name}: ${name}`,
      subtitle: `Price changes of ${name} at every host`,
      entries: changes.slice(0, MAX_ENTRIES).map((change) => toEntry(change, slug, catalog)),
    };
  }
}

const toEntry = (change: ChangeRow, slug: string, catalog: Catalog): Entry =>
  isPriceMove(change)
    ? toPriceEntry(change, catalog)
    : {
        id: toTag(`model:${slug}`, catalog),
        date: change.date,
        kind: change.type,
        title: changeTitle(change, catalog),
        summary: `${changeTitle(change, catalog)}.`,
        url: `${catalog.service.base_url}/api/v1/models/${slug}`,
        page: `${catalog.service.base_url}${modelPage(slug)}`,
        models: [slug],
        numbers: {},
      };

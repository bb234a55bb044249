/** What each feed reports: findings, price moves, retirements, news of each lab, changes of each model. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ChangeRow, FindingRow } from "../../build/model/catalog/rows.ts";
import { compareByCodePoint, groupBy } from "../../build/schema/collections.ts";
import { toChangeTitle } from "../endpoints/changes/changes.ts";
import { toPublishedFinding } from "../endpoints/findings/findings.ts";
import { memoizePerCatalog } from "../http/endpoint.ts";
import {
  FINDINGS_FEED_PATH,
  labFeedPath,
  modelFeedPath,
  modelPagePath,
  PERSONAL_FEED_PATH,
  PRICES_FEED_PATH,
  PRICES_PAGE_PATH,
  providerPagePath,
  RETIREMENTS_FEED_PATH,
  RETIREMENTS_PAGE_PATH,
  toFeedQuery,
} from "../site/components/addresses.ts";
import { formatLongDate, formatUsdOrFree } from "../site/components/html.ts";
import { listRetirements, type ModelRetirement, retirementTitle } from "./retirements.ts";

/** Bounds the size of a feed; more than a reader misses between two visits. */
const MAX_ENTRIES = 50;

export interface FeedEntry {
  /** The same for the same fact, in every feed and build. */
  id: string;
  /** Day of the fact (YYYY-MM-DD). */
  date: string;
  kind: string;
  title: string;
  summary: string;
  /** Absolute address of the facts behind it. */
  url: string;
  /** Absolute address of the page for people. */
  page: string;
  /** Slugs. */
  models: readonly string[];
  numbers: Readonly<Record<string, number>>;
}

export interface Feed {
  /** Without an ending: `/feeds/openai`. */
  path: string;
  /** Behind the path: `?models=gpt-4o`. */
  query?: string;
  /** Path of the page about its subject; the front page when absent. */
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

/** Made once: pages ask which labs have a feed. */
export const listFeeds = memoizePerCatalog((catalog: Catalog): Feed[] => {
  const { name } = catalog.service;
  const findings = catalog.findings.map((finding) => toFindingEntry(finding, catalog));
  const moves = catalog.changes.filter(isPriceChange).reverse();
  const toPrice = (move: PriceChangeRow) => toPriceEntry(move, catalog);
  return [
    {
      path: FINDINGS_FEED_PATH,
      title: `${name}: findings`,
      subtitle: "Dated findings about AI models",
      entries: newest(findings),
    },
    {
      path: PRICES_FEED_PATH,
      page: PRICES_PAGE_PATH,
      title: `${name}: prices`,
      subtitle: "Price changes of AI models at every host",
      entries: newest(moves.map(toPrice)),
    },
    {
      path: RETIREMENTS_FEED_PATH,
      page: RETIREMENTS_PAGE_PATH,
      title: `${name}: retirements`,
      subtitle: "Retirement dates of AI models",
      entries: newest(retirementEntries(catalog)),
    },
    ...labFeeds([...findings, ...movesWithoutFinding(moves, catalog).map(toPrice)], catalog),
  ];
});

/** A finding that names models of two labs is in the feeds of both. */
function labFeeds(entries: readonly FeedEntry[], catalog: Catalog): Feed[] {
  const labsOf = ({ models }: FeedEntry) =>
    new Set(models.flatMap((slug) => catalog.model(slug)?.lab || []));
  const reports = entries.flatMap((entry) => [...labsOf(entry)].map((lab) => ({ lab, entry })));
  return [...groupBy(reports, ({ lab }) => lab)]
    .sort(([a], [b]) => compareByCodePoint(a, b))
    .map(([lab, own]) => {
      const labName = catalog.provider(lab)?.name ?? lab;
      return {
        path: labFeedPath(lab),
        page: providerPagePath(lab),
        title: `${catalog.service.name}: ${labName}`,
        subtitle: `Findings and price changes of models by ${labName}`,
        entries: newest(own.map(({ entry }) => entry)),
      };
    });
}

/** Price moves that no finding reports, so that a lab's feed has nothing twice. */
function movesWithoutFinding(moves: readonly PriceChangeRow[], catalog: Catalog): PriceChangeRow[] {
  const toKey = ({ date, host, model }: { date: string; host: string | null; model: string }) =>
    `${date} ${host} ${model}`;
  const found = new Set(
    catalog.findings.flatMap(({ date, kind, models }) =>
      models.map((model) => `${date} ${kind} ${model}`),
    ),
  );
  const reported = new Set(
    catalog.finding_facts
      .filter(({ kind }) => kind === "price_drop" || kind === "price_rise")
      .filter(({ date, kind, model }) => found.has(`${date} ${kind} ${model}`))
      .map(toKey),
  );
  return moves.filter((move) => !reported.has(toKey(move)));
}

/** Entries of one day keep their order: findings by importance, then prices. */
const newest = (entries: readonly FeedEntry[]): FeedEntry[] =>
  [...entries].sort((a, b) => compareByCodePoint(b.date, a.date)).slice(0, MAX_ENTRIES);

/** Newest first. */
export const listChangesOfModel = (slug: string, catalog: Catalog): readonly ChangeRow[] =>
  changesByModel(catalog).get(slug) ?? [];

/** Without the comings and goings of offers, and without what we took back. */
const changesByModel = memoizePerCatalog(({ changes }) =>
  groupBy(
    changes
      .filter(({ type, withdraws }) => !type.startsWith("offer_") && withdraws === null)
      .reverse(),
    ({ model }) => model ?? "",
  ),
);

/** @param maxModels Only of so many models, whether they have a feed or not. */
export function* listModelFeeds(catalog: Catalog, maxModels: number): Generator<Feed> {
  for (const { slug, name } of catalog.models.slice(0, maxModels)) {
    const changes = listChangesOfModel(slug, catalog);
    if (changes.length === 0) continue;
    yield {
      path: modelFeedPath(slug),
      page: modelPagePath(slug),
      title: `${catalog.service.name}: ${name}`,
      subtitle: `Price changes of ${name} at every host`,
      entries: changes.slice(0, MAX_ENTRIES).map((change) => toEntry(change, slug, catalog)),
    };
  }
}

/**
 * What changed and what retires of a reader's own models, at all hosts or at some; without models, of those hosts.
 * @param models Slugs. @param hosts Slugs.
 */
export function makePersonalFeed(
  models: readonly string[],
  hosts: readonly string[],
  catalog: Catalog,
): Feed {
  const isOwn = ({ model, host }: { model: string | null; host: string | null }) =>
    (models.length === 0 || models.includes(model ?? "")) &&
    (hosts.length === 0 || host === null || hosts.includes(host));
  const changes =
    models.length > 0
      ? models.flatMap((slug) => listChangesOfModel(slug, catalog))
      : catalog.changes.filter(isPriceChange).reverse();
  const entries = changes
    .filter(isOwn)
    .map((change) => toEntry(change, change.model ?? "", catalog));
  const names = [
    ...models.map((slug) => catalog.getModel(slug).name),
    ...hosts.map((slug) => catalog.provider(slug)?.name ?? slug),
  ];
  return {
    path: PERSONAL_FEED_PATH,
    query: toFeedQuery(models, hosts),
    title: `${catalog.service.name}: ${names.join(", ")}`,
    subtitle: "Price changes and retirement dates of a list of models and hosts",
    entries: newest([
      ...entries,
      ...retirementEntries(catalog, listRetirements(catalog).filter(isOwn)),
    ]),
  };
}

function toEntry(change: ChangeRow, slug: string, catalog: Catalog): FeedEntry {
  if (isPriceChange(change)) return toPriceEntry(change, catalog);
  const title = toChangeTitle(change, catalog);
  const { date, type: kind } = change;
  return modelEntry(
    {
      id: kind === "new_model" ? `model:${slug}` : `change:${kind}:${date}:${slug}`,
      date,
      kind,
      title,
      summary: `${title}.`,
    },
    slug,
    catalog,
  );
}

function toFindingEntry(finding: FindingRow, catalog: Catalog): FeedEntry {
  const { id, test: _, ...item } = toPublishedFinding(finding, catalog);
  return { ...item, id: toTagUri(`finding:${id}`, catalog) };
}

function toPriceEntry(move: PriceChangeRow, catalog: Catalog): FeedEntry {
  const { date, type: kind, model, host, old_input, new_input, old_output, new_output } = move;
  const input = step("Input", old_input, new_input);
  const output = step("output", old_output, new_output);
  const summary = `${input}, ${output}, in US dollars per million tokens.`;
  const title = toChangeTitle(move, catalog);
  const numbers = Object.entries({ old_input, new_input, old_output, new_output }).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  );
  return {
    ...modelEntry(
      { id: `price:${date}:${host}:${model}`, date, kind, title, summary },
      model,
      catalog,
    ),
    url: `${catalog.service.base_url}/api/v1/price-history/${model}?provider=${host}`,
    numbers: Object.fromEntries(numbers),
  };
}

/** A price that did not change is written once. */
const step = (name: string, before: number | null, after: number | null): string =>
  before === after
    ? `${name} price unchanged at ${formatUsdOrFree(before)}`
    : `${name} from ${formatUsdOrFree(before)} to ${formatUsdOrFree(after)}`;

/** Dated when it became known, so that readers learn of it before the day. */
const retirementEntries = (
  catalog: Catalog,
  retirements: readonly ModelRetirement[] = listRetirements(catalog),
): FeedEntry[] =>
  retirements.map((retirement) => {
    const { model, host, hostName, recorded } = retirement;
    const day = formatLongDate(retirement.date);
    const title = `${retirementTitle(retirement)} on ${day}`;
    const summary = `${hostName} sells it until ${day}.`;
    const id = `retirement:${host}:${model}`;
    return modelEntry({ id, date: recorded, kind: "retirement", title, summary }, model, catalog);
  });

/** An entry about one model. */
const modelEntry = (
  about: Pick<FeedEntry, "id" | "date" | "kind" | "title" | "summary">,
  slug: string,
  catalog: Catalog,
): FeedEntry => ({
  ...about,
  id: toTagUri(about.id, catalog),
  url: `${catalog.service.base_url}/api/v1/models/${slug}`,
  page: `${catalog.service.base_url}${modelPagePath(slug)}`,
  models: [slug],
  numbers: {},
});

/**
 * A tag URI (RFC 4151), which stays when addresses below the base move. The year is the one in which the name of the
 * host was ours; it is part of the name and never changes.
 */
export const toTagUri = (name: string, { service }: Catalog): string =>
  `tag:${new URL(service.base_url).hostname},2026:${name}`;

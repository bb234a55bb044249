/** A feed for each model with a change on record: its prices that moved, and its first day. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../build/model/catalog/rows.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { changeTitle } from "../endpoints/changes/change.ts";
import { perCatalog } from "../http/per-catalog.ts";
import { modelPage } from "../site/components/addresses.ts";
import { type Entry, isPriceMove, toPriceEntry, toTag } from "./entry.ts";
import type { Feed } from "./feed.ts";

/** Without the ending: there is an Atom form only. */
export const modelFeedPath = (slug: string): string => `/feeds/models/${slug}`;

/** Newest first. */
export const changesOf = (slug: string, catalog: Catalog): readonly ChangeRow[] =>
  changesByModel(catalog).get(slug) ?? [];

const changesByModel = perCatalog(({ changes }) =>
  groupBy(changes.toReversed(), ({ model }) => model ?? ""),
);

const MAX_ENTRIES = 50;

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
      subtitle: `Prices of ${name} that moved, at every host`,
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

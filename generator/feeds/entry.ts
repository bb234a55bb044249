/** What a feed reports: findings, and prices that moved. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../build/model/catalog/rows.ts";
import type { Finding } from "../../build/model/findings/kinds.ts";
import { changeTitle } from "../endpoints/changes/changes.ts";
import { toFindingItem } from "../endpoints/findings/findings.ts";
import { modelPage } from "../site/components/addresses.ts";
import { usd } from "../site/components/format.ts";

export interface Entry {
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

export type PriceMove = ChangeRow & { model: string; host: string };

export const isPriceMove = (row: ChangeRow): row is PriceMove =>
  (row.type === "price_drop" || row.type === "price_increase") &&
  row.model !== null &&
  row.host !== null;

export function toFindingEntry(finding: Finding, catalog: Catalog): Entry {
  const { id, test: _, ...item } = toFindingItem(finding, catalog);
  return { ...item, id: toTag(`finding:${id}`, catalog) };
}

export function toPriceEntry(move: PriceMove, catalog: Catalog): Entry {
  const { date, type, model, host, old_input, new_input, old_output, new_output } = move;
  const input = step("Input", old_input, new_input);
  const output = step("output", old_output, new_output);
  return {
    id: toTag(`price:${date}:${host}:${model}`, catalog),
    date,
    kind: type,
    title: changeTitle(move, catalog),
    summary: `${input}, ${output}, in US dollars per million tokens.`,
    url: `${catalog.service.base_url}/api/v1/price-history/${model}?provider=${host}`,
    page: `${catalog.service.base_url}${modelPage(model)}`,
    models: [model],
    numbers: known({ old_input, new_input, old_output, new_output }),
  };
}

/** A price that did not change is written once. */
const step = (name: string, before: number | null, after: number | null): string =>
  before === after
    ? `${name} stays ${usd(before)}`
    : `${name} from ${usd(before)} to ${usd(after)}`;

/**
 * A tag URI (RFC 4151), which stays when addresses below the base move. The year is the one in which
 * the name of the host was ours; it is part of the name and is never to be changed.
 */
export const toTag = (name: string, { service }: Catalog): string =>
  `tag:${new URL(service.base_url).hostname},2026:${name}`;

function known(numbers: Record<string, number | null>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== null),
  );
}

/** The function's data, as the build wrote them → what answers are made from. */
import { gunzipSync } from "node:zlib";
import { type CatalogData, toCatalog } from "../build/model/catalog/catalog.ts";
import { ShardedTable, type TableOutline } from "../build/model/catalog/sharded-table.ts";
import { getAt } from "../build/schema/collections.ts";
import type { FunctionOutline } from "../generator/function-data/function-data.ts";
import type { Context } from "../generator/http/endpoint.ts";
import { toSearch } from "../generator/search/search.ts";

/** The file of the function's data, open. */
export interface FunctionData {
  outline: FunctionOutline;
  /** Bytes behind the outline. */
  read(at: number, bytes: number): Uint8Array;
}

/** Each shard is read when one of its rows is asked for, the search index when the first search comes. */
export function toFunctionContext({ outline, read }: FunctionData): Context {
  const { tables, ...catalog } = outline.catalog;
  let end = 0;
  const sharded = Object.entries(tables).map(([name, table]) => {
    const starts = startsOf(table, end);
    end = starts.at(-1) ?? end;
    const shard = (index: number) => read(getAt(starts, index), getAt(table.shards, index).bytes);
    return [name, new ShardedTable<object>(table, shard)];
  });
  const data = { ...catalog, tables: Object.fromEntries(sharded) } as CatalogData;
  const search = () => gunzipSync(read(end, outline.search)).toString();
  return { catalog: toCatalog(data), search: toSearch(search) };
}

/** Where each shard begins, and where the last one ends. */
function startsOf({ shards }: TableOutline, from: number): number[] {
  const starts = [from];
  for (const { bytes } of shards) starts.push((starts.at(-1) ?? from) + bytes);
  return starts;
}

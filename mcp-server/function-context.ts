/** The function's data, as the build wrote it → what answers are made from. */
import { gunzipSync } from "node:zlib";
import { toCatalog } from "../build/read-model/catalog/catalog.ts";
import { unpackTables } from "../build/read-model/catalog/table.ts";
import type { PackedCatalog, PackedData } from "../generator/function-data/function-data.ts";
import type { Context } from "../generator/http/endpoint.ts";
import { toSearch } from "../generator/search/search.ts";

/** The search index is parsed when the first search comes. */
export function toFunctionContext({ catalog, search }: PackedData): Context {
  const { tables, ...packed } = JSON.parse(unpack(catalog)) as PackedCatalog;
  return {
    catalog: toCatalog({ ...packed, tables: unpackTables(tables) }),
    search: toSearch(() => unpack(search)),
  };
}

/** @param packed JSON, gzip, base64: as `generator/function-data/function-data.ts` writes it. */
const unpack = (packed: string): string => gunzipSync(Buffer.from(packed, "base64")).toString();

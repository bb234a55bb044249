/** The published files of all formats: those of today, and those with the whole history. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { toJsonEscapingInvisibleCharacters } from "../../build/schema/values.ts";
import { type StaticFile, toJsonFile } from "../http/headers.ts";
import { readAnswerContext } from "../pipeline/packed-data.ts";
import { COMPAT_FORMATS_OF_DAY, COMPAT_HISTORY_PATHS, type CompatFormat } from "./formats.ts";
import {
  listModelIdPriceHistories,
  type ModelIdPriceHistory,
  toGenaiPricesTable,
  toLangfuseModels,
  toLlmPricesHistory,
} from "./price-histories.ts";
import { listPricedModelIds } from "./priced-ids.ts";

interface HistoryFormat extends CompatFormat {
  make(histories: readonly ModelIdPriceHistory[], catalog: Catalog): unknown;
}

const HISTORY_FORMATS: readonly HistoryFormat[] = [
  { path: COMPAT_HISTORY_PATHS.genaiPrices, make: toGenaiPricesTable },
  { path: COMPAT_HISTORY_PATHS.llmPrices, make: toLlmPricesHistory },
  { path: COMPAT_HISTORY_PATHS.langfuse, make: toLangfuseModels },
];

/** In the order of the documents. */
export const COMPAT_FORMATS: readonly CompatFormat[] = [
  ...COMPAT_FORMATS_OF_DAY,
  ...HISTORY_FORMATS,
];

/**
 * The price table at a path of `COMPAT_FORMATS`, for tools that have no access to the service.
 * @param day Prices of this day; undefined means today. Tables with the whole history do not depend on it.
 */
export function makeCompatPriceTable(path: string, day: string | undefined, catalog: Catalog) {
  const ofDay = COMPAT_FORMATS_OF_DAY.find((format) => format.path === path);
  if (ofDay) return ofDay.make(listPricedModelIds(catalog, day), catalog);
  const history = HISTORY_FORMATS.find((format) => format.path === path);
  return history?.make(listModelIdPriceHistories(catalog), catalog);
}

/** The same from the data of the package `model-almanac`. @returns JSON. */
export function makeCompatPricesJson(dataFile: string, path: string, day: string | undefined) {
  const { catalog } = readAnswerContext(dataFile);
  return toJsonEscapingInvisibleCharacters(makeCompatPriceTable(path, day, catalog));
}

export function* makeCompatFiles(catalog: Catalog): Generator<StaticFile> {
  const ids = listPricedModelIds(catalog, undefined);
  for (const { make, ...format } of COMPAT_FORMATS_OF_DAY) yield toFile(format, make(ids, catalog));
  const histories = listModelIdPriceHistories(catalog);
  for (const { make, ...format } of HISTORY_FORMATS) yield toFile(format, make(histories, catalog));
}

const toFile = ({ path, alsoAt }: CompatFormat, value: unknown): StaticFile => ({
  ...toJsonFile(path, "formats", toJsonEscapingInvisibleCharacters(value)),
  ...(alsoAt !== undefined && { alsoAt }),
});

/** The published files of all formats: those of today, and those with the whole history. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { toEscapedJson } from "../../build/schema/values.ts";
import { type StaticFile, toJsonFile } from "../http/headers.ts";
import { readAnswerContext } from "../pipeline/packed-data.ts";
import { COMPAT_FORMATS_OF_DAY, COMPAT_HISTORY_PATHS, type CompatFormat } from "./formats.ts";
import {
  listModelIdHistories,
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
  {
    path: COMPAT_HISTORY_PATHS.genaiPrices,
    readBy: "genai-prices (Python, JavaScript)",
    unit: "USD per 1M tokens, per 1,000 searches or per hour of audio; with the start date of each price",
    ids: "host → the host's own model id; hosts have the names that genai-prices uses, if it knows them",
    leavesOut:
      "rates by service tier, region and hour; audio and image rates of ids that have a cache price but no price for cached audio and images; days on which an id was not for sale; trust levels and sources",
    make: toGenaiPricesTable,
  },
  {
    path: COMPAT_HISTORY_PATHS.llmPrices,
    readBy: "readers of llm-prices' table of past prices",
    unit: "USD per 1M tokens; with the start and end date of each price",
    ids: "ids of a lab at its own host",
    leavesOut: "other hosts; all prices but input, output and cache reads; trust and sources",
    make: toLlmPricesHistory,
  },
  {
    path: COMPAT_HISTORY_PATHS.langfuse,
    readBy: "Langfuse, as bodies of `POST /api/public/models`",
    unit: "USD per token; with the start date of each price",
    ids: "a pattern that matches the model id at the lab's own host, with or without `lab/` before it",
    leavesOut:
      "other hosts; rates by service tier, region, hour and cache lifetime, and in units other than tokens; trust and sources. If the price above a prompt size is unknown, the price of smaller prompts is given",
    make: toLangfuseModels,
  },
];

/** In the order of the documents. */
export const COMPAT_FORMATS: readonly CompatFormat[] = [
  ...COMPAT_FORMATS_OF_DAY,
  ...HISTORY_FORMATS,
];

/**
 * The table at one of the paths of FORMATS, for tools that have no access to the service.
 * @param day Prices of this day; undefined: today's. Tables with the whole history are the same on all days.
 */
export function makeCompatPrices(path: string, day: string | undefined, catalog: Catalog): unknown {
  const ofDay = COMPAT_FORMATS_OF_DAY.find((format) => format.path === path);
  if (ofDay) return ofDay.make(listPricedModelIds(catalog, day), catalog);
  const history = HISTORY_FORMATS.find((format) => format.path === path);
  return history?.make(listModelIdHistories(catalog), catalog);
}

/** The same from the data of the package `model-almanac`. @returns JSON. */
export const makeCompatPricesJson = (
  dataFile: string,
  path: string,
  day: string | undefined,
): string => toEscapedJson(makeCompatPrices(path, day, readAnswerContext(dataFile).catalog));

export function* makeCompatFiles(catalog: Catalog): Generator<StaticFile> {
  const ids = listPricedModelIds(catalog, undefined);
  for (const { make, ...format } of COMPAT_FORMATS_OF_DAY) yield toFile(format, make(ids, catalog));
  const histories = listModelIdHistories(catalog);
  for (const { make, ...format } of HISTORY_FORMATS) yield toFile(format, make(histories, catalog));
}

const toFile = ({ path, alsoAt }: CompatFormat, value: unknown): StaticFile => ({
  ...toJsonFile(path, "formats", toEscapedJson(value)),
  ...(alsoAt !== undefined && { alsoAt }),
});

/** Data that the models page loads on demand: all models, prices at hosts, and search results of the API. */
import * as paths from "../components/addresses.ts";
import { type ArraysByColumn, arraysByColumnToRows } from "../components/table.ts";
import {
  groupHostPricesByModel,
  type HostPrice,
  type ModelsFileRow,
  type ModelTableItem,
  toModelTableItem,
} from "../pages/models/model-rows.ts";
import type { PricesFile } from "../pages/models/workload-costs.ts";
import { fetchJson, fetchOrThrow, loadOnce } from "./dom.ts";

interface ModelsFile {
  /** Name and license of the service, and URL of the file. */
  source: string;
  license: string;
  url: string;
  as_of: string;
  columns: ArraysByColumn<ModelsFileRow>;
}

interface LoadedPrices {
  tables: PricesFile;
  /** Slug of a model → its price at each host. */
  offers: Map<string, HostPrice[]>;
  /** Slug of a host → its name. */
  names: Map<string, string>;
}

export const loadedModelsData: {
  models?: Omit<ModelsFile, "columns"> & { all: ModelTableItem[] };
  prices?: LoadedPrices;
} = {};

/** @throws Error with a message for users. */
export const loadModelsFileIntoPage = loadOnce(async () => {
  const { columns, ...file } = await fetchJson<ModelsFile>(paths.MODELS_TABLE_DATA_PATH);
  loadedModelsData.models = { ...file, all: arraysByColumnToRows(columns).map(toModelTableItem) };
});

export const fetchPricesFile = loadOnce(async () => {
  const tables = await fetchJson<PricesFile>(paths.PRICES_TABLE_DATA_PATH);
  const names = new Map(arraysByColumnToRows(tables.hosts).map(({ slug, name }) => [slug, name]));
  loadedModelsData.prices = { tables, names, offers: groupHostPricesByModel(tables) };
  return loadedModelsData.prices;
});

/** Offers with their rates, for the costs of a workload or a usage log. */
export const fetchPricedOffers = loadOnce(async () => {
  const { tables } = await fetchPricesFile();
  const { toOffersOfPricesFile } = await import("../pages/models/workload-costs.ts");
  return toOffersOfPricesFile(tables);
});

/** Names and prices in the same form as in the npm package `model-almanac`. */
export const loadPackagedAlmanac = loadOnce(async () => {
  const { PACKAGED_FACTS_URL_PATH } = await import("../../../build/model/package-facts.ts");
  const { createAlmanac } = await import("../../../clients/typescript/src/almanac.ts");
  return createAlmanac(await (await fetchOrThrow(PACKAGED_FACTS_URL_PATH)).text());
});

const MAX_FOUND = 200;

/** Words → slugs found by the API, with their positions. Undefined after a failed request, which is not sent again. */
const answers = new Map<string, Map<string, number> | undefined>();

export const getCachedSearchRanks = (words: string): ReadonlyMap<string, number> | undefined =>
  answers.get(words.trim());

export const isSearchPending = (words: string): boolean =>
  words.trim() !== "" && !answers.has(words.trim());

export async function fetchSearchResultsIntoCache(text: string): Promise<void> {
  const words = text.trim();
  const page = (number: number) =>
    fetchJson<{ data: { slug: string }[]; meta: { pages: number } }>(
      `/api/v1/models?fields=slug&limit=${MAX_FOUND}&page=${number}&q=${encodeURIComponent(words)}`,
    );
  try {
    const first = await page(1);
    const others = Array.from({ length: Math.max(0, first.meta.pages - 1) }, (_, at) =>
      page(at + 2),
    );
    const found = [first, ...(await Promise.all(others))].flatMap(({ data }) => data);
    answers.set(words, new Map(found.map(({ slug }, at) => [slug, at])));
  } catch {
    answers.set(words, undefined);
  }
}

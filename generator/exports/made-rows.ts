/** Rows of the datasets that no table of the snapshot holds. Made once, for the CSV and the Parquet. */
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { perCatalog } from "../http/per-catalog.ts";
import { benchmarkRows, modelRows, providerRows } from "./catalogue-rows.ts";
import type { MadeRows } from "./dataset.ts";
import { priceChangeRows } from "./price-changes.ts";
import { worldMapRows } from "./world-map.ts";

export const madeRows = perCatalog(
  (catalog: Catalog): Record<MadeRows, Record<string, unknown>[]> => ({
    "price-changes": priceChangeRows(catalog),
    "world-map": worldMapRows(catalog),
    models: modelRows(catalog),
    providers: providerRows(catalog),
    benchmarks: benchmarkRows(catalog),
  }),
);

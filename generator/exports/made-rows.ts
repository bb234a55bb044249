/** Rows of the datasets that no table of the snapshot holds. Made once, for the CSV and the Parquet. */
import { perCatalog } from "../http/per-catalog.ts";
import { priceChangeRows } from "./price-changes.ts";
import { worldMapRows } from "./world-map.ts";

export const madeRows = perCatalog((catalog) => ({
  "price-changes": priceChangeRows(catalog),
  "world-map": worldMapRows(catalog),
}));

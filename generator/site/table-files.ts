/** What the scripts of the pages load: whole tables by columns, in a folder of their own with one type for all. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../http/headers.ts";
import { pricesFile } from "./pages/calculator/prices-file.ts";
import { modelsFile } from "./pages/models/models-file.ts";

export const tableFiles = (catalog: Catalog): StaticFile[] => [
  modelsFile(catalog),
  pricesFile(catalog),
];

import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../../../http/static-file.ts";
import { BENCHMARKS_PATH, benchmarkPage } from "../../components/addresses.ts";
import { pageFile } from "../../layout/page-file.ts";
import { toBenchmarkPage } from "./benchmark-page.ts";
import { benchmarksPage } from "./index-page.ts";

export const benchmarkPages = (catalog: Catalog): StaticFile[] => [
  pageFile(BENCHMARKS_PATH, benchmarksPage(catalog)),
  ...catalog.benchmarks.map((benchmark) =>
    pageFile(benchmarkPage(benchmark.slug), toBenchmarkPage(benchmark, catalog)),
  ),
];

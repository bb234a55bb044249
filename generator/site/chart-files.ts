/** Every chart as a picture and as rows, for pages of others. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../http/headers.ts";
import { type Chart, makeChartFiles } from "./components/charts/chart.ts";
import { readLightPalette } from "./components/charts/marks.ts";
import { readStyles } from "./layout/asset-files.ts";
import { toBenchmarkChart } from "./pages/benchmark-pages.ts";
import { toHostPriceChart, toPriceChart } from "./pages/model/price-charts.ts";
import { toScoreChart } from "./pages/prices/price-frontier.ts";
import { toRetirementChart } from "./pages/retirements-page.ts";

/** @param maxModels Only of so many models. */
export function* makeAllChartFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  const palette = readLightPalette(readStyles());
  for (const chart of listCharts(catalog, maxModels))
    if (chart) yield* makeChartFiles(chart, palette, catalog.service);
}

/** Those that have an address of their own; null for what has too little to draw. */
function* listCharts(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<Chart | null> {
  yield toScoreChart(catalog);
  yield toRetirementChart(catalog);
  for (const benchmark of catalog.benchmarks) yield toBenchmarkChart(benchmark, catalog);
  for (const model of catalog.models.slice(0, maxModels)) {
    yield toPriceChart(model, catalog);
    yield toHostPriceChart(model, catalog);
  }
}

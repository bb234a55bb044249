/** Every chart as a picture and as rows, for pages of others. */
import { stringify } from "csv-stringify/sync";
import { OWN_TESTS } from "../../build/experiments/own-tests.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Service } from "../../build/schema/service.ts";
import type { StaticFile } from "../http/headers.ts";
import {
  type Chart,
  chartCsvPath,
  chartPicturePath,
  renderChartPictureSvg,
} from "./components/charts/chart.ts";
import { type ColourPalette, parseLightPalette } from "./components/charts/marks.ts";
import { readStyleSheets } from "./layout/asset-files.ts";
import { toBenchmarkChart } from "./pages/benchmark-pages.ts";
import { toHostPriceChart, toPriceHistoryChart } from "./pages/model/price-charts.ts";
import { toOwnTestChart } from "./pages/own-tests/own-test-results.ts";
import { toPriceScoreChart } from "./pages/prices/price-frontier.ts";
import { toRetirementChart } from "./pages/retirements-page.ts";

/** @param maxModels Only of so many models. */
export function* makeAllChartFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  const palette = parseLightPalette(readStyleSheets());
  for (const chart of listCharts(catalog, maxModels))
    if (chart) yield* makeChartFiles(chart, palette, catalog.service);
}

/** Those that have an address of their own; null for what has too little to draw. */
function* listCharts(catalog: Catalog, maxModels: number): Generator<Chart | null> {
  yield toPriceScoreChart(catalog);
  yield toRetirementChart(catalog);
  for (const { test } of OWN_TESTS) yield toOwnTestChart(test, catalog);
  for (const benchmark of catalog.benchmarks) yield toBenchmarkChart(benchmark, catalog);
  for (const model of catalog.models.slice(0, maxModels)) {
    yield toPriceHistoryChart(model, catalog);
    yield toHostPriceChart(model, catalog);
  }
}

/** The chart alone and its rows, as files. */
function* makeChartFiles(
  chart: Chart,
  palette: ColourPalette,
  service: Service,
): Generator<StaticFile> {
  const { id, columns, rows } = chart;
  if (id === null) return;
  const { name: source, license, base_url } = service;
  const about = { ...chart, source, license, address: base_url + chart.page };
  const picture = renderChartPictureSvg(
    { ...about, drawing: chart.draw(true) },
    palette,
  ).toString();
  const file = { owner: "embeds" };
  const redirectedFrom = /^own-tests/.test(id) ? `/charts/${id.split("/")[1]}.svg` : undefined;
  yield {
    ...{ ...file, path: chartPicturePath(id), body: picture, contentType: "image/svg+xml" },
    ...(redirectedFrom && { redirectedFrom }),
  };
  const body = stringify([columns, ...rows], {
    record_delimiter: "windows",
    escape_formulas: true,
  });
  yield { ...file, path: chartCsvPath(id), body, contentType: "text/csv; charset=utf-8" };
}

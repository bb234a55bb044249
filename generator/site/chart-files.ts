/** Every chart as a picture and as rows, for pages of others. */
import { stringify } from "csv-stringify/sync";
import type { Service } from "../../build/schema/service.ts";
import type { StaticFile } from "../http/headers.ts";
import {
  type Chart,
  chartCsvPath,
  chartPicturePath,
  drawWideChart,
  renderChartPictureSvg,
} from "./components/charts/chart.ts";
import type { ColourPalette } from "./components/charts/marks.ts";

/** The chart alone and its rows, as files. */
export function* makeChartFiles(
  chart: Chart,
  palette: ColourPalette,
  service: Service,
): Generator<StaticFile> {
  const { id, columns, rows } = chart;
  if (id === null) return;
  const { name: source, license, base_url } = service;
  const about = { ...chart, source, license, address: base_url + chart.page };
  const picture = renderChartPictureSvg(
    { ...about, drawing: drawWideChart(chart) },
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

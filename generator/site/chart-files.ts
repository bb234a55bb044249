/** Every chart as a picture and as rows, for pages of others. */
import { stringify } from "csv-stringify/sync";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Service } from "../../build/schema/service.ts";
import type { StaticFile } from "../http/headers.ts";
import {
  type Chart,
  chartPicturePath,
  chartRowsPath,
  layOutPicture,
  MARGIN,
  SUBTITLE,
  TITLE,
} from "./components/charts/chart.ts";
import { type Palette, readLightPalette, toStandaloneMarkup } from "./components/charts/marks.ts";
import { formatLongDate, type Html, html, trustedHtml } from "./components/html.ts";
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

/** The chart alone and its rows, as files. */
function* makeChartFiles(chart: Chart, palette: Palette, service: Service): Generator<StaticFile> {
  const { id, columns, rows } = chart;
  if (id === null) return;
  const picture = drawPicture(chart, palette, service).toString();
  const file = { owner: "embeds" };
  yield { ...file, path: chartPicturePath(id), body: picture, contentType: "image/svg+xml" };
  const body = stringify([columns, ...rows], {
    record_delimiter: "windows",
    escape_formulas: true,
  });
  yield { ...file, path: chartRowsPath(id), body, contentType: "text/csv; charset=utf-8" };
}

function drawPicture(chart: Chart, palette: Palette, service: Service): Html {
  const wide = chart.draw(true);
  const { titleLines, subtitleLines, subtitleTop, top, width, height } = layOutPicture(chart, wide);
  const [ink, quiet] = [palette.get("--ink"), palette.get("--ink2")];
  const day = chart.asOf === null ? "" : `, ${formatLongDate(chart.asOf)}`;
  const marks = toStandaloneMarkup(html`${wide.marks}`.toString(), palette);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t" font-family="'Source Sans 3', Arial, Helvetica, sans-serif" font-size="11">
<title id="t">${chart.title}</title>
<rect width="${width}" height="${height}" fill="${palette.get("--paper")}"/>
<g fill="${ink}" font-family="'Source Serif 4', Georgia, 'Times New Roman', serif" font-size="${TITLE.size}" font-weight="600">${titleLines.map((line, at) => html`<text x="${MARGIN}" y="${MARGIN + 18 + at * TITLE.line}">${line}</text>`)}</g>
<g fill="${quiet}" font-size="${SUBTITLE.size}">${subtitleLines.map((line, at) => html`<text x="${MARGIN}" y="${subtitleTop + 14 + at * SUBTITLE.line}">${line}</text>`)}</g>
<g transform="translate(${MARGIN} ${top})">
${trustedHtml(marks)}
</g>
<text x="${MARGIN}" y="${height - 16}" fill="${quiet}" font-size="12">${service.name}${day}. ${service.base_url}${chart.page}</text>
<text x="${width - MARGIN}" y="${height - 16}" fill="${quiet}" font-size="12" text-anchor="end">${service.license}</text>
</svg>
`;
}

/** All pages, their Markdown versions, chart files, and the data tables that their scripts load. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Service } from "../../build/schema/service.ts";
import { toModelDetail } from "../endpoints/models/get-model.ts";
import { toEnvelope } from "../http/envelope.ts";
import { JSON_CONTENT_TYPE, type StaticFile } from "../http/headers.ts";
import * as paths from "./components/addresses.ts";
import {
  type Chart,
  chartCsvPath,
  chartPicturePath,
  drawWideChart,
  renderChartPictureSvg,
} from "./components/charts/chart.ts";
import { type ColourPalette, parseLightPalette } from "./components/charts/marks.ts";
import { readStyleSheets } from "./layout/asset-files.ts";
import { type SitePage, toSitePageFiles } from "./layout/page.ts";
import { makeBenchmarkPages } from "./pages/benchmark-pages.ts";
import { makePairComparisonPages } from "./pages/compare/compare-page.ts";
import { makeDocsPages, makeGlossaryPage } from "./pages/docs/docs-pages.ts";
import { makeFindingsPages } from "./pages/findings-pages.ts";
import { makeHomePage } from "./pages/home-page.ts";
import { makeModelPage } from "./pages/model/model-page.ts";
import { makeModelsTableFile, makePricesTableFile } from "./pages/models/model-table-file.ts";
import { makeCalculatorPage, makeModelsPage } from "./pages/models/models-page.ts";
import { formatSpreadsheetSafeCsv } from "./pages/models/view.ts";
import { makeOwnTestPages } from "./pages/own-tests/own-tests-pages.ts";
import { makePriceScoreChartDataFile } from "./pages/prices/price-frontier.ts";
import { makePricePages } from "./pages/prices/prices-page.ts";
import { makeProviderPages } from "./pages/providers/providers-page.ts";
import { makeNotFoundPage } from "./pages/query-pages.ts";
import {
  makeModelNamesTableFile,
  makeRetirementCalendarFiles,
  makeRetirementsPage,
} from "./pages/retirements-page.ts";
import { makeOverallScorePage } from "./pages/service-score-page.ts";

/** Groups of pages, each with a common path prefix, in build order. */
const GROUPS: readonly {
  under: string;
  pages(catalog: Catalog, models: Catalog["models"]): Iterable<SitePage>;
}[] = [
  {
    under: "/",
    pages: (catalog) => [
      makeHomePage(catalog),
      makeCalculatorPage(catalog),
      makeNotFoundPage(catalog.service),
      makeOverallScorePage(catalog),
    ],
  },
  { under: paths.OWN_TESTS_PAGE_PATH, pages: makeOwnTestPages },
  { under: paths.MODELS_PAGE_PATH, pages: modelPages },
  { under: paths.PROVIDERS_PAGE_PATH, pages: makeProviderPages },
  { under: paths.BENCHMARKS_PAGE_PATH, pages: makeBenchmarkPages },
  { under: paths.PRICES_PAGE_PATH, pages: makePricePages },
  { under: paths.FINDINGS_PAGE_PATH, pages: makeFindingsPages },
  { under: paths.RETIREMENTS_PAGE_PATH, pages: (catalog) => [makeRetirementsPage(catalog)] },
  { under: paths.DOCS_PAGE_PATH, pages: makeDocsPages },
  { under: `${paths.COMPARE_PAGE_PATH}/`, pages: makePairComparisonPages },
  { under: paths.GLOSSARY_PAGE_PATH, pages: (catalog) => [makeGlossaryPage(catalog)] },
];

function* modelPages(catalog: Catalog, models: Catalog["models"]): Generator<SitePage> {
  yield makeModelsPage(catalog);
  for (const model of models) yield makeModelPage(model, toModelDetail(model, catalog), catalog);
}

/** Yields all pages, each with the files of its charts. @param maxModels Maximum number of models that get a page. */
export function* makeSitePageFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  const models = catalog.models.slice(0, maxModels);
  const palette = parseLightPalette(readStyleSheets());
  for (const { pages } of GROUPS)
    for (const page of pages(catalog, models)) {
      yield* toSitePageFiles(page, catalog.service);
      for (const chart of page.charts ?? [])
        if (chart) yield* makeChartFiles(chart, palette, catalog.service);
    }
  yield* makeRetirementCalendarFiles(catalog);
}

/** The picture of a chart and its rows as CSV, for use on other sites. */
function* makeChartFiles(
  chart: Chart,
  palette: ColourPalette,
  service: Service,
): Generator<StaticFile> {
  const { id, columns, rows, page } = chart;
  if (id === null) return;
  const { name: source, license, base_url } = service;
  const drawing = drawWideChart(chart);
  const picture = { ...chart, source, license, address: base_url + page, drawing };
  yield {
    path: chartPicturePath(id),
    body: renderChartPictureSvg(picture, palette).toString(),
    contentType: "image/svg+xml",
    owner: "embeds",
    ...(/^own-tests/.test(id) && { redirectedFrom: `/charts/${id.split("/")[1]}.svg` }),
  };
  yield {
    path: chartCsvPath(id),
    body: formatSpreadsheetSafeCsv([columns, ...rows]),
    contentType: "text/csv; charset=utf-8",
    owner: "embeds",
  };
}

/** Renders one page by its path, without rendering all others. Undefined if the path has no page. */
export function renderSitePageAt(path: string, catalog: Catalog): StaticFile | undefined {
  const models = catalog.models.filter(({ slug }) => path === paths.modelPagePath(slug));
  const groups = GROUPS.filter(({ under }) => path.startsWith(under)).reverse();
  for (const { pages } of groups)
    for (const page of pages(catalog, models))
      if (page.path === path) return toSitePageFiles(page, catalog.service)[0];
  return undefined;
}

/** The JSON files that scripts of the pages load. They are in one folder and have the same content type. */
export const makeTableDataFiles = (catalog: Catalog): StaticFile[] =>
  [
    makeModelsTableFile(catalog),
    makePricesTableFile(catalog),
    makePriceScoreChartDataFile(catalog),
    makeModelNamesTableFile(catalog),
  ].map(({ path, title, asOf, body }) => {
    const url = catalog.service.base_url + path;
    const envelope = toEnvelope(catalog.service, { url, asOf, title });
    const text = JSON.stringify({ ...envelope, ...body });
    return { path, body: text, contentType: JSON_CONTENT_TYPE, owner: "tables" };
  });

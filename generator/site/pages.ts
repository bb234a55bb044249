/** Pages for people: the front page, the documents, our own tests, and the CDN's own 404 page. */

import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { toModelDetail } from "../endpoints/models/get-model.ts";
import type { StaticFile } from "../http/headers.ts";
import {
  BENCHMARKS_PATH,
  COMPARE_PATH,
  DOCS_PATH,
  GLOSSARY_PATH,
  MODELS_PATH,
  modelPage as modelPagePath,
  OWN_TESTS_PATH,
  PRICES_PATH,
  PROVIDERS_PATH,
  RETIREMENTS_PATH,
  SERVICE_SCORE_PATH,
} from "./components/addresses.ts";
import { toMarkdownPath } from "./components/markdown.ts";
import { pageFile } from "./layout/site-page.ts";
import { benchmarkPages } from "./pages/benchmarks/benchmarks-page.ts";
import { calculatorPage, pricesFile } from "./pages/calculator/calculator-page.ts";
import { pairPages } from "./pages/compare/compare-page.ts";
import { docsPages } from "./pages/docs/docs-pages.ts";
import { glossaryPage } from "./pages/glossary/glossary-page.ts";
import { homePage } from "./pages/home/home-page.ts";
import { modelPageFile } from "./pages/model/model-page.ts";
import { modelsFile, modelsPage } from "./pages/models/models-page.ts";
import { notFoundPage } from "./pages/not-found-page.ts";
import { ownTestMarkdown, ownTestPages } from "./pages/own-tests/own-tests-pages.ts";
import { pricePages } from "./pages/prices/prices-page.ts";
import { providerPages } from "./pages/providers/providers-page.ts";
import { retirementPages } from "./pages/retirements/retirements-page.ts";
import { serviceScoreMarkdown, serviceScorePage } from "./pages/service-score-page.ts";

/** Groups of pages, each under one path, in the order of the build. */
const GROUPS: readonly {
  under: string;
  pages(catalog: Catalog, models: Catalog["models"]): Iterable<StaticFile>;
}[] = [
  {
    under: "/",
    pages: (catalog) => [
      homePage(catalog),
      calculatorPage(catalog),
      notFoundPage(catalog.service),
      serviceScorePage(catalog),
    ],
  },
  { under: OWN_TESTS_PATH, pages: ownTestPages },
  { under: MODELS_PATH, pages: modelPages },
  { under: PROVIDERS_PATH, pages: providerPages },
  { under: BENCHMARKS_PATH, pages: benchmarkPages },
  { under: PRICES_PATH, pages: pricePages },
  { under: RETIREMENTS_PATH, pages: retirementPages },
  { under: DOCS_PATH, pages: docsPages },
  {
    under: `${COMPARE_PATH}/`,
    pages: (catalog) => pairPages(catalog).map((page) => pageFile(page, catalog.service)),
  },
  { under: GLOSSARY_PATH, pages: (catalog) => [glossaryPage(catalog)] },
];

function* modelPages(catalog: Catalog, models: Catalog["models"]): Generator<StaticFile> {
  yield modelsPage(catalog);
  for (const model of models) yield modelPageFile(model, toModelDetail(model, catalog), catalog);
}

/** @param maxModels At most so many models have a page. */
export function* sitePages(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  const models = catalog.models.slice(0, maxModels);
  for (const { pages } of GROUPS) yield* pages(catalog, models);
}

/** One page by its address, without rendering all others; undefined where no page is. */
export function pageAt(path: string, catalog: Catalog): StaticFile | undefined {
  const file = path.endsWith("/") ? `${path}index.html` : path;
  const models = catalog.models.filter(({ slug }) => path === modelPagePath(slug));
  const groups = GROUPS.filter(({ under }) => path.startsWith(under)).reverse();
  for (const { pages } of groups)
    for (const page of pages(catalog, models)) if (page.path === file) return page;
  return undefined;
}

/** What the scripts of the pages load. */
export const tableFiles = (catalog: Catalog): StaticFile[] => [
  modelsFile(catalog),
  pricesFile(catalog),
];

/** The pages of text once more, for readers that are programs. That of the front page is `/llms.txt`. */
export const markdownPages = (catalog: Catalog): StaticFile[] =>
  [
    { path: SERVICE_SCORE_PATH, body: serviceScoreMarkdown(catalog) },
    ...ownTestMarkdown(catalog),
  ].map(({ path, body }) => ({
    path: toMarkdownPath(path),
    body,
    contentType: "text/markdown; charset=utf-8",
    owner: "site",
  }));

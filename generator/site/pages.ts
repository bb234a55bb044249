/** Pages for people: the front page, the documents, our own tests, and the CDN's own 404 page. */

import { OWN_TESTS } from "../../build/experiments/registry.ts";
import { SCORECARD } from "../../build/experiments/scorecard/about.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { API_CATALOG_LINK } from "../feeds/api-catalog.ts";
import { HTML_TYPE, type StaticFile } from "../http/static-file.ts";
import { CALCULATOR_PATH, GLOSSARY_PATH, MODELS_PATH, modelPage } from "./components/addresses.ts";
import type { Html } from "./components/html.ts";
import { toMarkdownPath } from "./components/markdown.ts";
import { benchmarkPages } from "./pages/benchmarks/benchmark-pages.ts";
import { calculatorPage } from "./pages/calculator/calculator-page.ts";
import { pairPages } from "./pages/compare/compare-page.ts";
import { docsPages } from "./pages/docs/docs-pages.ts";
import { glossaryPage } from "./pages/glossary/glossary-page.ts";
import { homePage } from "./pages/home/home-page.ts";
import { modelPageOf } from "./pages/model/model-page.ts";
import { modelsPage } from "./pages/models/models-page.ts";
import { notFoundPage } from "./pages/not-found-page.ts";
import { overviewMarkdown, testMarkdown } from "./pages/own-tests/markdown.ts";
import { OVERVIEW_PATH, overviewPage } from "./pages/own-tests/overview-page.ts";
import { testPage, testPath } from "./pages/own-tests/test-page.ts";
import { pricePages } from "./pages/prices/price-pages.ts";
import { providerPages } from "./pages/providers/provider-pages.ts";
import { retirementPages } from "./pages/retirements/retirement-pages.ts";
import {
  SERVICE_SCORE_PATH,
  serviceScoreMarkdown,
  serviceScorePage,
} from "./pages/service-score-page.ts";

const TESTS = [...OWN_TESTS, SCORECARD];

/** @param maxModels At most so many models have a page. */
export function* sitePages(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  yield { ...toFile("/index.html", homePage(catalog)), headers: API_CATALOG_LINK };
  yield toFile(`${MODELS_PATH}index.html`, modelsPage(catalog));
  yield toFile(CALCULATOR_PATH, calculatorPage(catalog));
  yield toFile("/404.html", notFoundPage(catalog.service));
  yield toFile(`${OVERVIEW_PATH}index.html`, overviewPage(TESTS, catalog));
  yield toFile(SERVICE_SCORE_PATH, serviceScorePage(catalog));
  for (const test of TESTS) yield toFile(testPath(test), testPage(test, catalog));
  for (const model of catalog.models.slice(0, maxModels))
    yield toFile(modelPage(model.slug), modelPageOf(model, catalog));
  yield* providerPages(catalog);
  yield* benchmarkPages(catalog);
  yield* pricePages(catalog);
  yield* retirementPages(catalog);
  for (const { path, page } of [...docsPages(catalog), ...pairPages(catalog)])
    yield toFile(path, page);
  yield toFile(`${GLOSSARY_PATH}index.html`, glossaryPage(catalog));
}

/** The pages of text once more, for readers that are programs. That of the front page is `/llms.txt`. */
export const markdownPages = (catalog: Catalog): StaticFile[] =>
  [
    { path: OVERVIEW_PATH, body: overviewMarkdown(TESTS, catalog) },
    { path: SERVICE_SCORE_PATH, body: serviceScoreMarkdown(catalog) },
    ...TESTS.map((test) => ({ path: testPath(test), body: testMarkdown(test, catalog) })),
  ].map(({ path, body }) => ({
    path: toMarkdownPath(path),
    body,
    contentType: "text/markdown; charset=utf-8",
    owner: "site",
  }));

const toFile = (path: string, page: Html): StaticFile => ({
  path,
  body: page.toString(),
  contentType: HTML_TYPE,
  owner: "site",
});

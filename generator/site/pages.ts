/** Pages for people: the front page, the documents, our own tests, and the CDN's own 404 page. */

import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { toModelDetail } from "../endpoints/models/get-model.ts";
import type { StaticFile } from "../http/headers.ts";
import { SERVICE_SCORE_PATH } from "./components/addresses.ts";
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

/** @param maxModels At most so many models have a page. */
export function* sitePages(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  yield homePage(catalog);
  yield modelsPage(catalog);
  yield calculatorPage(catalog);
  yield notFoundPage(catalog.service);
  yield serviceScorePage(catalog);
  yield* ownTestPages(catalog);
  for (const model of catalog.models.slice(0, maxModels))
    yield modelPageFile(model, toModelDetail(model, catalog), catalog);
  yield* providerPages(catalog);
  yield* benchmarkPages(catalog);
  yield* pricePages(catalog);
  yield* retirementPages(catalog);
  yield* docsPages(catalog);
  for (const page of pairPages(catalog)) yield pageFile(page, catalog.service);
  yield glossaryPage(catalog);
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

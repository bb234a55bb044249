/** Pages for people: the front page, the documents, our own tests, and the CDN's own 404 page. */

import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { HTML_TYPE, type StaticFile } from "../http/headers.ts";
import { CALCULATOR_PATH, MODELS_PATH, modelPage } from "./components/addresses.ts";
import type { Html } from "./components/html.ts";
import { toMarkdownPath } from "./components/markdown.ts";
import { benchmarkPages } from "./pages/benchmarks/benchmarks-page.ts";
import { calculatorPage } from "./pages/calculator/calculator-page.ts";
import { pairPages } from "./pages/compare/compare-page.ts";
import { docsPages } from "./pages/docs/docs-pages.ts";
import { glossaryPage } from "./pages/glossary/glossary-page.ts";
import { homePage } from "./pages/home/home-page.ts";
import { modelPageOf } from "./pages/model/model-page.ts";
import { modelsPage } from "./pages/models/models-page.ts";
import { notFoundPage } from "./pages/not-found-page.ts";
import { ownTestMarkdown, ownTestPages } from "./pages/own-tests/own-tests-pages.ts";
import { pricePages } from "./pages/prices/prices-page.ts";
import { providerPages } from "./pages/providers/providers-page.ts";
import { retirementPages } from "./pages/retirements/retirements-page.ts";
import {
  SERVICE_SCORE_PATH,
  serviceScoreMarkdown,
  serviceScorePage,
} from "./pages/service-score-page.ts";

/** @param maxModels At most so many models have a page. */
export function* sitePages(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  yield homePage(catalog);
  yield toFile(`${MODELS_PATH}index.html`, modelsPage(catalog));
  yield toFile(CALCULATOR_PATH, calculatorPage(catalog));
  yield toFile("/404.html", notFoundPage(catalog.service));
  yield toFile(SERVICE_SCORE_PATH, serviceScorePage(catalog));
  yield* ownTestPages(catalog);
  for (const model of catalog.models.slice(0, maxModels))
    yield toFile(modelPage(model.slug), modelPageOf(model, catalog));
  yield* providerPages(catalog);
  yield* benchmarkPages(catalog);
  yield* pricePages(catalog);
  yield* retirementPages(catalog);
  yield* docsPages(catalog);
  for (const { path, page } of pairPages(catalog)) yield toFile(path, page);
  yield glossaryPage(catalog);
}

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

const toFile = (path: string, page: Html): StaticFile => ({
  path,
  body: page.toString(),
  contentType: HTML_TYPE,
  owner: "site",
});

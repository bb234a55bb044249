/** Pages for people: the landing page, our own tests, and the CDN's own 404 page. */

import { OWN_TESTS } from "../../build/experiments/registry.ts";
import { SCORECARD } from "../../build/experiments/scorecard/about.ts";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import type { StaticFile } from "../http/static-file.ts";
import type { Html } from "./html.ts";
import { landingPage } from "./landing/landing-page.ts";
import { notFoundPage } from "./not-found-page.ts";
import { OVERVIEW_PATH, overviewPage } from "./own-tests/overview-page.ts";
import { testPage, testPath } from "./own-tests/test-page.ts";
import { SERVICE_SCORE_PATH, serviceScorePage } from "./service-score-page.ts";

const TESTS = [...OWN_TESTS, SCORECARD];

export function sitePages(catalog: Catalog): StaticFile[] {
  return [
    toFile("/index.html", landingPage(catalog)),
    toFile("/404.html", notFoundPage(catalog.service)),
    toFile(`${OVERVIEW_PATH}index.html`, overviewPage(TESTS, catalog)),
    toFile(SERVICE_SCORE_PATH, serviceScorePage(catalog)),
    ...TESTS.map((test) => toFile(testPath(test), testPage(test, catalog))),
  ];
}

const toFile = (path: string, page: Html): StaticFile => ({
  path,
  body: page.toString(),
  contentType: "text/html; charset=utf-8",
  owner: "site",
});

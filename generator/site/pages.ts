/** Pages for people, the tables that their scripts load, and the same texts as Markdown. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Service } from "../../build/schema/service.ts";
import { toModelDetail } from "../endpoints/models/get-model.ts";
import { toEnvelope } from "../http/envelope.ts";
import { JSON_CONTENT_TYPE, type StaticFile } from "../http/headers.ts";
import {
  BENCHMARKS_PATH,
  COMPARE_PATH,
  DOCS_PATH,
  GLOSSARY_PATH,
  MODELS_PATH,
  modelPage as modelPath,
  OWN_TESTS_PATH,
  PRICES_PATH,
  PROVIDERS_PATH,
  RETIREMENTS_PATH,
} from "./components/addresses.ts";
import { html } from "./components/html.ts";
import { pageFiles, type SitePage } from "./layout/page.ts";
import { benchmarkPages } from "./pages/benchmark-pages.ts";
import { calculatorPage, pricesTable } from "./pages/calculator/calculator-page.ts";
import { pairPages } from "./pages/compare/compare-page.ts";
import { docsPages, glossaryPage } from "./pages/docs/docs-pages.ts";
import { homePage } from "./pages/home-page.ts";
import { modelPage } from "./pages/model/model-page.ts";
import { modelsPage, modelsTable } from "./pages/models/models-page.ts";
import { ownTestPages } from "./pages/own-tests/own-tests-pages.ts";
import { pricePages } from "./pages/prices/prices-page.ts";
import { providerPages } from "./pages/providers/providers-page.ts";
import { calendarFiles, retirementsPage } from "./pages/retirements-page.ts";
import { serviceScorePage } from "./pages/service-score-page.ts";

/** Groups of pages, each under one path, in the order of the build. */
const GROUPS: readonly {
  under: string;
  pages(catalog: Catalog, models: Catalog["models"]): Iterable<SitePage>;
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
  { under: RETIREMENTS_PATH, pages: (catalog) => [retirementsPage(catalog)] },
  { under: DOCS_PATH, pages: docsPages },
  { under: `${COMPARE_PATH}/`, pages: pairPages },
  { under: GLOSSARY_PATH, pages: (catalog) => [glossaryPage(catalog)] },
];

function* modelPages(catalog: Catalog, models: Catalog["models"]): Generator<SitePage> {
  yield modelsPage(catalog);
  for (const model of models) yield modelPage(model, toModelDetail(model, catalog), catalog);
}

/** @param maxModels At most so many models have a page. */
export function* sitePages(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  const models = catalog.models.slice(0, maxModels);
  for (const { pages } of GROUPS)
    for (const page of pages(catalog, models)) yield* pageFiles(page, catalog.service);
  yield* calendarFiles(catalog);
}

/** One page by its address, without rendering all others; undefined where no page is. */
export function pageAt(path: string, catalog: Catalog): StaticFile | undefined {
  const models = catalog.models.filter(({ slug }) => path === modelPath(slug));
  const groups = GROUPS.filter(({ under }) => path.startsWith(under)).reverse();
  for (const { pages } of groups)
    for (const page of pages(catalog, models))
      if (page.path === path) return pageFiles(page, catalog.service)[0];
  return undefined;
}

/** What the CDN answers outside /api when nothing has the address. Its links hold at any depth. */
const notFoundPage = ({ name }: Service): SitePage => ({
  path: null,
  title: "Page not found",
  description: `There is no page at this address in ${name}.`,
  lead: "There is no page at this address. It may be mistyped, or a link to it was cut short.",
  scripts: ["not-found"],
  main: html`<ul class="not-found">
<li><a href="/models/">All models</a>, with prices and scores; the search above finds them by name</li>
<li><a href="/docs/">API and documents</a>, with every address and error explained</li>
<li><a href="/">Front page</a></li>
</ul>`,
});

/** What the scripts of the pages load, in a folder of its own with one type for all. */
export const tableFiles = (catalog: Catalog): StaticFile[] =>
  [modelsTable(catalog), pricesTable(catalog)].map(({ path, title, asOf, body }) => {
    const url = catalog.service.base_url + path;
    const envelope = toEnvelope(catalog.service, { url, asOf, title });
    const text = JSON.stringify({ ...envelope, ...body });
    return { path, body: text, contentType: JSON_CONTENT_TYPE, owner: "tables" };
  });

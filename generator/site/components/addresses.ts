/** URL paths of the pages and of the files that they load. */

export const MODELS_PAGE_PATH = "/models/";
/** Filtered lists for browsers without JavaScript, answered by the function. */
export const FILTERED_MODELS_PAGE_PATH = "/models/list";
export const PROVIDERS_PAGE_PATH = "/providers/";
export const BENCHMARKS_PAGE_PATH = "/benchmarks/";
export const PRICES_PAGE_PATH = "/prices/";
export const CHANGES_PAGE_PATH = "/changes";
export const FINDINGS_PAGE_PATH = "/findings/";
export const RETIREMENTS_PAGE_PATH = "/retirements/";
export const GLOSSARY_PAGE_PATH = "/glossary/";
/** With a slash: the tests are below it. */
export const OWN_TESTS_PAGE_PATH = "/own-tests/";
export const OVERALL_SCORE_PAGE_PATH = "/methods/service-score";
export const DOCS_PAGE_PATH = "/docs/";
/** The models page with the workload form open. */
export const CALCULATOR_PAGE_PATH = "/calculator";
/** Pages without a trailing slash. The address with the slash redirects to them. */
export const PAGES_WITHOUT_SLASH: readonly string[] = [
  CALCULATOR_PAGE_PATH,
  OVERALL_SCORE_PAGE_PATH,
];
/** Answered by the function, as they depend on the query. */
export const COMPARE_PAGE_PATH = "/compare";
export const SEARCH_PAGE_PATH = "/search";
/** `/model/gpt-5` redirects to the page of that name in `/models/`. */
export const toSingularFolder = (folder: string): string => folder.replace(/s\/$/, "/");
/** `/Models/` and everything below it redirects to `/models/`. */
export const CAPITALIZED_FOLDERS_TO_REDIRECT: readonly string[] = [
  MODELS_PAGE_PATH,
  PROVIDERS_PAGE_PATH,
  BENCHMARKS_PAGE_PATH,
  PRICES_PAGE_PATH,
  CHANGES_PAGE_PATH,
  FINDINGS_PAGE_PATH,
  RETIREMENTS_PAGE_PATH,
  GLOSSARY_PAGE_PATH,
  DOCS_PAGE_PATH,
  CALCULATOR_PAGE_PATH,
  COMPARE_PAGE_PATH,
  SEARCH_PAGE_PATH,
].map((path) => `/${path.charAt(1).toUpperCase()}${path.slice(2).replace(/\/$/, "")}/`);

export const modelPagePath = (slug: string): string => `${MODELS_PAGE_PATH}${slug}`;
export const providerPagePath = (slug: string): string => `${PROVIDERS_PAGE_PATH}${slug}`;
export const benchmarkPagePath = (slug: string): string => `${BENCHMARKS_PAGE_PATH}${slug}`;
export const ownTestPagePath = (test: string): string => `${OWN_TESTS_PAGE_PATH}${test}`;

/** Path of a page's Markdown version: `/own-tests/world-map.md`, and `/own-tests.md` for `/own-tests/`. */
export const toMarkdownPagePath = (path: string): string => `${path.replace(/\/$/, "")}.md`;

export const MAX_COMPARED_MODELS = 6;
export const comparePagePath = (slugs: readonly string[]): string =>
  `${COMPARE_PAGE_PATH}?models=${slugs.join(",")}`;

/** Feeds exist as Atom and as JSON, with different extensions; feeds of a model only as Atom. */
export const FINDINGS_FEED_PATH = "/feed";
export const PRICES_FEED_PATH = "/feeds/prices";
export const RETIREMENTS_FEED_PATH = "/feeds/retirements";
export const labFeedPath = (lab: string): string => `/feeds/${lab}`;
export const modelFeedPath = (slug: string): string => `/feeds/models/${slug}`;

/** Feed and calendar of the models and hosts in the query; the function answers both. */
export const PERSONAL_FEED_PATH = "/feeds/mine";
export const PERSONAL_CALENDAR_PATH = "/feeds/mine.ics";
/** `?models=gpt-4o,o3&hosts=openai`. */
export const toFeedQuery = (models: readonly string[], hosts: readonly string[] = []): string =>
  `?${[models.length > 0 && `models=${models.join()}`, hosts.length > 0 && `hosts=${hosts.join()}`].filter(Boolean).join("&")}`;

export const ATOM_CONTENT_TYPE = "application/atom+xml";
export const JSON_FEED_CONTENT_TYPE = "application/feed+json";

/** @param path Path without extension. */
export const toAtomLink = (name: string, path: string) => ({
  title: `${name} (Atom)`,
  href: `${path}.xml`,
  type: ATOM_CONTENT_TYPE,
});

/** The feeds that pages and llms.txt name. */
export const FEED_LINKS = [
  { name: "Findings", path: FINDINGS_FEED_PATH },
  { name: "Price changes", path: PRICES_FEED_PATH },
].flatMap(({ name, path }) => [
  toAtomLink(name, path),
  { title: `${name} (JSON Feed)`, href: `${path}.json`, type: JSON_FEED_CONTENT_TYPE },
]);

/** Data for the script of the models page: all models, and the prices by model and host. */
export const MODELS_TABLE_DATA_PATH = "/tables/models.json";
export const PRICES_TABLE_DATA_PATH = "/tables/prices.json";
export const MODEL_NAMES_TABLE_DATA_PATH = "/tables/names.json";
export const SCORE_CHART_TABLE_DATA_PATH = "/tables/score-chart.json";

/** Assets keep their URL when they change: browsers revalidate them after five minutes, like all other files. */
export const ASSETS_PATH = "/assets";

/** Names of the font files below `ASSETS_PATH`, without extension. */
export const FONT_FILE_NAMES = ["source-sans-3", "source-serif-4"] as const;

export const STYLE_SHEET_PATH = `${ASSETS_PATH}/almanac.css`;

/** 1200 × 630 pixels, the size that social networks use. */
export const PREVIEW_IMAGE_PATH = `${ASSETS_PATH}/preview.png`;
/** Preview pictures of models in the same size, drawn on request by a separate function. */
export const SHARE_PICTURES_PATH = "/share/";

/** @param slugs One model, or the models of a comparison. */
export const sharePicturePath = (slugs: readonly string[]): string =>
  `${SHARE_PICTURES_PATH}${slugs.join(",")}.png`;

/** Modules in `client/` that pages may load. */
export const CLIENT_SCRIPTS = [
  "search-box",
  "charts",
  "offers-table",
  "retirement-check",
  "proof-check",
  "models-table",
  "entrance",
  "try-it",
  "list-filter",
] as const;
export type ClientScriptName = (typeof CLIENT_SCRIPTS)[number];

export const clientScriptPath = (name: ClientScriptName): string => `${ASSETS_PATH}/${name}.js`;

interface FindingPlace {
  kind: string;
  test: string | null;
  models: readonly string[];
}

interface ModelPages {
  model(slug: string): unknown;
}

/** The page with more about a finding: of the test that measured it, or of the first of its models that has one. */
export function toFindingSubjectPagePath(
  { kind, test, models }: FindingPlace,
  catalog: ModelPages,
): string {
  const model = models.find((slug) => catalog.model(slug) !== undefined);
  if (test !== null && (kind === "own_test" || model === undefined)) return ownTestPagePath(test);
  return model === undefined ? PRICES_PAGE_PATH : modelPagePath(model);
}

/** The corresponding path in the API. */
export function toFindingSubjectApiPath(finding: FindingPlace, catalog: ModelPages): string {
  const page = toFindingSubjectPagePath(finding, catalog);
  return page === PRICES_PAGE_PATH ? "/api/v1/findings" : `/api/v1${page}`;
}

/** Path of the HTML page for a search result; null for results on other sites. */
export function searchHitPagePath(
  type: string,
  slug: string,
  catalog: ModelPages & { findings: readonly (FindingPlace & { id: string })[] },
): string | null {
  const finding = type === "finding" && catalog.findings.find(({ id }) => id === slug);
  return finding ? toFindingSubjectPagePath(finding, catalog) : (PAGES[type]?.(slug) ?? null);
}

const PAGES: Partial<Record<string, (slug: string) => string>> = {
  model: modelPagePath,
  provider: providerPagePath,
  benchmark: benchmarkPagePath,
  glossary: (slug) => `${GLOSSARY_PAGE_PATH}#${slug}`,
};

/** Addresses of the pages and of what they load. */

export const MODELS_PATH = "/models/";
export const PROVIDERS_PATH = "/providers/";
export const BENCHMARKS_PATH = "/benchmarks/";
export const PRICES_PATH = "/prices/";
export const RETIREMENTS_PATH = "/retirements/";
export const GLOSSARY_PATH = "/glossary/";
/** With a slash: the tests are below it. */
export const OWN_TESTS_PATH = "/own-tests/";
export const SERVICE_SCORE_PATH = "/methods/service-score";
export const DOCS_PATH = "/docs/";
export const CALCULATOR_PATH = "/calculator";
/** Answered by the function, as they depend on the query. */
export const COMPARE_PATH = "/compare";
export const SEARCH_PATH = "/search";

export const modelPage = (slug: string): string => `${MODELS_PATH}${slug}`;
export const providerPage = (slug: string): string => `${PROVIDERS_PATH}${slug}`;
export const benchmarkPage = (slug: string): string => `${BENCHMARKS_PATH}${slug}`;
export const ownTestPage = (test: string): string => `${OWN_TESTS_PATH}${test}`;
const glossaryPage = (slug: string): string => `${GLOSSARY_PATH}#${slug}`;

/** Where a page has its twin: `/own-tests/world-map.md`, `/own-tests.md` for `/own-tests/`. */
export const toMarkdownPath = (path: string): string => `${path.replace(/\/$/, "")}.md`;

/** @param slugs Two to six models. */
export const comparePage = (slugs: readonly string[]): string =>
  `${COMPARE_PATH}?models=${slugs.join(",")}`;

/** Feeds have an Atom and a JSON form, which differ in their endings; those of a model are Atom only. */
export const FINDINGS_FEED = "/feed";
export const PRICES_FEED = "/feeds/prices";
export const RETIREMENTS_FEED = "/feeds/retirements";
export const labFeed = (lab: string): string => `/feeds/${lab}`;
export const modelFeedPath = (slug: string): string => `/feeds/models/${slug}`;

export const ATOM_TYPE = "application/atom+xml";
export const JSON_FEED_TYPE = "application/feed+json";

/** The feeds that pages and llms.txt name. */
export const FEED_LINKS = [
  { name: "Findings", path: FINDINGS_FEED },
  { name: "Prices that moved", path: PRICES_FEED },
].flatMap(({ name, path }) => [
  { title: `${name} (Atom)`, href: `${path}.xml`, type: ATOM_TYPE },
  { title: `${name} (JSON Feed)`, href: `${path}.json`, type: JSON_FEED_TYPE },
]);

/** All models, and all prices by model and host, for the scripts of the two pages that filter them. */
export const MODELS_TABLE = "/tables/models.json";
export const PRICES_TABLE = "/tables/prices.json";

/** What pages load keeps its address: browsers revalidate after five minutes, as for any file. */
export const ASSETS = "/assets";

export const STYLE_SHEET = `${ASSETS}/almanac.css`;

/** 1200 by 630 pixels, the size that social networks show. */
export const PREVIEW = `${ASSETS}/preview.png`;

/** Modules in `client/` that a page may name. */
export const SCRIPTS = [
  "search-box",
  "price-steps",
  "price-filters",
  "models-table",
  "calculator",
  "try-it",
  "not-found",
] as const;
export type ScriptName = (typeof SCRIPTS)[number];

export const scriptPath = (name: ScriptName): string => `${ASSETS}/${name}.js`;

interface FindingPlace {
  kind: string;
  test: string | null;
  models: readonly string[];
}

/** Where people read more of a finding: the test that measured it, or the first model that it is about. */
export function pageOfFinding({ kind, test, models: [model] }: FindingPlace): string {
  if (test !== null && (kind === "own_test" || model === undefined)) return ownTestPage(test);
  return model === undefined ? PRICES_PATH : modelPage(model);
}

/** The same in the API. */
export function pathOfFacts(finding: FindingPlace): string {
  const page = pageOfFinding(finding);
  return page === PRICES_PATH ? "/api/v1/findings" : `/api/v1${page}`;
}

/** Path of the page for people of what a search found; null for what lives elsewhere. */
export function pageOfHit(
  type: string,
  slug: string,
  { findings }: { findings: readonly (FindingPlace & { id: string })[] },
): string | null {
  const finding = type === "finding" && findings.find(({ id }) => id === slug);
  return finding ? pageOfFinding(finding) : (PAGES[type]?.(slug) ?? null);
}

const PAGES: Partial<Record<string, (slug: string) => string>> = {
  model: modelPage,
  provider: providerPage,
  benchmark: benchmarkPage,
  glossary: glossaryPage,
};

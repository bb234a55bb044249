import type { CdnQueryToFileRule, CdnRoutes } from "../../generator/cdn/rules.ts";

/**
 * Query parameters of a made-up endpoint like the list of models; its files have key sets that overlap in every way.
 */
const KEYS = ["q", "provider", "open_source", "sort", "limit", "page"] as const;

const SORTS = ["avg_score", "release_date"];
const LIMITS = ["50", "200"];
const PAGES = ["1", "2", "10"];

const QUERIES: readonly Readonly<Record<string, string>>[] = [
  ...SORTS.flatMap((sort) =>
    LIMITS.flatMap((limit) => PAGES.map((page) => ({ sort, limit, page }))),
  ),
  ...SORTS.flatMap((sort) => PAGES.map((page) => ({ sort, page }))),
  ...SORTS.map((sort) => ({ open_source: "true", sort })),
  ...LIMITS.flatMap((limit) => PAGES.map((page) => ({ page, limit }))),
  ...SORTS.map((sort) => ({ sort })),
  ...PAGES.map((page) => ({ page })),
  { provider: "anthropic" },
  { provider: "open-ai" },
  { open_source: "true" },
];

const MODELS: CdnQueryToFileRule = {
  path: "/api/v1/models",
  keys: KEYS,
  files: QUERIES.map((query) => ({ query, file: `/_q/models/${Object.values(query).join("_")}` })),
};

export const SYNTHETIC_CDN_ROUTES: CdnRoutes = {
  queries: [
    MODELS,
    {
      path: "/api/v1/compare",
      keys: ["models"],
      files: [{ query: { models: "a,b" }, file: "/_q/compare/a,b" }],
    },
    { path: "/api/v1/search", keys: ["q", "limit"], files: [] },
  ],
  literals: [{ path: "/api/v1/providers", file: "/_q/providers" }],
};

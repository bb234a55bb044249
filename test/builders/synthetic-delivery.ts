import type { CdnQueryToFileRule, CdnRoutes } from "../../generator/cdn/rules.ts";

/**
 * Query parameters of a made-up endpoint like the list of models; its files have key sets that overlap in every way.
 */
const KEYS = ["q", "provider", "open_source", "sort", "limit", "page"] as const;

const SORTED = { sort: "release_date" };
const QUERIES: readonly Readonly<Record<string, string>>[] = [
  { ...SORTED, limit: "50", page: "2" },
  { ...SORTED, page: "2" },
  { ...SORTED, open_source: "true" },
  { limit: "50", page: "1" },
  SORTED,
  ...["1", "2", "10"].map((page) => ({ page })),
  { provider: "anthropic" },
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

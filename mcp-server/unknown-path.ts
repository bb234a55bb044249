/** 404s for addresses that no endpoint has: what was probably meant. */

import { ENDPOINTS } from "../generator/endpoints/index.ts";
import { DATASETS } from "../generator/exports/datasets.ts";
import { CSV, EXPORT_FOLDER, PARQUET } from "../generator/exports/formats.ts";
import type { Context } from "../generator/http/endpoint.ts";
import { nearest, unknownSlug } from "../generator/http/not-found.ts";
import { type Problem, quote } from "../generator/http/problem.ts";
import { decode } from "./router.ts";

const PATHS = ENDPOINTS.filter(({ params }) => Object.keys(params).length === 0).map(
  ({ path, summary }) => ({ slug: path, name: summary }),
);

export function unknownPath(pathname: string, { catalog }: Context): Problem {
  const base = catalog.service.base_url;
  if (pathname.startsWith(EXPORT_FOLDER)) {
    const wanted = decode(pathname.slice(EXPORT_FOLDER.length)) ?? pathname;
    const { ending } = wanted.endsWith(PARQUET.ending) ? PARQUET : CSV;
    const files = DATASETS.map(({ name, title }) => ({ slug: name + ending, name: title }));
    return unknownSlug("dataset", wanted, files, catalog, EXPORT_FOLDER);
  }
  const near = nearest(pathname, PATHS);
  const hint =
    near.length > 0
      ? `Did you mean ${near.map(({ slug }) => slug).join(" or ")}?`
      : `Every address is listed at ${base}/api/v1/openapi.json.`;
  return {
    problem: "not-found",
    detail: `Nothing is at ${quote(pathname)}. ${hint}`,
    ...(near.length > 0 && {
      suggestions: near.map(({ slug, name }) => ({
        slug: slug.slice(slug.lastIndexOf("/") + 1),
        name,
        url: `${base}${slug}`,
      })),
    }),
  };
}

/** 404s for addresses that no endpoint has: what was probably meant. */
import type { Context } from "../generator/endpoint.ts";
import { ENDPOINTS } from "../generator/endpoints/index.ts";
import { DATASETS } from "../generator/exports/datasets.ts";
import { type Problem, quote } from "../generator/problem.ts";
import { nearest, unknownSlug } from "../generator/resources/not-found.ts";
import { decode } from "./router.ts";

const EXPORT = "/api/v1/export/";
const PATHS = ENDPOINTS.filter(({ params }) => Object.keys(params).length === 0).map(
  ({ path, summary }) => ({ slug: path, name: summary }),
);

export function unknownPath(pathname: string, { catalog }: Context): Problem {
  const base = catalog.service.base_url;
  if (pathname.startsWith(EXPORT)) {
    const datasets = DATASETS.map(({ name, title }) => ({ slug: name, name: title }));
    return unknownSlug(
      "dataset",
      decode(pathname.slice(EXPORT.length)) ?? pathname,
      datasets,
      catalog,
      EXPORT,
    );
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
        slug: slug.split("/").at(-1)!,
        name,
        url: `${base}${slug}`,
      })),
    }),
  };
}

/** Catalogue → every published file: enumerate, respond, validate, check the routes. Writes nothing. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { BuildError } from "../build/facts/fault.ts";
import { checkRules } from "./cdn/check-rules.ts";
import { toHeaders } from "./cdn/headers.ts";
import { formatRule, toRules } from "./cdn/rules.ts";
import { dumpFile, exportFiles, schemaFiles } from "./documents.ts";
import type { Context } from "./endpoint.ts";
import { ENDPOINTS } from "./endpoints/index.ts";
import { sitePages } from "./site/pages.ts";
import { endpointFiles, placeOf, Routes, type StaticFile } from "./static-set.ts";

/** Files above this number would make a deploy slow. */
const MAX_FILES = 10_000;

/** @throws BuildError when an answer does not fit its schema, two files share a path or a rule leads nowhere. */
export async function generate(context: Context, db: DuckDBConnection): Promise<StaticFile[]> {
  const routes = new Routes();
  const files: StaticFile[] = [];
  for (const endpoint of ENDPOINTS) {
    const place = placeOf(endpoint, ENDPOINTS);
    routes.declare(endpoint, place);
    for (const file of endpointFiles(endpoint, place, context)) {
      files.push(file);
      routes.add(endpoint, place, file);
    }
  }
  files.push(
    ...(await exportFiles(context.catalog, db)),
    ...schemaFiles(context.catalog),
    dumpFile(context.catalog),
  );
  files.push(...sitePages(context.catalog));
  files.push(...cdnFiles(routes, files));
  if (files.length >= MAX_FILES)
    throw new BuildError(
      `${files.length} files; keep them below ${MAX_FILES}: enumerate fewer requests`,
    );
  return files;
}

/** The manifest is written by the publisher, after everything else is known. */
const MANIFEST_PATH = "/api/v1/manifest.json";

function cdnFiles(routes: Routes, files: readonly StaticFile[]): StaticFile[] {
  const delivery = routes.toDelivery(files);
  const rules = toRules(delivery);
  const written = new Set([...files.map(({ path }) => path), MANIFEST_PATH]);
  const faults = checkRules(rules, written);
  if (faults.length > 0) throw new BuildError(`the CDN's rules are wrong:\n${faults.join("\n")}`);
  const text = (path: string, body: string): StaticFile => ({
    path,
    body,
    contentType: "text/plain; charset=utf-8",
    owner: "cdn",
  });
  return [
    text("/_redirects", `${rules.map(formatRule).join("\n")}\n`),
    text("/_headers", toHeaders(delivery.files.filter(hasNoEnding), written)),
  ];
}

const hasNoEnding = ({ path }: { path: string }): boolean =>
  !/\.[a-z0-9]+$/.test(path) || path.endsWith(".schema.json");

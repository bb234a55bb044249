/** Published files that are no endpoint's answers: schemas, the dump, the API description. */

import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { PACKAGED_FACTS_PATH, packFactsForClients } from "../../build/model/package-facts.ts";
import { stringifySafely } from "../../build/schema/values.ts";
import { type AnswerContext, FILE_MANIFEST_PATH } from "../http/endpoint.ts";
import { toEnvelope } from "../http/envelope.ts";
import { JSON_CONTENT_TYPE, type StaticFile } from "../http/headers.ts";
import type { FileManifest } from "../publish.ts";
import { toJsonSchemas } from "./json-schemas.ts";
import { toOpenApiDocument } from "./openapi.ts";

export function makeOpenApiAndSchemaFiles(context: AnswerContext): StaticFile[] {
  const { service } = context.catalog;
  const address = (id: string) => `${service.base_url}/api/v1/schema/${id}.json`;
  const schemas = [...toJsonSchemas(address)].map(([id, schema]) => ({
    path: `/api/v1/schema/${id}.json`,
    body: JSON.stringify({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: address(id),
      title: id,
      ...schema,
    }),
    contentType: "application/schema+json; charset=utf-8",
    owner: "schema",
  }));
  return [
    ...schemas,
    {
      path: "/api/v1/openapi.json",
      redirectedFrom: "/openapi.json",
      body: JSON.stringify(toOpenApiDocument(context)),
      contentType: JSON_CONTENT_TYPE,
      owner: "openapi",
    },
  ];
}

/** What is published, file by file. */
export function toFileManifestJson(
  { service, hash, roots, asOf }: Catalog,
  files: FileManifest,
): string {
  const url = `${service.base_url}${FILE_MANIFEST_PATH}`;
  const envelope = toEnvelope(service, { url, title: "Published files", asOf: asOf || null });
  return JSON.stringify({ ...envelope, snapshot: hash, root: roots.current.root, files });
}

/** The whole read model in one file. */
export function makeCatalogDumpFile(catalog: Catalog): StaticFile {
  const { service, hash, asOf } = catalog;
  const path = "/api/v1/dump.json";
  const envelope = toEnvelope(service, {
    url: service.base_url + path,
    title: "Everything",
    asOf: asOf || null,
  });
  const { models, offers, price_rows: price_history, benchmarks, scores, providers } = catalog;
  const { changes, findings, sources, glossary, agents } = catalog;
  const { token_counts, model_tokenizers, service_scores, own_test_items, own_test_runs } = catalog;
  const tables = {
    ...{ models, offers, price_history, benchmarks, scores, providers },
    ...{ changes, findings, sources, glossary, agents },
    ...{ token_counts, model_tokenizers, service_scores, own_test_items, own_test_runs },
  };
  const body = stringifySafely({ ...envelope, snapshot: hash, ...tables });
  return { path, body, contentType: JSON_CONTENT_TYPE, owner: "dump" };
}

/** What the package `model-almanac` packs, and reads anew with `--refresh`. */
export const makePackagedFactsFile = (catalog: Catalog): StaticFile => ({
  path: PACKAGED_FACTS_PATH,
  body: packFactsForClients(catalog),
  contentType: "application/x-ndjson; charset=utf-8",
  owner: "package",
});

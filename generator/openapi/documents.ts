/** Published files that are no endpoint's answers: schemas, the dump, the API description. */

import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { toJsonText } from "../../build/schema/values.ts";
import { MANIFEST_PATH } from "../http/endpoint.ts";
import { toEnvelope } from "../http/envelope.ts";
import { JSON_TYPE, type StaticFile } from "../http/headers.ts";
import type { Manifest } from "../publish.ts";
import { toJsonSchemas } from "./json-schemas.ts";
import { toOpenApi } from "./openapi.ts";

export function schemaFiles({ service }: Catalog): StaticFile[] {
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
      body: JSON.stringify(toOpenApi(service)),
      contentType: JSON_TYPE,
      owner: "openapi",
    },
  ];
}

/** What is published, file by file. */
export function manifestText({ service, hash, asOf }: Catalog, files: Manifest): string {
  const url = `${service.base_url}${MANIFEST_PATH}`;
  const envelope = toEnvelope(service, { url, title: "Published files", asOf: asOf || null });
  return JSON.stringify({ ...envelope, snapshot: hash, files });
}

/** The whole read model in one file. */
export function dumpFile(catalog: Catalog): StaticFile {
  const { service, hash, asOf } = catalog;
  const path = "/api/v1/dump.json";
  const envelope = toEnvelope(service, {
    url: service.base_url + path,
    title: "Everything",
    asOf: asOf || null,
  });
  const tables = {
    models: catalog.models,
    offers: catalog.offers,
    price_history: catalog.price_rows,
    benchmarks: catalog.benchmarks,
    scores: catalog.scores,
    providers: catalog.providers,
    changes: catalog.changes,
    findings: catalog.findings,
    sources: catalog.sources,
    glossary: catalog.glossary,
    agents: catalog.agents,
    token_counts: catalog.token_counts,
    model_tokenizers: catalog.model_tokenizers,
    service_scores: catalog.service_scores,
    own_test_items: catalog.own_test_items,
    own_test_runs: catalog.own_test_runs,
  };
  const body = toJsonText({ ...envelope, snapshot: hash, ...tables });
  return { path, body, contentType: JSON_TYPE, owner: "dump" };
}

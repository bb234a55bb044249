/** Published files that are no endpoint's answers: schemas, the dump, the API description. */

import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { toJsonText } from "../../build/schema/values.ts";
import { toEnvelope } from "../http/envelope.ts";
import { JSON_TYPE, type LargeFile, type StaticFile } from "../http/headers.ts";
import { MANIFEST_PATH, type Manifest } from "../publish.ts";
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
export function dumpFile(catalog: Catalog): LargeFile {
  const {
    service,
    hash,
    models,
    offers,
    price_rows,
    benchmarks,
    scores,
    providers,
    changes,
    findings,
    sources,
    glossary,
    agents,
    token_counts,
    model_tokenizers,
    service_scores,
    own_test_items,
    own_test_runs,
  } = catalog;
  const envelope = toEnvelope(service, {
    url: `${service.base_url}/api/v1/dump.json`,
    title: "Everything",
    asOf: catalog.asOf || null,
  });
  const tables = {
    snapshot: hash,
    models,
    offers,
    price_history: price_rows,
    benchmarks,
    scores,
    providers,
    changes,
    findings,
    sources,
    glossary,
    agents,
    token_counts,
    model_tokenizers,
    service_scores,
    own_test_items,
    own_test_runs,
  };
  return {
    path: "/api/v1/dump.json",
    chunks: toChunks(envelope, tables),
    contentType: JSON_TYPE,
    owner: "dump",
  };
}

/** Rows that are written as one text: few enough for a string, many enough to be quick. */
const ROWS_AT_ONCE = 500;

function* toChunks(
  envelope: object,
  tables: Readonly<Record<string, string | Iterable<object>>>,
): Generator<string> {
  yield JSON.stringify(envelope).slice(0, -"}".length);
  for (const [name, rows] of Object.entries(tables))
    if (typeof rows === "string") yield `,"${name}":${toJsonText(rows)}`;
    else yield* toArray(`,"${name}":`, rows);
  yield "}";
}

function* toArray(name: string, rows: Iterable<object>): Generator<string> {
  let mark = `${name}[`;
  let part: object[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < ROWS_AT_ONCE) continue;
    yield mark + toJsonText(part).slice(1, -1);
    mark = ",";
    part = [];
  }
  if (part.length > 0) yield mark + toJsonText(part).slice(1, -1);
  else if (mark !== ",") yield mark;
  yield "]";
}

/** Published files without an endpoint: schemas, the dump, the API description, and test cases for other programs. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FACT_KINDS } from "../../build/facts/kinds.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { PACKAGED_FACTS_URL_PATH, packFactsForClients } from "../../build/model/package-facts.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import { toJsonEscapingInvisibleCharacters } from "../../build/schema/values.ts";
import {
  type AnswerContext,
  DUMP_PATH,
  FILE_MANIFEST_PATH,
  OPENAPI_PATH,
} from "../http/endpoint.ts";
import { LICENSE_OF_ANSWERS_WITH_SCORES, toProvenanceOfFile } from "../http/envelope.ts";
import { type StaticFile, toJsonFile } from "../http/headers.ts";
import type { FileManifest } from "../publish.ts";
import { makePublishedJsonSchemas } from "./json-schemas.ts";
import { DUMP_TABLES, toOpenApiDocument } from "./openapi.ts";

export function makeOpenApiAndSchemaFiles(context: AnswerContext): StaticFile[] {
  const { service } = context.catalog;
  const address = (id: string) => `${service.base_url}/api/v1/schema/${id}.json`;
  const schemas = [...makePublishedJsonSchemas(address)].map(([id, schema]) => ({
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
      ...toJsonFile(OPENAPI_PATH, "openapi", JSON.stringify(toOpenApiDocument(context))),
      redirectedFrom: "/openapi.json",
    },
  ];
}

export function toFileManifestJson(catalog: Catalog, files: FileManifest): string {
  const envelope = toProvenanceOfFile(catalog, FILE_MANIFEST_PATH, "Published files");
  const { hash: snapshot, roots } = catalog;
  return JSON.stringify({ ...envelope, snapshot, root: roots.current.root, files });
}

export function makeCatalogDumpFile(catalog: Catalog): StaticFile {
  const envelope = {
    ...toProvenanceOfFile(catalog, DUMP_PATH, "Everything"),
    license: LICENSE_OF_ANSWERS_WITH_SCORES,
  };
  const tables = Object.fromEntries(
    DUMP_TABLES.map((name) => [name, catalog[name === "price_history" ? "price_rows" : name]]),
  );
  // `blended` follows from input and output. Rows beside rows that share their id or page: 25 kB less of the 1 MB.
  const offers = catalog.offers
    .map(({ blended: _, ...offer }) => offer)
    .sort((a, b) => compareByCodePoint(a.model_id, b.model_id));
  const scores = catalog.scores.toSorted((a, b) => compareByCodePoint(a.source_url, b.source_url));
  return toJsonFile(
    DUMP_PATH,
    "dump",
    toJsonEscapingInvisibleCharacters({
      ...envelope,
      snapshot: catalog.hash,
      ...tables,
      offers,
      scores,
    }),
  );
}

/** The data that the npm package contains and refreshes; as text, which CDNs compress to a tenth of its size. */
export const makePackagedFactsFile = (catalog: Catalog): StaticFile => ({
  path: PACKAGED_FACTS_URL_PATH,
  body: packFactsForClients(catalog),
  contentType: "text/plain; charset=utf-8",
  owner: "package",
});

/** Valid and invalid proofs for authors of a verifier. They were made once; new ones are only added. */
export const makeProofTestVectorsFile = (): StaticFile =>
  toJsonFile(
    "/docs/proof-vectors.json",
    "proof-vectors",
    readFileSync("generator/site/pages/docs/proof-vectors.json", "utf8"),
  );

/** @returns No file when the folder of facts has no cost vectors. */
export function makeCostTestVectorFiles(dataFolder: string): StaticFile[] {
  const file = FACT_KINDS.costVectors.pattern;
  const path = join(dataFolder, file);
  if (!existsSync(path)) return [];
  return [toJsonFile(`/${file}`, "cost-vectors", readFileSync(path, "utf8"))];
}

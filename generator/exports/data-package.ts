/** `/datapackage.json`: every file of every dataset with its schema, size and hash (Data Package 2.0). */
import { createHash } from "node:crypto";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { toSlug } from "../../build/schema/values.ts";
import { DATASETS, type Dataset } from "./datasets.ts";
import { CSV, exportPath, type Format } from "./formats.ts";

export const DATA_PACKAGE_PATH = "/datapackage.json";

/** Kinds of facts that some export is made from; the others are in none of them. */
const EXPORTED_FACTS: ReadonlySet<string> = new Set(DATASETS.flatMap(({ madeFrom }) => madeFrom));

/** A file as it is published. */
export interface ExportFile {
  dataset: Dataset;
  format: Format;
  bytes: Uint8Array;
}

/** @param files In the order of the resources. */
export function toDataPackage({ service, sources, asOf }: Catalog, files: readonly ExportFile[]) {
  return {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    name: toSlug(service.name),
    id: `${service.base_url}${DATA_PACKAGE_PATH}`,
    title: service.name,
    description: `${service.summary} Every dataset as CSV and as Parquet; none holds a third-party benchmark score.`,
    homepage: `${service.base_url}/`,
    // The day of the newest fact: the same facts are the same version.
    ...(asOf !== "" && { version: asOf }),
    licenses: [{ title: service.license, path: service.license_url }],
    sources: sources
      .filter(({ datasets }) => datasets.some((dataset) => EXPORTED_FACTS.has(dataset)))
      .map(({ name, url }) => ({ title: name, path: url })),
    resources: files.map(toResource),
  };
}

function toResource({ dataset, format, bytes }: ExportFile) {
  return {
    name: `${dataset.name}${format.ending}`,
    type: "table",
    // Relative to this description, as the standard has it: the package is whole at any address.
    path: exportPath(dataset, format).slice(1),
    title: dataset.title,
    description: format.description,
    format: format.name.toLowerCase(),
    mediatype: format.mediatype,
    ...(format === CSV && { encoding: "utf-8" }),
    bytes: bytes.length,
    hash: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    schema: toTableSchema(dataset),
  };
}

const toTableSchema = ({ columns, key }: Dataset) => ({
  fields: columns.map(({ name, type, description }) => ({ name, type, description })),
  missingValues: [""],
  ...(key && { primaryKey: key }),
});

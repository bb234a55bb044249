/** `/datapackage.json`: every file of every dataset with its schema, size and hash (Data Package 2.0). */
import { hash } from "node:crypto";
import { toSlug } from "../../build/cost/rates.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Service } from "../../build/schema/service.ts";
import { toFeedTimestamp } from "../feeds/feeds.ts";
import { DATA_PACKAGE_PATH } from "../http/endpoint.ts";
import type { StaticFile } from "../http/headers.ts";
import {
  CSV_FORMAT,
  type DatasetColumn,
  type ExportDataset,
  type ExportFormat,
  exportUrlPath,
} from "./dataset.ts";
import { EXPORT_DATASETS } from "./datasets.ts";

/** Kinds of facts that at least one export contains. */
const EXPORTED_FACTS: readonly string[] = EXPORT_DATASETS.flatMap(({ madeFrom }) => madeFrom);

export interface ExportFile {
  dataset: ExportDataset;
  format: ExportFormat;
  body: Uint8Array;
  /** Date of the newest fact (YYYY-MM-DD); null without any. */
  asOf: string | null;
}

/**
 * @param files In the order of the resources.
 * @param databases Files that contain every dataset; empty in a build without `--sqlite`.
 */
export function toDataPackage(
  catalog: Catalog,
  files: readonly ExportFile[],
  databases: readonly StaticFile[] = [],
) {
  const { service, asOf } = catalog;
  return {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    name: toSlug(service.name),
    id: `${service.base_url}${DATA_PACKAGE_PATH}`,
    title: service.name,
    description: `${service.summary} Every dataset is available as CSV and as Parquet. No dataset contains benchmark scores of third parties.`,
    homepage: `${service.base_url}/`,
    // The version is the date of the newest fact, so that the same facts have the same version.
    ...(asOf !== "" && { version: asOf, created: toFeedTimestamp(asOf) }),
    licenses: licensesOf(service),
    sources: toSources(EXPORTED_FACTS, catalog),
    resources: [
      ...files.map((file) => toResource(file, catalog)),
      ...databases.map(({ path, body, contentType }) => ({
        name: toSlug(path.slice(1)),
        path: path.slice(1),
        title: "Every dataset as a table of one SQLite database",
        description:
          "The SQLite database has keys, views and a search over names. The command .schema of sqlite3 describes every column.",
        format: "sqlite",
        mediatype: contentType,
        bytes: body.length,
        hash: `sha256:${hash("sha256", body)}`,
        licenses: licensesOf(service),
      })),
    ],
  };
}

/** `CC BY 4.0` → `CC-BY-4.0`, the id of the license in the list of open licences. */
const licensesOf = ({ license, license_url }: Service) => [
  { name: license.replaceAll(" ", "-"), title: license, path: license_url },
];

const toSources = (kinds: readonly string[], { sources }: Catalog) =>
  sources
    .filter(({ datasets }) => datasets.some((dataset) => kinds.includes(dataset)))
    .map(({ name, url }) => ({ title: name, ...(url !== null && { path: url }) }));

function toResource({ dataset, format, body, asOf }: ExportFile, catalog: Catalog) {
  return {
    name: resourceName(dataset.name, format),
    type: "table",
    // The path is relative to this file, as the standard requires, so the package works at any address.
    path: exportUrlPath(dataset, format).slice(1),
    title: dataset.title,
    description: format.description,
    format: format.name.toLowerCase(),
    mediatype: format.mediatype,
    ...(format === CSV_FORMAT && { encoding: "utf-8" }),
    bytes: body.length,
    hash: `sha256:${hash("sha256", body)}`,
    ...(asOf !== null && { created: toFeedTimestamp(asOf) }),
    licenses: licensesOf(catalog.service),
    sources: toSources(dataset.madeFrom, catalog),
    schema: toTableSchema(dataset, format),
  };
}

export type DataPackageResource = ReturnType<typeof toResource>;

const resourceName = (dataset: string, { ending }: ExportFormat): string => `${dataset}${ending}`;

function toTableSchema({ name: own, columns, key }: ExportDataset, format: ExportFormat) {
  const foreignKeys = columns.flatMap((column) => toForeignKey(column, own, format));
  return {
    fields: columns.map(({ name, type, description, values }) => ({
      name,
      type,
      description,
      ...(values && { constraints: { enum: values } }),
    })),
    missingValues: [""],
    ...(key && { primaryKey: key }),
    ...(foreignKeys.length > 0 && { foreignKeys }),
  };
}

/** References the other dataset in the same format; as the standard requires, none is named for the same dataset. */
function toForeignKey({ name, references }: DatasetColumn, own: string, format: ExportFormat) {
  if (!references) return [];
  const resource = references === own ? {} : { resource: resourceName(references, format) };
  return [{ fields: [name], reference: { ...resource, fields: ["slug"] } }];
}

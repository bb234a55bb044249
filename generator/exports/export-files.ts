/** Every dataset in every format, and the package that describes them. */
import { createHash } from "node:crypto";
import { appendFileSync, closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { newest, toDataHeaders, toEnvelope } from "../http/envelope.ts";
import { JSON_TYPE, type LargeFile, type PublishedFile } from "../http/static-file.ts";
import { DATA_PACKAGE_PATH, type ExportFile, toDataPackage } from "./data-package.ts";
import type { Dataset } from "./dataset.ts";
import { DATASETS } from "./datasets.ts";
import { type ExportRow, rowsOf, toCsv } from "./export-csv.ts";
import { exportParquet } from "./export-parquet.ts";
import { createExportTable } from "./export-table.ts";
import { CSV, CSV_ENDING, exportPath, fileName, PARQUET } from "./formats.ts";

const OWNER = "exports";

/**
 * @param folder Where the files are put until they are published.
 * @throws BuildError when a value is not of its column's type.
 */
export async function exportFiles(
  catalog: Catalog,
  db: DuckDBConnection,
  folder: string,
): Promise<PublishedFile[]> {
  const files: ExportFile[] = [];
  for (const dataset of DATASETS) {
    await createExportTable(dataset, catalog, db);
    files.push(await exportCsv(dataset, catalog, db, join(folder, `${dataset.name}.csv`)));
  }
  for (const { dataset, asOf } of files.slice()) {
    const file = join(folder, `${dataset.name}.parquet`);
    await exportParquet(dataset, db, file);
    files.push(toExportFile({ dataset, asOf, format: PARQUET }, file));
  }
  return [
    ...files.map((file) => toPublishedFile(file, catalog)),
    {
      path: DATA_PACKAGE_PATH,
      body: JSON.stringify(toDataPackage(catalog, files)),
      contentType: JSON_TYPE,
      owner: OWNER,
    },
  ];
}

async function exportCsv(
  dataset: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
  file: string,
): Promise<ExportFile> {
  const days: (string | null)[] = [];
  for await (const rows of rowsOf(dataset, catalog, db)) {
    const text = toCsv(dataset, rows, days.length === 0);
    appendFileSync(file, text);
    days.push(newestDay(rows, dataset.dated));
  }
  return toExportFile({ dataset, asOf: newest(days), format: CSV }, file);
}

function toExportFile(
  made: Pick<ExportFile, "dataset" | "asOf" | "format">,
  file: string,
): ExportFile {
  const content = createHash("sha256");
  for (const chunk of chunksOf(file)) content.update(chunk);
  return { ...made, file, bytes: statSync(file).size, sha256: content.digest("hex") };
}

/** Bytes that are read at once. */
const CHUNK_BYTES = 1 << 20;

function* chunksOf(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, "r");
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      const bytes = readSync(descriptor, buffer);
      if (bytes === 0) return;
      yield buffer.subarray(0, bytes);
    }
  } finally {
    closeSync(descriptor);
  }
}

const newestDay = (rows: readonly ExportRow[], dated: string): string | null =>
  newest(rows.map((row) => row[dated] as string | null));

function toPublishedFile({ dataset, format, file, asOf }: ExportFile, catalog: Catalog): LargeFile {
  const path = exportPath(dataset, format);
  return {
    path,
    chunks: chunksOf(file),
    contentType: format.contentType,
    headers: toHeaders({ dataset, format, asOf }, catalog),
    ...(format === CSV && { alsoAt: `${path}${CSV_ENDING}` }),
    owner: OWNER,
  };
}

/** What a JSON answer says in its envelope, and the name under which a browser saves the file. */
function toHeaders(
  { dataset, format, asOf }: Pick<ExportFile, "dataset" | "format" | "asOf">,
  { service }: Catalog,
): Record<string, string> {
  const url = `${service.base_url}${exportPath(dataset, format)}`;
  return {
    "Content-Disposition": `attachment; filename="${fileName(dataset, format)}"`,
    ...toDataHeaders(service, toEnvelope(service, { url, asOf, title: dataset.title })),
  };
}

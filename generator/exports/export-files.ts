/** Every dataset as CSV and as Parquet, and the package that describes them. */
import { hash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { BuildError } from "../../build/facts/fault.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { readRows } from "../../build/model/catalog/read-catalog.ts";
import { literal } from "../../build/model/snapshot/load-facts.ts";
import { newest, toDataHeaders, toEnvelope } from "../http/envelope.ts";
import { JSON_TYPE, type StaticFile } from "../http/headers.ts";
import { DATA_PACKAGE_PATH, type ExportFile, toDataPackage } from "./data-package.ts";
import {
  type Column,
  CSV,
  CSV_ENDING,
  type Dataset,
  exportPath,
  fileName,
  PARQUET,
} from "./dataset.ts";
import { DATASETS } from "./datasets.ts";
import { madeRows } from "./made-rows.ts";

const OWNER = "exports";

/** @throws BuildError when a value is not of its column's type. */
export async function exportFiles(catalog: Catalog, db: DuckDBConnection): Promise<StaticFile[]> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-exports-"));
  const [csv, parquet]: [ExportFile[], ExportFile[]] = [[], []];
  try {
    for (const dataset of DATASETS) {
      await createExportTable(dataset, catalog, db);
      const rows = await rowsOf(dataset, catalog, db);
      const asOf = newest(rows.map((row) => row[dataset.dated] as string | null));
      csv.push(toExportFile({ dataset, asOf, format: CSV }, Buffer.from(toCsv(dataset, rows))));
      const file = join(folder, `${dataset.name}.parquet`);
      await exportParquet(dataset, db, file);
      parquet.push(toExportFile({ dataset, asOf, format: PARQUET }, await readFile(file)));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const files = [...csv, ...parquet];
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

const toExportFile = (
  made: Pick<ExportFile, "dataset" | "asOf" | "format">,
  body: Buffer,
): ExportFile => ({ ...made, body, bytes: body.length, sha256: hash("sha256", body) });

function toPublishedFile(
  { dataset, format, body, asOf }: ExportFile,
  catalog: Catalog,
): StaticFile {
  const path = exportPath(dataset, format);
  return {
    path,
    body,
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

export type ExportRow = Record<string, unknown>;
/** The Parquet's casts check the types of the same rows; looking at every cell here takes 0.1 s. */
const AnyRow = z.custom<ExportRow>();

/** Rows of a dataset in their order. */
export const rowsOf = async (
  { name, rows }: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
): Promise<readonly ExportRow[]> =>
  typeof rows === "string" ? madeRows(catalog)[rows] : readRows(db, tableOf(name), AnyRow);

export const toCsv = ({ columns }: Dataset, rows: readonly ExportRow[]): string =>
  stringify([...rows], {
    header: true,
    columns: columns.map(({ name }) => name),
    escape_formulas: true,
    cast: { boolean: String },
  });

/**
 * The same rows give the same bytes.
 * @param file Where to write it.
 * @throws BuildError when a value is not of its column's type.
 */
export async function exportParquet(
  dataset: Dataset,
  db: DuckDBConnection,
  file: string,
): Promise<void> {
  const target = `${literal(file)} (FORMAT parquet, COMPRESSION zstd)`;
  await db.run(`COPY (${selectSql(dataset)}) TO ${target}`).catch((error: Error) => {
    throw new BuildError(
      `the Parquet of ${dataset.name} cannot be written: ${error.message}; fix the rows, or the column's type in generator/exports/datasets.ts`,
    );
  });
}

function selectSql({ name, columns }: Dataset): string {
  const typed = columns.map(({ name, type }) => `"${name}"::${SQL_TYPES[type]} AS "${name}"`);
  return `SELECT ${typed.join(", ")} FROM ${tableOf(name)} ORDER BY rowid`;
}

export const SQL_TYPES: Readonly<Record<Column["type"], string>> = {
  string: "VARCHAR",
  number: "DOUBLE",
  integer: "BIGINT",
  boolean: "BOOLEAN",
  date: "DATE",
  object: "VARCHAR",
};

/** `price-history` → `export_price_history`. */
export const tableOf = (name: string): string => `export_${name.replaceAll("-", "_")}`;

/** @throws BuildError when the query of a dataset fails, or a row that is made in code is not of its columns' types. */
export async function createExportTable(
  dataset: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
): Promise<void> {
  const { name, rows } = dataset;
  const created =
    typeof rows === "string"
      ? insertMade(dataset, madeRows(catalog)[rows], db)
      : db.run(`CREATE OR REPLACE TABLE ${tableOf(name)} AS ${rows.sql}`);
  await created.catch((error: Error) => {
    throw new BuildError(
      `the rows of ${name}: ${error.message}; fix them, or the column's type in generator/exports/datasets.ts`,
    );
  });
}

async function insertMade(
  dataset: Dataset,
  rows: readonly object[],
  db: DuckDBConnection,
): Promise<void> {
  const table = tableOf(dataset.name);
  const columns = dataset.columns.map(({ name, type }) => `"${name}" ${SQL_TYPES[type]}`);
  await db.run(`CREATE OR REPLACE TABLE ${table} (${columns.join(", ")})`);
  await db.run(`INSERT INTO ${table} ${madeSql(dataset)}`, [JSON.stringify(rows)]);
}

/** The rows come as a parameter: a megabyte within the query takes as long to parse as to convert. */
function madeSql({ columns }: Dataset): string {
  const structure = Object.fromEntries(columns.map(({ name, type }) => [name, SQL_TYPES[type]]));
  // Strict: a field that is missing or cannot be read as its type stops the build.
  return `SELECT unnest(from_json_strict($1::JSON, ${literal(JSON.stringify([structure]))}), max_depth := 2)`;
}

/** Every dataset as CSV and as Parquet with the same rows, and the package that describes them (Data Package 2.0). */
import { hash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { stringify } from "csv-stringify/sync";
import { toSlug } from "../../build/cost/rates.ts";
import { WORLD_MAP_TEST } from "../../build/experiments/own-tests.ts";
import { CommandError } from "../../build/facts/fault.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { streamTableAsJsonChunks, toSqlLiteral } from "../../build/model/snapshot/snapshot.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import { WORLD_MAP_CELL_DEGREES } from "../../build/schema/experiment.ts";
import type { Service } from "../../build/schema/service.ts";
import { toChangeDetails, toPublishedChange } from "../endpoints/changes/changes.ts";
import { listRunsOfTest } from "../endpoints/own-tests/own-test.ts";
import { toFeedTimestamp } from "../feeds/feeds.ts";
import { DATA_PACKAGE_PATH } from "../http/endpoint.ts";
import { newestDate, toDownloadHeaders } from "../http/envelope.ts";
import { type StaticFile, toJsonFile } from "../http/headers.ts";
import {
  COLUMN_SQL_TYPES,
  CSV_EXTENSION,
  CSV_FORMAT,
  type DatasetColumn,
  type ExportDataset,
  type ExportFormat,
  exportFileName,
  exportUrlPath,
  PARQUET_FORMAT,
} from "./dataset.ts";
import { EXPORT_DATASETS, EXPORTED_CHANGE_TYPES } from "./datasets.ts";
import { type Cells, makeSqliteFile } from "./sqlite.ts";

const OWNER = "exports";

type Row = Record<string, unknown>;

interface ExportFile {
  dataset: ExportDataset;
  format: ExportFormat;
  body: Uint8Array;
  /** Date of the newest fact (YYYY-MM-DD); null without any. */
  asOf: string | null;
}

/** @param sqlite Also makes the SQLite file. @throws CommandError for a failing query or a value of the wrong type. */
export async function makeExportFiles(
  catalog: Catalog,
  db: DuckDBConnection,
  { sqlite = false } = {},
): Promise<StaticFile[]> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-exports-"));
  const csv: ExportFile[] = [];
  const parquet: ExportFile[] = [];
  const rowsOf = new Map<string, readonly Cells[]>();
  try {
    for (const dataset of EXPORT_DATASETS) {
      const file = join(folder, `${dataset.name}.parquet`);
      const names = dataset.columns.map(({ name }) => name);
      const dated = names.indexOf(dataset.dated);
      const kept: Cells[] = [];
      let asOf: string | null = null;
      let text = toCsvLine(names);
      // A part at a time, because all rows of a large table would take much memory.
      for await (const rows of exportTable(dataset, catalog, db, file)) {
        if (sqlite) kept.push(...rows);
        asOf = newestDate([asOf, ...rows.map((cells) => cells[dated] as string | null)]);
        text += rows.map(toCsvLine).join("");
      }
      if (sqlite) rowsOf.set(dataset.name, kept);
      csv.push({ dataset, format: CSV_FORMAT, asOf, body: Buffer.from(text) });
      parquet.push({ dataset, format: PARQUET_FORMAT, asOf, body: await readFile(file) });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const files = [...csv, ...parquet];
  const database = sqlite ? [await makeSqliteFile(catalog, rowsOf)] : [];
  return [
    ...files.map((file) => toStaticFile(file, catalog)),
    ...database,
    toJsonFile(DATA_PACKAGE_PATH, OWNER, JSON.stringify(toDataPackage(catalog, files, database))),
  ];
}

/** Writes the Parquet: the same rows give the same bytes. Yields the rows in parts, in their order. */
async function* exportTable(
  { name, rows, columns }: ExportDataset,
  catalog: Catalog,
  db: DuckDBConnection,
  file: string,
): AsyncGenerator<readonly Cells[]> {
  const made = MADE_ROWS[name]?.(catalog);
  const selected = columns.map(({ name, sql = name }) => `${sql} AS "${name}"`);
  const query = made ? madeSql(columns) : `SELECT ${selected} FROM ${rows}`;
  const typed = columns.map(
    ({ name, type }) => `"${name}"::${COLUMN_SQL_TYPES[type].duckdb} AS "${name}"`,
  );
  try {
    await db.run(
      `CREATE OR REPLACE TEMP TABLE export_rows AS ${query}`,
      made ? [JSON.stringify(made)] : undefined,
    );
    await db.run(
      `COPY (SELECT ${typed} FROM export_rows) TO ${toSqlLiteral(file)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } catch (error) {
    throw new CommandError(
      `the export ${name}: ${(error as Error).message}; fix the column's from or type in generator/exports/columns.csv, or the export's rows in generator/exports/dataset.ts`,
    );
  }
  if (made) yield made.map((row) => columns.map(({ name }) => row[name]));
  else {
    // Lists, because rows with the names of the columns would be longer to write and to parse.
    const cells = `json_array(${columns.map(({ name }) => `"${name}"`)})`;
    for await (const text of streamTableAsJsonChunks(db, "export_rows", cells))
      yield JSON.parse(text);
  }
}

/** Strict: a field that is missing or cannot be read as its type stops the build. */
function madeSql(columns: readonly DatasetColumn[]): string {
  const structure = Object.fromEntries(
    columns.map(({ name, type }) => [name, COLUMN_SQL_TYPES[type].duckdb]),
  );
  return `SELECT unnest(from_json_strict($1::JSON, ${toSqlLiteral(JSON.stringify([structure]))}), max_depth := 2)`;
}

/** Values that csv-stringify quotes or escapes. Joining all other lines directly takes a tenth of the time. */
const NOT_PLAIN = /[",\r\n]|^[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Ids such as `@cf/openai/gpt-oss-20b` call no function, so they are not escaped: readers look them up unchanged. */
const PLAIN_ID = /^@?[A-Za-z0-9][A-Za-z0-9._/:+-]*$/;
const withPlainIds = (value: string) =>
  PLAIN_ID.test(value) ? { value, escape_formulas: false } : value;

/** A line of CSV as in RFC 4180, with LF, empty cells for null, and escaped formulas. */
const toCsvLine = (cells: Cells): string =>
  cells.some((cell) => typeof cell === "string" && NOT_PLAIN.test(cell))
    ? stringify([cells], { escape_formulas: true, cast: { boolean: String, string: withPlainIds } })
    : `${cells.join()}\n`;

function toStaticFile({ dataset, format, body, asOf }: ExportFile, catalog: Catalog) {
  const path = exportUrlPath(dataset, format);
  return {
    path,
    body,
    contentType: format.contentType,
    headers: toDownloadHeaders(exportFileName(dataset, format), catalog, path, dataset.title, asOf),
    ...(format === CSV_FORMAT && { alsoAt: `${path}${CSV_EXTENSION}` }),
    owner: OWNER,
  };
}

/** Makes the rows of datasets that are not in a table of the snapshot. */
const MADE_ROWS: Readonly<Record<string, (catalog: Catalog) => readonly Row[]>> = {
  "price-changes": priceChangeRows,
  "world-map": worldMapRows,
};

/** In the order of the changes: by date, type, then model. */
function priceChangeRows(catalog: Catalog): Row[] {
  const exported = catalog.changes.filter(({ type }) =>
    EXPORTED_CHANGE_TYPES.some((one) => one === type),
  );
  return exported.map((row) => ({
    ...toPublishedChange(row, catalog),
    details: JSON.stringify(toChangeDetails(row)),
    old_input_usd_per_m: row.old_input,
    new_input_usd_per_m: row.new_input,
    old_output_usd_per_m: row.old_output,
    new_output_usd_per_m: row.new_output,
    pct_change_input: row.pct_input,
    pct_change_output: row.pct_output,
    id: [row.type, row.date, row.model, row.host ?? row.company, row.key].filter(Boolean).join("|"),
  }));
}

/** The answer key first, then the runs by model id. */
function worldMapRows(catalog: Catalog): Row[] {
  const answers = catalog.own_tests.find(({ key }) => key !== null)?.key ?? "";
  const all = { points: answers.length, valid: answers.length, complete: true, answers };
  const key = {
    ...{ run_date: null, model_id: null, model: null, cost_usd: null },
    name: "Key: Natural Earth 1:110m land",
    metrics: { ...all, accuracy: 1, landRecall: 1, waterRecall: 1 },
  };
  const runs = listRunsOfTest(WORLD_MAP_TEST, catalog).sort(
    (a, b) =>
      compareByCodePoint(a.model_id, b.model_id) || compareByCodePoint(a.run_date, b.run_date),
  );
  return [key, ...runs].map(({ name, metrics, ...run }) => ({
    ...run,
    ...metrics,
    model_name: name,
    grid_deg: WORLD_MAP_CELL_DEGREES,
    land_recall: metrics.landRecall,
    water_recall: metrics.waterRecall,
  }));
}

/** @param files In the order of the resources. @param databases Files with every dataset, made with `--sqlite`. */
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
    sources: toSources(
      EXPORT_DATASETS.flatMap(({ madeFrom }) => madeFrom),
      catalog,
    ),
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

/** What an export is: its columns, its rows and its files. */
import { ENUM_FIELD_SCHEMAS } from "../../build/schema/field-schemas.ts";
import type { FieldDefinition, PublishedFieldKind } from "../../build/schema/fields.ts";

export interface DatasetColumn {
  name: string;
  /** Type in the Frictionless table schema. */
  type: "string" | "number" | "integer" | "boolean" | "date" | "object";
  description: string;
  /** What it is in the snapshot, where it is not a column of its own name. */
  sql?: string;
  /** Dataset whose `slug` its values are, where they are not empty. */
  references?: "models" | "providers" | "benchmarks";
  /** All values that it may have, beside none. */
  values?: readonly string[];
}

export interface ExportDataset {
  name: string;
  title: string;
  columns: readonly DatasetColumn[];
  /** Columns that together name a row; absent where a dataset has none. */
  key?: readonly string[];
  /** Column with the day of a row's fact: the newest is the day of the export. */
  dated: string;
  /** Kinds of facts that the rows come from, as `/api/v1/sources` names what a source feeds. */
  madeFrom: readonly string[];
  /** The rows in their order, of tables of the snapshot: what follows `FROM`. Null: export-files.ts makes them. */
  rows: string | null;
}

export type UnnamedExportColumn = Omit<DatasetColumn, "name">;

const ofType =
  (type: DatasetColumn["type"]) =>
  (description: string, sql?: string): UnnamedExportColumn => ({
    ...{ type, description },
    ...(sql !== undefined && { sql }),
  });

/** In SQLite dates are text, `YYYY-MM-DD`, as its own functions read them, and booleans are 0 and 1. */
export const COLUMN_SQL_TYPES: Readonly<
  Record<DatasetColumn["type"], { duckdb: string; sqlite: string }>
> = {
  string: { duckdb: "VARCHAR", sqlite: "TEXT" },
  number: { duckdb: "DOUBLE", sqlite: "REAL" },
  integer: { duckdb: "BIGINT", sqlite: "INTEGER" },
  boolean: { duckdb: "BOOLEAN", sqlite: "INTEGER" },
  date: { duckdb: "DATE", sqlite: "TEXT" },
  object: { duckdb: "VARCHAR", sqlite: "TEXT" },
};

/** A column of each type: its description, and its SQL where it is no column of its own name in the snapshot. */
export const EXPORT_COLUMN_BUILDERS = {
  string: ofType("string"),
  number: ofType("number"),
  integer: ofType("integer"),
  boolean: ofType("boolean"),
  date: ofType("date"),
  object: ofType("object"),
};

export const createForeignKeyExportColumn = (
  references: NonNullable<DatasetColumn["references"]>,
  description: string,
  sql?: string,
): UnnamedExportColumn => ({ ...EXPORT_COLUMN_BUILDERS.string(description, sql), references });

export const createEnumExportColumn = (
  values: readonly string[],
  description: string,
): UnnamedExportColumn => ({ ...EXPORT_COLUMN_BUILDERS.string(description), values });

const TYPES: Readonly<Record<PublishedFieldKind, DatasetColumn["type"]>> = {
  tokens: "integer",
  usd: "number",
  number: "number",
  count: "integer",
  day: "date",
  partial_day: "string",
  flag: "boolean",
  text: "string",
  choice: "string",
  address: "string",
  list: "string",
  object: "object",
};

/** The columns of published fields; lists are joined with semicolons. */
export const createExportColumns = (
  fields: readonly FieldDefinition[],
  toSql = ({ name }: FieldDefinition): string => name,
): Record<string, UnnamedExportColumn> =>
  Object.fromEntries(
    fields.map((field) => {
      const { name, column, kind, description } = field;
      const [sql, ofKind] = [toSql(field), EXPORT_COLUMN_BUILDERS[TYPES[kind]]];
      if (kind === "choice") {
        const { options: values } = ENUM_FIELD_SCHEMAS[name as keyof typeof ENUM_FIELD_SCHEMAS];
        return [column, { ...ofKind(description, sql), values }];
      }
      if (kind !== "list") return [column, ofKind(description, sql)];
      const joined = `nullif(array_to_string(${sql}, ';'), '')`;
      return [column, ofKind(`${description}; several values are separated by semicolons`, joined)];
    }),
  );

export interface ExportFormat {
  /** As readers call it, and its name in `/datapackage.json` in lower case. */
  name: "CSV" | "Parquet";
  /** What its address ends with after the dataset's name. The CSV has none: it is the dataset's own address. */
  ending: "" | ".parquet";
  /** Without parameters. */
  mediatype: string;
  contentType: string;
  /** What a reader of the file has to know. */
  description: string;
}

export const EXPORT_URL_PREFIX = "/api/v1/export/";

export const CSV_FORMAT: ExportFormat = {
  name: "CSV",
  ending: "",
  mediatype: "text/csv",
  contentType: "text/csv; charset=utf-8",
  description:
    "CSV (RFC 4180) with a header row; an empty field means unknown. Text that a spreadsheet would run as a formula is prefixed with an apostrophe; ids such as @cf/name are not.",
};

export const PARQUET_FORMAT: ExportFormat = {
  name: "Parquet",
  ending: ".parquet",
  mediatype: "application/vnd.apache.parquet",
  contentType: "application/vnd.apache.parquet",
  description:
    "The rows of the CSV in the same order, as Parquet with true types: dates, 64-bit integers, doubles, booleans, unescaped text (objects as JSON), null for unknown. Parquet files are compressed with Zstandard.",
};

/** Ends the name of a saved file, and a second address of the CSV. */
export const CSV_EXTENSION = ".csv";

/** `price-history.csv` */
export const exportFileName = (
  { name }: Pick<ExportDataset, "name">,
  { ending }: ExportFormat,
): string => `${name}${ending || CSV_EXTENSION}`;

export const EXPORT_FORMATS: readonly ExportFormat[] = [CSV_FORMAT, PARQUET_FORMAT];

/** Public path of a dataset in a format: `/api/v1/export/price-history.parquet`. */
export const exportUrlPath = (
  { name }: Pick<ExportDataset, "name">,
  { ending }: ExportFormat,
): string => `${EXPORT_URL_PREFIX}${name}${ending}`;

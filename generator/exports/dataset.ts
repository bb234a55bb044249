/** The exports and their files. The columns are in another module, because the function does not need them. */
export const COLUMN_TYPES = ["string", "number", "integer", "boolean", "date", "object"] as const;

export interface DatasetColumn {
  name: string;
  /** Type in the Frictionless table schema. */
  type: (typeof COLUMN_TYPES)[number];
  description: string;
  /** SQL for the value in the snapshot; absent when a column of the same name has it. */
  sql?: string;
  /** Dataset whose `slug` the values refer to. Empty values refer to nothing. */
  references?: "models" | "providers" | "benchmarks";
  /** All values that the column may have, other than empty. */
  values?: readonly string[];
}

export interface ExportDataset {
  name: string;
  title: string;
  columns: readonly DatasetColumn[];
  /** Columns that together identify a row; absent for a dataset without a key. */
  key?: readonly string[];
  /** Column with the date of a row's fact. The newest date is the date of the export. */
  dated: string;
  /** Kinds of facts that the rows come from, named as in `/api/v1/sources`. */
  madeFrom: readonly string[];
  /** SQL after `FROM` that selects the rows of the snapshot in order. Null when export-files.ts makes the rows. */
  rows: string | null;
}

/** In SQLite, dates are text (`YYYY-MM-DD`), which its date functions read, and booleans are 0 and 1. */
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

export interface ExportFormat {
  /** Display name; in lower case, the format in `/datapackage.json`. */
  name: "CSV" | "Parquet";
  /** Ending of the URL after the dataset's name. It is empty for the CSV, which has the dataset's own URL. */
  ending: "" | ".parquet";
  /** Media type without parameters. */
  mediatype: string;
  contentType: string;
  description: string;
}

export const EXPORT_URL_PREFIX = "/api/v1/export/";

/** This file lists all exports, and the copies of past days, which are at `<day>/<dataset>.csv` next to it. */
export const EXPORTS_INDEX_PATH = `${EXPORT_URL_PREFIX}index.json`;

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
    "Parquet files have the same rows as the CSV files, in the same order, and are compressed with Zstandard. The columns of a Parquet file are dates, 64-bit integers, doubles, booleans or text (without the apostrophe by which the CSV files keep spreadsheets from running a cell as a formula). In a Parquet file, objects are stored as JSON text, and unknown values are null.",
};

/** Ending of a saved CSV file, and of the second URL of the CSV. */
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

/** In the order of the documents. The columns of each are in `columns.csv`. */
export const EXPORTS: readonly Omit<ExportDataset, "columns">[] = [
  {
    name: "price-history",
    title: "Every recorded price of every model at every host",
    dated: "date",
    madeFrom: ["price-history"],
    rows: `(SELECT p.*, c.is_list_price,
        CASE WHEN o.billing = 'plan' THEN 'plan' WHEN p.input = 0 AND p.output = 0 THEN 'free' ELSE 'tokens' END AS billing
      FROM price_rows p JOIN catalog_price_rows c USING (model, host, date) JOIN offers o USING (host, model_id))
      ORDER BY date, model, host`,
    key: ["date", "model", "provider"],
  },
  {
    name: "provider-offers",
    title:
      "Every current offer: each model at each host, with one row for each model id of the host",
    dated: "date",
    madeFrom: ["offers"],
    rows: "offer_ids ORDER BY model, input NULLS LAST, host, model_id",
    key: ["model", "provider", "model_id"],
  },
  {
    name: "rates",
    title: "Every rate of every model at every host: meters, units, service tiers, prompt sizes",
    key: ["model", "provider", "model_id", "rate"],
    dated: "valid_from",
    madeFrom: ["offers"],
    rows: "offer_rates ORDER BY ALL",
  },
  {
    name: "price-changes",
    title: "New models, price moves and company updates",
    key: ["id"],
    dated: "date",
    madeFrom: ["models", "price-history", "company-facts"],
    rows: null,
  },
  {
    name: "company-facts",
    title: "Figures of AI companies, each with the URL of its source",
    key: ["id"],
    dated: "as_of",
    madeFrom: ["company-facts"],
    rows: "company_facts ORDER BY company, metric, as_of, scope NULLS FIRST, value",
  },
  {
    name: "mindshare-daily",
    title: "Public attention by day",
    dated: "day",
    madeFrom: ["mindshare"],
    rows: "mindshare_days ORDER BY day, entity_type, slug",
    key: ["day", "entity_type", "slug"],
  },
  {
    name: "gpu-rental-daily",
    title: "Rental price of GPUs by day",
    dated: "day",
    madeFrom: ["gpu-rental"],
    rows: "gpu_rental ORDER BY day, chip_slug, source",
    key: ["day", "chip_slug", "source"],
  },
  {
    name: "world-map",
    title: "Each model's answer, land or water, for every cell of a world map",
    dated: "run_date",
    madeFrom: ["own-tests"],
    rows: null,
  },
  {
    name: "models",
    title: "Every model, with its limits, capabilities and price",
    dated: "as_of",
    madeFrom: ["models", "offers"],
    rows: `catalog_models m
      LEFT JOIN catalog_offers o ON o.model = m.slug AND o.host = coalesce(m.list_host, m.cheapest_host)
      ORDER BY m.slug`,
    key: ["slug"],
  },
  {
    name: "providers",
    title: "Every lab and every host, including former labs and hosts",
    dated: "as_of",
    madeFrom: ["models", "offers"],
    rows: "catalog_providers ORDER BY slug",
    key: ["slug"],
  },
  {
    name: "benchmarks",
    title: "Every benchmark, without scores",
    dated: "as_of",
    madeFrom: ["scores"],
    rows: "catalog_benchmarks b JOIN catalog_sources s ON s.id = b.source ORDER BY b.slug",
    key: ["slug"],
  },
];

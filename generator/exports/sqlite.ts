/**
 * `/almanac.sqlite`: every export as a table, with keys, views and a search over names. Only a build with `--sqlite` makes
 * it: writing it takes a sixth of a build's time. The same facts give the same bytes.
 */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { toDownloadHeaders, toProvenanceOfFile } from "../http/envelope.ts";
import type { StaticFile } from "../http/headers.ts";
import { COLUMN_SQL_TYPES, type ExportDataset } from "./dataset.ts";
import { EXPORT_DATASETS } from "./datasets.ts";

/** The values of a row in the order of the dataset's columns. */
export type Cells = readonly unknown[];

/** Dataset → its rows. */
export type RowsByDataset = ReadonlyMap<string, readonly Cells[]>;

export const SQLITE_HREF = "/almanac.sqlite";

/** `price-history` → `price_history`. */
export const toSqlTableName = (dataset: string): string => dataset.replaceAll("-", "_");

const VIEWS = [
  `CREATE VIEW current_prices AS
-- What a token costs today: every id on sale by the token on the standard tier, with its names.
SELECT o.model, m.name AS model_name, o.provider, p.name AS provider_name, o.model_id, o.host_kind,
  o.input_usd_per_m, o.output_usd_per_m, o.cache_read_usd_per_m, o.cache_write_usd_per_m,
  o.blended_usd_per_m, o.context, o.max_output, o.trust, o.status, o.last_confirmed, o.source
FROM provider_offers o JOIN models m ON m.slug = o.model JOIN providers p ON p.slug = o.provider
WHERE o.billing = 'tokens' AND o.service_tier = 'standard' AND o.status <> 'retired'`,
  `CREATE VIEW cheapest_hosts AS
-- The lowest undoubted price of each model at a lab, a cloud or an inference host that goes on selling it. /api/v1/models/{slug}/cheapest also
-- looks at context windows, units and routers.
SELECT * FROM (
  SELECT *, row_number() OVER (
    PARTITION BY model ORDER BY blended_usd_per_m, host_kind <> 'lab', host_kind <> 'cloud', provider, model_id
  ) AS place
  FROM current_prices
  WHERE trust IN ('verified', 'one_source') AND host_kind IN ('lab', 'cloud', 'inference')
    AND status <> 'deprecated' AND blended_usd_per_m > 0
) WHERE place = 1`,
  `CREATE VIEW list_price_history AS
-- Every price that a model's maker set, oldest first.
SELECT * FROM price_history WHERE is_list_price ORDER BY model, date`,
];

/** `SELECT * FROM names('sonnet 4*')`: by any name or host's id; `kind` is model, provider or benchmark. */
const NAMES = [
  `CREATE VIRTUAL TABLE names USING fts5(name, ids, kind UNINDEXED, slug UNINDEXED)`,
  `INSERT INTO names SELECT m.name, m.slug || coalesce((
     SELECT ' ' || group_concat(model_id, ' ') FROM (
       SELECT DISTINCT model_id FROM provider_offers WHERE model = m.slug ORDER BY model_id)), ''),
   'model', m.slug FROM models m ORDER BY m.slug`,
  `INSERT INTO names SELECT name, slug, 'provider', slug FROM providers ORDER BY slug`,
  `INSERT INTO names SELECT name, slug, 'benchmark', slug FROM benchmarks ORDER BY slug`,
  `INSERT INTO names (names) VALUES ('optimize')`,
];

/** @throws SQLite's error when rows break a key. */
export async function makeSqliteFile(catalog: Catalog, rows: RowsByDataset): Promise<StaticFile> {
  const about = [catalog, SQLITE_HREF, "SQLite database"] as const;
  return {
    path: SQLITE_HREF,
    body: await toDatabase(rows, toProvenanceOfFile(...about)),
    contentType: "application/vnd.sqlite3",
    headers: toDownloadHeaders(SQLITE_HREF.slice(1), ...about),
    owner: "exports",
  };
}

async function toDatabase(rows: RowsByDataset, about: object): Promise<Uint8Array> {
  // Loaded only when this file is made.
  const { default: load } = await import("@sqlite.org/sqlite-wasm");
  const sqlite = await load();
  const db = new sqlite.oo1.DB(":memory:");
  try {
    db.exec("PRAGMA page_size = 4096; PRAGMA foreign_keys = OFF; BEGIN");
    for (const dataset of EXPORT_DATASETS) {
      db.exec(toTableSql(dataset));
      const { columns } = dataset;
      // One call for all rows: binding each value takes half as long again.
      const names = columns.map(({ name }) => `"${name}"`);
      const values = columns.map((_, at) => `value ->> ${at}`);
      db.exec({
        sql: `INSERT INTO ${toSqlTableName(dataset.name)} (${names}) SELECT ${values} FROM json_each(?)`,
        bind: [JSON.stringify(rows.get(dataset.name) ?? [])],
      });
    }
    db.exec("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID");
    for (const [key, value] of Object.entries(about))
      db.exec({ sql: "INSERT INTO about VALUES (?, ?)", bind: [key, value] });
    for (const sql of [...VIEWS, ...NAMES]) db.exec(sql);
    // Rows that were not inserted in key order leave pages half empty, so the file is compacted.
    db.exec("COMMIT; VACUUM");
    return sqlite.capi.sqlite3_js_db_export(db);
  } finally {
    db.close();
  }
}

/** Each column's description is written as a comment into the schema, so that `.schema` shows it. */
function toTableSql({ name, title, columns, key: unordered }: ExportDataset): string {
  // The rows are stored in key order: first by model or host, which readers look up, then by day.
  const isDay = (one: string) => columns.some(({ name, type }) => name === one && type === "date");
  const key = unordered?.toSorted((a, b) => Number(isDay(a)) - Number(isDay(b)));
  const defined = columns.map((column) => {
    const parts = [`"${column.name}"`, COLUMN_SQL_TYPES[column.type].sqlite];
    if (key?.includes(column.name)) parts.push("NOT NULL");
    if (column.references) parts.push(`REFERENCES ${column.references} (slug)`);
    return { sql: parts.join(" "), description: column.description };
  });
  const keys = key
    ? [{ sql: `PRIMARY KEY (${key.map((one) => `"${one}"`)})`, description: "" }]
    : [];
  const lines = [...defined, ...keys].map(({ sql, description }, at, { length }) => {
    const comment = description === "" ? "" : ` -- ${description}`;
    return `  ${sql}${at < length - 1 ? "," : ""}${comment}`;
  });
  return `CREATE TABLE ${toSqlTableName(name)} (\n  -- ${title}\n${lines.join("\n")}\n)${key ? " WITHOUT ROWID" : ""}`;
}

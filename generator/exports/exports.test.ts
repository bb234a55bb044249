import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import openSqlite from "@sqlite.org/sqlite-wasm";
import { beforeAll, expect, test, vi } from "vitest";
import { CommandError } from "../../build/facts/fault.ts";
import { getDefined } from "../../test/builders/get.ts";
import { loadSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { SAMPLE_FACTS } from "../../test/builders/sample-facts.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { DATA_PACKAGE_PATH } from "../http/endpoint.ts";
import type { StaticFile } from "../http/headers.ts";
import type { LoadedCatalog } from "../pipeline/load.ts";
import { EXPORT_DATASETS } from "./datasets.ts";
import { makeExportFiles } from "./export-files.ts";
import { SQLITE_HREF, toSqlTableName } from "./sqlite.ts";

/** An id as hosts write it. It begins with `@`, but a spreadsheet cannot evaluate it as a formula. */
const PLAIN_ID = "@acme/small-1:0";
/** A name that would end a quoted text in SQL and in CSV, and that begins like a formula. */
const ODD_NAME = `=O'Hara "Large"; --`;
const models = SAMPLE_FACTS.json.models.map((fact) => ({
  ...fact,
  name: fact.slug === "delta-old" ? PLAIN_ID : ODD_NAME,
  model_type: fact.slug === "delta-7b" ? ("embedding" as const) : fact.model_type,
}));
const ODD = { ...SAMPLE_FACTS, json: { ...SAMPLE_FACTS.json, models } };

let scratch: string;
let loaded: LoadedCatalog;
let exported: Map<string, StaticFile>;
let sqliteBytes: Uint8Array;
let select: (sql: string) => unknown[][];
beforeAll(async () => {
  loaded = await loadSampleCatalog(ODD);
  scratch = createTemporaryFolder("it's");
  vi.stubEnv("TMPDIR", scratch);
  await loaded.snapshot.db.run(`UPDATE offer_ids SET status = CASE model_id
    WHEN 'acme/acme-large-20260201' THEN 'retired' ELSE 'deprecated' END
    WHERE model_id LIKE 'acme/%' OR model_id = 'delta-7b-fp8';
    UPDATE offers SET billing = 'plan' WHERE model_id = 'acme/acme-large'`);
  exported = await makeExports();
  sqliteBytes = exported.get(SQLITE_HREF)?.body as Uint8Array;
  const sqlite = await openSqlite();
  sqlite.capi.sqlite3_js_posix_create_file("almanac.sqlite", sqliteBytes);
  const db = new sqlite.oo1.DB("almanac.sqlite");
  select = (sql) => db.exec({ sql, rowMode: "array", returnValue: "resultRows" }) as unknown[][];
});

/** @param sql Reads the file `$1`. */
async function queryParquet(dataset: string, sql: string): Promise<unknown[][]> {
  const { body } = getDefined(exported.get(`/api/v1/export/${dataset}.parquet`), dataset);
  const file = join(scratch, `${dataset}.parquet`);
  await writeFile(file, body);
  return (await loaded.snapshot.db.runAndReadAll(sql, [file])).getRows();
}

async function makeExports(): Promise<Map<string, StaticFile>> {
  const files = await makeExportFiles(loaded.catalog, loaded.snapshot.db, { sqlite: true });
  return new Map(files.map((file) => [file.path, file]));
}

test("CSV marks only texts that a spreadsheet would evaluate, and Parquet keeps every text unchanged", async () => {
  const csv = String(exported.get("/api/v1/export/price-changes")?.body);
  expect(csv).toContain(`"'=O'Hara ""Large""; --`);
  expect(String(exported.get("/api/v1/export/models")?.body)).toContain(`\ndelta-old,${PLAIN_ID},`);
  const rows = await queryParquet("price-changes", "SELECT title FROM read_parquet($1)");
  const titles = rows.map(([title]) => String(title));
  expect(titles.filter((title) => title.startsWith(ODD_NAME))).not.toEqual([]);
  expect(titles.filter((title) => title.startsWith("'"))).toEqual([]);
});

test("the SQLite file has every export as a table with its columns, types and rows, and keeps every key", () => {
  const described = JSON.parse(String(exported.get(DATA_PACKAGE_PATH)?.body));
  expect(described.resources.at(-1)).toMatchObject({ path: "almanac.sqlite" });
  expect(select("PRAGMA integrity_check")).toEqual([["ok"]]);
  expect(select("PRAGMA foreign_key_check")).toEqual([]);
  const texts = { string: "TEXT", date: "TEXT", object: "TEXT" };
  const types = { ...texts, number: "REAL", integer: "INTEGER", boolean: "INTEGER" };
  let rows = 0;
  for (const { name, columns, key = [] } of EXPORT_DATASETS) {
    const table = toSqlTableName(name);
    const info = select(`SELECT name, type, pk > 0 FROM pragma_table_xinfo('${table}')`);
    expect(info).toEqual(
      columns.map(({ name, type }) => [name, types[type], Number(key.includes(name))]),
    );
    const keys = select(
      `SELECT "from", "table" FROM pragma_foreign_key_list('${table}') ORDER BY 1`,
    );
    const references = columns.flatMap((one) =>
      one.references ? [[one.name, one.references]] : [],
    );
    expect(keys).toEqual(references.sort());
    const count = Number(select(`SELECT count(*) FROM ${table}`)[0]?.[0]);
    const csv = exported.get(`/api/v1/export/${name}`);
    expect([name, count]).toEqual([name, String(csv?.body).trimEnd().split("\n").length - 1]);
    rows += count;
  }
  expect(rows).toBeGreaterThan(20);
});

test("the SQLite file stores values in their types, and marks past prices that belong to a subscription", () => {
  const rows = select(`SELECT DISTINCT model_id, service_tier, billing,
    typeof(input_usd_per_m), typeof(date), typeof(is_list_price) FROM price_history`);
  const types = ["real", "text", "integer"];
  expect(Object.fromEntries(rows.map(([id, ...values]) => [id, values]))).toMatchObject({
    "acme-large-v1": ["standard", "tokens", ...types],
    "acme-small": ["standard", "free", ...types],
    "acme/acme-large": ["standard", "plan", ...types],
  });
});

test("the SQLite file finds a model by its name, a word of its name, a host's id and its slug", () => {
  for (const text of [ODD_NAME, "Large", "acme-large-v1", "acme-large"]) {
    const phrase = `'"${text.replaceAll("'", "''").replaceAll('"', '""')}"'`;
    const found = select(`SELECT slug FROM names WHERE names MATCH ${phrase} AND kind = 'model'`);
    expect(found.flat(), text).toContain("acme-large");
  }
});

test("the cheapest host of a model has the lowest of its trusted current prices that are not deprecated", () => {
  const lower = select(`SELECT * FROM cheapest_hosts c JOIN current_prices p USING (model)
    WHERE p.blended_usd_per_m < c.blended_usd_per_m AND p.trust IN ('verified', 'one_source')
    AND p.host_kind IN ('lab', 'cloud', 'inference') AND p.status <> 'deprecated'`);
  expect(lower).toEqual([]);
  const unlike = select(`SELECT * FROM current_prices
    WHERE model = 'delta-7b' AND blended_usd_per_m IS NOT input_usd_per_m`);
  expect(unlike).toEqual([]);
  const hosts = (view: string) =>
    select(`SELECT model_id FROM ${view} WHERE model = 'acme-large' ORDER BY 1`).flat();
  expect([hosts("current_prices"), hosts("cheapest_hosts")]).toEqual([
    ["acme-large-v1", "acme/acme-large"],
    ["acme-large-v1"],
  ]);
});

test("the DuckDB query of the guides lists the trusted prices per token that are for sale", async () => {
  const guides = readFileSync("generator/site/pages/docs/guides.md", "utf8");
  const [, query = ""] = /duckdb -c "([^"]*)"/.exec(guides) ?? [];
  const sql = query
    .replace("'provider-offers.parquet'", "read_parquet($1)")
    .replace("{{history_slug}}", "acme-large");
  expect(await queryParquet("provider-offers", sql)).toEqual(
    select(`SELECT provider, input_usd_per_m, output_usd_per_m FROM current_prices
      WHERE model = 'acme-large' AND trust IN ('verified', 'one_source') ORDER BY 2`),
  );
  const condition = query.replace(/\s+/g, " ").replace(/^.*{{history_slug}}'/, "");
  expect(readFileSync("README.md", "utf8")).toContain(condition);
});

test("2.8: the same facts give the same bytes", async () => {
  const again = getDefined((await makeExports()).get(SQLITE_HREF), "SQLite file").body;
  expect(Buffer.from(again).equals(Buffer.from(sqliteBytes))).toBe(true);
});

test("the export stops when a value does not have its column's type, and the message names the value", async () => {
  await loaded.snapshot.db.run("UPDATE company_facts SET as_of = '2025-02'");
  const failure = await makeExports().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CommandError);
  expect((failure as Error).message).toMatch(/2025-02.*generator\/exports\/columns\.csv/s);
});

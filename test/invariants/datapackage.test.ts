import { createHash } from "node:crypto";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect } from "vitest";
import { EXPORT_DATASETS } from "../../generator/exports/datasets.ts";
import type { DataPackageResource, toDataPackage } from "../../generator/exports/export-files.ts";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { type CsvRow, readCsvExport } from "../contract/csv.ts";
import { type BuiltSite, verifies, visit } from "../contract/harness.ts";

/** The data package without the SQLite file, which only some builds have. Every other resource is a table. */
type DataPackage = Omit<ReturnType<typeof toDataPackage>, "resources"> & {
  resources: DataPackageResource[];
};
type Resource = DataPackage["resources"][number];

/** Type of the schema → the type that DuckDB finds in the file. */
const TEXTS = { string: "VARCHAR", object: "VARCHAR" };
const PARQUET = { ...TEXTS, date: "DATE", integer: "BIGINT", number: "DOUBLE", boolean: "BOOLEAN" };

/** Columns with their types, and rows as JSON, of a Parquet file on the disk. */
async function readParquet(reader: DuckDBInstance, file: string) {
  const db = await reader.connect();
  const types = await db.runAndReadAll(
    `SELECT column_name, column_type FROM (DESCRIBE FROM '${file}')`,
  );
  const rows = await db.runAndReadAll(
    `SELECT to_json(t)::VARCHAR FROM '${file}' t ORDER BY file_row_number`,
  );
  // DuckDB writes 30 as 30.0.
  const texts = rows.getRows().map(([row]) => JSON.stringify(JSON.parse(String(row))));
  db.closeSync();
  return { types: types.getRows(), rows: texts };
}

/** The value that a cell of the CSV stands for. */
function toValue(cell: string, type: string): unknown {
  if (cell === "") return null;
  if (type === "integer" || type === "number") return Number(cell);
  if (type === "boolean") return cell === "true";
  return cell.replace(/^'(?=[=+\-@\t\r])/, "");
}

const toValues = (row: CsvRow, { fields }: Resource["schema"]) =>
  Object.fromEntries(
    fields.map(({ name, type }) => [name, toValue(getDefined(row[name], name), type)]),
  );

const readPackage = async (site: BuiltSite): Promise<DataPackage> => {
  const { resources, ...others } = await site.read<DataPackage>("/datapackage.json");
  return { ...others, resources: resources.filter(({ format }) => `${format}` !== "sqlite") };
};
const inFormat = ({ resources }: Pick<DataPackage, "resources">, format: "csv" | "parquet") =>
  resources.filter((resource) => resource.format === format);
const nameOf = ({ path }: Resource) =>
  getDefined(/^api\/v1\/export\/([a-z-]+)/.exec(path)?.[1], `dataset in ${path}`);

describe("Parquet", () => {
  verifies("8-parquet", "has the rows of the CSV, in their order and with types", async (site) => {
    const resources = inFormat(await readPackage(site), "parquet");
    expect(resources.length).toBe(EXPORT_DATASETS.length);
    const reader = await DuckDBInstance.create(":memory:");
    for (const resource of resources) {
      const name = nameOf(resource);
      const { types, rows } = await readParquet(reader, join(site.dist, resource.path));
      const { fields } = resource.schema;
      expect(types, name).toEqual(fields.map(({ name, type }) => [name, PARQUET[type]]));
      const expected = (await readCsvExport(site, name)).rows.map((row) =>
        JSON.stringify(toValues(row, resource.schema)),
      );
      expect(rows.length, name).toBe(expected.length);
      const different = rows.findIndex((row, index) => row !== expected[index]);
      expect(rows[different], `${name}, row ${different}`).toBe(expected[different]);
    }
    reader.closeSync();
  });
});

describe("the data package", () => {
  verifies("8-datapackage", "has every export once in each format, and no other", async (site) => {
    const { resources } = await readPackage(site);
    const published = Object.keys(site.manifest).filter(
      (path) => path.includes("/export/") && !path.endsWith("/index.json"),
    );
    expect(resources.map(({ path }) => `/${path}`).sort()).toEqual(published.sort());
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length);
    for (const format of ["csv", "parquet"] as const) {
      const names = new Set(inFormat({ resources }, format).map(nameOf));
      expect(names.size).toBe(EXPORT_DATASETS.length);
    }
  });

  verifies("8-datapackage", "states the size and SHA-256 of the files served", async (site) => {
    for (const { path, bytes, hash } of (await readPackage(site)).resources) {
      const response = await visit(site.doors.exact, `/${path}`);
      const body = Buffer.from(await response.arrayBuffer());
      const sha256 = createHash("sha256").update(body).digest("hex");
      expect([body.length, `sha256:${sha256}`], path).toEqual([bytes, hash]);
    }
  });

  verifies("8-datapackage", "has primary keys without empty cells, each once", async (site) => {
    const tables = inFormat(await readPackage(site), "csv");
    const keyed = tables.filter(({ schema }) => schema.primaryKey);
    for (const { name, schema } of requireNonEmpty(keyed, "exports with a key")) {
      const { rows } = await readCsvExport(site, name);
      const cells = rows.map((row) => (schema.primaryKey ?? []).map((column) => row[column] ?? ""));
      expect(cells.filter((key) => key.includes("")).slice(0, 3), name).toEqual([]);
      expect(new Set(cells.map((key) => JSON.stringify(key))).size, name).toBe(rows.length);
    }
  });

  verifies("8-datapackage", "lists all values of the columns that take only some", async (site) => {
    const listed: string[] = [];
    for (const { name, schema } of inFormat(await readPackage(site), "csv")) {
      const { rows } = await readCsvExport(site, name);
      for (const { name: column, constraints } of schema.fields) {
        if (!constraints) continue;
        const values = new Set(["", ...constraints.enum]);
        expect(rows.filter((row) => !values.has(row[column] ?? "")).slice(0, 3)).toEqual([]);
        listed.push(`${name}.${column}`);
      }
    }
    for (const column of ["price-history.change", "provider-offers.trust", "rates.unit"])
      expect(listed).toContain(column);
  });

  verifies("8-datapackage", "has keys that join every slug to a row", async (site) => {
    const resources = inFormat(await readPackage(site), "csv");
    const joined: string[] = [];
    for (const { name, schema } of resources) {
      const { rows } = await readCsvExport(site, name);
      for (const { fields, reference } of schema.foreignKeys ?? []) {
        const { resource = name } = reference;
        const known = new Set((await readCsvExport(site, resource)).rows.map(({ slug }) => slug));
        const cells = rows.map((row) => row[fields[0] ?? ""]);
        expect(cells.filter((slug) => slug && !known.has(slug)).slice(0, 3), name).toEqual([]);
        joined.push(`${name}.${fields[0]} ${resource}`);
      }
    }
    for (const pair of ["price-history.model models", "benchmarks.part_of benchmarks"])
      expect(joined).toContain(pair);
    for (const { schema } of inFormat(await readPackage(site), "parquet"))
      for (const { reference } of schema.foreignKeys ?? [])
        expect(reference.resource ?? ".parquet").toMatch(/\.parquet$/);
  });

  verifies("8-datapackage", "is dated by its facts, with licence and sources", async (site) => {
    const data = await readPackage(site);
    expect(data.version).toBe(site.context.catalog.asOf);
    expect(data.created).toBe(`${data.version}T00:00:00Z`);
    for (const { licenses } of data.resources) expect(licenses).toEqual(data.licenses);
    for (const { name, path, created } of data.resources) {
      const { headers } = await visit(site.doors.exact, `/${path}`);
      const day = headers.get("X-Data-As-Of");
      expect(created, name).toBe(day === null ? undefined : `${day}T00:00:00Z`);
      expect((day ?? "") <= (data.version ?? ""), name).toBe(true);
    }
    for (const { sources } of [data, ...data.resources])
      for (const { path = "https:" } of sources) expect(path).toMatch(/^https:/);
    const known = (await site.get("/api/v1/sources")).body.data;
    const credited = new Set(data.sources.map(({ title }) => title));
    for (const resource of inFormat(data, "csv")) {
      const { rows } = await readCsvExport(site, nameOf(resource));
      for (const id of new Set(rows.flatMap(({ source }) => source?.split(";") ?? [])))
        expect(credited, id).toContain(known.find((source) => source.id === id)?.name);
    }
  });
});

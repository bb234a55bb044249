import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { CommandError } from "../../build/facts/fault.ts";
import { getDefined } from "../../test/builders/get.ts";
import { loadSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { SAMPLE_FACTS } from "../../test/builders/sample-facts.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import type { StaticFile } from "../http/headers.ts";
import type { LoadedCatalog } from "../pipeline/load.ts";
import { makeExportFiles } from "./export-files.ts";

/** As a host writes an id; a spreadsheet calls nothing by it. */
const PLAIN_ID = "@acme/small-1:0";
/** A name that ends a text of SQL, and one of CSV, and begins a formula. */
const ODD_NAME = `=O'Hara "Large"; --`;
const ODD = {
  ...SAMPLE_FACTS,
  json: {
    ...SAMPLE_FACTS.json,
    models: SAMPLE_FACTS.json.models.map((fact) => ({
      ...fact,
      name: fact.slug === "delta-old" ? PLAIN_ID : ODD_NAME,
    })),
  },
};

let scratch: string;
let loaded: LoadedCatalog;
beforeAll(async () => {
  loaded = await loadSampleCatalog(ODD);
  scratch = createTemporaryFolder("it's");
  vi.stubEnv("TMPDIR", scratch);
});

async function makeExports(): Promise<Map<string, StaticFile>> {
  const files = await makeExportFiles(loaded.catalog, loaded.snapshot.db);
  return new Map(files.map((file) => [file.path, file]));
}

test("passes texts on as they are, whatever stands in them", async () => {
  const files = await makeExports();
  const csv = String(files.get("/api/v1/export/price-changes")?.body);
  expect(csv).toContain(`"'=O'Hara ""Large""; --`);
  expect(String(files.get("/api/v1/export/models")?.body)).toContain(`\ndelta-old,${PLAIN_ID},`);
  const file = join(scratch, "odd.parquet");
  const parquet = getDefined(files.get("/api/v1/export/price-changes.parquet"), "Parquet file");
  await writeFile(file, parquet.body);
  const reader = await loaded.snapshot.db.runAndReadAll("SELECT title FROM read_parquet($1)", [
    file,
  ]);
  const titles = reader.getRows().map(([title]) => String(title));
  expect(titles.filter((title) => title.startsWith(ODD_NAME))).not.toEqual([]);
  expect(titles.filter((title) => title.startsWith("'"))).toEqual([]);
});

test("stops when a value is not of its column's type, and says which", async () => {
  await loaded.snapshot.db.run("UPDATE company_facts SET as_of = '2025-02'");
  const failure = await makeExports().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CommandError);
  expect((failure as Error).message).toMatch(/2025-02.*generator\/exports\/columns\.csv/s);
});

/** Every dataset in every format, and the package that describes them. */
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import type { Snapshot } from "../../build/read-model/snapshot/build-snapshot.ts";
import { JSON_TYPE, type StaticFile } from "../endpoints/endpoint-files.ts";
import { DATA_PACKAGE_PATH, type ExportFile, toDataPackage } from "./data-package.ts";
import { DATASETS } from "./datasets.ts";
import { rowsOf, toCsv } from "./export-csv.ts";
import { exportParquet } from "./export-parquet.ts";
import { CSV, exportPath, PARQUET } from "./formats.ts";

const OWNER = "exports";

export async function* exportFiles(
  catalog: Catalog,
  snapshot: Snapshot,
): AsyncGenerator<StaticFile> {
  // DuckDB writes the Parquet, and reads the rows of the next dataset, in threads of its own while a CSV is made here.
  const second = await snapshot.connect();
  const writing = exportParquet(catalog, second);
  // Looked at below; until then it must not count as unhandled.
  writing.catch(() => {});
  const files: ExportFile[] = [];
  let next = rowsOf(DATASETS[0]!, catalog, snapshot.db);
  for (const [index, dataset] of DATASETS.entries()) {
    const rows = await next;
    const following = DATASETS[index + 1];
    if (following) next = rowsOf(following, catalog, snapshot.db);
    const file = { dataset, format: CSV, bytes: Buffer.from(toCsv(dataset, rows)) };
    files.push(file);
    yield toStaticFile(file);
  }
  const parquet = await writing;
  second.closeSync();
  for (const dataset of DATASETS) {
    const file = { dataset, format: PARQUET, bytes: parquet.get(dataset.name)! };
    files.push(file);
    yield toStaticFile(file);
  }
  yield {
    path: DATA_PACKAGE_PATH,
    body: JSON.stringify(toDataPackage(catalog, files)),
    contentType: JSON_TYPE,
    owner: OWNER,
  };
}

const toStaticFile = ({ dataset, format, bytes }: ExportFile): StaticFile => ({
  path: exportPath(dataset, format),
  body: bytes,
  contentType: format.contentType,
  owner: OWNER,
});

/**
 * Publishes copies of past exports that the mirror keeps: the last one of each month. A build has only today's facts
 * and cannot make them again, so it publishes them only if it is given their folder (decision 0025).
 */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { CommandError } from "../../build/facts/fault.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { toDownloadHeaders, toProvenanceOfFile } from "../http/envelope.ts";
import { type StaticFile, toJsonFile } from "../http/headers.ts";
import {
  CSV_FORMAT,
  EXPORT_URL_PREFIX,
  EXPORTS_INDEX_PATH,
  exportUrlPath,
  PARQUET_FORMAT,
} from "./dataset.ts";
import { EXPORT_DATASETS } from "./datasets.ts";

export const DATED_EXPORTS_INDEX_FILE = "index.json";

const OWNER = "exports";

export const DatedExportFile = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9-]+\.csv$/)
    .describe("File name: `price-history.csv`"),
  bytes: z.int(),
  sha256: z.string(),
});

export const DatedExportCopy = z.strictObject({
  date: z.iso.date().describe("Day of the newest facts in the copy"),
  snapshot: z.string().describe("SHA-256 of all facts of that day"),
  files: z.array(DatedExportFile),
});
export type DatedExportCopy = z.infer<typeof DatedExportCopy>;

/** The mirror's `exports/index.json`. Oldest copy first. */
export const DatedExportsIndex = z.strictObject({ copies: z.array(DatedExportCopy) });
export type DatedExportsIndex = z.infer<typeof DatedExportsIndex>;

/** @param folder `exports` of a mirror. @throws CommandError without an index, or when a file differs from it. */
export function makeDatedExportCopyFiles(
  folder: string | undefined,
  catalog: Catalog,
): StaticFile[] {
  const { copies } = folder === undefined ? { copies: [] } : readIndex(folder);
  return [
    ...copies.flatMap((copy) =>
      copy.files.map((file) => toStaticFile(join(folder ?? "", copy.date), copy, file, catalog)),
    ),
    toJsonFile(EXPORTS_INDEX_PATH, OWNER, JSON.stringify(toIndex(copies, catalog))),
  ];
}

function readIndex(folder: string): DatedExportsIndex {
  const file = join(folder, DATED_EXPORTS_INDEX_FILE);
  if (!existsSync(file))
    throw new CommandError(
      `${file} does not exist; run npm run mirror:copies first, or leave out --copies`,
    );
  const index = DatedExportsIndex.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!index.success) throw new CommandError(`${file}: ${z.prettifyError(index.error)}`);
  return index.data;
}

function toStaticFile(
  folder: string,
  { date }: DatedExportCopy,
  { name, sha256 }: DatedExportCopy["files"][number],
  catalog: Catalog,
): StaticFile {
  const body = readFileSync(join(folder, name));
  if (hash("sha256", body) !== sha256)
    throw new CommandError(
      `${join(folder, name)} differs from its SHA-256 in ${DATED_EXPORTS_INDEX_FILE}; run npm run mirror:copies again`,
    );
  const path = `${EXPORT_URL_PREFIX}${date}/${name}`;
  return {
    path,
    body,
    contentType: CSV_FORMAT.contentType,
    headers: toDownloadHeaders(`${date}-${name}`, catalog, path, `${name}, copy of ${date}`, date),
    owner: OWNER,
  };
}

function toIndex(copies: readonly DatedExportCopy[], catalog: Catalog) {
  const base = catalog.service.base_url;
  return {
    ...toProvenanceOfFile(catalog, EXPORTS_INDEX_PATH, "Exports"),
    datasets: EXPORT_DATASETS.map((dataset) => ({
      name: dataset.name,
      title: dataset.title,
      csv: base + exportUrlPath(dataset, CSV_FORMAT),
      parquet: base + exportUrlPath(dataset, PARQUET_FORMAT),
    })),
    copies: copies.map(({ date, snapshot, files }) => ({
      date,
      snapshot,
      files: files.map(({ name, ...file }) => ({
        name,
        url: `${base}${EXPORT_URL_PREFIX}${date}/${name}`,
        ...file,
      })),
    })),
  };
}

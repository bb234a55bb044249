/** Fact rows → files, each written whole beside its place and then renamed, so none is ever half there. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatCsv, formatJson } from "./format.ts";
import { FACT_KINDS, type FactKind, type FactKindName, type FactOf } from "./kinds.ts";

/** @returns whether the file changed; equal text is left untouched. */
export async function writeFileIfChanged(path: string, text: string): Promise<boolean> {
  const before = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (before === text) return false;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
  return true;
}

/** Writes one CSV fact file. @param file Name without its ending: the host, the benchmark; ignored for kinds of one file. */
export async function writeCsvFacts<K extends FactKindName>(
  dataFolder: string,
  name: K,
  file: string,
  rows: readonly FactOf<K>[],
): Promise<boolean> {
  const kind = FACT_KINDS[name] as FactKind;
  return writeFileIfChanged(
    join(dataFolder, kind.pattern.replace("*", file)),
    formatCsv(kind, rows),
  );
}

/** Writes one JSON fact to the file its own fields name. */
export async function writeJsonFact<K extends FactKindName>(
  dataFolder: string,
  name: K,
  fact: FactOf<K>,
): Promise<boolean> {
  const kind = FACT_KINDS[name] as FactKind;
  const row = fact as Record<string, unknown>;
  const path = kind.folder
    ? kind.pattern.replace("*/*", `${row[kind.folder]}/${row[kind.file ?? ""]}`)
    : kind.pattern.replace("*", String(row[kind.file ?? ""]));
  return writeFileIfChanged(join(dataFolder, path), formatJson(kind, row));
}

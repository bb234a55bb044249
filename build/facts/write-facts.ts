/** Fact rows → files, each written whole beside its place and then renamed, so none is ever half there. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { namingFields } from "./fact-files.ts";
import { formatCsv, formatJson } from "./format.ts";
import type { FactKind } from "./kinds/fact-kind.ts";
import { FACT_KINDS, type FactKindName, type FactOf } from "./kinds.ts";

/** Ends the name of a file that is being written: what a killed run leaves is no fact. */
export const TEMPORARY = ".new";

/** @returns whether the file changed; equal text is left untouched. */
export async function writeFileIfChanged(path: string, text: string): Promise<boolean> {
  const before = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (before === text) return false;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path + TEMPORARY, text);
  await rename(path + TEMPORARY, path);
  return true;
}

/** A fact file as it is to stand: its path below `data/` and its text. */
export interface FactFile {
  path: string;
  text: string;
}

/** @param file Name without its ending: the host, the benchmark; ignored for kinds of one file. */
export function toCsvFile<K extends FactKindName>(
  name: K,
  file: string,
  rows: readonly FactOf<K>[],
): FactFile {
  const kind = FACT_KINDS[name] as FactKind;
  return { path: kind.pattern.replace("*", file), text: formatCsv(kind, rows) };
}

/** One JSON fact in the file its own fields name. */
export function toJsonFile<K extends FactKindName>(name: K, fact: FactOf<K>): FactFile {
  const kind = FACT_KINDS[name] as FactKind;
  const row = fact as Record<string, unknown>;
  const path = namingFields(kind).reduce(
    (pattern, field) => pattern.replace("*", String(row[field])),
    kind.pattern,
  );
  return { path, text: formatJson(kind, row) };
}

/** @returns whether the file changed. */
export const writeFactFile = (dataFolder: string, { path, text }: FactFile): Promise<boolean> =>
  writeFileIfChanged(join(dataFolder, path), text);

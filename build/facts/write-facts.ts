/** Each file is written completely under a temporary name and then renamed, so that no file is ever incomplete. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { filterFactPathsOfKind, listKeyFieldsInFileName, readFactFileTexts } from "./fact-files.ts";
import { type FactFault, FactsError } from "./fault.ts";
import { type FactRowOfAnyKind, formatFactCsv, formatFactJsonFile } from "./format.ts";
import {
  FACT_KINDS,
  type FactKindDefinition,
  type FactKindName,
  type FactOfKind,
} from "./kinds.ts";
import { makeFolder } from "./make-folder.ts";
import { parseFactFile } from "./parse-file.ts";

/** Suffix of a file that is being written; a killed run may leave such a file. */
export const TEMPORARY_FILE_SUFFIX = ".new";

export const readFileIfExists = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

/** @returns Whether the file changed; a file with the same text is not written. */
export async function writeFileIfChanged(path: string, text: string): Promise<boolean> {
  if ((await readFileIfExists(path)) === text) return false;
  await makeFolder(dirname(path));
  await writeFile(path + TEMPORARY_FILE_SUFFIX, text);
  await rename(path + TEMPORARY_FILE_SUFFIX, path);
  return true;
}

export interface FactFileText {
  path: string;
  text: string;
}

/** @param file Name without extension: the host, the benchmark; ignored for kinds with a single file. */
export function toCsvFactFile<K extends FactKindName>(
  name: K,
  file: string,
  rows: readonly FactOfKind<K>[],
): FactFileText {
  const kind = FACT_KINDS[name] as FactKindDefinition;
  return { path: kind.pattern.replace("*", file), text: formatFactCsv(kind, rows) };
}

/** The JSON file of one fact; its fields determine the path. */
export function toJsonFactFile<K extends FactKindName>(name: K, fact: FactOfKind<K>): FactFileText {
  const kind = FACT_KINDS[name] as FactKindDefinition;
  const row = fact as FactRowOfAnyKind;
  let path = kind.pattern;
  for (const field of listKeyFieldsInFileName(kind)) path = path.replace("*", String(row[field]));
  return { path, text: formatFactJsonFile(kind, row) };
}

export const writeFactFile = (dataFolder: string, { path, text }: FactFileText): Promise<boolean> =>
  writeFileIfChanged(join(dataFolder, path), text);

/**
 * Rewrites every file in the standard layout. Values do not change: a file with a value that cannot be read is left
 * unchanged.
 * @returns Paths below `dataFolder` that were rewritten.
 * @throws FactsError with every value that cannot be read, after the other files are formatted.
 */
export async function reformatFactFiles(dataFolder: string): Promise<string[]> {
  const rewritten: string[] = [];
  const faults: FactFault[] = [];
  const files = readFactFileTexts(dataFolder);
  for (const kind of Object.values(FACT_KINDS) as FactKindDefinition[])
    for (const path of filterFactPathsOfKind(kind, files)) {
      const text = (files.get(path) ?? "").replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
      const { rows, faults: found } = parseFactFile(kind, path, text);
      const unreadable = found.filter(({ isLayout }) => !isLayout);
      faults.push(...unreadable);
      if (unreadable.length > 0) continue;
      const formatted =
        kind.format === "csv" ? formatFactCsv(kind, rows) : formatFactJsonFile(kind, rows[0] ?? {});
      if (await writeFileIfChanged(join(dataFolder, path), formatted)) rewritten.push(path);
    }
  if (faults.length > 0) throw new FactsError(faults);
  return rewritten;
}

/** Which files of `data/` hold which facts. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { compareByCodePoint } from "../schema/collections.ts";
import { CommandError } from "./fault.ts";
import type { FactKindDefinition } from "./kinds.ts";

/** Path below the folder of facts, with `/` → text. Sorted by path. */
export type FactFileTexts = ReadonlyMap<string, string>;

/** Reads every file below `folder`, including hidden ones. @throws CommandError if there is none. */
export function readFactFileTexts(folder: string): FactFileTexts {
  const paths = listFilePaths(folder);
  if (paths.length === 0) throw toNoFactsError(folder);
  // There are thousands of small files: synchronous calls are three times faster than a promise for each.
  return new Map(paths.map((path) => [path, readFactFileText(folder, path)]));
}

/** @throws CommandError for a symbolic link that leads to no file. */
export function readFactFileText(folder: string, path: string): string {
  const file = join(folder, path);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!/^(ENOENT|EISDIR|ELOOP)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
    throw new CommandError(
      `${file} is a symbolic link that leads to no file; put the file itself there`,
    );
  }
}

export const toNoFactsError = (folder: string): CommandError =>
  new CommandError(`${folder} has no files; name the folder of the facts with --data`);

/** Paths below `folder`, with `/`, sorted. Empty if the folder does not exist. */
export function listFilePaths(folder: string): string[] {
  const root = resolve(folder);
  if (!statSync(root, { throwIfNoEntry: false })) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll("\\", "/"))
    .sort(compareByCodePoint);
}

/** Paths of the files that contain facts of a kind, sorted. `*` in the pattern matches a name that is not hidden. */
export function filterFactPathsOfKind(
  kind: Pick<FactKindDefinition, "pattern">,
  files: { keys(): Iterable<string> },
): string[] {
  const pattern = kind.pattern.split("*").map((text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const expression = new RegExp(`^${pattern.join("(?!\\.)[^/]*")}$`);
  const [folder = ""] = kind.pattern.split("*");
  return [...files.keys()].filter((path) => path.startsWith(folder) && expression.test(path));
}

/** Fields of a JSON fact that the `*` of its kind's pattern stand for, in their order. */
export const listKeyFieldsInFileName = ({ folder, file }: FactKindDefinition): string[] =>
  [folder, file].filter((field) => typeof field === "string");

/** The parts of a path that match a `*` of the pattern, without the file extension. */
export function getWildcardValuesOfPath({ pattern }: FactKindDefinition, path: string): string[] {
  const parts = pattern.split("/");
  return path
    .split("/")
    .flatMap((name, index) => (parts[index]?.includes("*") ? name.replace(/\.[^.]*$/, "") : []));
}

/** Every slug that a fact names must exist: an offer's host and model, a score's benchmark, a source. */
import { basename } from "node:path";
import type { FactFault } from "./fault.ts";
import type { FactRowOfAnyKind } from "./format.ts";
import { FACT_KINDS, type FactKindDefinition, type FactKindName } from "./kinds.ts";

export type RowWithFileName = FactRowOfAnyKind & { file: string };

/** Valid rows of one file, in its order. */
export interface RowsOfFactFile {
  path: string;
  rows: RowWithFileName[];
}
type FilesByKind = ReadonlyMap<FactKindName, readonly RowsOfFactFile[]>;

/** @returns A fault for each value that no fact has. */
export function checkFactReferences(files: FilesByKind): FactFault[] {
  const known = new Map<string, ReadonlySet<unknown>>();
  return [...files].flatMap(([name, ofKind]) => {
    const kind: FactKindDefinition = FACT_KINDS[name];
    return Object.entries(kind.references ?? {}).flatMap(([field, target]) => {
      const values = known.get(target) ?? valuesOf(target, files);
      known.set(target, values);
      const column = kind.format === "csv" && field === kind.file ? "file" : field;
      const report = (file: string, index: number, value: unknown): FactFault => ({
        ...{ file, line: kind.format === "csv" ? index + 2 : 1, field },
        message: unknownMessage(target, value),
      });
      return ofKind.flatMap(({ path, rows }) =>
        rows.flatMap((row, index) => {
          const found = row[column];
          if (found === null || values.has(found)) return [];
          const unknown = [found].flat().filter((value) => !values.has(value));
          return unknown.map((value) => report(path, index, value));
        }),
      );
    });
  });
}

/**
 * Every value of a field. A file that cannot be read names its fact all the same, so that one broken file is not
 * hundreds of faults.
 * @param target `models.slug`.
 */
function valuesOf(target: string, files: FilesByKind): Set<unknown> {
  const [name, field = ""] = target.split(".") as [FactKindName, string];
  const ofKind = files.get(name) ?? [];
  const named = FACT_KINDS[name].file === field ? ofKind : [];
  return new Set([
    ...named.map(({ path }) => basename(path, ".json")),
    ...ofKind.flatMap(({ rows }) => rows.map((row) => row[field])),
  ]);
}

function unknownMessage(target: string, value: unknown): string {
  const name = target.split(".")[0] as FactKindName;
  const folder = FACT_KINDS[name].pattern.split("*")[0];
  return `unknown ${name} "${value}"; add it below data/${folder} or fix the name`;
}

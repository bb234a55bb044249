/** Every slug that a fact names must exist: an offer's host and model, a score's benchmark, a source. */
import { basename } from "node:path";
import type { Fault } from "./fault.ts";
import type { FactKind } from "./kinds/fact-kind.ts";
import { FACT_KINDS, type FactKindName } from "./kinds.ts";
import type { PlacedRow } from "./read-facts.ts";

/**
 * @param paths Files of each kind: one that cannot be read still names a fact that exists, so that a single broken
 *   file does not put hundreds of others in the wrong.
 */
export function checkReferences(
  placed: Record<FactKindName, PlacedRow[]>,
  paths: Record<FactKindName, string[]>,
): Fault[] {
  const faults: Fault[] = [];
  for (const name of Object.keys(FACT_KINDS) as FactKindName[]) {
    const kind = FACT_KINDS[name] as FactKind;
    for (const [field, target] of Object.entries(kind.references ?? {})) {
      const [targetKind, targetField] = target.split(".") as [FactKindName, string];
      const known = new Set(placed[targetKind].map(({ row }) => row[targetField]));
      if (FACT_KINDS[targetKind].file === targetField)
        for (const path of paths[targetKind]) known.add(basename(path, ".json"));
      const column = kind.format === "csv" && field === kind.file ? "file" : field;
      let last: unknown;
      for (const { row, path, line } of placed[name]) {
        const found = row[column];
        // Most rows name what the one before them names.
        if (found === null || found === last) continue;
        if (known.has(found)) {
          last = found;
          continue;
        }
        for (const value of Array.isArray(found) ? found : [found]) {
          if (known.has(value)) continue;
          faults.push({
            file: path,
            line,
            field,
            message: `unknown ${targetKind} "${value}"; add it below data/${folderOf(targetKind)} or fix the name`,
          });
        }
      }
    }
  }
  return faults;
}

const folderOf = (name: FactKindName): string => FACT_KINDS[name].pattern.split("*")[0] ?? "";

/** Some kinds of facts, where the whole tree need not be sound: the models that aliases name may be still to come. */
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { listFiles, pathsOf } from "./fact-files.ts";
import { FactsError, type Fault } from "./fault.ts";
import type { FactKind } from "./kinds/fact-kind.ts";
import { FACT_KINDS, type FactKindName, type FiledFact } from "./kinds.ts";
import { parseFile } from "./parse-file.ts";

/**
 * References are not checked.
 * @throws FactsError with every fault of these files.
 */
export function readKinds<K extends FactKindName>(
  dataFolder: string,
  names: readonly K[],
): { [N in K]: FiledFact<N>[] } {
  const files = new Set(listFiles(dataFolder));
  const faults: Fault[] = [];
  const read = (kind: FactKind) =>
    pathsOf(kind, files).flatMap((path) => {
      const parsed = parseFile(kind, path, readFileSync(join(dataFolder, path), "utf8"));
      faults.push(...parsed.faults);
      return parsed.rows.map((row) => ({ ...row, file: basename(path, extname(path)) }));
    });
  const kinds = Object.fromEntries(names.map((name) => [name, read(FACT_KINDS[name])]));
  if (faults.length > 0) throw new FactsError(faults);
  return kinds as { [N in K]: FiledFact<N>[] };
}

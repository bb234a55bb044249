/** The whole `data/` tree → typed facts, or every fault in it at once. */
import { checkedRows, type FiledRow } from "./checked-rows.ts";
import { type FactFiles, readFactFiles } from "./fact-files.ts";
import { FACT_KINDS, type FactKindName, type Facts } from "./kinds.ts";

/**
 * Reads and checks every fact below `dataFolder`.
 * @throws FactsError with all faults, none left out.
 */
export const readFacts = async (dataFolder: string): Promise<Facts> =>
  checkFacts(readFactFiles(dataFolder));

/** @throws FactsError with all faults, none left out. */
export function checkFacts(files: FactFiles): Facts {
  const facts = noFacts();
  for (const { kind, rows } of checkedRows(files)) for (const row of rows) facts[kind].push(row);
  return facts as unknown as Facts;
}

/** An empty list for each kind. */
export const noFacts = (): Record<FactKindName, FiledRow[]> =>
  Object.fromEntries(Object.keys(FACT_KINDS).map((name) => [name, []])) as unknown as Record<
    FactKindName,
    FiledRow[]
  >;

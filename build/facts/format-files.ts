/** Fact files as people leave them → the one layout. Values stay as they are: only order, spacing and quotes change. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import glob from "fast-glob";
import { byText } from "../schema/order.ts";
import { columnsOf, toValue } from "./cells.ts";
import { FactsError, type Fault } from "./fault.ts";
import { formatCsv, formatJson } from "./format.ts";
import { FACT_KINDS, type FactKind } from "./kinds.ts";
import { writeFileIfChanged } from "./write-facts.ts";

/**
 * @returns Paths below `dataFolder` that were rewritten.
 * @throws FactsError naming the files that cannot be read; the others are formatted all the same.
 */
export async function formatFiles(dataFolder: string): Promise<string[]> {
  const rewritten: string[] = [];
  const faults: Fault[] = [];
  for (const kind of Object.values(FACT_KINDS) as FactKind[]) {
    for (const path of (await glob(kind.pattern, { cwd: dataFolder })).sort(byText)) {
      const text = (await readFile(join(dataFolder, path), "utf8")).replace(/^\uFEFF/, "");
      const formatted = reformat(kind, text);
      if (formatted === undefined)
        faults.push({
          file: path,
          line: 1,
          field: "",
          message: "cannot be read; run `npm run data:check`",
        });
      else if (await writeFileIfChanged(join(dataFolder, path), formatted)) rewritten.push(path);
    }
  }
  if (faults.length > 0) throw new FactsError(faults);
  return rewritten;
}

/** undefined when the text is not JSON or CSV of this kind. */
function reformat(kind: FactKind, text: string): string | undefined {
  try {
    if (kind.format === "json") return formatJson(kind, JSON.parse(text));
    const columns = columnsOf(kind.schema);
    const [header, ...records] = parse(text) as string[][];
    if (header?.join() !== columns.map(([name]) => name).join()) return undefined;
    const rows = records.map((record) =>
      Object.fromEntries(
        columns.map(([name, cell], index) => [name, toValue(record[index]!, cell)]),
      ),
    );
    return formatCsv(kind, rows);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof CsvError) return undefined;
    throw error;
  }
}

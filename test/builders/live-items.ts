/** The items as data/ has them now, for tests of the data itself. Nothing else of data/ is read. */
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { ITEM_KINDS, type ItemFacts } from "../../build/experiments/item-facts.ts";
import { filesOf, listFiles } from "../../build/facts/fact-files.ts";
import { FACT_KINDS, type FactKind } from "../../build/facts/kinds.ts";
import { parseFile } from "../../build/facts/parse-file.ts";

const DATA = join(import.meta.dirname, "../../data");

export function readLiveItems(): ItemFacts {
  const files = listFiles(join(DATA, "experiments")).map((path) => `experiments/${path}`);
  const rows = ITEM_KINDS.map((name): [string, object[]] => {
    const kind: FactKind = FACT_KINDS[name];
    return [name, filesOf(kind, files).flatMap((path) => readRows(kind, path))];
  });
  return Object.fromEntries(rows) as unknown as ItemFacts;
}

function readRows(kind: FactKind, path: string): object[] {
  const file = basename(path, extname(path));
  const { rows } = parseFile(kind, path, readFileSync(join(DATA, path), "utf8"));
  return rows.map((row) => ({ ...row, file }));
}

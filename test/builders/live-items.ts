/** The items as data/ has them now, for tests of the data itself. Nothing else of data/ is read. */
import { basename, extname, join } from "node:path";
import { TEST_ITEM_FACT_KINDS, type TestItemFacts } from "../../build/experiments/items.ts";
import {
  type FactFileTexts,
  filterPathsOfKind,
  readFactFileTexts,
} from "../../build/facts/fact-files.ts";
import { FACT_KINDS, type FactKind } from "../../build/facts/kinds.ts";
import { parseFactFile } from "../../build/facts/parse-file.ts";

const EXPERIMENTS = join(import.meta.dirname, "../../data/experiments");

export function readRecordedTestItems(): TestItemFacts {
  const files = new Map(
    [...readFactFileTexts(EXPERIMENTS)].map(([path, text]) => [`experiments/${path}`, text]),
  );
  const rows = TEST_ITEM_FACT_KINDS.map((name) => [name, rowsOf(FACT_KINDS[name], files)]);
  return Object.fromEntries(rows) as TestItemFacts;
}

const rowsOf = (kind: FactKind, files: FactFileTexts): object[] =>
  filterPathsOfKind(kind, files).flatMap((path) => {
    const file = basename(path, extname(path));
    const { rows } = parseFactFile(kind, path, files.get(path) ?? "");
    return rows.map((row) => ({ ...row, file }));
  });

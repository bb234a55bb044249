/** Findings: the snapshot's numbers with a sentence each, merged, weighed, a few a day. */
import { byText } from "../../schema/collections.ts";
import { writeAskedTests } from "../findings/asked-tests.ts";
import { mergeFacts } from "../findings/merge.ts";
import { namesOf } from "../findings/names.ts";
import { writeTokenizerTax } from "../findings/tokenizer-tax.ts";
import type { CatalogTables, FindingFactRow } from "./rows.ts";

export interface Finding {
  id: string;
  date: string;
  kind: FindingFactRow["kind"] | "own_test" | "editorial";
  title: string;
  summary: string;
  numbers: Record<string, number>;
  /** Slugs, the most important first. */
  models: string[];
  test: string | null;
  /** Importance, comparable between kinds (`findings/importance.ts`); orders findings of one day. */
  size: number;
}

/** A busy day shows the most important of each kind, not a wall of them. */
const MOST_OF_A_KIND = 3;

/** @returns Newest first, then by importance, then id. */
export function writeFindings(tables: CatalogTables, editorial: readonly Finding[]): Finding[] {
  const names = namesOf(tables);
  const derived = [
    ...mergeFacts(tables.finding_facts, names),
    ...writeTokenizerTax(tables),
    ...writeAskedTests(tables, names),
  ];
  return fewSpreads([...editorial, ...few(derived.sort(byImportance))].sort(byImportance));
}

const byImportance = (a: Finding, b: Finding): number =>
  byText(b.date, a.date) || b.size - a.size || byText(a.id, b.id);

/** Each of our own tests counts as a kind: a night that runs six of them tells of six. */
function few(sorted: readonly Finding[]): Finding[] {
  const told = new Map<string, number>();
  return sorted.filter(({ date, kind, test }) => {
    const key = `${date} ${kind} ${test}`;
    const count = (told.get(key) ?? 0) + 1;
    told.set(key, count);
    return count <= MOST_OF_A_KIND;
  });
}

/** Hosts always drift apart somewhere: of any twenty findings in a row at most three say so. */
const [MOST_SPREADS, IN_A_ROW] = [3, 20];

/** @param sorted Newest first. Decided from the oldest on, so that tomorrow's news takes none of yesterday's away. */
function fewSpreads(sorted: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const finding of sorted.toReversed()) {
    const before = kept.slice(1 - IN_A_ROW).filter(({ kind }) => kind === "spread").length;
    if (finding.kind !== "spread" || before < MOST_SPREADS) kept.push(finding);
  }
  return kept.toReversed();
}

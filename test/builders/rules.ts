/** The rules as they are: a test that depends on a sentence reads it. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { formatRuleReason } from "../../build/rules/rules.ts";

const rows = parse(readFileSync("data/rules.csv"), { columns: true }) as Record<string, string>[];

/** The sentence of a rule, as readers see it. */
export function readRuleReason(id: string): string {
  const rule = rows.find((row) => row.id === id);
  if (rule === undefined) throw new Error(`data/rules.csv has no rule ${id}`);
  return formatRuleReason({ sentence: rule.sentence ?? "", threshold: Number(rule.threshold) });
}

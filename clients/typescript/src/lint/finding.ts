/** The rules of the lint of price tables, and a finding of one of them. */
import type { ParsedPriceTableRow } from "./price-table.ts";

export const PRICE_TABLE_LINT_RULES = {
  unit: "The price has the wrong unit: it is 100, 1,000 or 1,000,000 times too high or too low.",
  swapped: "The input price and the output price are swapped.",
  stale: "The price is outdated, because the host has changed its price.",
  retired:
    "The lab has retired the model. This is a note, not an error, if another host sells the model under this id, or if the row has the first day of its price (as in tables for old logs).",
  unknown: "No model has this name, and no host uses it as an id.",
  "no-table": "No price table was found in this file.",
} as const;
export type LintRule = keyof typeof PRICE_TABLE_LINT_RULES;

export interface Finding {
  rule: LintRule;
  /** error: exit code 1; note: for information. */
  level: "error" | "note";
  /** Name of the model as the table writes it; for `no-table`, the path of the file. */
  name: string;
  line: number;
  column: number;
  message: string;
  /** Source of our price, and its day; for a retired model, the retirement date. Null when there is none. */
  source: string | null;
  day: string | null;
  /** Replacements in the text that are certainly right; empty when there are none. */
  fixes: { start: number; end: number; text: string }[];
}

export const toFinding = (
  rule: LintRule,
  { name, line, column }: Pick<ParsedPriceTableRow, "name" | "line" | "column">,
  message: string,
  more: Partial<Finding> = {},
): Finding => ({
  rule,
  level: "error",
  name,
  line,
  column,
  message,
  source: null,
  day: null,
  fixes: [],
  ...more,
});

/** Whether the rows of `data/rules.csv` and the code of the rules belong together. */
import { readFileSync } from "node:fs";
import { type FactFault, quoteNearestNames } from "../facts/fault.ts";
import { FACT_KINDS } from "../facts/kinds.ts";
import type { DataQualityRule } from "../schema/rule.ts";
import { CHANGE_RULE_PREDICATES } from "./changes.ts";
import { MODEL_TRAIT_QUALITY_RULES } from "./traits.ts";

/** Rules that a view applies where it reads statements: build/model/views. */
const IN_VIEWS = ["not_tokens", "cache_far", "rate_off", "tier_below", "stale"];
/** Rules whose predicate stands where a row is read. */
const WHERE_ROWS_ARE_READ = [
  ...["announced_late", "backdated", "future_date", "limit_impossible"],
  ...["name_unreadable", "score_impossible"],
];

/** @returns A fault for each row that no code applies, and for each rule in the code that has no row. */
export function checkRulesHaveCode(rules: readonly Pick<DataQualityRule, "id">[]): FactFault[] {
  const sql = readFileSync(new URL("prices.sql", import.meta.url), "utf8");
  const inCode = new Set([
    ...[...sql.matchAll(/'(\w+)'(?: AS rule)?\s+FROM/g)].flatMap(([, id]) => id ?? []),
    ...Object.keys({ ...CHANGE_RULE_PREDICATES, ...MODEL_TRAIT_QUALITY_RULES }),
    ...[...IN_VIEWS, ...WHERE_ROWS_ARE_READ],
  ]);
  const ids = rules.map(({ id }) => id);
  const fault = (line: number, message: string): FactFault => ({
    ...{ file: FACT_KINDS.rules.pattern, line, field: "id", message },
  });
  return [
    ...ids.flatMap((id, index) => {
      const near = quoteNearestNames(id, [...inCode]);
      const message = `no code applies the rule "${id}": correct the id (the nearest are ${near}), or write its predicate in build/rules`;
      return inCode.has(id) ? [] : fault(index + 2, message);
    }),
    ...[...inCode].flatMap((id) =>
      ids.includes(id) ? [] : fault(1, `the rule "${id}" of build/rules has no row; add it`),
    ),
  ];
}

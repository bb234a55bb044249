/** Checks that the rows of `data/rules.csv` and the rules in the code match. */
import { type FactFault, quoteNearestNames } from "../facts/fault.ts";
import { FACT_KINDS } from "../facts/kinds.ts";
import type { DataQualityRule } from "../schema/rule.ts";
import { CHANGE_QUALITY_RULES } from "./changes.ts";
import { MODEL_TRAIT_QUALITY_RULES } from "./traits.ts";

/** Rules that doubt a price: each is a branch of build/rules/prices.sql, without which the snapshot is not built. */
const isAboutPrices = ({ effect, about }: DataQualityRule): boolean =>
  effect === "doubt" && ["price", "move", "list", "name"].includes(about);

/** Rules by which the views leave a price out. */
const REJECTED_PRICE_RULES = ["cache_far", "not_tokens", "rate_off", "tier_below"];
/** Rules by which the ingest leaves a row or a value out where it is read. */
const REJECTED_ROW_RULES = [
  "announced_late",
  "backdated",
  "future_date",
  "limit_impossible",
  "name_unreadable",
  "score_impossible",
];
const APPLIED: readonly string[] = [
  ...Object.keys({ ...CHANGE_QUALITY_RULES, ...MODEL_TRAIT_QUALITY_RULES }),
  ...REJECTED_PRICE_RULES,
  ...REJECTED_ROW_RULES,
];

/** @returns A fault for each row that no code applies, and for each rule in the code that has no row. */
export function checkRuleCoverage(rules: readonly DataQualityRule[]): FactFault[] {
  const ids = rules.map(({ id }) => id);
  const fault = (line: number, message: string): FactFault => ({
    file: FACT_KINDS.rules.pattern,
    line,
    field: "id",
    message,
  });
  return [
    ...rules.flatMap((rule, index) => {
      if (isAboutPrices(rule) || APPLIED.includes(rule.id)) return [];
      const near = quoteNearestNames(rule.id, APPLIED);
      const message = `no code applies the rule "${rule.id}": correct the id (the nearest are ${near}), or write its predicate in build/rules`;
      return fault(index + 2, message);
    }),
    ...APPLIED.flatMap((id) =>
      ids.includes(id) ? [] : fault(1, `the rule "${id}" of build/rules has no row; add it`),
    ),
  ];
}

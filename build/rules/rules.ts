/** The rules of `data/rules.csv`: thresholds, reasons and the table in the documentation. */
import { readFileSync } from "node:fs";
import { formatWithCommas } from "../cost/rates.ts";
import { CommandError, type FactFault, quoteNearestNames } from "../facts/fault.ts";
import { FACT_KINDS } from "../facts/kinds.ts";
import { compareByCodePoint } from "../schema/collections.ts";
import type { DataQualityRule } from "../schema/rule.ts";
import { CHANGE_QUALITY_RULES } from "./changes.ts";
import { MODEL_TRAIT_QUALITY_RULES } from "./traits.ts";

/** View of the rules about prices. Runs after the views that it reads, and before those that read its results. */
export const PRICE_RULES = "build/rules/prices.sql";

export class DataQualityRuleSet {
  readonly #byId: ReadonlyMap<string, DataQualityRule>;

  constructor(rows: readonly DataQualityRule[]) {
    this.#byId = new Map(rows.map((rule) => [rule.id, rule]));
  }

  /** @throws CommandError when data/rules.csv has no such row. */
  get(id: string): DataQualityRule {
    const rule = this.#byId.get(id);
    if (rule === undefined)
      throw new CommandError(`data/rules.csv has no rule "${id}": add its row, or delete its code`);
    return rule;
  }

  /** @throws CommandError when the rule has no threshold. */
  threshold(id: string): number {
    const { threshold } = this.get(id);
    if (threshold === null)
      throw new CommandError(`data/rules.csv: rule "${id}" needs a threshold; add a number`);
    return threshold;
  }

  /** With the threshold filled in: `the price is more than 5 times higher or lower than the price at most hosts`. */
  reason(id: string): string {
    return formatRuleReason(this.get(id));
  }
}

const formatRuleReason = ({
  sentence,
  threshold,
}: Pick<DataQualityRule, "sentence" | "threshold">): string =>
  sentence
    .replaceAll("{threshold}", formatWithCommas(threshold ?? 0))
    .replaceAll("{percent}", `${Math.round(100 * (threshold ?? 0))} %`);

const SETTLED = {
  doubt: (readings: number) =>
    `published, marked as doubtful until the source has stated it on ${readings} days`,
  hold: (readings: number) =>
    `the old value stays until the source has stated the new one on ${readings} days`,
} as const;

const EFFECTS = {
  doubt: "marked as doubtful, and published only if every known value is doubtful",
  hold: "the old value stays until a second source confirms the new one",
  reject: "the value is not recorded",
} as const;

/** Markdown: every rule, what it objects to and what it does. */
export function formatQualityRulesTable(rows: readonly DataQualityRule[]): string {
  const sorted = [...rows].sort(
    (a, b) => compareByCodePoint(a.about, b.about) || compareByCodePoint(a.id, b.id),
  );
  const lines = sorted.map((rule) => {
    const { id, about, effect, readings } = rule;
    const isSettled = readings !== null && (effect === "doubt" || effect === "hold");
    const outcome = isSettled ? SETTLED[effect](readings) : EFFECTS[effect];
    return `| ${about} | \`${id}\` | ${formatRuleReason(rule)} | ${outcome} |`;
  });
  return ["| about | rule | applies when | effect |", "|---|---|---|---|", ...lines].join("\n");
}

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
const listAppliedRules = (): string[] => [
  ...Object.keys({ ...CHANGE_QUALITY_RULES, ...MODEL_TRAIT_QUALITY_RULES }),
  // Each rule that doubts a price is a branch of the view.
  ...Array.from(
    readFileSync(PRICE_RULES, "utf8").matchAll(/WHEN '(\w+)' THEN/g),
    ([, id = ""]) => id,
  ),
  ...REJECTED_PRICE_RULES,
  ...REJECTED_ROW_RULES,
];

/** @returns A fault for each row that no code applies, and for each rule in the code that has no row. */
export function checkRuleCoverage(rules: readonly DataQualityRule[]): FactFault[] {
  const ids = rules.map(({ id }) => id);
  const applied = listAppliedRules();
  const fault = (line: number, message: string): FactFault => ({
    file: FACT_KINDS.rules.pattern,
    line,
    field: "id",
    message,
  });
  return [
    ...rules.flatMap((rule, index) => {
      if (applied.includes(rule.id)) return [];
      const near = quoteNearestNames(rule.id, applied);
      const message = `no code applies the rule "${rule.id}": correct the id (the nearest are ${near}), or write its predicate in build/rules`;
      return fault(index + 2, message);
    }),
    ...applied.flatMap((id) =>
      ids.includes(id) ? [] : fault(1, `the rule "${id}" of build/rules has no row; add it`),
    ),
  ];
}

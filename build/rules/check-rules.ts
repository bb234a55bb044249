/** Whether the rows of `data/rules.csv` and the code of the rules belong together. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listFilePaths } from "../facts/fact-files.ts";
import { type FactFault, quoteNearestNames } from "../facts/fault.ts";
import { FACT_KINDS } from "../facts/kinds.ts";
import type { DataQualityRule } from "../schema/rule.ts";
import { CHANGE_RULE_PREDICATES } from "./changes.ts";
import { MODEL_TRAIT_QUALITY_RULES } from "./traits.ts";

const BUILD = fileURLToPath(new URL("..", import.meta.url));
/** Where rules are applied: views, predicates, and where rows of upstreams are read. */
const APPLIED = /^(ingest|model\/views|rules)\/.*(?<!\.test)\.(sql|ts)$/;

/** @returns A fault for each row that no code applies, and for each rule in the code that has no row. */
export function checkRulesHaveCode(rules: readonly Pick<DataQualityRule, "id">[]): FactFault[] {
  const paths = listFilePaths(BUILD).filter((path) => APPLIED.test(path));
  const code = paths.map((path) => readFileSync(join(BUILD, path), "utf8")).join("\n");
  const idsIn = (pattern: RegExp) => [...code.matchAll(pattern)].flatMap(([, id]) => id ?? []);
  const inCode = new Set([
    ...Object.keys({ ...CHANGE_RULE_PREDICATES, ...MODEL_TRAIT_QUALITY_RULES }),
    ...idsIn(/'(\w+)'(?: AS rule)? FROM (?:judged_statements|seven_times_prices)\b/g),
    ...idsIn(
      /(?:(?:threshold|readings|reason)_of\('|\bid = '|rules\.(?:threshold|reason)\(")(\w+)/g,
    ),
  ]);
  const quoted = new Set(idsIn(/["'](\w+)["']/g));
  const ids = rules.map(({ id }) => id);
  const fault = (line: number, message: string): FactFault => ({
    ...{ file: FACT_KINDS.rules.pattern, line, field: "id", message },
  });
  return [
    ...ids.flatMap((id, index) => {
      const near = quoteNearestNames(id, [...inCode]);
      const message = `no code applies the rule "${id}": correct the id (the nearest are ${near}), or write its predicate in build/rules`;
      return inCode.has(id) || quoted.has(id) ? [] : fault(index + 2, message);
    }),
    ...[...inCode].flatMap((id) =>
      ids.includes(id) ? [] : fault(1, `the rule "${id}" of build/rules has no row; add it`),
    ),
  ];
}

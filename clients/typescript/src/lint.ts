/** `model-almanac/lint`: finds faults in a price table by comparing it with the prices of an `Almanac`. */
import { indexModelIds } from "../../../build/cost/card-of-day.ts";
import { getItemAt, groupBy } from "../../../build/schema/collections.ts";
import type { Almanac } from "./almanac.ts";
import { type Finding, lintKnownRow, toFinding } from "./lint/judge.ts";
import { identifyModelOfRow, type KnownRow } from "./lint/known-row.ts";
import { type ParsedPriceTable, parsePriceTable } from "./lint/price-table.ts";
import { findUnitOfGroup, inferPriceUnit } from "./lint/prices.ts";

export { type Finding, type LintRule, PRICE_TABLE_LINT_RULES } from "./lint/judge.ts";

export interface LintResult {
  format: ParsedPriceTable["format"];
  /** Number of tokens to which the table's USD prices apply. Null when neither the table nor known prices show it. */
  per: number | null;
  rows: number;
  /** Rows of a host or a model that is known, with a price to compare, in a unit that is known. */
  compared: number;
  findings: Finding[];
}

/** A search for similar names reads the names of all models. */
const MAX_NAMES_WITH_SUGGESTIONS = 100;

/**
 * @param path Path of the file, from which its format follows.
 * @param maxSuggested For how many unknown names the message says which models have a similar name.
 * @returns Findings, sorted by line. A price that was right on some day is stale, not wrong. Rows with an unknown host,
 * or with a model that its maker does not sell, are not checked.
 */
export function lintPriceTable(
  text: string,
  path: string,
  almanac: Almanac,
  maxSuggested = MAX_NAMES_WITH_SUGGESTIONS,
): LintResult {
  const isYaml = /\.ya?ml$/i.test(path);
  const table = parsePriceTable(isYaml ? "" : text, path, almanac.facts.asOf);
  const ids = indexModelIds(almanac.facts);
  // The rows of `azure.ts` are Azure's prices, unless they name another host.
  const fileHost = almanac.findHost(/([^/\\]+)\.\w+$/.exec(path)?.[1] ?? "")?.slug ?? null;
  const known: KnownRow[] = [];
  const findings: Finding[] = [];
  if (table.rows.length === 0) {
    const message = isYaml
      ? "YAML is not read; convert the file to JSON"
      : "no row with a model and an input price was found; name a file with a table of prices";
    findings.push(toFinding("no-table", { name: path, line: 1, column: 1 }, message));
  }
  // Models included in a subscription have no price, and retire on other days.
  const priced = table.rows.filter(({ prices }) => prices.input?.value || prices.output?.value);
  let unknownNames = 0;
  for (const rows of groupBy(priced, ({ name, host }) => `${host}\n${name}`).values()) {
    const found = identifyModelOfRow(getItemAt(rows, 0), fileHost, ids, almanac);
    if (found === "unknown") {
      const { name } = getItemAt(rows, 0);
      const near = unknownNames++ < maxSuggested ? almanac.suggestModels(name) : undefined;
      const next = near
        ? near.length > 0 && `similar: ${near.join(", ")}`
        : `similar names are given for the first ${maxSuggested} unknown names only`;
      const message = `no model is called "${name.slice(0, 100)}"${next ? `; ${next}` : ""}`;
      for (const row of rows) findings.push(toFinding("unknown", row, message, { level: "note" }));
    } else if (found) for (const row of rows) known.push({ ...found, row });
  }
  const unitOfAll = inferPriceUnit(known);
  const per = table.per ?? findUnitOfGroup(known, unitOfAll);
  let compared = 0;
  for (const group of groupBy(known, ({ row }) => row.group).values()) {
    const unit = table.per ?? findUnitOfGroup(group, unitOfAll);
    if (unit !== null) compared += group.length;
    const found = group.flatMap((one) => lintKnownRow(one, unit, almanac, text));
    // A model may have a row for each tier, but its retirement is reported once.
    const once = groupBy(found, (one) => (one.rule === "retired" ? one.name : one));
    for (const [first] of once.values()) if (first) findings.push(first);
  }
  return {
    format: table.format,
    per,
    rows: table.rows.length,
    compared,
    findings: findings.sort((a, b) => a.line - b.line || a.column - b.column),
  };
}

/** The text with every certain replacement. */
export function fixPriceTable(text: string, findings: readonly Finding[]): string {
  const fixes = findings.flatMap((finding) => finding.fixes).sort((a, b) => b.start - a.start);
  return fixes.reduce(
    (fixed, { start, end, text: replacement }) =>
      fixed.slice(0, start) + replacement + fixed.slice(end),
    text,
  );
}

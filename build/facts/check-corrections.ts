/** Corrections of sources name a fact, a field and a value as text; each must be one that the corrected row can hold. */
import type { SourceCorrection } from "../schema/editorial.ts";
import type { FactFault } from "./fault.ts";
import { parseFactCell, toFactColumns } from "./format.ts";
import { FACT_KINDS } from "./kinds.ts";

/** What a correction changes, by its kind. */
export const SCHEMAS_BY_CORRECTION_KIND = {
  model: FACT_KINDS.models.schema,
  score: FACT_KINDS.scores.schema,
};

/**
 * @param rows In the order of the file.
 * @param known Slugs of models and benchmarks.
 */
export function checkSourceCorrections(
  file: string,
  rows: readonly SourceCorrection[],
  known: { models: ReadonlySet<string>; benchmarks: ReadonlySet<string> },
): FactFault[] {
  return rows.flatMap((row, index) => {
    const fault = (field: string, message: string): FactFault[] => [
      { file, line: index + 2, field, message },
    ];
    const [first = "", second = ""] = row.key.split("/");
    const [benchmark, model] = row.kind === "score" ? [first, second] : [undefined, first];
    if (benchmark !== undefined && !known.benchmarks.has(benchmark))
      return fault("key", `unknown benchmark "${benchmark}"; fix the name or delete the row`);
    if (!known.models.has(model))
      return fault("key", `unknown model "${model}"; fix the name or delete the row`);
    return [...faultOfValue(row, "value", fault), ...faultOfValue(row, "expected", fault)];
  });
}

function faultOfValue(
  row: SourceCorrection,
  cell: "value" | "expected",
  fault: (field: string, message: string) => FactFault[],
): FactFault[] {
  const schema = SCHEMAS_BY_CORRECTION_KIND[row.kind];
  const columns = toFactColumns(schema);
  const column = columns.find(([name]) => name === row.field);
  const names = columns.map(([name]) => name).join(", ");
  if (column === undefined)
    return cell === "value"
      ? fault("field", `a ${row.kind} has no field "${row.field}"; write one of ${names}`)
      : [];
  const fields: Record<string, { safeParse(value: unknown): { success: boolean; error?: Error } }> =
    schema.shape;
  const parsed = fields[row.field]?.safeParse(parseFactCell(row[cell] ?? "", column[1]));
  const message = `"${row[cell] ?? ""}" cannot be the ${row.field} of a ${row.kind}; write it as in data/`;
  return parsed?.success === false && (cell === "value" || row[cell] !== null)
    ? fault(cell, message)
    : [];
}

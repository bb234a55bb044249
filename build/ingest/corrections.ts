/** Corrects facts that an upstream has wrong; reports corrections that its current value no longer needs. Pure. */

import {
  formatFactCsvCell,
  listFactColumnsWithCellKind,
  parseFactCsvCell,
} from "../facts/format.ts";
import type { FactWithFileName } from "../facts/kinds.ts";
import { FACT_SCHEMA_BY_CORRECTION_KIND } from "../facts/references.ts";
import { groupBy } from "../schema/collections.ts";
import type { SourceCorrection } from "../schema/editorial.ts";
import type { Model } from "../schema/model.ts";
import type { RejectedRow } from "../sources/listing.ts";

/** @returns The corrected rows, and the corrections that no row needs. */
export function applySourceCorrections(
  corrections: readonly SourceCorrection[],
  models: readonly Model[],
  scores: readonly FactWithFileName<"scores">[] = [],
) {
  const byRow = groupBy(corrections, ({ kind, key }) => `${kind} ${key}`);
  const obsolete = new Map(
    corrections.map((one) => [one, toObsolete(one, "there is no such row")]),
  );
  const correct = <T extends object>(kind: SourceCorrection["kind"], key: string, row: T): T => {
    let right = row;
    for (const one of byRow.get(`${kind} ${key}`) ?? []) {
      const stated = right[one.field as keyof T];
      const isList = typeof stated === "object" && stated !== null;
      const found = isList ? JSON.stringify(stated) : formatFactCsvCell(stated);
      const isDue = found === (one.expected ?? "");
      if (isDue) right = { ...right, [one.field]: correctedValue(one) };
      if (isDue || found === (one.value ?? "")) obsolete.delete(one);
      else obsolete.set(one, toObsolete(one, `the source now has "${found}"`));
    }
    return right;
  };
  return {
    models: models.map((model) => correct("model", model.slug, model)),
    scores: scores.map((row) =>
      correct("score", `${row.file}/${row.model}/${row.configuration ?? ""}`, row),
    ),
    obsolete: [...obsolete.values()],
  };
}

function correctedValue({ kind, field, value }: SourceCorrection): unknown {
  const column = listFactColumnsWithCellKind(FACT_SCHEMA_BY_CORRECTION_KIND[kind]).find(
    ([name]) => name === field,
  );
  return column === undefined ? value : parseFactCsvCell(value ?? "", column[1]);
}

const toObsolete = ({ kind, key, field }: SourceCorrection, found: string): RejectedRow => ({
  source: "operator",
  place: "corrections/corrections.csv",
  value: `${kind} ${key}, ${field}`,
  reason: `${found}; fix or delete the correction`,
});

/** Facts that an upstream has wrong, put right after translation, each guarded by what it said when we looked. */
import { columnsOf, toCell, toValue } from "../facts/cells.ts";
import { BuildError } from "../facts/fault.ts";
import { FACT_KINDS, type FactKind } from "../facts/kinds.ts";
import type { Correction } from "../schema/editorial.ts";

type Row = Record<string, unknown>;

/** Rows that corrections may touch, by the key a correction names them with. */
export type Correctable = Record<Correction["kind"], ReadonlyMap<string, Row>>;

export const KIND_OF: Readonly<Record<Correction["kind"], FactKind>> = {
  offer: FACT_KINDS.offers,
  model: FACT_KINDS.models,
  score: FACT_KINDS.scores,
  "price-event": FACT_KINDS.priceHistory,
};

/**
 * Changes the rows in place.
 * @throws BuildError when a row is gone or its upstream no longer says `expected`.
 */
export function applyCorrections(corrections: readonly Correction[], rows: Correctable): void {
  for (const { kind, key, field, expected, value } of corrections) {
    const place = `corrections.csv: ${kind} ${key}, ${field}`;
    const row = rows[kind].get(key);
    if (!row)
      throw new BuildError(`${place}: there is no such row any more; delete the correction`);
    const column = columnsOf(KIND_OF[kind].schema).find(([name]) => name === field);
    if (!column) throw new BuildError(`${place}: no such field; mend its name`);
    if (toCell(row[field]) !== (expected ?? "")) {
      throw new BuildError(
        `${place}: upstream says "${toCell(row[field])}" now, not "${expected ?? ""}"; check it and mend or delete the correction`,
      );
    }
    row[field] = toValue(value ?? "", column[1]);
  }
}

/**
 * Facts that an upstream has wrong, put right after it was read. A row may already have the right value; where the
 * upstream says neither what is wrong nor what is right it has moved on, and the report says so. Pure.
 */
import { columnsOf, toCell, toValue } from "../facts/cells.ts";
import { FACT_KINDS } from "../facts/kinds.ts";
import type { Correction } from "../schema/editorial.ts";
import { groupBy } from "../schema/group-by.ts";
import type { Model } from "../schema/model.ts";
import type { Score } from "../schema/score.ts";
import type { Rejected } from "../sources/listing.ts";

const SCHEMAS = { model: FACT_KINDS.models.schema, score: FACT_KINDS.scores.schema };

/** Rows that corrections name, as they are to stand. */
export interface Correctables {
  models: readonly Model[];
  /** Benchmark → rows. */
  scores: ReadonlyMap<string, readonly Score[]>;
}

export interface Corrected {
  models: Model[];
  scores: Map<string, Score[]>;
  /** Corrections that are of no use any more. */
  obsolete: Rejected[];
}

export function correctRows(corrections: readonly Correction[], rows: Correctables): Corrected {
  const byRow = new Map<string, Correction[]>();
  for (const one of corrections) {
    const name = `${one.kind} ${one.key}`;
    byRow.set(name, [...(byRow.get(name) ?? []), one]);
  }
  const obsolete = new Map(
    corrections.map((one) => [one, toObsolete(one, "there is no such row")]),
  );
  const correct = <T extends object>(kind: Correction["kind"], key: string, row: T): T => {
    let right = row;
    for (const one of byRow.get(`${kind} ${key}`) ?? []) {
      const found = toCell(right[one.field as keyof T]);
      const isDue = found === (one.expected ?? "");
      if (isDue) right = { ...right, [one.field]: correctedValue(one) };
      if (isDue || found === (one.value ?? "")) obsolete.delete(one);
      else obsolete.set(one, toObsolete(one, `upstream says "${found}" now`));
    }
    return right;
  };
  return {
    models: rows.models.map((model) => correct("model", model.slug, model)),
    scores: new Map(
      [...rows.scores].map(([benchmark, all]) => [
        benchmark,
        all.map((row) => correct("score", scoreKey(benchmark, row), row)),
      ]),
    ),
    obsolete: [...obsolete.values()],
  };
}

/**
 * Corrections that change nothing any more: of what the upstreams say, no row is as they expect. Of a model of which nobody
 * speaks no upstream is right or wrong.
 * @param said Rows as the upstreams say them, before anything was corrected.
 * @param standing Slugs of all models.
 */
export function idleCorrections(
  corrections: readonly Correction[],
  said: Correctables,
  standing: ReadonlySet<string>,
): Rejected[] {
  const models = groupBy(said.models, ({ slug }) => `model ${slug}`);
  const scores = groupBy([...said.scores].flatMap(toNamedRows), ({ name }) => name);
  const rowsOf = ({ kind, key }: Correction): readonly object[] =>
    kind === "model"
      ? (models.get(`model ${key}`) ?? [])
      : (scores.get(`score ${key}`) ?? []).map(({ row }) => row);
  return corrections.flatMap((one) => {
    const found = rowsOf(one).map((row) => toCell(row[one.field as keyof typeof row]));
    if (found.includes(one.expected ?? "")) return [];
    if (found.includes(one.value ?? "")) return [toObsolete(one, "its sources say so themselves")];
    const [other] = found;
    if (other !== undefined) return [toObsolete(one, `upstream says "${other}" now`)];
    const isByHand = one.kind === "model" && standing.has(one.key);
    return isByHand ? [] : [toObsolete(one, "there is no such row")];
  });
}

const toNamedRows = ([benchmark, rows]: [string, readonly Score[]]) =>
  rows.map((row) => ({ name: `score ${scoreKey(benchmark, row)}`, row }));

const scoreKey = (benchmark: string, { model, configuration }: Score): string =>
  `${benchmark}/${model}/${configuration ?? ""}`;

function correctedValue({ kind, field, value }: Correction): unknown {
  const column = columnsOf(SCHEMAS[kind]).find(([name]) => name === field);
  return column === undefined ? value : toValue(value ?? "", column[1]);
}

const toObsolete = ({ kind, key, field }: Correction, found: string): Rejected => ({
  source: "operator",
  place: "corrections/corrections.csv",
  value: `${kind} ${key}, ${field}`,
  reason: `${found}; mend or delete the correction`,
});

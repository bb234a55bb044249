/** Compares the scores reported today with the recorded ones of the same source. Pure. */

import type { FactWithFileName } from "../../facts/kinds.ts";
import { createModelNameResolver } from "../../identity/resolver.ts";
import { computeLargerToSmallerRatio, type FactChange } from "../../rules/changes.ts";
import type { Benchmark } from "../../schema/benchmark.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import { applySourceCorrections } from "../corrections.ts";
import { countMonthsSinceReading, isCompleteSourceAnswer, withDayOfChange } from "../fact-rows.ts";
import type { FactMergeContext } from "../run.ts";
import { mergeBenchmarkScores, type ScoreRow, toScoreKey } from "./match-scores.ts";

/** @param models The models after the run; models that only a score names are added to them. */
export function updateScores(
  { facts, answers, collected, judge, labs, day }: FactMergeContext,
  models: readonly Model[],
  offers: readonly FactWithFileName<"offers">[],
) {
  const resolver = createModelNameResolver({ models, ids: offers, aliases: facts.modelAliases });
  const slugs = new Set(models.map(({ slug }) => slug));
  const placed = mergeBenchmarkScores(collected.scores, { ...facts, resolver, labs, slugs });
  // Applied before the comparison, because recorded rows were corrected when they were added.
  const right = applySourceCorrections(facts.corrections, [], placed.scores);
  const scales = new Map(facts.benchmarks.map((row) => [row.slug, row]));
  const rejected = [...placed.rejected];
  const now = new Map<string, ScoreRow>();
  for (const row of right.scores) {
    const { source, file: place } = row;
    const rule = ruleAgainst(row, scales.get(place), day);
    const value = `${row.model}: ${row.score}`;
    if (rule === null) now.set(toScoreKey(row), row);
    else rejected.push({ source, place, value, reason: judge.rules.reason(rule) });
  }
  const whole = new Set(answers.filter(isCompleteSourceAnswer).map(({ source }) => source));
  // A row is removed if its source was read completely and no longer lists it.
  const listed = new Set(right.scores.map(toScoreKey));
  const unlisted = facts.scores.filter(
    (row) => whole.has(row.source) && !listed.has(toScoreKey(row)),
  );
  const known = new Map(facts.scores.map((row) => [toScoreKey(row), row]));
  const moved = findMovedRows(unlisted, known, now);
  const left = new Set(moved.values());
  const gone = unlisted.filter((row) => !left.has(row));
  const before = new Map([...known, ...moved]);
  const added = new Set(placed.models.map(({ slug }) => slug));
  const kept = judge.judge(changesOf({ facts, day }, before, now, gone, scales, added));
  const rows = new Map(known);
  for (const row of gone) if (!kept.has(keyOf(row))) rows.delete(toScoreKey(row));
  for (const [key, row] of now) {
    if (kept.has(keyOf(row))) continue;
    const old = moved.get(key);
    if (old) rows.delete(toScoreKey(old));
    rows.set(key, withOldDate(row, before.get(key)));
  }
  const unread = new Set(facts.scores.flatMap((row) => (whole.has(row.source) ? [] : row.file)));
  const tested = new Set([...rows.values()].map(({ model }) => model));
  return {
    rows: [...rows.values()],
    models: [...models, ...placed.models.filter(({ slug }) => tested.has(slug))],
    /** Corrections that concern no row reported today, for benchmarks whose sources were all read. */
    obsolete: new Set(
      right.obsolete.map(({ value }) => value).filter((value) => !unread.has(benchmarkOf(value))),
    ),
    rejected,
  };
}

/** `score swe-bench/gpt-4o/high, model` → `swe-bench`. */
const benchmarkOf = (correction: string): string =>
  correction.startsWith("score ") ? correction.slice(6, correction.indexOf("/")) : "";

/** New rows that a source listed under another URL before: the only row of a model and configuration, then and now. */
function findMovedRows(
  unlisted: readonly ScoreRow[],
  known: ReadonlyMap<string, ScoreRow>,
  now: ReadonlyMap<string, ScoreRow>,
): Map<string, ScoreRow> {
  const nameOf = ({ file, model, configuration, source }: ScoreRow) =>
    [file, model, configuration, source].join("\n");
  const before = groupBy(unlisted, nameOf);
  const fresh = groupBy(
    [...now].filter(([key]) => !known.has(key)),
    ([, row]) => nameOf(row),
  );
  return new Map(
    [...fresh].flatMap(([name, [first, ...others]]) => {
      const [old, ...more] = before.get(name) ?? [];
      const isOne = first && old && others.length + more.length === 0;
      return isOne ? [[first[0], old] as const] : [];
    }),
  );
}

/** If a benchmark has a maximum score, the minimum possible score is half of what guessing gives. */
function ruleAgainst(
  { score, as_of }: ScoreRow,
  benchmark: Benchmark | undefined,
  day: string,
): "score_impossible" | "future_date" | null {
  if (as_of > day) return "future_date";
  const { max_score: most = null, floor = null } = benchmark ?? {};
  const isOut = most !== null && (score > most || score < (floor ?? 0) / 2);
  return isOut || score < 0 ? "score_impossible" : null;
}

const keyOf = ({ file, model, configuration, source_url }: ScoreRow): string =>
  [file, model, configuration ?? "", source_url].join(" ");

/** Fewer results do not show which scores are possible in a benchmark, or at which level a source's results are. */
const MIN_KNOWN = 10;
const MIN_ROWS = 5;

function changesOf(
  run: Pick<FactMergeContext, "facts" | "day">,
  before: ReadonlyMap<string, ScoreRow>,
  now: ReadonlyMap<string, ScoreRow>,
  gone: readonly ScoreRow[],
  scales: ReadonlyMap<string, Benchmark>,
  added: ReadonlySet<string>,
): FactChange[] {
  const known = run.facts.scores;
  const ofSource = groupBy(known, ({ source }) => source);
  const fresh = [...now].flatMap(([key, row]) => (before.has(key) ? [] : row));
  const freshOf = new Map(
    [...groupBy(fresh, ({ source }) => source)].map(([source, rows]) => {
      const months = countMonthsSinceReading(source, run);
      const byModel = groupBy(rows, ({ model }) => model);
      const newModels = [...byModel.keys()].filter((model) => added.has(model)).length / months;
      return [
        source,
        { newModels, newScoresOf: (model: string) => (byModel.get(model)?.length ?? 0) / months },
      ];
    }),
  );
  const knownOn = groupBy(known, ({ file }) => file);
  const bounds = new Map(
    [...knownOn].map(([file, rows]) => {
      const scores = rows.map(({ score }) => score);
      const isOpenEnded = scales.get(file)?.max_score === null && scores.length >= MIN_KNOWN;
      return [file, isOpenEnded && { best: Math.max(...scores), worst: Math.min(...scores) }];
    }),
  );
  const listOf = ({ file, source }: ScoreRow) => `${file} ${source}`;
  const knownIn = groupBy(known, listOf);
  const shifts = new Map(
    [...groupBy(fresh, listOf)].map(([list, rows]) => {
      const old = knownIn.get(list) ?? [];
      const isFew = rows.length < MIN_ROWS || old.length < MIN_ROWS;
      return [list, isFew ? 1 : computeLargerToSmallerRatio(median(old), median(rows))];
    }),
  );
  type Value = number | string | null;
  const toChange = (row: ScoreRow, field: string, was: Value, score: Value): FactChange => ({
    kind: "score",
    key: keyOf(row),
    field,
    before: was,
    after: score,
    source: row.source,
    ofSource: ofSource.get(row.source)?.length ?? 0,
    known: {
      ...bounds.get(row.file),
      shift: was === null ? shifts.get(listOf(row)) : 1,
      newModels: added.has(row.model) ? freshOf.get(row.source)?.newModels : 0,
      newScores: was === null ? freshOf.get(row.source)?.newScoresOf(row.model) : 0,
    },
  });
  return [
    ...[...now].flatMap(([key, row]) => {
      const was = before.get(key);
      if (was === undefined) return [toChange(row, "row", null, row.score)];
      return (["score", "source_url"] as const).flatMap((field) =>
        was[field] === row[field] ? [] : toChange(row, field, was[field], row[field]),
      );
    }),
    ...gone.map((row) => toChange(row, "row", row.score, null)),
  ];
}

/** Median of the scores; of an even number, the lower of the middle two. */
const median = (rows: readonly ScoreRow[]): number =>
  rows.map(({ score }) => score).sort((a, b) => a - b)[Math.ceil(rows.length / 2) - 1] ??
  Number.NaN;

/** A score that did not change keeps its day: an upstream that gives all rows a new date reports nothing new. */
function withOldDate(row: ScoreRow, before: ScoreRow | undefined): ScoreRow {
  const isSame = before?.score === row.score && before.self_reported === row.self_reported;
  return before !== undefined && isSame ? withDayOfChange(row, before, before.as_of) : row;
}

/** Scores as reported today against those of the same source that are recorded. Pure. */

import type { FactWithFileName } from "../../facts/kinds.ts";
import { type FactChange, toSymmetricChangeRatio } from "../../rules/changes.ts";
import type { Benchmark, ScoreFact } from "../../schema/benchmark.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import type { RejectedRow } from "../../sources/listing.ts";
import { removeFileNameField } from "../fact-rows.ts";
import type { AnsweredSource, FactMergeContext } from "../run.ts";
import { matchScoresToModels, toScoreKey } from "./match-scores.ts";

/** @param models As they are to be after the run; those that only a score names come to them. */
export function updateScores(
  run: FactMergeContext,
  models: readonly Model[],
  offers: readonly FactWithFileName<"offers">[],
) {
  const { facts, answers, judge, labs, day } = run;
  const placed = matchScoresToModels(run.collected.scores, facts, { models, ids: offers, labs });
  const scales = new Map(facts.benchmarks.map((row) => [row.slug, row]));
  const rejected: RejectedRow[] = [];
  const current = groupBy(facts.scores, ({ file }) => file);
  // Rows that did not come, or in a shape that nobody knows, may be any of the recorded ones.
  const isWhole = ({ collected: { isPartial, rejected: odd }, missing }: AnsweredSource) =>
    missing.length === 0 && !isPartial && !odd.some((row) => row.isMalformed);
  const whole = new Set(answers.filter(isWhole).map(({ source }) => source));
  const tables = [...new Set([...current.keys(), ...placed.scores.keys()])].map((benchmark) => {
    const known = (current.get(benchmark) ?? []).map((row): ScoreFact => removeFileNameField(row));
    const now = new Map<string, ScoreFact>();
    const listed = new Set((placed.scores.get(benchmark) ?? []).map(toScoreKey));
    for (const row of placed.scores.get(benchmark) ?? []) {
      const rule = ruleAgainst(row, scales.get(benchmark), day);
      if (rule === null) now.set(toScoreKey(row), row);
      else {
        const { source, model, score } = row;
        const reason = judge.rules.reason(rule);
        rejected.push({ source, place: benchmark, value: `${model}: ${score}`, reason });
      }
    }
    // A row goes when its source was read whole and lists it no more.
    const unlisted = known.filter((row) => !listed.has(toScoreKey(row)) && whole.has(row.source));
    const own = new Map(known.map((row) => [toScoreKey(row), row]));
    const moved = findMovedRows(unlisted, own, now);
    const left = new Set(moved.values());
    const gone = unlisted.filter((row) => !left.has(row));
    return { benchmark, known, before: new Map([...own, ...moved]), now, gone, moved };
  });
  const sizes = groupBy(facts.scores, ({ source }) => source);
  const changes = tables.flatMap((table) =>
    changesOf(table, scales.get(table.benchmark), (source) => sizes.get(source)?.length ?? 0),
  );
  const kept = new Set([...judge.judge(changes)].map(({ key }) => key));
  const rows = new Map<string, ScoreFact[]>();
  for (const { benchmark, known, before, now, gone, moved } of tables) {
    const isKept = (row: ScoreFact) => kept.has(keyOf(benchmark, row));
    const ended = new Set(gone.filter((row) => !isKept(row)));
    const next = new Map(
      known.filter((row) => !ended.has(row)).map((row) => [toScoreKey(row), row]),
    );
    for (const [key, row] of now) {
      if (isKept(row)) continue;
      const old = moved.get(key);
      if (old) next.delete(toScoreKey(old));
      next.set(key, withOldDate(row, before.get(key)));
    }
    if (next.size > 0) rows.set(benchmark, [...next.values()]);
  }
  const unread = new Set(facts.scores.flatMap((row) => (whole.has(row.source) ? [] : row.file)));
  const tested = new Set([...rows.values()].flatMap((all) => all.map(({ model }) => model)));
  return {
    rows,
    models: [...models, ...placed.founded.filter(({ slug }) => tested.has(slug))],
    /** Corrections that no row reported today is about, of benchmarks whose sources were all read. */
    obsolete: new Set(
      placed.obsolete.map(({ value }) => value).filter((value) => !unread.has(benchmarkOf(value))),
    ),
    rejected: [...placed.rejected, ...rejected],
  };
}

/** `score swe-bench/gpt-4o/high, model` → `swe-bench`. */
const benchmarkOf = (correction: string): string =>
  correction.startsWith("score ") ? correction.slice(6, correction.indexOf("/")) : "";

/** New rows that a source had under another address: the only row of a model and configuration then and now. */
function findMovedRows(
  unlisted: readonly ScoreFact[],
  known: ReadonlyMap<string, ScoreFact>,
  now: ReadonlyMap<string, ScoreFact>,
): Map<string, ScoreFact> {
  const nameOf = ({ model, configuration, source }: ScoreFact) =>
    [model, configuration, source].join("\n");
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

/** Half of what chance gives is the least that a score with an upper end can be. */
function ruleAgainst(
  { score, as_of }: ScoreFact,
  benchmark: Benchmark | undefined,
  day: string,
): "score_impossible" | "future_date" | null {
  if (as_of > day) return "future_date";
  const { max_score: most = null, floor = null } = benchmark ?? {};
  const isOut = most !== null && (score > most || score < (floor ?? 0) / 2);
  return isOut || score < 0 ? "score_impossible" : null;
}

const keyOf = (benchmark: string, row: ScoreFact): string =>
  [benchmark, row.model, row.configuration ?? "", row.source_url].join(" ");

interface Table {
  benchmark: string;
  known: readonly ScoreFact[];
  before: ReadonlyMap<string, ScoreFact>;
  now: ReadonlyMap<string, ScoreFact>;
  gone: readonly ScoreFact[];
}

/** Few results say nothing of what a benchmark can give, or of how a source's results lie. */
const MIN_KNOWN = 10;
const MIN_ROWS = 5;

function changesOf(
  { benchmark, known, before, now, gone }: Table,
  scale: Benchmark | undefined,
  ofSource: (source: string) => number,
): FactChange[] {
  const scores = known.map(({ score }) => score);
  const isOpenEnded = scale?.max_score === null && scores.length >= MIN_KNOWN;
  const bounds = isOpenEnded ? { best: Math.max(...scores), worst: Math.min(...scores) } : {};
  const shifts = new Map(
    [...groupBy(now.values(), ({ source }) => source)].map(([source, rows]) => {
      const fresh = rows.filter((row) => !before.has(toScoreKey(row))).map(({ score }) => score);
      const old = known.filter((row) => row.source === source).map(({ score }) => score);
      const isFew = fresh.length < MIN_ROWS || old.length < MIN_ROWS;
      return [source, isFew ? 1 : toSymmetricChangeRatio(median(old), median(fresh))];
    }),
  );
  const toChange = (
    row: ScoreFact,
    field: string,
    was: number | string | null,
    score: number | string | null,
  ): FactChange => ({
    ...{ kind: "score", key: keyOf(benchmark, row), field, host: null },
    ...{ before: was, after: score, source: row.source, stated: [row.source], opposed: [] },
    ofSource: ofSource(row.source),
    known: { ...bounds, shift: was === null ? shifts.get(row.source) : 1 },
  });
  return [
    ...[...now].flatMap(([key, row]) => {
      const was = before.get(key);
      if (was === undefined) return [toChange(row, "row", null, row.score)];
      const [score, address] = [was.score, was.source_url];
      return [
        ...(score === row.score ? [] : [toChange(row, "score", score, row.score)]),
        ...(address === row.source_url
          ? []
          : [toChange(row, "source_url", address, row.source_url)]),
      ];
    }),
    ...gone.map((row) => toChange(row, "row", row.score, null)),
  ];
}

/** Middle of the numbers; of an even count the lower of the middle two. */
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(numbers.length / 2) - 1] ?? Number.NaN;

/** The same score keeps the day it came: an upstream that dates all anew reports nothing new. */
function withOldDate(row: ScoreFact, before: ScoreFact | undefined): ScoreFact {
  const isSame = before?.score === row.score && before.self_reported === row.self_reported;
  return before !== undefined && isSame ? { ...row, as_of: before.as_of } : row;
}

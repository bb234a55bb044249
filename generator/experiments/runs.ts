/** Recorded runs of a test → its outcome. Scores are as recorded: nothing is scored here. */

import { gradeOf, monthText, type OwnTest } from "../../build/experiments/own-tests.ts";
import type { Interval } from "../../build/experiments/statistics.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { OwnTestRunRow } from "../../build/model/catalog/rows.ts";
import { byText } from "../../build/schema/collections.ts";
import {
  type LabItem,
  type LabRun,
  type Outcome,
  type TestResult,
  toScoreInterval,
} from "../endpoints/own-tests/own-test.ts";
import { newest } from "../http/envelope.ts";
import { toLongDate } from "../site/components/format.ts";

/** A run of a model that the catalogue still has. */
export interface NamedRun extends OwnTestRunRow {
  name: string;
  lab: string;
}

/** Every run of the test, oldest first. */
export function runsOf({ test: name }: OwnTest, catalog: Catalog): NamedRun[] {
  return catalog.own_test_runs
    .filter(({ test }) => test === name)
    .flatMap((run) => {
      const model = catalog.model(run.model);
      return model ? [{ ...run, name: model.name, lab: model.lab }] : [];
    });
}

/** Version of a test's items; 1 for the scorecard, which has none. */
export const versionOf = ({ test: name }: OwnTest, catalog: Catalog): string =>
  catalog.own_tests.find(({ test }) => test === name)?.version ?? "1";

/** The right answers of the world map, a character a cell; null where the facts have none. */
export const worldMapKey = (catalog: Catalog): string | null =>
  catalog.own_tests.find(({ key }) => key !== null)?.key ?? null;

/** The newest run of each model with the present items: the one at the lab's own host, where there are several. */
function newestRuns(test: OwnTest, catalog: Catalog): NamedRun[] {
  const version = versionOf(test, catalog);
  const present = runsOf(test, catalog).filter((run) => run.version === version);
  const oldestFirst = present.sort(
    (a, b) =>
      byText(a.run_date, b.run_date) ||
      Number(a.route === null) - Number(b.route === null) ||
      byText(b.id, a.id),
  );
  return [...new Map(oldestFirst.map((run) => [run.model, run])).values()];
}

export function runsOutcome(test: OwnTest, catalog: Catalog): Outcome {
  const results = rank(
    newestRuns(test, catalog).map((run) => toResult(test, run)),
    test.scoring.higher_is_better,
  );
  const [best, ...others] = results.filter((one): one is ScoredResult => one.score !== null);
  return {
    status: results.length === 0 ? "not_run" : "published",
    headline: best ? (HEADLINES[test.test]?.([best, ...others], results.length) ?? null) : null,
    asOf: newest(results.map(({ run_date }) => run_date)),
    results,
    context: {},
    items: itemsOf(test, catalog),
    runs: runsOf(test, catalog).map(toLabRun),
    records: [],
  };
}

const toResult = (test: OwnTest, run: NamedRun): TestResult => ({
  model_slug: run.model,
  model_name: run.name,
  provider_slug: run.lab,
  grade: gradeOf(test, run.score),
  score: run.score,
  rank: null,
  n_items: run.n_items,
  n_valid: run.n_valid,
  metrics: run.metrics,
  run_date: run.run_date,
  run_id: run.id,
  interval: toScoreInterval(run.interval),
});

/** The best first, without a score last; equal scores share a rank. */
export function rank(results: readonly TestResult[], higherIsBetter: boolean): TestResult[] {
  const worth = ({ score }: TestResult): number =>
    score === null ? Number.NEGATIVE_INFINITY : higherIsBetter ? score : -score;
  const placeOf = (result: TestResult) =>
    1 + results.filter((other) => worth(other) > worth(result)).length;
  return results
    .map((result) => ({ ...result, rank: result.score === null ? null : placeOf(result) }))
    .sort(
      (a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || byText(a.model_slug, b.model_slug),
    );
}

export const itemsOf = ({ test: name }: OwnTest, catalog: Catalog): LabItem[] =>
  catalog.own_test_items
    .filter(({ test }) => test === name)
    .map(({ item_id, prompt, answer, meta, version }) => ({
      ...{ item_id, prompt, answer, meta, version },
    }));

export const toLabRun = (run: NamedRun): LabRun => ({
  id: run.id,
  test: run.test,
  version: run.version,
  model_id: run.model_id,
  model_slug: run.model,
  model_name: run.name,
  route: run.route,
  run_date: run.run_date,
  n_items: run.n_items,
  n_valid: run.n_valid,
  score: run.score,
  metrics: run.metrics,
  cost_usd: run.cost_usd,
  config: run.config,
  answers: run.answers.map(({ item_id, raw, parsed, correct }) => ({
    ...{ item_id, raw, parsed, correct },
  })),
  interval: toScoreInterval(run.interval),
});

type ScoredResult = TestResult & { score: number };
/** Results with a score, the best first; at least one. */
type ScoredResults = readonly [ScoredResult, ...ScoredResult[]];

/** By name under /api/v1/own-tests. @param models How many took the test, with or without a score. */
const HEADLINES: Readonly<Record<string, (scored: ScoredResults, models: number) => string>> = {
  "who-are-you": (scored, models) => {
    const claims = ({ metrics, n_valid }: TestResult) =>
      n_valid === 0 ? 0 : Number(metrics.misidentified) / n_valid;
    const most = scored.reduce((worst, one) => (claims(one) > claims(worst) ? one : worst));
    return claims(most) > 0
      ? `${most.model_name} names another lab as its maker in ${Math.round(100 * claims(most))} % of its answers${of(models, "the most")}.`
      : `No model names another lab as its maker; ${leaders(scored)}: its own lab in ${scored[0].score} % of the answers${of(models, "the most")}.`;
  },
  "world-map": (scored, models) =>
    `${leaders(scored)}: ${scored[0].score} % of the cells right${intervalText(scored[0].interval)}${of(models, "the most")}.`,
  "censorship-index": (scored, models) => {
    const [least, most] = [scored[0], scored.at(-1) ?? scored[0]];
    const other = least === most ? "" : ` ${least.model_name}: ${signed(least)}.`;
    return `${most.model_name}: ${signed(most)} percentage points more sensitive than neutral questions unanswered${intervalText(most.interval)}${of(models, "the most")}.${other}`;
  },
  "knowledge-horizon": (scored, models) =>
    `${leaders(scored)}: events known up to ${toLongDate(monthText(scored[0].score))}${of(models, "the latest")}.`,
  "model-drift-index": (scored, models) => {
    const most = scored.at(-1) ?? scored[0];
    return `${most.model_name}: ${most.score} % of the answers changed since its first run${intervalText(most.interval)}${of(models, "the most")}.`;
  },
};

/** A score below zero means fewer: the sign stays. */
const signed = ({ score }: TestResult): string => String(score).replace("-", "−");

export const intervalText = (interval: Interval | null): string =>
  interval ? ` (90 % interval ${interval.low} to ${interval.high})` : "";

const of = (models: number, rank: string): string =>
  models === 1 ? "; no other model was tested" : `, ${rank} of ${models} models`;

/** Who share the best score: `A`, `A and B`, `A and 3 others`. */
function leaders(scored: ScoredResults): string {
  const [first, second, ...rest] = scored
    .filter(({ score }) => score === scored[0].score)
    .map(({ model_name }) => model_name);
  if (second === undefined) return first ?? "";
  return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} others`;
}

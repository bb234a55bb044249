/** Recorded runs of the own tests → one finding for each test and day: the best model and the worst. */
import {
  formatOwnTestScore,
  OWN_TESTS,
  type OwnTestDescription,
} from "../../experiments/own-tests.ts";
import { formatIntervalInParentheses } from "../../experiments/statistics.ts";
import { compareByCodePoint, groupBy } from "../../schema/collections.ts";
import type { CatalogTables, FindingRow, OwnTestRunRow } from "../catalog/rows.ts";
import { type DisplayNames, pickFirstTitleThatFits } from "./phrasing.ts";

type ScoredRun = OwnTestRunRow & { score: number };

const MOST_MODELS = 10;
/** A measurement of our own is news whatever it says. */
const SIZE = 100;

/** Runs at a named host are compared with each other (same-model-different-host) and say nothing of the model. */
export function toOwnTestFindings(
  tables: Pick<CatalogTables, "own_test_runs" | "models">,
  names: DisplayNames,
): FindingRow[] {
  const models = new Set(tables.models.map(({ slug }) => slug));
  const scored = tables.own_test_runs.filter(
    (run): run is ScoredRun => run.score !== null && run.route === null && models.has(run.model),
  );
  return OWN_TESTS.flatMap((about) => {
    const days = groupBy(
      scored.filter(({ test }) => test === about.test),
      ({ run_date }) => run_date,
    );
    return [...days].flatMap(([day, runs]) => toFinding(about, day, runs, names));
  });
}

function toFinding(
  about: OwnTestDescription,
  date: string,
  runs: readonly ScoredRun[],
  names: DisplayNames,
): FindingRow[] {
  // Scores of two versions are not compared.
  const version = runs.map((run) => Number(run.version)).sort((a, b) => b - a)[0];
  const sign = about.scoring.higher_is_better ? -1 : 1;
  const sorted = runs
    .filter((run) => Number(run.version) === version)
    .sort((a, b) => sign * (a.score - b.score) || compareByCodePoint(a.id, b.id));
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (!best || !worst) return [];
  const say = ({ model, score, interval }: ScoredRun) =>
    `${names.model(model)}: ${formatOwnTestScore(about, score)}${formatIntervalInParentheses(interval)}`;
  return [
    {
      id: `${date}-own-test-${about.test}-best-and-worst`,
      ...{ date, kind: "own_test", test: about.test, statements: [], size: SIZE },
      title: pickFirstTitleThatFits([
        `${about.name}: ${names.model(best.model)} has the best score of ${sorted.length} tested`,
      ]),
      summary: `Scores in ${about.scoring.unit}. Best: ${say(best)}. Worst of ${sorted.length}: ${say(worst)}.`,
      numbers: { best: best.score, worst: worst.score, models: sorted.length },
      models: sorted.map(({ model }) => model).slice(0, MOST_MODELS),
    },
  ];
}

/** The model that leads a benchmark; all that it leads by results of one day, of others or of its maker, together. */
import type { FindingFactRow } from "../catalog/rows.ts";
import type { KindRule, Told, Written } from "./kind-rule.ts";
import type { Names } from "./names.ts";
import { defined, fitting, listOf, titleWith } from "./phrasing.ts";

/** A lead below this share of the score is a photo finish. */
const CLOSE = 0.01;

export const TOP_SCORE: KindRule = {
  together: (fact) => `${fact.model} ${isReported(fact)}`,
  subject: ({ benchmark, model }) => `${benchmark}-${model}`,
  write: writeTopScore,
};

function writeTopScore(told: Told, names: Names): Written {
  const [largest] = told;
  const isOne = told.length === 1;
  const model = names.model(largest.model);
  const benchmarks = told.map(({ benchmark }) => names.benchmark(benchmark));
  const doubt = isReported(largest) ? ", its maker reports" : "";
  const leads = titleWith(benchmarks, (list) => `${model} leads ${list}${doubt}`);
  const rival = runnerUp(largest, names);
  return {
    title:
      isOne && isClose(largest)
        ? fitting([`${model} edges past ${rival} on ${benchmarks[0]}${doubt}`, leads])
        : leads,
    summary: isOne ? tellOne(largest, names) : tellSome(told, names),
    numbers: defined({
      score: largest.score,
      runner_up_score: largest.runner_up_score,
      models_tested: largest.models_tested,
      benchmarks: isOne ? null : told.length,
    }),
  };
}

/** Nobody but the model's maker measured the score that leads. */
const isReported = ({ self_reported }: FindingFactRow): boolean => self_reported === true;

function isClose({ score, runner_up_score }: FindingFactRow): boolean {
  if (score === null || runner_up_score === null) return false;
  return Math.abs(score - runner_up_score) < CLOSE * Math.abs(score);
}

const tellOne = (fact: FindingFactRow, names: Names): string =>
  `${isReported(fact) ? "Its maker reports" : "It scores"} ${score(fact.score, fact, names)}, the best of ${fact.models_tested ?? 0} models tested; ${runnerUp(fact, names)} is second with ${score(fact.runner_up_score, fact, names)}.`;

function tellSome(told: Told, names: Names): string {
  const scores = told
    .slice(0, 3)
    .map(
      (fact) =>
        `${score(fact.score, fact, names)} on ${names.benchmark(fact.benchmark)} (second: ${runnerUp(fact, names)}, ${score(fact.runner_up_score, fact, names)})`,
    );
  return `${isReported(told[0]) ? "Its maker reports" : "It scores"} ${listOf(scores)}.`;
}

const runnerUp = ({ runner_up }: FindingFactRow, names: Names): string =>
  runner_up === null ? "the next model" : names.model(runner_up);

const score = (value: number | null, { benchmark }: FindingFactRow, names: Names): string => {
  const text = String(Number((value ?? 0).toFixed(2)));
  return names.unit(benchmark) === "%" ? `${text} %` : text;
};

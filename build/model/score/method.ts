/** The explanation of the overall score on its page. */
import { MIN_MODELS_PER_BENCHMARK } from "./design.ts";
import { SCORE_FIT_OPTIONS } from "./fit.ts";
import {
  MIN_BENCHMARKS_FOR_MODEL_SCORE,
  PROVISIONAL_BELOW_INDEPENDENT_COUNT,
  PROVISIONAL_INTERVAL_FACTOR,
  SCORE_INTERVAL_RESAMPLES,
} from "./scores.ts";

/** Headings, each with a paragraph of plain text. */
export const OVERALL_SCORE_METHOD_TEXT: readonly (readonly [heading: string, text: string])[] = [
  [
    "Why one score",
    "Models are seldom tested on the same benchmarks, so a plain mean of their results favours models that took easy tests. The overall score estimates the ability of every model and the difficulty of every benchmark together, so that a result on a hard benchmark counts for more.",
  ],
  [
    "What goes in",
    `The overall score uses one result per model and benchmark. If a model has several results on a benchmark, the overall score uses a run in the default configuration if there is one, else an independent run, else the best run. Each result is rescaled from 0 (random guessing) to 1 (the best possible score). A rescaled result below ${SCORE_FIT_OPTIONS.clip} counts as ${SCORE_FIT_OPTIONS.clip}, and a rescaled result above ${1 - SCORE_FIT_OPTIONS.clip} counts as ${1 - SCORE_FIT_OPTIONS.clip}. The overall score uses a benchmark if at least ${MIN_MODELS_PER_BENCHMARK} models were tested on it. The overall score does not use results given as Elo ratings or as durations, because they have no best possible value. If the overall score of a model uses the total result of a benchmark, it does not use the results on the parts of this benchmark. If a model has only a self-reported result on a benchmark, this result counts as much as an independent one, because self-reported results were hardly higher than independent ones when we chose the method.`,
  ],
  [
    "Scale and provisional scores",
    `A model is ranked by overall score if it has results on at least ${MIN_BENCHMARKS_FOR_MODEL_SCORE} of the benchmarks that the overall score uses. A score is provisional if the model has fewer than ${PROVISIONAL_BELOW_INDEPENDENT_COUNT} independent results. The lowest ability among the ranked models is mapped to 0 and the highest to 100, linearly. An overall score shows the position of a model between the weakest and the strongest ranked model, and changes when either of these two models changes. Overall scores have one decimal; models with equal scores share a rank.`,
  ],
  [
    "Formula",
    "If p is the result of a model on a benchmark, rescaled from 0 to 1, the formula of the overall score is log(p / (1 - p)) = slope × (ability - difficulty) + error. Each model has one ability; each benchmark has one difficulty and one slope. A benchmark on which strong and weak models have similar results gets a small slope in the formula, and therefore a small weight in the overall score.",
  ],
  [
    "Fit",
    `The formula of the overall score is fitted by alternating least squares: first abilities and difficulties for fixed slopes, then slopes for fixed abilities, and so on until the values converge. A ridge penalty, with ${SCORE_FIT_OPTIONS.ridge} times the weight of one benchmark result, pulls the ability of each model slightly towards the mean of all models. A ridge penalty on slopes pulls the slope of each benchmark slightly towards 1. Models that share no benchmark with other models have no score.`,
  ],
  [
    "90 % interval",
    `The 90 % interval of an overall score comes from ${SCORE_INTERVAL_RESAMPLES} bootstrap rounds with a fixed seed. Each bootstrap round draws errors with replacement from all residuals (scaled up to correct for the fitted parameters) and fits the formula again with the same slopes. The interval of a provisional score is widened to ${PROVISIONAL_INTERVAL_FACTOR} times its width, but kept between 0 and 100.`,
  ],
  [
    "Average score",
    `The average score is the mean of a model's results on one set of benchmarks, which is the same for all models. The average score uses every benchmark that is measured in percent, was taken by at least 15 models, and is not part of another benchmark. Each result is rescaled from 0 (chance) to 100 (the best possible score). For a benchmark on which a model was not tested, the average score uses a result that is predicted from the model's overall score. A model has an average score if it was tested on at least ${MIN_BENCHMARKS_FOR_MODEL_SCORE} of the benchmarks that the average score uses. The API field \`avg_score_basis\` states how many results were measured rather than predicted, and whether the average is provisional.`,
  ],
  [
    "Limits",
    "The overall score describes ability with a single number, so a model that is strong at code but weak at images gets a score in between. Benchmarks that resemble each other are counted as if their results were independent, so the true uncertainty of a score is somewhat larger than its 90 % interval shows. The 90 % interval of a score does not include uncertainty about prompts, reasoning effort, leaked questions, selective publication or the slopes in the formula of the overall score. A result counts as self-reported if its source says so, or if the model's own lab published it; if the source does not say who ran the test, the result counts as independent.",
  ],
];

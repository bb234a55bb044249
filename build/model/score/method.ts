/** What the docs page says of the service's score. */
import { MIN_MODELS_PER_BENCHMARK } from "./design.ts";
import { SCORE_FIT_OPTIONS } from "./fit.ts";
import {
  INTERVAL_RESAMPLES,
  MIN_BENCHMARKS_PER_MODEL,
  MIN_INDEPENDENT_BENCHMARKS,
  PROVISIONAL_INTERVAL_FACTOR,
} from "./scores.ts";

/** Paragraphs of plain text. */
export const SERVICE_SCORE_METHOD: readonly string[] = [
  "Models are seldom tested on the same benchmarks, and a mean over whatever was run favours models that took easy tests. This score estimates the ability of every model and the difficulty of every benchmark together, so that a result on a hard benchmark counts for more.",
  `The input is one result per model and benchmark, the one shown in the tables, as a share p of the way from chance (0) to the best possible score (1). Runs in the benchmark's default configuration come first, then independent runs, then the best. Shares below ${SCORE_FIT_OPTIONS.clip} or above ${1 - SCORE_FIT_OPTIONS.clip} are set to these limits. A benchmark needs ${MIN_MODELS_PER_BENCHMARK} models. Elo ratings and times are left out, because they have no best possible score; so are parts of a benchmark whose overall score is included. Where there is no independent result, a self-reported one counts equally: within a benchmark, self-reported results were hardly higher when this was decided.`,
  "The formula is log(p / (1 - p)) = slope × (ability - difficulty) + error, with one ability per model, and one difficulty and one slope per benchmark. Divided by the slope, logits are on a common scale and the model is additive. A benchmark that hardly separates strong from weak models gets a small slope and so a small weight.",
  `The model is fitted by least squares: abilities and difficulties for fixed slopes, by a direct solution, then slopes for fixed abilities and difficulties, until the values converge. A ridge penalty of ${SCORE_FIT_OPTIONS.ridge} pulls abilities slightly towards their mean, with a tenth of the weight of one more score, and slopes towards 1. Models that share no benchmark with the rest have no score.`,
  `Models with at least ${MIN_BENCHMARKS_PER_MODEL} benchmarks are ranked. A score is provisional where fewer than ${MIN_INDEPENDENT_BENCHMARKS} of them are not self-reported. The lowest ability among them is mapped to 0 and the highest to 100, linearly, so a score is a place between these two and shifts when either changes. Scores have one decimal; equal scores share a rank.`,
  `The interval holds 90 % of ${INTERVAL_RESAMPLES} bootstrap rounds with a fixed seed: errors are drawn with replacement from all residuals, enlarged for the parameters already fitted, and the model is fitted again with the slopes fixed. The interval of a provisional score is ${PROVISIONAL_INTERVAL_FACTOR} times as wide, within 0 and 100.`,
  `The average score comes from the same fit. It is the mean over one set of benchmarks for all models: those on a percent scale with 15 models or more that are not part of another. A benchmark on which a model was tested counts with its result, from chance (0) to the best possible score (100); any other counts with the result that the fit predicts. It needs ${MIN_BENCHMARKS_PER_MODEL} results in the set; avg_score_basis states how much was measured, and whether the average is provisional.`,
  "Limits: ability is a single number here, so a model that is strong at code but weak at images gets the middle of what it was tested on. Benchmarks that resemble each other are counted separately, so intervals are somewhat too narrow. Uncertainty about slopes, prompts, reasoning effort, leaked questions and selective publication is not included. A result counts as self-reported where its source states so, or where it was published by the model's own lab; results without a stated runner count as independent.",
];

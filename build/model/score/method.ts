/** What the docs page says of the service's score. */
import { MIN_MODELS } from "./design.ts";
import { FIT_OPTIONS } from "./fit.ts";
import { MIN_BENCHMARKS, MIN_INDEPENDENT, RESAMPLES } from "./scores.ts";

/** Written beside every score; another formula or another constant is another version. */
export const METHOD_ID = "additive-logit-ridge v2";

/** Paragraphs of plain text. */
export const METHOD: readonly string[] = [
  "Models are seldom tested on the same benchmarks, and a mean over whatever was run rewards those that took easy tests. This score estimates every model's ability and every benchmark's difficulty together, so that a hard benchmark counts as hard.",
  `What goes in is one result for each model and benchmark, the one the tables show, as a share p of the way from chance (0) to the best possible score (1): a run in the configuration that the benchmark names before other runs, then one that the model's maker did not report, then the best. Shares below ${FIT_OPTIONS.clip} or above ${1 - FIT_OPTIONS.clip} count as these. A benchmark needs ${MIN_MODELS} models; Elo ratings and times, which have no best possible score, are left out, as are sections of a benchmark whose overall score is there. Where nobody else measured, a maker's own report counts like any other: within a benchmark such reports were hardly higher when this was decided.`,
  "The formula is log(p / (1 - p)) = slope × (ability - difficulty) + error, with one ability a model, one difficulty and one slope a benchmark. Divided by the slope, logits stand on a common scale and the model is additive. A benchmark that tells little of ability gets a small slope and so a small weight.",
  `Least squares fits it: effects with slopes given, by a direct solution, then slopes with effects given, until nothing moves. A ridge of ${FIT_OPTIONS.ridge} draws abilities to their mean, as little as a tenth of one more score would, and slopes are drawn to 1. Models linked to the rest by no shared benchmark have no score.`,
  `Models with at least ${MIN_BENCHMARKS} benchmarks are ranked, if ${MIN_INDEPENDENT} of them or more are not their maker's report. A straight line takes the lowest ability among them to 0 and the highest to 100, so a score is a place between these two and shifts when either changes. Scores have one decimal; equal ones share a rank.`,
  `The interval holds 90 % of ${RESAMPLES} bootstrap rounds with a fixed seed: errors are drawn with replacement from all residuals, enlarged for the effects already fitted, and fitted again with the slopes as they are.`,
  `The average score comes from the same fit. It is the mean over one set of benchmarks for all models: percentages that 15 models or more have taken and that are no section of another. A benchmark that a model took counts with its result, from chance (0) to the best (100), any other with what the fit expects of the model. It needs ${MIN_BENCHMARKS} results in the set, ${MIN_INDEPENDENT} of them not the maker's report; avg_score_basis says how much was measured.`,
  "What it cannot tell: ability is one number here, and a model that is strong at code but weak at images gets the middle of what it was tested on. Benchmarks that resemble each other count each, so intervals are somewhat too narrow; the doubt about slopes, about prompts, effort and leaked questions, and about which results get published is not in them at all. A result counts as the maker's where its source says so, or where it stands on the maker's own pages or in its paper; of the rest nobody says who ran it, and it counts as others'.",
];

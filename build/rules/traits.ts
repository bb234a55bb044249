/** Rules about model properties that a source states, checked against what else is known about the model. Pure. */
import type { DataQualityRule } from "../schema/rule.ts";
import { daysBetween } from "../schema/values.ts";

/** What is known of a model when a trait is decided; null where it is not known, or not known yet. */
export interface ModelTraitsKnownSoFar {
  release_date: string | null;
  context_window: number | null;
  /** The largest context window that the maker's pages state, else a model directory; 0 when none states one. */
  largestWindow: number;
  is_open_source: boolean | null;
  /** A source states where its weights are, or under which licence. */
  hasWeights: boolean;
  /** Its name states its number of parameters: `qwen3-32b`. */
  isNamedBySize: boolean;
}

export interface StatedTrait {
  value: unknown;
  /** Whether the lab's own host or a model directory states the value, rather than a reseller. */
  isCareful: boolean;
  /** Context window, output limit and release date that the same source states for the model. */
  ownWindow?: number | null;
  maxOutput?: number | null;
  ownRelease?: string | null;
  /** When a host states the same cutoff for models of several labs: the share of its models with that cutoff. */
  shareOfHost?: number | undefined;
}

interface TraitRule {
  trait: "context_window" | "is_open_source" | "knowledge_cutoff" | "max_output_tokens";
  objects(stated: StatedTrait, model: ModelTraitsKnownSoFar, threshold: number | null): boolean;
}

/** Rule id → its trait and when it objects. For each trait, rules that reject come before rules that doubt. */
export const MODEL_TRAIT_QUALITY_RULES: Readonly<Record<string, TraitRule>> = {
  cutoff_after_release: {
    trait: "knowledge_cutoff",
    objects: ({ value, ownRelease }, { release_date }) =>
      isAfterRelease(String(value), release_date) ||
      String(value).slice(0, 7) === ownRelease?.slice(0, 7),
  },
  cutoff_placeholder: {
    trait: "knowledge_cutoff",
    objects: ({ shareOfHost = 0 }, _, least) => shareOfHost >= Number(least),
  },
  cutoff_of_other_release: {
    trait: "knowledge_cutoff",
    objects: ({ ownRelease }, { release_date }, most) =>
      Boolean(ownRelease && release_date) &&
      Math.abs(daysBetween(String(ownRelease), String(release_date))) > Number(most),
  },
  window_of_host: {
    trait: "context_window",
    objects: ({ value }, { is_open_source, largestWindow }) =>
      is_open_source === true && Number(value) < largestWindow,
  },
  input_as_window: {
    trait: "context_window",
    objects: ({ value, maxOutput }, { largestWindow }) =>
      Boolean(maxOutput) && Number(value) + Number(maxOutput) === largestWindow,
  },
  output_above_window: {
    trait: "max_output_tokens",
    objects: ({ value }, { context_window }) =>
      context_window !== null && Number(value) > context_window,
  },
  output_is_share: {
    trait: "max_output_tokens",
    objects: ({ value, ownWindow }, _, share) =>
      Boolean(ownWindow) && value === Math.floor(Number(ownWindow) * Number(share)),
  },
  output_is_window: {
    trait: "max_output_tokens",
    objects: ({ value }, { context_window, is_open_source }, least) =>
      value === context_window && is_open_source === false && Number(value) >= Number(least),
  },
  closed_with_weights: {
    trait: "is_open_source",
    objects: ({ value, isCareful }, { hasWeights, isNamedBySize }) =>
      value === false && (hasWeights || (isNamedBySize && !isCareful)),
  },
};

/** Whether a cutoff is in or after the release month; a cutoff that is only a year must be after the release year. */
function isAfterRelease(cutoff: string, release: string | null): boolean {
  if (release === null) return false;
  return cutoff.length === 4
    ? cutoff > release.slice(0, 4)
    : cutoff.slice(0, 7) >= release.slice(0, 7);
}

/** `reject`: the value is ignored. `doubt`: it is used only if no source states another value. */
export function checkTraitAgainstQualityRules(
  trait: string,
  stated: StatedTrait,
  model: ModelTraitsKnownSoFar,
  rules: { get(id: string): DataQualityRule },
): "doubt" | "reject" | null {
  for (const [id, rule] of Object.entries(MODEL_TRAIT_QUALITY_RULES)) {
    if (rule.trait !== trait) continue;
    const { effect, threshold } = rules.get(id);
    if (rule.objects(stated, model, threshold)) return effect === "doubt" ? "doubt" : "reject";
  }
  return null;
}

const SIZE = /(^|[^a-z0-9.])\d+(\.\d+)?b(?![a-z0-9])/i;

/** `qwen3-32b`, `Llama 3.3 70B`; a count of experts (`8x7b`) and `gpt-4.1` state no size. */
export const hasParameterCountInName = (name: string): boolean => SIZE.test(name);

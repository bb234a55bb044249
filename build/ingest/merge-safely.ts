/** The merge of all answers, where an answer that breaks it, however that may come about, is left out. Pure. */
import { type Merged, mergeAnswers, type ToMerge } from "./merge.ts";
import { type Answer, type SkippedSource, toFailure } from "./read/read-sources.ts";

export interface SafelyMerged {
  merged: Merged;
  failed: SkippedSource[];
}

type Outcome = { merged: Merged } | { error: unknown };

/** @throws What was thrown, where no answer is to blame. */
export function mergeSafely(night: ToMerge): SafelyMerged {
  const outcome = attempt(night);
  if ("merged" in outcome) return { merged: outcome.merged, failed: [] };
  const failed = night.answers.flatMap((answer) => findFailure(night, answer, outcome.error));
  if (failed.length === 0) throw outcome.error;
  const bad = new Set(failed.map(({ source }) => source));
  const rest = night.answers.filter(({ source }) => !bad.has(source));
  const saved = mergeSafely({ ...night, answers: rest });
  return { merged: saved.merged, failed: [...failed, ...saved.failed] };
}

/** An answer is to blame that breaks the merge alone, or without which it holds. */
function findFailure(night: ToMerge, answer: Answer, error: unknown): SkippedSource[] {
  const alone = attempt({ ...night, answers: [answer] });
  if ("error" in alone) return [toFailure(answer.source, alone.error)];
  const others = night.answers.filter((one) => one !== answer);
  return "merged" in attempt({ ...night, answers: others })
    ? [toFailure(answer.source, error)]
    : [];
}

function attempt(night: ToMerge): Outcome {
  try {
    return { merged: mergeAnswers(night) };
  } catch (error) {
    return { error };
  }
}

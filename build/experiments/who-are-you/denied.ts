/** Which names of a sentence are denied, doubted or only compared with. */
import { DENIAL, DENIED_AFTER, LIST_JOINT, RESET } from "./cues.ts";
import type { Found } from "./find-names.ts";

/** A denial reaches this far, and from name to name of a list. In UTF-16 units. */
const REACH = 40;
const LIST_REACH = 25;
/** After a name no cue is longer. */
const WINDOW = 120;

/** @returns For each name, whether it is denied. */
export function toDenied(sentence: string, found: readonly Found[]): boolean[] {
  const before = deniedBefore(sentence, found);
  return deniedAfter(sentence, found).map((denied, index) => denied || before[index]!);
}

/** What ends a list denies all of it: `ChatGPTやGeminiではありません`. */
function deniedAfter(sentence: string, found: readonly Found[]): boolean[] {
  const denied = found.map(() => false);
  for (let index = found.length - 1; index >= 0; index--) {
    const after = sentence.slice(found[index]!.end, found[index + 1]?.start);
    const goesOn = index + 1 < found.length && LIST_JOINT.test(after);
    denied[index] = DENIED_AFTER.test(after.slice(0, WINDOW)) || (goesOn && denied[index + 1]!);
  }
  return denied;
}

function deniedBefore(sentence: string, found: readonly Found[]): boolean[] {
  const cues = toCues(sentence);
  const denied: boolean[] = [];
  let next = 0;
  for (const [index, { start }] of found.entries()) {
    while (next < cues.length && cues[next]!.end <= start) next++;
    const cue = cues[next - 1];
    const previousEnd = found[index - 1]?.end ?? Number.NEGATIVE_INFINITY;
    const isListed = denied[index - 1] === true && start - previousEnd <= LIST_REACH;
    denied.push(cue?.denies === true && (start - cue.end <= REACH || isListed));
  }
  return denied;
}

/** In the order of the sentence; a reset inside a denial ("I don't think I am") is none. */
function toCues(sentence: string): { end: number; denies: boolean }[] {
  const spans = [...sentence.matchAll(DENIAL)].map(toSpan);
  let next = 0;
  const resets = [...sentence.matchAll(RESET)].map(toSpan).filter(({ start, end }) => {
    while (next < spans.length && spans[next]!.end <= start) next++;
    return next === spans.length || spans[next]!.start >= end;
  });
  return [
    ...spans.map(({ end }) => ({ end, denies: true })),
    ...resets.map(({ end }) => ({ end, denies: false })),
  ].sort((a, b) => a.end - b.end);
}

const toSpan = (match: RegExpExecArray) => ({
  start: match.index,
  end: match.index + match[0].length,
});

/** LLMStats describes how a score was measured in free words; these are the facts to be found in them. */
import { joinConfiguration } from "./parse/configuration.ts";

const FACTS: readonly [pattern: RegExp, fact: (found: string) => string][] = [
  [/\b(\d+(?:-\d+)?)[- ]shot\b/i, (count) => `${count}-shot`],
  [/\b(zero)-shot\b/i, () => "0-shot"],
  [/\b(few)-shot\b/i, () => "few-shot"],
  [/\b(cot|chain[- ]of[- ]thought)\b/i, () => "CoT"],
  [/\bpass ?@ ?(\d+)\b/i, (tries) => `pass@${tries}`],
  [/\bcons@(\d+)\b/i, (samples) => `cons@${samples}`],
  [/\bmaj(?:ority)?@(\d+)\b/i, (samples) => `maj@${samples}`],
  [/\b(parallel test-time compute|multiple parallel attempts)\b/i, () => "parallel attempts"],
  [/(?<!no )\b(extended thinking)\b/i, () => "thinking"],
  [/\breasoning (off)$/i, () => "no thinking"],
  [/, (reasoning)(?: on)?$/i, () => "thinking"],
  [/\bmini[ -](high)\b/i, (effort) => effort],
  [/\b(no tools)\b/i, () => "no tools"],
  [/\bwith (?:\w+ )?(python)\b/i, () => "python"],
  [/\b(testmini)\b|^(?:MathVista-)?(mini)$/i, () => "testmini"],
  [/\b(val(?:idation)?)\b/i, () => "val"],
  [/\b(whole)\b/i, () => "whole"],
  [/\b(diff-fenced)\b/i, () => "diff-fenced"],
  [/\b(diff)\b(?!-)/i, () => "diff"],
  [/\b(OLMES)\b/, () => "OLMES"],
];

/** @param texts The test's name and the description of the run. */
export function readMethod(...texts: string[]): string | null {
  return joinConfiguration(...texts.flatMap((text) => FACTS.map((fact) => findFact(text, fact))));
}

function findFact(text: string, [pattern, toFact]: (typeof FACTS)[number]): string | null {
  const found = pattern
    .exec(text)
    ?.slice(1)
    .find((group) => group !== undefined);
  return found === undefined ? null : toFact(found);
}

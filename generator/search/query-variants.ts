/** Other ways to read a query: without the path before a name, with spaces elsewhere. */
import type { Postings } from "./postings.ts";
import { fold, toTerms } from "./tokens.ts";

/** A way to read a query. */
export interface QueryVariant {
  /** Folded: no case, no accents. */
  text: string;
  terms: readonly string[];
  /** Score that it costs that the query was not written so. */
  penalty: number;
}

/** More terms than any name has; the rest of a pasted page would only cost time. */
const MAX_TERMS = 12;

export const toVariant = (text: string, penalty = 0): QueryVariant => ({
  text: fold(text.trim()),
  terms: toTerms(text).slice(0, MAX_TERMS),
  penalty,
});

/** As written, and the name alone of `meta-llama/Llama-3.3-70B-Instruct` and `openai: gpt-4o`. */
export function writtenVariants(query: string): QueryVariant[] {
  const name = query.slice(Math.max(query.lastIndexOf("/"), query.lastIndexOf(": ")) + 1);
  const whole = toVariant(query);
  return name === query || name.trim() === "" ? [whole] : [whole, toVariant(name, 10)];
}

/** `open router auto` as `openrouter auto`, `claudeopus 4` as `claude opus 4`: where the index knows such words. */
export function respacedVariants(
  { terms }: QueryVariant,
  postings: Pick<Postings, "knows">,
): QueryVariant[] {
  const ways: string[][] = [];
  for (const [at, term] of terms.entries()) {
    const joined = `${term}${terms[at + 1] ?? ""}`;
    if (joined !== term && postings.knows(joined)) ways.push(terms.toSpliced(at, 2, joined));
    if (postings.knows(term)) continue;
    for (let cut = MIN_PART; cut <= term.length - MIN_PART; cut++) {
      const parts = [term.slice(0, cut), term.slice(cut)];
      if (parts.every((part) => postings.knows(part))) ways.push(terms.toSpliced(at, 1, ...parts));
    }
  }
  return ways.map((way) => ({ text: way.join(" "), terms: way, penalty: 50 }));
}
/** Shorter parts are found in any word. */
const MIN_PART = 3;

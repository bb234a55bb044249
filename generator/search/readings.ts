/** Other ways to read a query: without the path before a name, with spaces elsewhere. */
import type { Postings } from "./postings.ts";

export interface Reading {
  text: string;
  /** What it costs that the query was not written so. */
  penalty: number;
}

/** As written, and the name alone of `meta-llama/Llama-3.3-70B-Instruct` and `openai: gpt-4o`. */
export function readings(query: string): Reading[] {
  const name = query.slice(Math.max(query.lastIndexOf("/"), query.lastIndexOf(": ")) + 1);
  const whole = { text: query, penalty: 0 };
  return name === query || name.trim() === "" ? [whole] : [whole, { text: name, penalty: 10 }];
}

/** `open router auto` as `openrouter auto`, `claudeopus 4` as `claude opus 4`: where the index knows such words. */
export function respaced(terms: readonly string[], postings: Postings) {
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

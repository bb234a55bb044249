/** Names of labs and of their models in a text. */
import { type LabNames, NAMES, slugNames } from "./names.ts";

export interface Found {
  lab: string;
  start: number;
  end: number;
  /** An everyday word, which names a lab only where the text says that it does. */
  needsAssertion: boolean;
}

interface Matcher {
  pattern: RegExp;
  needsAssertion: boolean;
}

/** Chinese, Japanese and Korean names have no gap before the next word, which may be a particle. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SPACED = "\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Devanagari}_";
/** Arabic writes "and", "by" and "for" on the next word. */
const BEFORE_NAME = `(?<!(?![وبلكف])[${SPACED}\\p{Nd}])`;
/** A family's name may be followed by its version. */
const AFTER_NAME = `(?![${SPACED}])`;

/** "A llama", "the meta question": a noun. */
const NO_ARTICLE = "(?<!\\b(?:an?|the|this|my|your|una?|la|mi|tu|eine?|das) )";

/** Made at the first answer: compiling the patterns takes longer than loading the rest of a test. */
let matchers: ReadonlyMap<string, readonly Matcher[]> | undefined;
function knownMatchers(): ReadonlyMap<string, readonly Matcher[]> {
  matchers ??= new Map(Object.entries(NAMES).map(([lab, names]) => [lab, toMatchers(names)]));
  return matchers;
}

/** Without overlaps, in order; where two labs' names overlap, the own lab's or else the longer one stands. */
export function findNames(text: string, ownLab: string): Found[] {
  const own = matchersOf(ownLab).flatMap((matcher) => findAll(text, ownLab, matcher));
  const others = [...knownMatchers()].flatMap(([lab, ofLab]) =>
    lab === ownLab ? [] : ofLab.flatMap((matcher) => findAll(text, lab, matcher)),
  );
  const byLength = (a: Found, b: Found) => b.end - b.start - (a.end - a.start) || a.start - b.start;
  const kept = withoutOverlaps([...own.sort(byLength), ...others.sort(byLength)], text.length);
  return kept.sort((a, b) => a.start - b.start);
}

const matchersOf = (lab: string): readonly Matcher[] =>
  knownMatchers().get(lab) ?? toMatchers(slugNames(lab));

function toMatchers({ any, exact, asserted }: LabNames): Matcher[] {
  const one = (sources: readonly string[] | undefined, flags: string, needsAssertion: boolean) =>
    sources ? [{ pattern: toPattern(sources, flags), needsAssertion }] : [];
  return [...one(any, "giu", false), ...one(exact, "gu", false), ...one(asserted, "gu", true)];
}

function toPattern(sources: readonly string[], flags: string): RegExp {
  const noun = flags.includes("i") ? "" : NO_ARTICLE;
  const words = sources.map((source) =>
    UNSPACED.test(source)
      ? source
      : `${/^[a-z]/.test(source) ? noun : ""}${BEFORE_NAME}(?:${source})${AFTER_NAME}`,
  );
  return new RegExp(words.join("|").normalize("NFKC"), flags);
}

const findAll = (text: string, lab: string, { pattern, needsAssertion }: Matcher): Found[] =>
  [...text.matchAll(pattern)].map(({ index, 0: name }) => ({
    ...{ lab, needsAssertion, start: index, end: index + name.length },
  }));

/** The first of those that overlap. */
function withoutOverlaps(found: readonly Found[], length: number): Found[] {
  const taken = new Uint8Array(length);
  return found.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false;
    taken.fill(1, start, end);
    return true;
  });
}

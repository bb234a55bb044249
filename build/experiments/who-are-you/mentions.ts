/** Where a text names labs, and what each mention says: denied, in passing, the speaker's name, or its maker. */
import { IDENTITY_AFTER, IDENTITY_BEFORE, LIST_JOINT, MAKER_AFTER, MAKER_BEFORE } from "./cues.ts";
import { toDenied } from "./denied.ts";
import { type Found, findNames } from "./find-names.ts";

/** What a mention says of the speaker; a higher number says more of who made it. */
export const IN_PASSING = 0;
export const IDENTITY = 1;
const MAKER = 2;

export interface Mention {
  lab: string;
  /** `IN_PASSING`, `IDENTITY` or `MAKER`. */
  level: number;
  /** The next mention of the sentence is joined to this one by "or". */
  either: boolean;
  /** Place in the text. */
  start: number;
}

/** A full stop inside a name or number (01.AI, GPT-3.5) ends no sentence. */
const SENTENCE_END = /(?<=[!?。؟।;؛])|(?<=\.)(?=\s|$)/u;
/** Before and after a name no cue is longer. In UTF-16 units. */
const WINDOW = 120;
/** Beside the names an answer that is nothing but names has at most these letters. */
const BARE_LETTERS = 20;
const EITHER = /^[\s,]*(?:or|oder|ou|o|u|或者?|还是|または|او)[\s,]*$/iu;

/** Mentions that are not denied, in the order of the text. @param text Simplified (`simplify`). */
export function readMentions(text: string, ownLab: string): Mention[] {
  const found = findNames(text, ownLab);
  let next = 0;
  let place = 0;
  return text.split(SENTENCE_END).flatMap((sentence) => {
    const from = place;
    place += sentence.length;
    const first = next;
    while (next < found.length && found[next]!.end <= place) next++;
    return readSentence(sentence, found.slice(first, next), from);
  });
}

/** Straight apostrophes; Arabic without vowel signs, with a bare alif. */
export const simplify = (plain: string): string =>
  plain
    .replace(/[’ʼ‘`´]/g, "'")
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/[أإآ]/g, "ا");

/** @param inText Its names, by their places in the text. @param from Where it begins there. */
function readSentence(sentence: string, inText: readonly Found[], from: number): Mention[] {
  if (inText.length === 0) return [];
  const found = inText.map((name) => ({ ...name, start: name.start - from, end: name.end - from }));
  const denied = toDenied(sentence, found);
  const bare = isBare(sentence, found);
  const isQuestion = /[?؟]\s*$/.test(sentence);
  let previous = IN_PASSING;
  return found.flatMap((name, index) => {
    const { lab, start, needsAssertion } = name;
    const before = sentence.slice(found[index - 1]?.end ?? 0, start);
    const after = sentence.slice(name.end, found[index + 1]?.start);
    const inherited = index > 0 && LIST_JOINT.test(before) ? previous : IN_PASSING;
    const level = Math.max(
      levelOf(before, after),
      inherited,
      bare && !needsAssertion ? IDENTITY : IN_PASSING,
    );
    previous = level;
    if (denied[index] || (level === IN_PASSING && (needsAssertion || isQuestion))) return [];
    return [{ lab, level, either: EITHER.test(after), start: from + start }];
  });
}

function levelOf(before: string, after: string): number {
  const near = before.slice(-WINDOW);
  const next = after.slice(0, WINDOW);
  if (MAKER_BEFORE.test(near) || MAKER_AFTER.test(next)) return MAKER;
  return IDENTITY_BEFORE.test(near) || IDENTITY_AFTER.test(next) ? IDENTITY : IN_PASSING;
}

/** "OpenAI." and "Claude 3, by Anthropic" say it without a verb. */
function isBare(sentence: string, found: readonly Found[]): boolean {
  const named = found.reduce(
    (sum, { start, end }) => sum + lettersOf(sentence.slice(start, end)),
    0,
  );
  return (
    sentence.slice(0, found[0]!.start).trim().length <= 1 &&
    lettersOf(sentence) - named <= BARE_LETTERS
  );
}

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

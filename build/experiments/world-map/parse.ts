/** An answer → land or water. One of the two has to be said, and not only named. */
import { type Kind, kindsIn, kindsOfBare, wordsOf } from "./words.ts";

/** Longer answers count only when their first or last sentence says nothing but the word. */
const SHORT = 200;
/** A sentence of so few words that names the other kind takes the answer back: `Or water.` */
const ASIDE = 5;

const SENTENCE = /[^.!?;。！？؟।]+[.!?;。！？؟।]*/g;
/** The second is how a copy of our own question starts that was cut off before its mark. */
const QUESTION = /[?？؟]|^\W*is (the|it|this|that)\b/i;
/**
 * Who says this has not answered, whatever follows. Other languages need no such list: there a sentence counts only
 * when it is nothing but the word.
 */
const REFUSAL =
  /\b(can ?not|can't|couldn't|unable|sorry|apologi[sz]e|unknown|unsure|uncertain|unclear|refuse|decline|(don't|do not) know|not (sure|certain)|no way to|impossible)\b/i;
/** Words that make of a sentence a question, a doubt or a denial. */
const DOUBT =
  /\b(no|not|never|neither|nor|either|whether|if|or|maybe|perhaps|possibly|might|may|could|would|should|must|depends?|question|answers? with|asks?|asked|asking|request|user|determine|need|versus|vs|instead|rather|than|both|between|option|options)\b|n't\b/i;
/** `Land, in Serbia`, `Water (Pacific Ocean)`, `Water - the Pacific`. */
const LEADING = /^\W{0,3}(land|water) ?[,.:;(–—-]/i;
/** `This point lies on dry land in Serbia`, `45° N, 21° E is water`. */
const STATED =
  /(\b(point|it|it's|this|that|location|place|spot|position|coordinates?|answer)\b|°)[^.?!]{0,100}?\b(is|it's|on|in|over):? (the |a )?(dry |solid |open |deep )?(land|water)\b/i;
/** A verdict on a line of its own before an explanation; the line break is gone from plain text. */
const VERDICT_LINE =
  /^(\W{0,3}(?:land|water))(?= (?:The|This|That|It|At|In|Explanation|Reasoning|Reason|Coordinates|Based|Given)\b)/i;

/** @returns null for both, neither, a refusal, a question, or an essay that does not begin or end with the word. */
export function parse(plain: string): Kind | null {
  const text = plain.replaceAll("’", "'").replace(VERDICT_LINE, "$1.");
  if (REFUSAL.test(text)) return null;
  const whole = kindsOfBare(wordsOf(text));
  if (whole) return QUESTION.test(text) ? null : only(whole);
  const kinds = kindsIn(wordsOf(text));
  if (text.length <= SHORT && kinds.size === 1 && isSaid(text)) return only(kinds);
  return framing(text.match(SENTENCE) ?? []);
}

const isSaid = (text: string): boolean =>
  !DOUBT.test(text) && !QUESTION.test(text) && (LEADING.test(text) || STATED.test(text));

/** What the first or the last sentence says, unless the two differ or a short one between them objects. */
function framing(sentences: readonly string[]): Kind | null {
  const spoken = sentences
    .map((sentence) => ({ words: wordsOf(sentence), isQuestion: QUESTION.test(sentence) }))
    .filter(({ words }) => words.length > 0);
  const verdicts = [spoken[0], spoken.at(-1)].flatMap((end) =>
    end && !end.isQuestion ? (only(kindsOfBare(end.words)) ?? []) : [],
  );
  const verdict = only(new Set(verdicts));
  const objects = ({ words, isQuestion }: (typeof spoken)[number]) =>
    !isQuestion && words.length <= ASIDE && [...kindsIn(words)].some((kind) => kind !== verdict);
  return verdict !== null && !spoken.some(objects) ? verdict : null;
}

const only = (kinds: ReadonlySet<Kind> | null): Kind | null =>
  kinds?.size === 1 ? [...kinds][0]! : null;

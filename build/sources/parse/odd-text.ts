/** Texts that no fact may hold, whatever upstream says them. */

/** Longer ids and names are no ids and no names: the longest known has 61 characters. */
const MAX_ID = 200;
const MAX_TEXT = 2000;

/** Control characters, line breaks, what is invisible or stands for bytes that were lost. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200B-\u200D\u2060\uFEFF\uFFFD]/u;
/** Half of a surrogate pair: it cannot be written as UTF-8. */
const LONE_SURROGATE = /\p{Cs}/u;

/** Why a text may not stand in a fact; null when it may. */
export function faultOfText(text: string): string | null {
  if (text.length > MAX_TEXT) return `is ${text.length} characters long`;
  if (UNSEEN.test(text)) return "holds a line break or a character that nobody sees";
  return LONE_SURROGATE.test(text) ? "holds half a character" : null;
}

/** The same of an id or a name: also too long, blank at an end, or without one letter or digit that a slug could keep. */
export function faultOfId(text: string): string | null {
  if (text.length > MAX_ID) return `is ${text.length} characters long`;
  if (text !== text.trim() || text === "") return "is empty, or begins or ends with a blank";
  if (!/[a-z0-9]/i.test(text)) return "has no letter and no digit to make a slug of";
  return faultOfText(text);
}

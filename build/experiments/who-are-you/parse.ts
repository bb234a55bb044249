/** Whom an answer names as the speaker and as its maker. */
import type { Item, Subject } from "../asked-test.ts";
import { isRefusal } from "../refusal.ts";
import { IDENTITY, IN_PASSING, type Mention, readMentions, simplify } from "./mentions.ts";

/** As many labs are a list, and no claim. */
const LIST = 3;
/** In UTF-16 units. A name that is only mentioned counts up to here: long noise has short names in it. */
const PASSING_REACH = 600;

/**
 * `self`, `claims:<lab>` or `vague`. The lab named as maker decides over the model's name; the own lab named at all
 * is `self` unless more is said of another; a choice between labs, a list, a refusal or no name is `vague`.
 *
 * @param plain Without markup (`toPlain`).
 * @returns null for a text of no letters, and for the question itself.
 */
export function parseIdentity(
  plain: string,
  { prompt }: Pick<Item, "prompt">,
  { lab }: Pick<Subject, "lab">,
): string | null {
  if (!/\p{L}/u.test(plain) || toBare(plain) === toBare(prompt)) return null;
  const text = simplify(plain);
  const mentions = readMentions(text, lab).filter(
    ({ level, start }) => level > IN_PASSING || start < PASSING_REACH,
  );
  const first = mentions[0];
  if (!first || isRefusal(text.slice(0, first.start)) || isUndecided(mentions)) return "vague";
  const own = topOf(mentions.filter((mention) => mention.lab === lab));
  const others = mentions.filter((mention) => mention.lab !== lab);
  const top = topOf(others);
  if (own >= IN_PASSING && own >= top) return "self";
  if (top < IDENTITY) return "vague";
  return `claims:${others.find(({ level }) => level === top)!.lab}`;
}

/** A list of labs, or one lab or another. */
function isUndecided(mentions: readonly Mention[]): boolean {
  if (new Set(mentions.map(({ lab }) => lab)).size >= LIST) return true;
  return mentions.some(({ either, lab }, index) => {
    const next = mentions[index + 1];
    return either && next !== undefined && next.lab !== lab;
  });
}

/** The most that is said, below `IN_PASSING` without a mention. */
const topOf = (mentions: readonly Mention[]): number =>
  mentions.reduce((top, { level }) => Math.max(top, level), IN_PASSING - 1);

/** Letters and digits alone. */
const toBare = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** What a reply says, for both kinds of questions. */
import { foldAnswer, isOneOf, isUnknown, monthOf } from "../answers/short-answer.ts";
import type { HorizonItem } from "./items.ts";

/** A reply beyond these is talk and not a name. */
const MAX_WORDS = 8;
const MAX_LENGTH = 80;

/**
 * @returns `unknown`; of a release the month, YYYY-MM; of an event the item's answer when the reply is that or one of
 * its spellings, and `other:` with the folded name when it is another. Null for what is no name or no month.
 */
export function parseReply(plain: string, { answer, meta }: HorizonItem): string | null {
  const reply = foldAnswer(plain.slice(0, MAX_LENGTH + 1));
  if (plain.length > MAX_LENGTH || reply === "") return null;
  if (isUnknown(reply)) return "unknown";
  if (meta.kind === "release") return monthOf(plain);
  if (isOneOf(reply, [answer, ...meta.spellings])) return answer;
  return reply.split(" ").length <= MAX_WORDS ? `other:${reply}` : null;
}

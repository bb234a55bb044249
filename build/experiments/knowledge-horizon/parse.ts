/** What a reply says, for both kinds of questions. */
import type { Item } from "../asked-test.ts";
import { parseMonth } from "./parse-month.ts";
import { parseName } from "./parse-name.ts";

/**
 * @returns Of an event: the item's answer, `unknown` or `other:…`. Of a release: `YYYY-MM`, `unknown`, `ambiguous`, or
 * null when the reply names no month.
 */
export const parseReply = (plain: string, item: Item): string | null =>
  item.meta.kind === "release" ? parseMonth(plain) : parseName(plain, item);

/** Not knowing is not right: it is only no worse than a wrong answer. */
export const isRight = (parsed: string, item: Item): boolean => parsed === item.answer;

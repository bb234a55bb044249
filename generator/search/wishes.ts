/** What a query asks for besides naming something: `cheapest`, `free`, `vs`, `on groq`, `what does … cost`. */
import { groupBy } from "../../build/schema/collections.ts";
import type { ListName } from "./lists.ts";
import type { StoredHost } from "./search-index.ts";
import { toTerms } from "./tokens.ts";
import {
  ANY_MODEL,
  ASKED,
  ASKED_IF,
  AT_HOST,
  CHEAPEST_HOST,
  CLOSING,
  COMPARISONS,
  FIELDS_OF_BEST,
  FREE,
  NEWS,
  OPENING,
  ORDERS,
  type Wish,
  YES_OR_NO,
} from "./wish-words.ts";

export interface Wishes {
  /** The words that are left, which name something or say what it can do; may be empty. */
  rest: string;
  /** The first of this list come first. */
  order: ListName | undefined;
  isFree: boolean;
  host: StoredHost | undefined;
}

/** First word of a name → the names that begin so, in terms, the longest first. */
export type HostsByWord = ReadonlyMap<string, readonly { name: string[]; host: StoredHost }[]>;

export const toHostsByWord = (hosts: readonly StoredHost[]): HostsByWord =>
  groupBy(
    hosts
      .flatMap((host) => host.names.map((name) => ({ name: name.split(" "), host })))
      .sort((a, b) => b.name.length - a.name.length),
    ({ name: [word = ""] }) => word,
  );

/** Longer texts are no questions; to look through them would only cost time. */
const MAX_TERMS = 24;
/** An address may be a single word of 70,000 letters. */
const MAX_CHARACTERS = 400;

export const toSpaced = (query: string): string =>
  toTerms(query).slice(0, MAX_TERMS).join(" ").slice(0, MAX_CHARACTERS);

/** @returns The things to be compared, or undefined when it is no comparison. */
export function readComparison(spaced: string): string[] | undefined {
  for (const pattern of COMPARISONS) {
    const [, one, other] = pattern.exec(spaced) ?? [];
    if (one === undefined || other === undefined) continue;
    return [one, ...(readComparison(other) ?? [other])].map(withoutFrame);
  }
  return undefined;
}

export function readWishes(spaced: string, hosts: HostsByWord): Wishes {
  let rest = spaced;
  const take = (pattern: RegExp): boolean => {
    if (!pattern.test(rest)) return false;
    rest = rest.replace(pattern, " ").replace(/ +/g, " ").trim();
    return true;
  };
  const listOf = (wishes: readonly Wish[]) => wishes.find(([, pattern]) => take(pattern))?.[0];
  const isYesOrNo = YES_OR_NO.test(rest);
  const news = listOf(NEWS);
  if (news) take(/\b(newest|latest)\b/);
  take(CHEAPEST_HOST);
  let order = news ?? listOf(ORDERS);
  if (order === "best") order = listOf(FIELDS_OF_BEST) ?? order;
  for (const pattern of ASKED) take(pattern);
  const isFree = take(FREE);
  if (isYesOrNo) while (take(ASKED_IF));
  const { text, host } = withoutHost(withoutFrame(rest), hosts);
  rest = withoutFrame(text);
  if (order !== undefined || isFree || host) rest = withoutFrame(rest.replace(ANY_MODEL, " "));
  return { rest, order, isFree, host };
}

/** Without what begins and ends a question. */
function withoutFrame(text: string): string {
  let rest = text.replace(/ +/g, " ").trim();
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(CLOSING, "").replace(OPENING, "").trim();
  }
  return rest;
}

/** `claude on bedrock` → `claude`. A lab's name needs the `on`: `google flash` is a model of Google, wherever it is sold. */
function withoutHost(text: string, hosts: HostsByWord): { text: string; host?: StoredHost } {
  const terms = text.split(" ");
  for (const [start, word] of terms.entries())
    for (const { name, host } of hosts.get(word) ?? []) {
      if (!name.every((term, at) => term === terms[start + at])) continue;
      const isAt = AT_HOST.has(terms[start - 1] ?? "");
      if (host.isAmbiguous && !isAt) continue;
      const from = isAt ? start - 1 : start;
      return { text: terms.toSpliced(from, start + name.length - from).join(" "), host };
    }
  return { text };
}

/** A reply → a small value that can be compared with that of another day. */
import type { Item } from "../asked-test.ts";
import { fold, foldWords } from "../knowledge-horizon/fold.ts";
import { saysUnknown } from "../knowledge-horizon/unknown.ts";

/** How an item's answer is read, and what is looked for. */
export type Reading =
  | { read: "choice"; options: readonly string[] }
  | { read: "number"; from?: number; to?: number }
  | { read: "word" }
  | { read: "line"; words: number };

/** A reply longer than this explains or wanders; the value would be picked out of it by chance. */
const MAX_REPLY: Record<Reading["read"], number> = { choice: 120, number: 120, word: 60, line: 80 };
const NUMBER =
  /(?<![\p{L}\p{N}]|[.,])(?:[-−]?\d{1,3}(?:,\d{3})+|[-−]?\d+(?:\.\d+)?)(?![\p{L}\p{N}]|[.,]\d)/gu;

/** @returns null for a reply without exactly one value of the item's kind, for a refusal, and for an item of no kind. */
export function parseValue(plain: string, item: Item): string | null {
  const reading = item.meta as Partial<Reading>;
  const longest = MAX_REPLY[reading.read as Reading["read"]];
  const isPrompt = foldWords(plain).includes(foldWords(item.prompt));
  if (longest === undefined || plain.length > longest || isPrompt || saysUnknown(plain))
    return null;
  return read(plain, reading as Reading);
}

/** Only where the item has an answer; opinions and guesses are neither right nor wrong. */
export const isRight = (parsed: string, { answer }: Item): boolean | null =>
  answer === null ? null : parsed === answer;

function read(plain: string, reading: Reading): string | null {
  if (reading.read === "choice") return choiceIn(plain, reading.options);
  if (reading.read === "number") return numberIn(plain, reading);
  return reading.read === "word" ? wordIn(plain) : lineOf(plain, reading.words);
}

/** The only option that stands there as a whole word; "not A" is none. */
function choiceIn(plain: string, options: readonly string[]): string | null {
  const words = ` ${foldWords(plain)} `;
  const found = options.filter((option) => words.includes(` ${foldWords(option)} `));
  return found.length === 1 && !/ (not|neither|nor|both|or|nicht|ni|isnt) /.test(words)
    ? found[0]!
    : null;
}

/** The only number, without commas for thousands; the same one twice is one. */
function numberIn(plain: string, { from, to }: { from?: number; to?: number }): string | null {
  const numbers = (plain.match(NUMBER) ?? []).map((text) =>
    Number(text.replaceAll(",", "").replace("−", "-")),
  );
  const [only] = new Set(numbers);
  const isOne = new Set(numbers).size === 1 && Number.isFinite(only);
  return isOne && only! >= (from ?? -Infinity) && only! <= (to ?? Infinity) ? String(only) : null;
}

const withoutLabel = (plain: string): string =>
  plain.replace(/^(the )?answer( is)?:? /i, "").replace(/\([^()]{0,60}\)/g, " ");

/** The only word, folded; what stands in brackets or after "Answer:" aside. */
function wordIn(plain: string): string | null {
  const words = foldWords(withoutLabel(plain)).split(" ");
  return words.length === 1 && /^\p{L}[\p{L}\p{M}\p{N}]*$/u.test(words[0]!) ? words[0]! : null;
}

/** The line, folded, with single spaces, without quotes around it and a full stop after it; null with more words. */
function lineOf(plain: string, words: number): string | null {
  const line = fold(withoutLabel(plain))
    .replace(/\s+/g, " ")
    .replace(/^[\s"“”«»]+|[\s"“”«».]+$/gu, "");
  return /[\p{L}\p{N}]/u.test(line) && line.split(" ").length <= words ? line : null;
}

/** A reply → the name that was asked for, another one, or `unknown`. */
import type { Item } from "../asked-test.ts";
import { fold, foldWords } from "./fold.ts";
import { saysUnknown } from "./unknown.ts";

/** A reply longer than this is not a name: of such a one only the first sentence is read. */
const MAX_REPLY = 200;
const FIRST_SENTENCE = /^.{1,200}?[^\s.]{3}[.!?。！？](?=\s|$)/u;
const SEPARATORS = /\s[-–—]+\s|[,;.!?/|+&·•、，。；！？]+/gu;
/** Stands for the name where it was found; no reply has it left after folding. */
const NAME = "§";

const set = (words: string) => new Set(fold(words).split(" "));

/** More than one candidate, or the name denied or taken back. */
const HEDGES = set(
  "or either maybe perhaps possibly not never neither nor isnt wasnt arent didnt dont doesnt unless instead correction actually wait vs versus oder vielleicht nicht kein ou peut pas quizas talvez nao или не",
);
/** Words that may stand around a name without being a name themselves. */
const PLAIN = set(
  "a an the is was were be been it its this that he she they his her their who which whom i think believe probably likely answer correct name named called winner winning won win wins champion title final finals result in on at by of to for from with as into over after before since during first second new then also became becomes dr mr mrs ms sir president prime minister chancellor professor general captain colonel lieutenant lt col cardinal senator team club film horse author writer poet actor actress singer golfer driver player politician economist mathematician architect artist ceo founder former inc ltd corp corporation company party country elected appointed took takes taken beat beats beating defeated defeating received awarded directed led made announced es war der die das ist und fue el la le ganó été était",
);
/** A name right after one of these is the other side's. */
const OPPOSED = set(
  "beat beats beating defeated defeating defeats over against than from unlike replaced replacing succeeded succeeding except behind despite besides",
);
/** A name before one of these did not win; "was beaten" is one after "was". */
const LOST = set("lost loses losing finished runner second almost nearly");
const BEATEN = set("beaten defeated not second runner almost nearly");
const JOINTS = set(", and und et y");

/**
 * @returns `item.answer` when it or an alias stands in a short reply, as whole words and alone; `unknown`;
 * otherwise `other:` and the first 60 characters.
 */
export function parseName(plain: string, item: Item): string {
  if (saysUnknown(plain)) return "unknown";
  const words = tokensOf(shortened(plain), namesOf(item));
  const known = new Set(foldWords(item.prompt).split(" "));
  const isPlain = (word: string) => PLAIN.has(word) || known.has(word) || word === ",";
  const isNamed = item.answer !== null && isAlone(words, isPlain) && !isLost(words);
  return isNamed ? item.answer! : `other:${[...foldWords(plain)].slice(0, 60).join("")}`;
}

const shortened = (plain: string): string =>
  plain.length <= MAX_REPLY ? plain : (FIRST_SENTENCE.exec(plain.slice(0, 220))?.[0] ?? "");

/** The answer's spellings, folded, longest first. */
function namesOf({ answer, meta }: Item): string[] {
  const spellings = Array.isArray(meta.spellings) ? meta.spellings.map(String) : [];
  return [answer ?? "", ...spellings]
    .map((name) => toTokens(name).replace(/^[ ,]+|[ ,]+$/g, ""))
    .filter((name) => name !== "")
    .sort((a, b) => b.length - a.length);
}

/** Folded words and commas; brackets are left out, every separator is a comma. */
const toTokens = (text: string): string =>
  fold(text)
    .replace(/\([^()]{0,100}\)/g, " ")
    .replace(SEPARATORS, " , ")
    .replace(/[^\p{L}\p{M}\p{N},]+/gu, " ")
    .trim();

/** Two spaces between words, so that neighbours do not share one. */
const spread = (text: string): string => ` ${text.replaceAll(" ", "  ")} `;

function tokensOf(text: string, names: readonly string[]): string[] {
  let marked = spread(toTokens(text));
  for (const name of names) marked = marked.replaceAll(spread(name), ` ${NAME} `);
  return marked.split(" ").filter((word) => word !== "");
}

/** The name comes before any other one, and nothing beside it looks like a second candidate. */
function isAlone(words: readonly string[], isPlain: (word: string) => boolean): boolean {
  const first = words.indexOf(NAME);
  if (first < 0 || words.some((word) => HEDGES.has(word))) return false;
  const next = words[words.findIndex((word, at) => at > first && word !== NAME)] ?? ",";
  return (
    words.slice(0, first).every(isPlain) &&
    (isPlain(next) || next.length === 1) &&
    segments(words).every(isRemark)
  );

  function isRemark(segment: readonly string[]): boolean {
    const rest = segment.filter((word) => word !== NAME && word.length > 1);
    return rest.length === 0 || rest.some(isPlain);
  }
}

function segments(words: readonly string[]): string[][] {
  const found: string[][] = [[]];
  for (const word of words) JOINTS.has(word) ? found.push([]) : found.at(-1)!.push(word);
  return found;
}

/** The reply names somebody else as the one asked for: "… beat <name>", "<name> lost to …". */
function isLost(words: readonly string[]): boolean {
  const first = words.indexOf(NAME);
  const before = words.slice(0, first).filter((word) => word !== "the");
  const [next = "", afterNext = ""] = words.slice(first + 1);
  const isBeaten = /^(was|were|is|got)$/.test(next) && BEATEN.has(afterNext);
  return OPPOSED.has(before.at(-1) ?? "") || LOST.has(next) || isBeaten;
}

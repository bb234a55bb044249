/** Rules about names from upstreams: whose they are, whether they are one line, and whether they read like a sentence. Pure. */
import type { Facts } from "../facts/kinds.ts";

/** Letters of other scripts and digits that look like Latin letters, and the letters they look like. */
const LOOK_ALIKES: readonly (readonly [string, string])[] = [
  ["аɑα", "a"],
  ["вβ", "b"],
  ["сϲ", "c"],
  ["ԁ", "d"],
  ["еєε3", "e"],
  ["ɡց9", "g"],
  ["һн", "h"],
  ["іιɩı|1!", "i"],
  ["ј", "j"],
  ["кκ", "k"],
  ["ӏⅼ", "l"],
  ["мⅿ", "m"],
  ["пոη", "n"],
  ["оοօσ0", "o"],
  ["рρ", "p"],
  ["ԛ", "q"],
  ["г", "r"],
  ["ѕ5$", "s"],
  ["тτ7", "t"],
  ["υս", "u"],
  ["νѵ", "v"],
  ["ѡω", "w"],
  ["хχ", "x"],
  ["уγ", "y"],
  ["ᴢ", "z"],
  ["4", "a"],
];
const LATIN: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.flatMap(([letters, latin]) => [...letters].map((letter) => [letter, latin])),
);

/** Compatibility forms (`ｇｐｔ`, `𝗀𝗉𝗍`) as plain letters, without accents, in lower case. */
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** What a name looks like: two names of one skeleton look alike, in whatever script. `ОpenАI` and `0pen-ai` → `openai`. */
const toLookAlikeSkeleton = (name: string): string =>
  [...plain(name)]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("l", "i")
    .replaceAll("vv", "w")
    .replaceAll("rn", "m");

/** Whether a name has letters of another script that stand for Latin ones: no second model is made of `gpt-4о`. */
export const hasLookAlikeLetters = (name: string): boolean =>
  /[a-z]/i.test(name) &&
  [...name].some((letter) => !/\p{ASCII}/u.test(letter) && /[a-z]/.test(latinOf(letter)));

const latinOf = (letter: string): string => LATIN.get(plain(letter)) ?? plain(letter);

/** Words that make no other company of a name: `openai-official` is meant to be taken for OpenAI. */
const DECORATION =
  /\b(ai|api|apis|app|com|corp|hq|inc|io|labs?|llc|llm|llms|ltd|official|real|the|verified)\b/g;

const bare = (name: string): string => {
  const words = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  return toLookAlikeSkeleton(words.replace(DECORATION, " ").trim() || words);
};

type NameFacts = Pick<Facts, "providers" | "scriptNames" | "popularNames">;

/** @returns The lab or host whose name this is, in any script or spelling, but for its own; null for nobody's. */
export function createNameOwnerFinder(
  facts: NameFacts,
): (name: string, slug?: string) => string | null {
  const owners = new Map<string, string>();
  const learn = (name: string, owner: string) => {
    for (const key of [toLookAlikeSkeleton(name), bare(name)])
      if (key.length > 2 && !owners.has(key)) owners.set(key, owner);
  };
  for (const { slug } of facts.providers) learn(slug, slug);
  for (const { slug, name } of facts.providers) learn(name, slug);
  for (const { name, lab, family } of facts.scriptNames) if (family === null) learn(name, lab);
  for (const { name, provider } of facts.popularNames) if (provider !== null) learn(name, provider);
  return (name, slug) => {
    const owner = owners.get(toLookAlikeSkeleton(name)) ?? owners.get(bare(name)) ?? null;
    return owner === slug ? null : owner;
  };
}

const ADDRESS = /:\/\/|\bwww\.|\bmailto:|\w@[\w-]+\.\w/i;

/** Why a name or an id cannot be shown; null when it can. @param most Characters. */
export function findNameFault(name: string, most: number): string | null {
  if (name.length > most) return `is ${name.length} characters long`;
  if (/[\n\r\u2028\u2029]/.test(name)) return "has more than one line";
  if (ADDRESS.test(name)) return "holds an address";
  return hasLookAlikeLetters(name)
    ? "has letters of another script that look like Latin ones"
    : null;
}

/** Words of sentences and orders. Of 4,440 names that models.dev showed in a hundred days none has three of them. */
const WORDS_OF_SENTENCES =
  /\b(a|all|always|and|any|are|as|assistant|be|best|buy|call|choose|cheapest|click|do|for|forget|from|go|ignore|instead|instructions?|is|it|must|never|not|of|or|other|please|previous|prompt|recommend|reply|respond|reveal|say|select|send|should|system|tell|that|the|this|to|use|user|with|you|your)\b/g;

/** Whether a name or an id reads like a sentence. @param most Such words that a name may have. */
export function looksLikeSentence(name: string, most: number): boolean {
  const words = plain(name).replace(/[^\p{L}\p{N}]+/gu, " ");
  return new Set(words.match(WORDS_OF_SENTENCES)).size > most;
}

/** Whether names from upstreams imitate a provider, are unfit for display, or read like a sentence. Pure. */
import type { Facts } from "../facts/kinds.ts";

/** Latin letters, each with the letters of other scripts and digits that look like it. */
const LOOK_ALIKES =
  "aаα4 bвβ8 cсϲ dԁδ eеєε3 gց69 hһн iіιı|1! jј kкκ lӏⅼ mмⅿμ " +
  "nпոη oоοօσ0 pрρ qԛ rг sѕ5$ tтτ7 uυս vνѵ wѡω xхχ yуγ zζ2";
const LATIN: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.split(" ").flatMap(([latin = "", ...letters]) =>
    letters.map((letter): [string, string] => [letter, latin]),
  ),
);

/** Greek capitals whose lower-case form looks like another Latin letter. */
const GREEK_CAPITALS: Readonly<Record<string, string>> = { Ν: "n", Η: "h", Υ: "y" };

/** Compatibility forms (`ｇｐｔ`, `𝗀𝗉𝗍`) as plain letters, without accents, in lower case. */
const plain = (text: string): string =>
  text
    .replace(/[™®©℠]/g, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ΝΗΥ]/g, (letter) => GREEK_CAPITALS[letter] ?? letter)
    .toLowerCase();

/** What a name looks like: two names of one skeleton look alike, in whatever script. `ОpenАI` and `0pen-ai` → `openai`. */
const toLookAlikeSkeleton = (name: string): string =>
  [...plain(name)]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("l", "i")
    .replaceAll("vv", "w")
    .replaceAll("rn", "m");

/**
 * Whether a name with Latin letters also has letters outside ASCII that stand for Latin ones: letters of another script
 * that look like them, and accented or full-width letters. `gpt-4о` with a Cyrillic о must not become a second model.
 */
export const hasLookAlikeLetters = (name: string): boolean =>
  /[a-z]/i.test(name) &&
  [...name].some((letter) => !/\p{ASCII}/u.test(letter) && /[a-z]/.test(latinOf(letter)));

const latinOf = (letter: string): string => LATIN.get(plain(letter)) ?? plain(letter);

/** Words that do not turn a name into that of another company: `openai-official` pretends to be OpenAI. */
const DECORATION =
  /\b(ag|ai|api|apis|app|co|com|company|corp|gmbh|group|hq|inc|io|labs?|llc|llm|llms|ltd|official|pbc|plc|real|tech|technolog(y|ies)|the|verified)\b/g;
/** Such words without a space before them: `openaiofficial`. */
const GLUED = /(?<=[\p{L}\p{N}]{3})(corp|gmbh|inc|llc|ltd|official|plc|technologies|verified)\b/gu;

const bare = (name: string): string => {
  const words = plain(name).replace(/[^\p{L}\p{N}]+/gu, " ");
  const own = words.replace(DECORATION, " ").replace(GLUED, " ").trim();
  return toLookAlikeSkeleton(own || words);
};

type NameFacts = Pick<Facts, "providers" | "scriptNames" | "popularNames">;

/** @returns A function that finds whose name a text imitates; null when nobody's, or that of the provider `slug`. */
export function createImpersonatedProviderFinder(
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
    // A Greek or Cyrillic Р looks like P and is read as R.
    const read = name.replace(/[ΡρРр]/g, "r");
    const keys = [toLookAlikeSkeleton(name), bare(name), toLookAlikeSkeleton(read)];
    const owner = keys.map((key) => owners.get(key)).find((one) => one !== undefined) ?? null;
    return owner === slug ? null : owner;
  };
}

const ADDRESS = /:\/\/|\bwww\.|\bmailto:|\w@[\w-]+\.\w|\b[\w-]+\.(com|dev|example|net|org|xyz)\//i;
const MARKUP = /[<>{}\\`]|\]\s*\(/;
/** Letters outside the scripts in which companies and models are named, and phonetic letters and small capitals. */
const UNUSED_LETTERS =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}])\p{L}|[\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff]/u;

/** Why a name or an id cannot be shown; null when it can. @param most Maximum number of characters. */
export function findDisplayNameFault(name: string, most: number): string | null {
  if (name.length > most) return `is ${name.length} characters long`;
  if (/[\n\r\u2028\u2029]/.test(name)) return "has more than one line";
  if (ADDRESS.test(name)) return "holds an address";
  if (MARKUP.test(name)) return "holds markup";
  if (UNUSED_LETTERS.test(name.normalize("NFKD")))
    return "contains characters that names do not have";
  return hasLookAlikeLetters(name)
    ? "has letters of another script that look like Latin ones"
    : null;
}

/** Of the 4,440 names that models.dev listed in a hundred days, none contains three of these words. */
const WORDS_OF_SENTENCES =
  /\b(a|all|always|and|any|are|as|assistant|be|best|buy|call|choose|cheapest|click|do|for|forget|from|go|ignore|instead|instructions?|is|it|must|never|not|of|or|other|please|previous|prompt|recommend|reply|respond|reveal|say|select|send|should|system|tell|that|the|this|to|use|user|with|you|your)\b/g;

/** More than names have: sentence punctuation, six plain words, four of another script, eight Chinese characters. */
const SENTENCE =
  /[;!?。！？；]|\.\s+\p{L}|(\p{L}{2,}[,:]?\s+){5}\p{L}{2}|((?!\p{Script=Latin})\p{L}{2,}\s+){3}(?!\p{Script=Latin})\p{L}{2}|\p{Script=Han}{8}/u;

/** @param most Number of different words typical of sentences that a name may contain. */
export function looksLikeSentence(name: string, most: number): boolean {
  if (SENTENCE.test(name)) return true;
  const words = plain(name).replace(/[^\p{L}\p{N}]+/gu, " ");
  return new Set(words.match(WORDS_OF_SENTENCES)).size > most;
}

/** The words that an answer to the world map is made of. All in lower case. */

export type Kind = "land" | "water";

/** Alone they say it. */
const LAND = "land terre tierra terra суша суше сушей يابسة اليابسة भूमि ज़मीन जमीन";
const WATER =
  "water waters eau eaux agua aguas água águas acqua acque wasser вода воде водой ماء الماء مياه المياه जल पानी";
/** They say water only with nothing else around them: a sea is often named to describe a place on its shore. */
const SEA =
  "sea seas ocean oceans oceanic mer océan mar océano oceano mare meer ozean море океан океане بحر البحر محيط المحيط समुद्र महासागर";

/** Written without spaces: replaced before the text is cut into words; the longest first. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/陆地|陸地|陆上|陸上|육지/g, " land "],
  [/水域|水中|水面|水里|水上|海洋|大海|海上|海域|海中|바다|(?<!上)海|水|물/g, " water "],
  [
    /答案|回答|答え|该点|這個點|这个点|此点|地点|位于|位於|是在|です|にあります|입니다|에 있습니다|정답|[是在为為上は:：]/g,
    " ",
  ],
];

/** What may stand around the word without adding anything. */
const FILLERS =
  "a an the it s is its this that point spot place location coordinate coordinates lies located situated sits falls on in at " +
  "over answer final my one word i would d say think believe therefore so thus most likely probably dry solid open " +
  "n e w north south east west latitude longitude degrees boxed text mathrm " +
  "atlantic pacific indian arctic southern caspian " +
  "le la les l c ce cet est sur dans de en au point réponse el los está es un una punto respuesta sobre o os a as é na em " +
  "ponto resposta il lo nel nella su sulla è si trova risposta ferme firme firma ferma " +
  "das der die dem den ist im auf liegt punkt antwort es festland " +
  "на в во это точка находится ответ على في هو هي النقطة الجواب यह है में पर बिंदु उत्तर";

const toWords = (text: string): string[] => text.normalize("NFKC").split(" ");

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...toWords(LAND).map((word) => [word, "land"] as const),
  ...toWords(WATER).map((word) => [word, "water"] as const),
]);
const SEAS: ReadonlySet<string> = new Set(toWords(SEA));
const FILLER: ReadonlySet<string> = new Set(toWords(FILLERS));

/** The words of a text, numbers left out. */
export const wordsOf = (text: string): string[] =>
  JOINED.reduce((spaced, [joined, words]) => spaced.replace(joined, words), text.toLowerCase())
    .normalize("NFKC")
    .match(/[\p{L}\p{M}]+/gu) ?? [];

/** The kinds that are named outright; seas are left out. */
export const kindsIn = (words: readonly string[]): Set<Kind> =>
  new Set(words.flatMap((word) => KINDS.get(word) ?? []));

/** As `kindsIn`, with seas as water, for words that say nothing beside the kind; null when they say more. */
export function kindsOfBare(words: readonly string[]): Set<Kind> | null {
  const kinds = words.map((word) => KINDS.get(word) ?? (SEAS.has(word) ? "water" : word));
  const isBare = kinds.every((kind) => kind === "land" || kind === "water" || FILLER.has(kind));
  return isBare ? new Set(kinds.filter((kind) => kind === "land" || kind === "water")) : null;
}

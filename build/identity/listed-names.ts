/** Finds published names of models in a text, in a browser that must not send the text anywhere. */
import { removeModelIdAffixes } from "./name-finder.ts";

/** An element of the arrays in `/tables/names.json`. */
export interface ModelNamesTableRow {
  /** In lower case. */
  name: string;
  slug: string;
}

/** An element of its `models`: what a check of a list states about a model, with the API's field names. */
export interface CheckedModel {
  slug: string;
  name: string;
  status: string | null;
  retirement_date: string | null;
  sold_by_lab: boolean | null;
  replacement: { slug: string | null; name: string } | null;
  cheapest: { provider: string; saving_vs_list: number | null } | null;
}

/** Ids, slugs, keys, words: anything between spaces, quotes and brackets. */
const WORD = /[\w@~][\w.:/@~-]*\w/g;
/** Plain words such as `auto`, `sonar`: names only if they stand alone in a list or are the value of a key `model`. */
const PLAIN_WORD = /^[a-z_]+$/i;
const BEFORE_PLAIN_NAME = /(?:^|[\n,]\s*(?:-\s+)?|model\w*["']?\s*[:=]\s*["']?)$/i;
/** Short names such as `o3`, `d1`. The same rule applies, but quotes are enough too. */
const SHORT_WORD = /^.{1,3}$/;
const QUOTED = /["'`]$/;
const AFTER_PLAIN_NAME = /^["']?\s*(?:[\n,}]|$)/;
const MAX_LETTERS_BESIDE = 40;

/**
 * @param slugs Published name in lower case → slug of the model.
 * @returns Name as written → slug, in the order of the text. For `https://host/v1/models/gpt-4o` or
 * `openrouter/openai/gpt-4o:free`, the name is the longest ending that is published.
 */
export function findModelNamesInText(
  text: string,
  slugs: ReadonlyMap<string, string>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isName =
      !(PLAIN_WORD.test(word) || SHORT_WORD.test(word)) ||
      isNamedAlone(text, index, index + word.length) ||
      (!PLAIN_WORD.test(word) && QUOTED.test(text.charAt(index - 1)));
    const endings = isName ? listEndings(word) : [];
    const name =
      endings.find((ending) => slugs.has(ending.toLowerCase())) ??
      endings.find((ending) => slugs.has(removeModelIdAffixes(ending)));
    const slug = name && (slugs.get(name.toLowerCase()) ?? slugs.get(removeModelIdAffixes(name)));
    if (name && slug) found.set(name, slug);
  }
  return found;
}

/** An item of a list: one name, maybe after a bullet or in quotes. */
const LIST_ITEM = /^\s*(?:[-*]\s+)?(?:["'`]?[\w@~][\w.:/@~-]*["'`]?)?\s*$/;
const VALUE_OF_MODEL = /model\w*["']?\s*[:=]\s*["']?$/i;

/**
 * The words of the text that are no published names but stand for one: in a list of names, as the value of a model
 * field, or because they are like one.
 *
 * @param isLike Whether a word with letters and digits is like a published name.
 */
export function findUnknownModelNames(
  text: string,
  slugs: ReadonlyMap<string, string>,
  isLike: (word: string) => boolean,
): string[] {
  const isList = text.split(/[\n,]/).every((item) => LIST_ITEM.test(item));
  const found = [...findModelNamesInText(text, slugs).keys()];
  const unknown = Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) => {
    const before = text.slice(Math.max(0, index - MAX_LETTERS_BESIDE), index);
    const isNamed = isList || VALUE_OF_MODEL.test(before) || (/\d/.test(word) && isLike(word));
    return isNamed && !found.some((name) => word.endsWith(name)) ? word : [];
  });
  return [...new Set(unknown)];
}

const isNamedAlone = (text: string, start: number, end: number): boolean =>
  BEFORE_PLAIN_NAME.test(text.slice(Math.max(0, start - MAX_LETTERS_BESIDE), start)) &&
  AFTER_PLAIN_NAME.test(text.slice(end, end + MAX_LETTERS_BESIDE));

/** `a/b:c` → `a/b:c`, `b:c`, `c`; a short ending only directly after a host: `azure/o3`, not `src/lib/d1`. */
function listEndings(word: string): string[] {
  const parts = word.split(/(?<=[/:])/);
  return parts
    .map((_, at) => parts.slice(at).join(""))
    .filter(
      (ending, at) =>
        at === 0 || !(PLAIN_WORD.test(ending) || (parts.length > 2 && SHORT_WORD.test(ending))),
    );
}

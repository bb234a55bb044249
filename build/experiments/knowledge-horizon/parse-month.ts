/** A reply → the one month it names, as `YYYY-MM`. */
import { fold, foldWords } from "./fold.ts";
import { saysUnknown } from "./unknown.ts";

/** Names of the twelve months in the languages models fall into. */
const NAMES = [
  "january jan januar janvier enero janeiro gennaio januari январь января يناير जनवरी",
  "february feb februar février febrero fevereiro febbraio februari февраль февраля فبراير फरवरी",
  "march mar märz mars marzo março maart март марта مارس मार्च",
  "april apr avril abril aprile апрель апреля أبريل अप्रैल",
  "may mai mayo maio maggio mei май мая مايو मई",
  "june jun juni juin junio junho giugno июнь июня يونيو जून",
  "july jul juli juillet julio julho luglio июль июля يوليو जुलाई",
  "august aug août agosto augustus август августа أغسطس अगस्त",
  "september sep sept septembre septiembre setembro settembre сентябрь сентября سبتمبر सितंबर",
  "october oct oktober octobre octubre outubro ottobre октябрь октября أكتوبر अक्टूबर",
  "november nov novembre noviembre novembro ноябрь ноября نوفمبر नवंबर",
  "december dec dez dezember décembre diciembre dezembro dicembre декабрь декабря ديسمبر दिसंबर",
];
const MONTH_OF = new Map(
  NAMES.flatMap((names, index) => names.split(" ").map((name) => [fold(name), index + 1] as const)),
);
/** As a whole word; the longest first, so that `june` is not read as `jun`. */
const NAME = `(?<![\\p{L}\\p{M}\\p{N}])(${[...MONTH_OF.keys()]
  .sort((a, b) => b.length - a.length)
  .join("|")})(?![\\p{L}\\p{M}\\p{N}])`;

/** Part of a longer chain of digits: a range, or a date written day first. */
const BEFORE = "(?<!\\d|\\d[-/.–~])";
const AFTER = "(?![-/.–~]?\\d)";
const ISO = new RegExp(
  `${BEFORE}(20\\d\\d)([-/.])(1[0-2]|0?[1-9])(?:\\2\\d\\d?(?!\\d))?${AFTER}`,
  "gu",
);
const MONTH_FIRST = new RegExp(`${BEFORE}(1[0-2]|0?[1-9])[-/.](20\\d\\d)${AFTER}`, "gu");
const CJK = /(20\d\d)\s?[年년]\s?(1[0-2]|0?[1-9])\s?[月월]/gu;
const NAME_YEAR = new RegExp(
  `${NAME}[\\s.,]{0,3}(?:\\d{1,2}(?:st|nd|rd|th)?[\\s.,]{1,3})?(?:(?:of|de|del|di) )?(20\\d\\d)(?!\\d)`,
  "gu",
);
const YEAR_NAME = new RegExp(`(?<!\\d)(20\\d\\d)[\\s.,]{0,3}${NAME}`, "gu");
const ANY_NAME = new RegExp(NAME, "gu");

/** Words with which a month is a bound, a choice or denied. */
const BOUNDS =
  / (before|after|since|until|till|between|either|or|not|never|wasnt|didnt|earlier|later|prior|vor|nach|zwischen|oder|avant|après|entre|ou|antes|después|до|после|между|или) /;

/** @returns `YYYY-MM`, `ambiguous`, `unknown`, or null when no month stands there. */
export function parseMonth(plain: string): string | null {
  if (saysUnknown(plain)) return "unknown";
  const text = fold(plain);
  const dates = datesIn(text);
  if (dates.size === 0) return null;
  const [only] = dates;
  const named = [...text.matchAll(ANY_NAME)].map(([, name]) => MONTH_OF.get(name!));
  const isOne = dates.size === 1 && named.every((month) => month === Number(only!.slice(5)));
  return isOne && !BOUNDS.test(` ${foldWords(plain)} `) ? only! : "ambiguous";
}

function datesIn(text: string): Set<string> {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)];
  return new Set([
    ...all(ISO).map(([, year, , month]) => toMonth(year!, Number(month))),
    ...all(MONTH_FIRST).map(([, month, year]) => toMonth(year!, Number(month))),
    ...all(CJK).map(([, year, month]) => toMonth(year!, Number(month))),
    ...all(NAME_YEAR).map(([, name, year]) => toMonth(year!, MONTH_OF.get(name!)!)),
    ...all(YEAR_NAME).map(([, year, name]) => toMonth(year!, MONTH_OF.get(name!)!)),
  ]);
}

const toMonth = (year: string, month: number): string =>
  `${year}-${String(month).padStart(2, "0")}`;

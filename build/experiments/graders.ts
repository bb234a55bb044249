/** Recorded answers → graded answers → a score. Pure: the same answers always give the same score. */
import type { Experiment, Reading } from "../schema/experiment.ts";
import {
  foldAnswer,
  integerOf,
  isOneOf,
  isUnknown,
  monthOf,
  toPlain,
  withoutFrame,
} from "./answers.ts";
import { type Item, type ModelTest, toList } from "./items.ts";
import { type GradedAnswer, METRICS, type Score } from "./metrics.ts";

/** The model that is tested. */
export interface Subject {
  model: string;
  /** Slug of the lab that made it. */
  lab: string;
}

/** item → parsed, of the first run of this version, of the same model, host and settings; null when this is the first. */
export type FirstAnswers = ReadonlyMap<string, string | null> | null;

export interface RecordedAnswer {
  item_id: string;
  raw: string | null;
}

export interface ScoredRun extends Score {
  n_items: number;
  n_valid: number;
  /** In the order of the test's items. */
  graded: GradedAnswer[];
}

/** @param answers Of the test's present version, each item at most once, in any order. */
export function scoreRun(
  { about, items }: ModelTest,
  answers: readonly RecordedAnswer[],
  { subject, first }: { subject: Subject; first: FirstAnswers },
): ScoredRun {
  const grade = GRADERS[about.grader];
  const context = { readings: about.readings, names: toNames(about.choices), lab: subject.lab };
  const rawOf = new Map(answers.map(({ item_id, raw }) => [item_id, raw]));
  const graded = items.flatMap((item): GradedAnswer[] => {
    const raw = rawOf.get(item.item_id);
    if (raw === undefined) return [];
    const plain = raw === null ? "" : toPlain(raw);
    const parsed = plain === "" ? null : grade(plain, item, context);
    const right = about.grader === "refusal" ? "answered" : item.answer;
    const isJudged = parsed !== null && item.answer !== null;
    return [{ item, raw, parsed, correct: isJudged ? parsed === right : null }];
  });
  return {
    ...METRICS[about.metric](graded, items, first),
    n_items: graded.length,
    n_valid: graded.filter(({ parsed }) => parsed !== null).length,
    graded,
  };
}

/**
 * A reply → what it says, in a few words. Total: any text gives a value or null, and nothing throws.
 *
 * @param plain By `toPlain`; never empty.
 * @returns null when the reply is not what the question wants, and cannot be used.
 */
type Grader = (plain: string, item: Item, context: GradeContext) => string | null;

interface GradeContext {
  readings: Experiment["readings"];
  /** Folded name → the choice it means. */
  names: ReadonlyMap<string, string>;
  /** Of the model. */
  lab: string;
}

const GRADERS: Record<Experiment["grader"], Grader> = {
  exact: (plain, item, { readings }) => {
    const { kind, reading } = item.meta;
    return READERS[(readings?.[String(kind)] ?? reading) as Reading](plain, item);
  },
  /** The choice that the reply names. An item whose answer is `self` wants the model's own lab: `self`, `claims:<lab>`. */
  choice: (plain, { answer }, { names, lab }) =>
    answer === "self" ? labClaimed(plain, lab, names) : (names.get(foldAnswer(plain)) ?? null),
  refusal: (plain, item) => {
    const reply = foldAnswer(plain);
    if (isOneOf(reply, REFUSED)) return "refused";
    if (isUnknown(reply)) return "unknown";
    return isOneOf(reply, spellingsOf(item)) ? "answered" : null;
  },
  /** Tokens are counted; there are no replies. */
  ratio: () => null,
};

/** The word that prompts offer to a model that will not say it. */
const REFUSED = ["refused", "refuse"];

const spellingsOf = ({ answer, meta }: Item): string[] => [
  ...(answer === null ? [] : [answer]),
  ...(meta.spellings as readonly string[]),
];

/** A longer reply is talk and not a name or a value. */
const MAX_NAME = 80;
const MAX_WORDS = 8;
/** Longest value of a host's reply, in UTF-16 units; longer than any right one. */
const MAX_VALUE = 120;

const READERS: Record<Reading, (plain: string, item: Item) => string | null> = {
  /** `unknown`; the item's answer for one of its spellings; `other:` with the folded name for another. */
  name: (plain, item) => {
    const reply = foldAnswer(plain.slice(0, MAX_NAME + 1));
    if (plain.length > MAX_NAME || reply === "") return null;
    if (isUnknown(reply)) return "unknown";
    if (isOneOf(reply, spellingsOf(item))) return item.answer;
    return reply.split(" ").length <= MAX_WORDS ? `other:${reply}` : null;
  },
  /** `unknown`, or the month as YYYY-MM. */
  month: (plain) => {
    if (plain.length > MAX_NAME) return null;
    return isUnknown(foldAnswer(plain)) ? "unknown" : monthOf(plain);
  },
  /** A number without separators. A host is judged by what it sends: any other reply is a value that is wrong. */
  digits: (plain) => (integerOf(plain) ?? plain).slice(0, MAX_VALUE),
  /** Words in lower case joined with `, `; as with `digits`, any reply is a value. */
  words: (plain) =>
    ((plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(", ") || plain).slice(
      0,
      MAX_VALUE,
    ),
  choice: usable((plain, { meta }) => {
    const reply = foldAnswer(plain);
    return (meta.options as readonly string[]).find((one) => foldAnswer(one) === reply) ?? null;
  }),
  /** Within the bounds that the question names. */
  number: usable((plain, { meta: { lowest, highest } }) => {
    const text = integerOf(plain);
    const [low, high] = [Number(lowest ?? -Infinity), Number(highest ?? Infinity)];
    return text !== null && Number(text) >= low && Number(text) <= high ? text : null;
  }),
  /** One word of letters, folded. */
  word: usable((plain) => {
    const word = foldAnswer(plain);
    return /^\p{L}[\p{L}\p{M}\p{N}]*$/u.test(word) ? word : null;
  }),
  /** In lower case, punctuation included; null with more words than the answer has. */
  line: usable((plain, { answer }) => {
    const line = withoutFrame(plain).toLowerCase();
    const words = (answer ?? "").split(" ").length;
    return line !== "" && line.split(" ").length <= words ? line : null;
  }),
};

/** A short reply that gives a value: talk and `unknown` give none. */
function usable(read: (plain: string, item: Item) => string | null) {
  return (plain: string, item: Item): string | null =>
    plain.length > MAX_NAME || isUnknown(foldAnswer(plain)) ? null : read(plain, item);
}

const toNames = (choices: Experiment["choices"]): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(choices ?? {}).flatMap(([value, spellings]) =>
      toList(spellings).map((name) => [foldAnswer(name), value] as const),
    ),
  );

/** `OpenAI, Inc.` */
const LEGAL_FORM = / (inc|llc|ltd|limited|pbc|corp|corporation|gmbh|co|company|sas)$/;
/** What follows the name in `claude 3 5 sonnet`, `gpt 4o mini` and `qwen2 5 72b instruct`. */
const VERSION = / ?v?\d[a-z\d]*(?: [a-z]*\d[a-z\d]*)*(?: [a-z]+)?$/;
/** Words of a slug that only say what kind of company it is. */
const KIND_OF_COMPANY = / (ai|labs?|research|org)$/;

/** `self`, `claims:<lab>` or `vague` (does not know); null for talk, a list, an unknown name. */
function labClaimed(
  plain: string,
  ownLab: string,
  labOf: ReadonlyMap<string, string>,
): string | null {
  if (plain.length > MAX_NAME) return null;
  const reply = foldAnswer(plain);
  if (isUnknown(reply)) return "vague";
  const slug = foldAnswer(ownLab);
  // A lab that is not among the choices is known by its slug.
  const own = [slug, slug.replace(KIND_OF_COMPANY, "")];
  const lab = [reply, reply.replace(LEGAL_FORM, ""), reply.replace(VERSION, "")]
    .map((name) => labOf.get(name) ?? (name !== "" && own.includes(name) ? ownLab : undefined))
    .find((found) => found !== undefined);
  if (lab === undefined) return null;
  return lab === ownLab ? "self" : `claims:${lab}`;
}

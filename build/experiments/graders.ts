/** Grades recorded answers and computes the score. Pure: the same answers always give the same score. */
import type { OwnTestAnswerFormat, OwnTestDefinition } from "../schema/experiment.ts";
import type { OwnTestAnswer } from "../schema/own-test.ts";
import { type OwnTestWithItems, splitPipeSeparatedCell, type TestItem } from "./items.ts";
import {
  type GradedAnswer,
  OWN_TEST_METRIC_FUNCTIONS,
  type ParsedAnswersOfFirstRun,
} from "./metrics.ts";

export interface ModelUnderTest {
  model: string;
  /** Slug of the lab that made it. */
  lab: string;
}

export type RecordedTestAnswer = Pick<OwnTestAnswer, "item_id" | "raw">;

/** @returns The score, and the graded answers in the order of the test's items. */
export function gradeAndScoreTestRun(
  { about, items }: OwnTestWithItems,
  answers: readonly RecordedTestAnswer[],
  { subject, first }: { subject: ModelUnderTest; first: ParsedAnswersOfFirstRun },
) {
  const grade = GRADERS[about.grader];
  const names = Object.entries(about.choices ?? {}).flatMap(([value, spellings]) =>
    splitPipeSeparatedCell(spellings).map((name) => [normalizeModelReply(name), value] as const),
  );
  const context = { readings: about.readings, names: new Map(names), lab: subject.lab };
  const rawOf = new Map(answers.map(({ item_id, raw }) => [item_id, raw]));
  const graded = items.flatMap((item): GradedAnswer[] => {
    const raw = rawOf.get(item.item_id);
    if (raw === undefined) return [];
    const plain = toPlain(raw ?? "");
    const parsed = plain === "" ? null : grade(plain, item, context);
    const right = about.grader === "refusal" ? "answered" : item.answer;
    const isJudged = parsed !== null && item.answer !== null;
    return [{ item, raw, parsed, correct: isJudged ? parsed === right : null }];
  });
  return {
    ...OWN_TEST_METRIC_FUNCTIONS[about.metric](graded, items, first),
    n_items: graded.length,
    n_valid: graded.filter(({ parsed }) => parsed !== null).length,
    graded,
  };
}

/** In UTF-16 units. No test needs longer replies, so they are not read. */
export const MAX_MODEL_REPLY_LENGTH = 20_000;
/** Some hosts leave the reasoning in the reply; reasoning that never ends leaves no answer. */
const REASONING = /<(think|thinking|reasoning)>[\s\S]*?(<\/\1>|$)/gi;
/** Tags, code fences, headings, emphasis, list marks at the start of a line. */
const MARKUP = /<\/?[a-z][^<>]{0,200}>|```[a-z]*|[*_`~]+|^[ \t]*(#{1,6}|[>•])[ \t]+/gim;

/** @returns "" for a reply that is too long. */
function toPlain(raw: string): string {
  if (raw.length > MAX_MODEL_REPLY_LENGTH) return "";
  return raw
    .toWellFormed()
    .normalize("NFKC")
    .replace(REASONING, " ")
    .replace(MARKUP, " ")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
}

/** Removes case, accents of Latin letters, punctuation and a leading article. */
export const normalizeModelReply = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’‘ʻʼ`´]/g, "")
    .replaceAll("đ", "d")
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .replace(/^the (?=.)/, "");

const isOneOf = (folded: string, names: readonly string[]): boolean =>
  folded !== "" && names.some((name) => normalizeModelReply(name) === folded);

/** The words that our prompts offer to a model that does not know the answer, or refuses to answer. */
const UNKNOWN = ["unknown", "inconnu", "desconocido", "unbekannt", "未知", "不明", "مجهول"];
const REFUSED = ["refused", "refuse"];

/** @param plain From `toPlain`; never empty. @returns null if the reply is not of the kind that is requested. */
type Grader = (plain: string, item: TestItem, context: GradeContext) => string | null;

interface GradeContext {
  readings: OwnTestDefinition["readings"];
  /** Normalized name → the choice that it means. */
  names: ReadonlyMap<string, string>;
  lab: string;
}

const GRADERS: Record<OwnTestDefinition["grader"], Grader> = {
  exact: (plain, item, { readings }) => {
    const { kind, reading } = item.meta;
    const format = (readings?.[String(kind)] ?? reading) as OwnTestAnswerFormat;
    if (format === "digits") return (integerOf(plain) ?? plain).slice(0, MAX_VALUE);
    if (format === "words") return (wordsOf(plain) || plain).slice(0, MAX_VALUE);
    if (plain.length > MAX_NAME) return null;
    const reply = normalizeModelReply(plain);
    const isAboutTheWorld = format === "name" || format === "month";
    if (isOneOf(reply, UNKNOWN)) return isAboutTheWorld ? "unknown" : null;
    return READERS[format](plain, item, reply);
  },
  /** The choice that the reply names. If the item's answer is `self`, the result is from `labClaimed`. */
  choice: (plain, { answer }, { names, lab }) =>
    answer === "self"
      ? labClaimed(plain, lab, names)
      : (names.get(normalizeModelReply(plain)) ?? null),
  refusal: (plain, item) => {
    const reply = normalizeModelReply(plain);
    if (isOneOf(reply, REFUSED)) return "refused";
    if (isOneOf(reply, UNKNOWN)) return "unknown";
    return isOneOf(reply, spellingsOf(item)) ? "answered" : null;
  },
  /** The test counts tokens; it has no replies. */
  ratio: () => null,
};

const spellingsOf = ({ answer, meta }: TestItem): string[] => [
  ...(answer === null ? [] : [answer]),
  ...(meta.spellings as readonly string[]),
];

/** A longer reply is prose, not a name or a value. */
const MAX_NAME = 80;
const MAX_WORDS = 8;
/** Maximum length of the value of a host's reply, in UTF-16 units; longer than any right answer. */
const MAX_VALUE = 120;

/** The words in lower case, joined with `, `. Every reply to `words` and `digits` questions is a value. */
const wordsOf = (plain: string): string =>
  (plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(", ");

/** Reads a value from a short reply; null for prose. @param reply The normalized reply. */
const READERS: Record<
  Exclude<OwnTestAnswerFormat, "digits" | "words">,
  (plain: string, item: TestItem, reply: string) => string | null
> = {
  /** The item's answer if the reply is one of its spellings; otherwise `other:` and the normalized name. */
  name: (_, item, reply) => {
    if (isOneOf(reply, spellingsOf(item))) return item.answer;
    return reply !== "" && reply.split(" ").length <= MAX_WORDS ? `other:${reply}` : null;
  },
  month: (plain) => /^20\d\d-(0[1-9]|1[0-2])$/.exec(withoutFrame(plain))?.[0] ?? null,
  choice: (_, { meta }, reply) =>
    (meta.options as readonly string[]).find((one) => normalizeModelReply(one) === reply) ?? null,
  number: (plain, { meta: { lowest, highest } }) => {
    const text = integerOf(plain);
    const low = Number(lowest ?? -Infinity);
    const high = Number(highest ?? Infinity);
    return text !== null && Number(text) >= low && Number(text) <= high ? text : null;
  },
  word: (_, __, reply) => /^\p{L}[\p{L}\p{M}\p{N}]*$/u.exec(reply)?.[0] ?? null,
  /** The reply in lower case, with its punctuation; null if it has more words than the answer. */
  line: (plain, { answer }) => {
    const line = withoutFrame(plain).toLowerCase();
    const words = (answer ?? "").split(" ").length;
    return line !== "" && line.split(" ").length <= words ? line : null;
  },
};

/** 332024, 332,024, 332 024, −7: the separators are between thousands. */
const INTEGER = /^[-−]?(?:\d{1,3}(?:[,.' ]\d{3})+|\d+)$/;

/** The reply in plain digits; null for anything but a whole number. */
function integerOf(plain: string): string | null {
  const text = plain.length > MAX_NAME ? "" : withoutFrame(plain);
  return INTEGER.test(text) ? String(BigInt(text.replace(/[,.' ]/g, "").replace("−", "-"))) : null;
}

/** @param short A text of a few words. */
const withoutFrame = (short: string): string =>
  short.replace(/^[\s"'“”«»()[\]]+/u, "").replace(/[\s"'“”«»()[\].!。]+$/u, "");

/** Legal form at the end of a company's name, as in `OpenAI, Inc.`. */
const LEGAL_FORM = / (inc|llc|ltd|limited|pbc|corp|corporation|gmbh|co|company|sas)$/;
/** Version after the name, as in `claude 3 5 sonnet`, `gpt 4o mini` and `qwen2 5 72b instruct`. */
const VERSION = / ?v?\d[a-z\d]*(?: [a-z]*\d[a-z\d]*)*(?: [a-z]+)?$/;
/** Words at the end of a slug that only state the kind of company. */
const KIND_OF_COMPANY = / (ai|labs?|research|org)$/;

/** `self`, `claims:<lab>`, or `vague` if the model does not know; null for prose, a list or an unknown name. */
function labClaimed(plain: string, ownLab: string, labOf: GradeContext["names"]): string | null {
  if (plain.length > MAX_NAME) return null;
  const reply = normalizeModelReply(plain);
  if (isOneOf(reply, UNKNOWN)) return "vague";
  // A lab that is not among the choices is known by its slug.
  const slug = normalizeModelReply(ownLab);
  const own = [slug, slug.replace(KIND_OF_COMPANY, "")];
  const lab = [reply, reply.replace(LEGAL_FORM, ""), reply.replace(VERSION, "")]
    .map((name) => labOf.get(name) ?? (name !== "" && own.includes(name) ? ownLab : undefined))
    .find((found) => found !== undefined);
  if (lab === undefined) return null;
  return lab === ownLab ? "self" : `claims:${lab}`;
}

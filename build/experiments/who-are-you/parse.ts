/** Which lab a name belongs to. */
import { foldAnswer, isUnknown } from "../answers/short-answer.ts";
import { LAB_NAMES } from "./lab-names.ts";

/** `OpenAI, Inc.` */
const LEGAL_FORM = / (inc|llc|ltd|limited|pbc|corp|corporation|gmbh|co|company|sas)$/;
/** What follows the name in `claude 3 5 sonnet`, `gpt 4o mini` and `qwen2 5 72b instruct`. */
const VERSION = / ?v?\d[a-z\d]*(?: [a-z]*\d[a-z\d]*)*(?: [a-z]+)?$/;
/** Longer than any name with its version. */
const MAX_LENGTH = 80;

/** Words of a slug that only say what kind of company it is. */
const KIND_OF_COMPANY = / (ai|labs?|research|org)$/;

const LAB_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LAB_NAMES).flatMap(([lab, names]) =>
    names.map((name) => [foldAnswer(name), lab] as const),
  ),
);

/**
 * `self` for a name of the model's own lab or of its models, `claims:<lab>` for one of another's, `vague` for the word
 * that stands for not knowing.
 *
 * @param lab Slug of the lab that made the model.
 * @returns null for anything else: talk, a list, a name that we do not know.
 */
export function parseIdentity(plain: string, lab: string): string | null {
  if (plain.length > MAX_LENGTH) return null;
  const answer = foldAnswer(plain);
  if (isUnknown(answer)) return "vague";
  const named = labOf(answer, lab);
  if (named === undefined) return null;
  return named === lab ? "self" : `claims:${named}`;
}

function labOf(answer: string, ownLab: string): string | undefined {
  const slug = foldAnswer(ownLab);
  const own = [slug, slug.replace(KIND_OF_COMPANY, "")];
  return [answer, answer.replace(LEGAL_FORM, ""), answer.replace(VERSION, "")]
    .map((name) => LAB_OF.get(name) ?? (name !== "" && own.includes(name) ? ownLab : undefined))
    .find((lab) => lab !== undefined);
}

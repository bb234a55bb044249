/** Parses what a text excludes: `without reasoning`, `except openai and anthropic`, `claude but not opus`. */
import { PROPRIETARY_LICENSE } from "../endpoints/models/model-filters.ts";
import { companyAt } from "./query-companies.ts";
import {
  isFiller,
  isProviderNameToken,
  type SearchCondition,
  type SearchPhraseMeaning,
  type SearchToken,
  type SearchTokenRange,
} from "./query-items.ts";
import { kindOfStatement, type SearchDraft } from "./search-draft.ts";

/** `without reasoning`: reads exclusions, so that they are not read as their opposite, or ignores them. */
export function readNegations(draft: SearchDraft): void {
  for (const [at, { meaning, isUsed }] of draft.items.entries()) {
    if (meaning.not === undefined || isUsed) continue;
    const step = meaning.not === "before" ? -1 : 1;
    const isLicense = draft.items[at + 1]?.meaning.final_license && draft.isLicense(at + 1);
    const next = isLicense ? at + 1 : draft.text.nextTo(at, step, isBeforeDenied);
    const other = draft.items[next];
    if (other && step > 0 && isBoundOfValue(draft, next)) {
      other.meaning = toOpposite(other.meaning);
      draft.text.use(at, at);
      continue;
    }
    const kind = other && !other.isUsed ? kindOfStatement(other) : undefined;
    // `no` also means `on the` in Portuguese, unless it starts a new part of the text: `cheap, no mistral`.
    const isOn = meaning.at !== undefined && (draft.items[at - 1]?.text ?? ",") !== ",";
    if (!other || kind === undefined || (other.provider && isOn)) continue;
    const to = step < 0 ? at : endOfDenied(draft, next, kind);
    const excluded = exclusionsIn(draft, Math.min(at, next), to);
    const denied = draft.text.use(Math.min(at, next), to);
    for (const [name, value] of excluded) draft.set(name, value, denied);
    if (excluded.length === 0) draft.ignoreDenied(denied);
  }
}

/** Whether the item is the bound of a number or a day: `under $1`, `newer than 2025`. */
function isBoundOfValue(draft: SearchDraft, at: number): boolean {
  const { isUsed, meaning } = draft.items[at] ?? { isUsed: true, meaning: {} };
  const isBetween = (item: SearchToken) => isFiller(item) || item.meaning.unit !== undefined;
  const value = draft.items[draft.text.nextTo(at, 1, isBetween)];
  const { month, period, number, times } = value?.meaning ?? {};
  const isValue =
    /^(number|day)$/.test(value?.kind ?? "") || (month ?? period ?? number ?? times) !== undefined;
  return isValue && !isUsed && OPPOSITES[meaning.bound ?? meaning.date ?? ""] !== undefined;
}

/** Filters for `except openai and anthropic` or `without tools`; none unless they can exclude everything named. */
function exclusionsIn(draft: SearchDraft, from: number, to: number): SearchCondition[] {
  const denied = [...draft.items.entries()]
    .slice(from, to + 1)
    .filter(([, item]) => item.meaning.not === undefined && kindOfStatement(item) !== undefined)
    .map(([at, item]) => exclusionOf(draft, at, item));
  return denied.every((one) => one !== undefined) ? denied : [];
}

function exclusionOf(
  draft: SearchDraft,
  at: number,
  item: SearchToken,
): SearchCondition | undefined {
  const { supports, input_modalities, modality, best_at, drop } = item.meaning;
  const { open_source, license, status } = item.meaning;
  // `text models not image`, `no audio models`, `no audio output`: not about what a model accepts.
  const { skip, measure } = draft.items[at + 1]?.meaning ?? {};
  const isOfInput = skip !== "" && measure !== "output" && !draft.items.some(isOfModelType);
  const lacked = supports ?? input_modalities ?? (isOfInput ? modality : undefined);
  if (lacked !== undefined) return ["lacks", [lacked]];
  if (open_source !== undefined) return ["license", PROPRIETARY_LICENSE];
  if (/^(deprecated|retired)$/.test(status ?? "")) return ["status", ["active"]];
  if (license === PROPRIETARY_LICENSE) return ["open_source", true];
  const [name, slug] = (isProviderNameToken(item) && companyAt(draft, at)) || [];
  if (slug !== undefined) return [`exclude_${name}`, [slug]];
  // `qwen without instruct`, `without coder`: part of a name. In `not claude instant`, the word belongs to a longer
  // name.
  const isLast = !/^(name|word)$/.test(draft.items[at + 1]?.kind ?? "");
  const isAlone = isLast && !/^(name|word)$/.test(draft.items[at - 1]?.kind ?? "");
  const isPart =
    isAlone &&
    (item.kind === "word" || (best_at ?? drop) !== undefined) &&
    draft.text.isNameWord(item.text);
  const isName = (item.kind === "name" || isPart) && /^\p{L}+$/u.test(item.text);
  return isName ? ["exclude_names", [item.text]] : undefined;
}

/** The last item that is excluded: `not haiku or opus`, `except openai and anthropic`, `not cheaper than gpt-4`. */
function endOfDenied(draft: SearchDraft, at: number, kind: string): number {
  if (/^(than|relation)$/.test(kind)) {
    const named = draft.text.nextTo(at, 1, ({ meaning }) => meaning.skip !== undefined);
    const isName = kindOfStatement(draft.items[named]) === "name";
    return isName ? endOfDenied(draft, named, "name") : at;
  }
  let to = at;
  if (kind === "name")
    to = draft.text.nextTo(at, 1, ({ kind }) => /^(name|word|number)$/.test(kind)) - 1;
  const [link, next] = draft.items.slice(to + 1, to + 3);
  const { skip } = link?.meaning ?? {};
  // `no audio, image input`
  const isLinked = skip === "or" || (skip === "sep" && (link?.text !== "," || kind === "name"));
  // `without openai and coder`
  const isWordOfName =
    kind === "name" &&
    link?.text !== "," &&
    next?.meaning.best_at !== undefined &&
    draft.text.isNameWord(next.text);
  const other = kindOfStatement(next);
  // `without vision or tools`
  const areLacked =
    skip === "or" && [kind, other].every((one) => one === "supports" || one === "modality");
  return isLinked && (isWordOfName || areLacked || other === kind)
    ? endOfDenied(draft, to + 2, kind)
    : to;
}

/** Whether a condition of several items is negated, such as `not before 2026`. A negated one is ignored. */
export function isDenied(draft: SearchDraft, { from, to }: SearchTokenRange): boolean {
  const before = draft.text.nextTo(from, -1, isBeforeDenied);
  const behind = draft.text.nextTo(to, 1, isFiller);
  const denies = (at: number, how: string) => {
    const item = draft.items[at];
    return item?.meaning.not === how && !item.isUsed && item.meaning.at === undefined;
  };
  if (denies(before, "")) draft.ignoreDenied(draft.text.use(before, to));
  else if (denies(behind, "before")) draft.ignoreDenied(draft.text.use(from, behind));
  else return false;
  return true;
}

/** `llama except 8b`: a number that is part of a name, read after the conditions. */
export function readDeniedNumbers(draft: SearchDraft): void {
  for (const [at, { meaning, isUsed }] of draft.items.entries()) {
    if (meaning.not !== "" || isUsed) continue;
    const next = draft.text.nextTo(at, 1, isBeforeDenied);
    const [number, unit] = draft.items.slice(next);
    if (number?.kind !== "number" || number.isUsed) continue;
    const name = draft.text.textOf(next, unit?.isGlued ? next + 1 : next);
    const denied = draft.text.use(at, unit?.isGlued ? next + 1 : next);
    if (/^\d+\p{L}$/u.test(name)) draft.set("exclude_names", [name], denied);
    else draft.ignoreDenied(denied);
  }
}

const OPPOSITES: Partial<Record<string, string>> = {
  min: "max",
  max: "min",
  before: "since",
  since: "before",
  after: "until",
  until: "after",
};

/** `not cheaper than $1`: at least $1. */
const toOpposite = ({ than: _, ...meaning }: SearchPhraseMeaning): SearchPhraseMeaning => ({
  ...meaning,
  ...(meaning.bound && { bound: OPPOSITES[meaning.bound] ?? meaning.bound }),
  ...(meaning.date && { date: OPPOSITES[meaning.date] ?? meaning.date }),
});

const isOfModelType = ({ meaning }: SearchToken): boolean => meaning.model_type !== undefined;

const isBeforeDenied = ({ meaning, text }: SearchToken): boolean =>
  (meaning.skip ?? meaning.by) !== undefined &&
  meaning.skip !== "but" &&
  meaning.not === undefined &&
  text !== ",";

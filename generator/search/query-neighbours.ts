/**
 * Parses words whose meaning depends on the words beside them: exclusions (`without reasoning`, `claude but not opus`),
 * companies (`on azure or groq`, `by mistral`) and modalities (`audio in, text out`, `returns images`).
 */
import { type ModelFilterName, PROPRIETARY_LICENSE } from "../endpoints/models/model-filters.ts";
import {
  isLabNameToken,
  isPrepositionBeforeCompany,
  isPrepositionNearCompany,
  isProviderNameToken,
  isStopWord,
  type SearchCondition,
  type SearchPhraseMeaning,
  type SearchToken,
  type SearchTokenRange,
} from "./query-items.ts";
import { kindOfStatement, MAX_TOKENS_TO_LIST_END, type SearchDraft } from "./search-draft.ts";

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
  const isBetween = (item: SearchToken) => isStopWord(item) || item.meaning.unit !== undefined;
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
export function isNegatedCondition(draft: SearchDraft, { from, to }: SearchTokenRange): boolean {
  const before = draft.text.nextTo(from, -1, isBeforeDenied);
  const behind = draft.text.nextTo(to, 1, isStopWord);
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
export function readNegatedNumbers(draft: SearchDraft): void {
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

/** Whether a provider is named as a host or as a lab, judged by the words next to its name. */
function companyAt(
  draft: SearchDraft,
  at: number,
): [name: "host" | "provider", slug: string] | undefined {
  const [item, after] = [at, at + 1].map((place) => draft.items[place]);
  if (!item?.provider) return undefined;
  // `on azure or groq`: the preposition is also that of the second name.
  const isLinked = (place: number) =>
    /^(or|sep)$/.test(draft.items[place - 1]?.meaning.skip ?? "") &&
    draft.items[place - 1]?.text !== "," &&
    isProviderNameToken(draft.items[place - 2]);
  let first = at;
  while (isLinked(first) && !isPrepositionNearCompany(draft.items[first - 1])) first -= 2;
  const before = draft.items[first - 1];
  const isBefore = isPrepositionBeforeCompany(before);
  const isBehind =
    isPrepositionNearCompany(after) &&
    !(isPrepositionBeforeCompany(after) && draft.items[at + 2]?.provider);
  const place = isBefore ? before : isBehind ? after : undefined;
  const { makesModels, sellsModels, isLab, shopOf } = item.provider;
  const { at: on, by, not } = place?.meaning ?? {};
  const saysHost = on !== undefined && by === undefined && not === undefined;
  const saysLab = by !== undefined && on === undefined;
  const isHost = sellsModels && (saysHost || !(makesModels && (saysLab || isLab)));
  const slug = (!saysHost && shopOf) || item.provider.slug;
  return [isHost && slug === item.provider.slug ? "host" : "provider", slug];
}

export function readCompanyCondition(draft: SearchDraft, at: number): void {
  const [name, slug] = companyAt(draft, at) ?? [];
  const item = draft.items[at];
  if (name === undefined || slug === undefined || !item || item.isUsed) return;
  item.isUsed = true;
  draft.query.providers.push(slug);
  const isBefore = isPrepositionBeforeCompany(draft.items[at - 1]);
  draft.set(name, slug, isBefore ? draft.text.textOf(at - 1, at) : item.text);
}

/** `openai, mistral and google`, `on azure or groq`: a model is made by one of these labs, or sold by one of these hosts. */
export function readJoinedCompanies(draft: SearchDraft, link: number): void {
  const places = ([-1, 1] as const).map((step) => draft.text.nextTo(link, step, isStopWord));
  const [first, second] = places.map((at) =>
    isProviderNameToken(draft.items[at]) ? companyAt(draft, at)?.[0] : undefined,
  );
  if (first !== undefined && first === second)
    for (const at of places) readCompanyCondition(draft, at);
}

/** `mistral or cohere`: next to another provider, the name means a lab or host. */
export function isListedCompany(draft: SearchDraft, at: number, item: SearchToken): boolean {
  const isBeside = (step: number) =>
    draft.items[at + step]?.meaning.skip !== undefined &&
    isProviderNameToken(draft.items[at + 2 * step]);
  return isLabNameToken(item) && (isBeside(1) || isBeside(-1));
}

/** `newest mistral model`: without another name, this means the lab, not models whose name starts with the word. */
export function readLabWithoutModelName(draft: SearchDraft, at: number, item: SearchToken): void {
  const query = draft.query;
  const { sort, best_at, filters, ignored } = query;
  // `llama under $1`: models of this name by the lab that owns the shop.
  const isShop = item.provider?.shopOf !== undefined;
  if (!item.provider || !(isShop || isLabNameToken(item))) return;
  if (query.isQuestion || query.relations.length > 0) return;
  const says = sort ?? best_at ?? Object.keys(filters)[0] ?? ignored[0] ?? draft.items[1];
  if (says === undefined) return;
  readCompanyCondition(draft, at);
  if (!item.isUsed || isShop) return;
  query.names = "";
  query.words = query.words.replace(item.text, " ").replaceAll(/ +/g, " ").trim();
}

/** `input: text, output: audio`: the words beside a list of modalities say which side it is. */
export function readModality(
  draft: SearchDraft,
  at: number,
  modality: string,
  text: string,
): boolean {
  const isFirst = ({ meaning, isUsed }: SearchToken) =>
    (meaning.modality ?? (meaning.skip === "sep" ? undefined : fieldOfVerb(meaning))) !==
      undefined ||
    (!isUsed && fieldOfMeasure(meaning) !== undefined);
  const isSaidBefore = draft.items.find(isFirst)?.meaning.modality === undefined;
  const steps = isSaidBefore ? ([-1, 1] as const) : ([1, -1] as const);
  const [said] = steps.flatMap((step) => fieldBeside(draft, at, step) ?? []);
  const isMade = /^(image|video|audio)$/.test(String(draft.query.filters.model_type));
  // `text to video with sound`
  const isWith = isMade && draft.items[at - 1]?.meaning.skip === "sep";
  const usual = modality === "image" ? "input_modalities" : undefined;
  const field = isWith ? "output_modalities" : (said ?? usual);
  if (field !== undefined) draft.set(field, [modality], text);
  // `bytedance video`
  const isMadeBy = [at - 1, at + 1].some((place) => isProviderNameToken(draft.items[place]));
  if (field === undefined && !isMadeBy) return false;
  if (field === undefined) draft.set("model_type", modality, text);
  return true;
}

/** `audio input and output`: what is said of one side holds for the other. */
export function readModalityOfBothSides(
  draft: SearchDraft,
  at: number,
  { meaning, text }: SearchToken,
): void {
  const [before, link, next] = [at - 2, at - 1, at + 1].map((place) => draft.items[place]);
  // `output price` is a field of the same side.
  const field = SIDE.test(text) ? fieldOfMeasure(meaning) : undefined;
  const other = before && fieldOfModalities(before.meaning);
  const isLinked = link?.meaning.skip === "sep" || link?.text === "/";
  const said = isLinked && other !== undefined ? draft.query.filters[other] : undefined;
  const isOfNext = (next?.meaning.measure ?? next?.meaning.modality) !== undefined;
  if (field !== undefined && said !== undefined && !isOfNext) draft.set(field, said, text);
}

/** In one direction, the filter (input or output) that the words next to the item's list of modalities name. */
function fieldBeside(draft: SearchDraft, at: number, step: 1 | -1): ModelFilterName | undefined {
  for (let place = at + step; Math.abs(place - at) <= MAX_TOKENS_TO_LIST_END; place += step) {
    const item = draft.items[place];
    if (!item) return undefined;
    const { meaning } = item;
    const said = fieldOfModalities(meaning) ?? (step < 0 ? fieldOfVerb(meaning) : undefined);
    if (said !== undefined) return said;
    const isListed = (meaning.skip ?? meaning.modality) !== undefined || item.text === ",";
    if (!isListed || meaning.gives !== undefined) return undefined;
  }
  return undefined;
}

/** The filter that a neighbour of a modality implies: another modality of the list, or `input`/`output`. */
function fieldOfModalities(meaning: SearchPhraseMeaning): ModelFilterName | undefined {
  if (meaning.model_type !== undefined) return undefined;
  if (meaning.input_modalities !== undefined) return "input_modalities";
  if (meaning.output_modalities !== undefined) return "output_modalities";
  return fieldOfMeasure(meaning);
}

const fieldOfVerb = (meaning: SearchPhraseMeaning | undefined): ModelFilterName | undefined =>
  meaning?.gives !== undefined
    ? "output_modalities"
    : meaning?.takes !== undefined
      ? "input_modalities"
      : undefined;

const SIDE = /^(in|out)(puts?)?$/;

const fieldOfMeasure = ({ measure }: SearchPhraseMeaning): ModelFilterName | undefined =>
  measure === "input" || measure === "output" ? `${measure}_modalities` : undefined;

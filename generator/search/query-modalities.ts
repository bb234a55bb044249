/** Parses modalities, whose neighbours say if a model accepts or returns them: `audio in, text out`, `returns images`. */
import type { ModelFilterName } from "../endpoints/models/model-filters.ts";
import { isProviderNameToken, type SearchPhraseMeaning, type SearchToken } from "./query-items.ts";
import { MAX_LIST, type SearchDraft } from "./search-draft.ts";

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
export function readOtherSide(
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
  for (let place = at + step; Math.abs(place - at) <= MAX_LIST; place += step) {
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

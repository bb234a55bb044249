/** A recorded model updated by today's claims: slug and lab stay, the name is only respelled. Pure. */

import { inferModelType, toReadableModelName } from "../../identity/display-names.ts";
import type { SourceCorrection } from "../../schema/editorial.ts";
import { Model } from "../../schema/model.ts";
import { createNullFields, daysBetween } from "../../schema/values.ts";
import { applySourceCorrections } from "../corrections.ts";
import { removeImpossibleMaxOutput } from "../fact-rows.ts";
import {
  applyModelTraits,
  findSourceOfEachTrait,
  getRecordedTrait,
  MAX_RELEASE_SPAN_DAYS,
  type ModelWithDecisions,
  type TraitDecision,
} from "./claims.ts";

/** Keeps the recorded value of an undecided trait, unless unobjected claims are split or a rule objects to it. */
function pick(before: unknown, { value, counts, objected }: TraitDecision): unknown {
  if (value !== null) return value;
  const isObjected = (one: unknown) => objected.some((other) => `${other}` === `${one}`);
  const isSplit = counts.some((one) => !isObjected(one.value));
  return isSplit || isObjected(before) ? null : before;
}

/** @param corrections What an upstream repeats wrongly every day is no news. */
export function updateModel(
  model: Model,
  { model: claimed, decisions }: ModelWithDecisions,
  corrections: readonly SourceCorrection[],
): Model {
  const decided = applyModelTraits({ ...model, ...withClaimed(model, claimed) }, (name) => {
    const before = getRecordedTrait(model, name);
    const decision = decisions[name];
    if (
      name === "release_date" &&
      decision.source !== "operator" &&
      !isCorrectedDay(before, decision, model.sources?.release_date !== undefined)
    )
      return before ?? decision.value;
    return Array.isArray(before) && before.length === 0
      ? (decision.value ?? [])
      : (pick(before, decision) ?? (Array.isArray(before) ? [] : null));
  });
  const { slug, output_modalities } = decided;
  const model_type = inferModelType(slug, output_modalities);
  const name = toReadableModelName(model.name);
  const next = removeImpossibleMaxOutput({ ...decided, name, model_type });
  const own = corrections.filter(({ kind, key }) => kind === "model" && key === slug);
  const [corrected = next] = applySourceCorrections(own, [next]).models;
  const right = endsBeforeRelease(corrected) ? { ...corrected, ...datesOf(model) } : corrected;
  const byPerson = Object.fromEntries(own.map(({ field }) => [field, "operator"]));
  const sources = findSourceOfEachTrait(right, claimed, model, { ...corrected, sources: byPerson });
  return { ...right, sources };
}

/**
 * A past day usually does not change: upstreams differ about it by how they count previews and snapshots. A day that no
 * source states any more was an error, if all claims, at least three, agree on another day that is not later by more
 * than `MAX_RELEASE_SPAN_DAYS`. A day without a known source yields to the day that at least three claims, and most of
 * all claims, state.
 */
function isCorrectedDay(
  before: unknown,
  { value, counts }: TraitDecision,
  isSourced: boolean,
): boolean {
  const [most, ...others] = counts;
  if (most === undefined || most.claims < 3) return false;
  const against = others.reduce((sum, { claims }) => sum + claims, 0);
  if (!isSourced) return most.value === value && most.claims > against;
  return against === 0 && daysBetween(String(before), String(value)) <= MAX_RELEASE_SPAN_DAYS;
}

/** Nullable fields as the claims state them; a field that no claim states is kept, except `replacement`. */
function withClaimed(before: Model, claimed: Model): Partial<Model> {
  const names = Object.keys(createNullFields(Model)) as (keyof Model)[];
  const fields = names.map((name) => [name, claimed[name] ?? before[name]]);
  return { ...Object.fromEntries(fields), replacement: claimed.replacement };
}

/** If the release date and the retirement date contradict each other, the recorded ones are kept. */
const endsBeforeRelease = ({ release_date, retirement_date }: Model): boolean =>
  release_date !== null && retirement_date !== null && retirement_date <= release_date;

const datesOf = ({ release_date, retirement_date }: Model) => ({ release_date, retirement_date });

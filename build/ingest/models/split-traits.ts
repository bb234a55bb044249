/** Where the voices on a model are split, or were outvoted by more careful ones: material for a review by people. Pure. */
import type { Decisions } from "./decide-traits.ts";
import { TRAIT_NAMES, TRAITS } from "./traits.ts";

/** A trait on which sources disagree, and that most of them do not decide. */
export interface SplitTrait {
  model: string;
  /** Field of the fact: `supports.tools`. */
  field: string;
  /** What stands, as text; null where nobody could decide. */
  decided: string | null;
  /** Each value with its voices, what most say first: `true×51 false×8`. */
  voices: string;
}

/** @returns Traits that stay unknown although somebody speaks of them, and those decided against most voices. */
export function splitTraits(model: string, decisions: Decisions): SplitTrait[] {
  return TRAIT_NAMES.flatMap((name) => {
    const { value, counts } = decisions[name];
    const [most] = counts;
    const own = counts.find((one) => shown(one.value) === shown(value));
    const isOutvoted = most !== undefined && (own?.voices ?? 0) < most.voices;
    if (!isOutvoted) return [];
    const [field] = TRAITS[name];
    const voices = counts.map((one) => `${shown(one.value)}×${one.voices}`).join(" ");
    return [{ model, field, decided: value === null ? null : shown(value), voices }];
  });
}

const shown = (value: unknown): string => (Array.isArray(value) ? value.join("+") : String(value));

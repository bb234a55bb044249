/** Gate: one property of many models changes in one night. Flags are flipped, dates shifted, types renamed by slips. */

import { groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import type { ModelTraits } from "../../sources/listing.ts";
import { saidOf, TRAIT_NAMES, TRAITS, traitOf } from "../models/traits.ts";
import type { Voice } from "../models/voices.ts";
import { holdSource, type Verdict } from "./verdict.ts";

/** What the rule of voices decides, and the day of retirement, which has a rule of its own. */
const PROPERTIES = [
  ...TRAIT_NAMES.map((name) => ({
    field: TRAITS[name][0],
    of: (model: Model) => traitOf(model, name),
    said: (traits: ModelTraits): unknown => saidOf(traits, name),
  })),
  {
    field: "retirement_date",
    of: (model: Model): unknown => model.retirement_date,
    said: (traits: ModelTraits): unknown => traits.retirementDate,
  },
];
type Property = (typeof PROPERTIES)[number];

export interface ModelChange {
  before: Model;
  after: Model;
  /** Tonight's voices of the model. */
  voices: readonly Voice[];
}

/** So many models may change one property in a night, or this share of them. */
const MIN_CHANGED = 5;
const MAX_SHARE = 0.02;

/**
 * @param changes Models that stood and would be other ones now.
 * @param spoken Models that were spoken of.
 * @returns One verdict on the source that says most of what is new; empty when nothing is wrong.
 */
export function checkTraits(changes: readonly ModelChange[], spoken: number): Verdict[] {
  for (const trait of PROPERTIES) {
    const moved = changes.filter(({ before, after }) => !isSame(trait.of(before), trait.of(after)));
    if (moved.length < MIN_CHANGED || moved.length <= MAX_SHARE * spoken) continue;
    const source = loudest(trait, moved);
    const [first] = moved;
    if (source === undefined || first === undefined) continue;
    const [before, after] = [shown(trait.of(first.before)), shown(trait.of(first.after))];
    const reason = `${trait.field} of ${moved.length} models would change (${first.after.slug}: ${before} → ${after})`;
    const about = { scope: source, before, after, reason };
    return [{ ...holdSource({ name: "traits", source, area: "traits" }, about), holds: "row" }];
  }
  return [];
}

/** The source whose words the most new values are. */
function loudest(trait: Property, moved: readonly ModelChange[]): string | undefined {
  const sayers = moved.flatMap(({ after, voices }) => [
    ...new Set(
      voices.flatMap(({ source, traits }) =>
        traits !== null && isSame(trait.said(traits), trait.of(after)) ? [source] : [],
      ),
    ),
  ]);
  const counts = [...groupBy(sayers, (source) => source)].map(([source, all]) => ({
    source,
    count: all.length,
  }));
  return counts.sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1))[0]?.source;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const shown = (value: unknown): string => (Array.isArray(value) ? value.join(" ") : String(value));

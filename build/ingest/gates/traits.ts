/** Gate: one property of many models changes in one run. Pure. */
import { count } from "../../identity/frequency.ts";
import type { Model } from "../../schema/model.ts";
import type { ModelTraits } from "../../sources/listing.ts";
import { type Claim, statedTrait, TRAIT_NAMES, TRAITS, traitOf } from "../models/claims.ts";
import { Gate, isMany, type Verdict } from "./verdict.ts";

/** What the rule of claims decides, and the day of retirement, which has a rule of its own. */
const PROPERTIES = [
  ...TRAIT_NAMES.map((name) => ({
    field: TRAITS[name][0],
    of: (model: Model) => traitOf(model, name),
    stated: (traits: ModelTraits): unknown => statedTrait(traits, name),
  })),
  {
    field: "retirement_date",
    of: (model: Model): unknown => model.retirement_date,
    stated: (traits: ModelTraits): unknown => traits.retirementDate,
  },
];
type Property = (typeof PROPERTIES)[number];

export interface ModelChange {
  before: Model;
  after: Model;
  /** Tonight's claims of the model. */
  claims: readonly Claim[];
}

/** So many models may change one property in a run, or this share of them. */
const MANY = [5, 0.02] as const;

/**
 * @param changes Models that stood and would be other ones now.
 * @param mentioned Models that were mentioned of.
 * @returns One verdict on the source that says most of what is new; empty when nothing is wrong.
 */
export function checkTraits(changes: readonly ModelChange[], mentioned: number): Verdict[] {
  for (const trait of PROPERTIES) {
    const moved = changes.filter(({ before, after }) => !isSame(trait.of(before), trait.of(after)));
    if (!isMany(moved.length, mentioned, MANY)) continue;
    const source = mainClaimant(trait, moved);
    const [first] = moved;
    if (source === undefined || first === undefined) continue;
    const [before, after] = [shown(trait.of(first.before)), shown(trait.of(first.after))];
    const reason = `${trait.field} of ${moved.length} models would change (${first.after.slug}: ${before} → ${after})`;
    return new Gate("traits", source, "traits").holdRows({ before, after, reason }, []);
  }
  return [];
}

/** The source whose words the most new values are. */
function mainClaimant(trait: Property, moved: readonly ModelChange[]): string | undefined {
  const claimants = moved.flatMap(({ after, claims }) => {
    const isClaimed = ({ traits }: Claim) =>
      traits !== null && isSame(trait.stated(traits), trait.of(after));
    return [...new Set(claims.filter(isClaimed).map(({ source }) => source))];
  });
  return count(claimants)[0]?.value;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const shown = (value: unknown): string => (Array.isArray(value) ? value.join(" ") : String(value));

/** Finds who made a model: by the family in its name, never by who sells it. */
import type { ModelPrefixOfLab } from "../schema/editorial.ts";

export const UNKNOWN_LAB = "other";

/** Words in the names of tuned copies, whose maker is not the maker of the original weights. */
const TUNED = /(^|-)(abliterated|derestricted|uncensored|heretic|unshackled|amoral|merge)(-|$)/;

export type LabFinder = ReturnType<typeof createLabFinderByModelName>;

/**
 * The longest matching prefix of the name decides. A prefix that ends in `/` is a maker's folder (`meta-llama/` →
 * `meta`); it decides if no family with a known lab matches, or if the model is a tuned copy. The folder of the maker
 * of the declared base model is then ignored, because resellers put it there.
 */
export function createLabFinderByModelName(prefixes: readonly ModelPrefixOfLab[]) {
  const families = prefixes
    .filter(({ prefix }) => !prefix.endsWith("/"))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  const folders = new Map(
    prefixes
      .filter(({ prefix }) => prefix.endsWith("/"))
      .map(({ prefix, lab }) => [prefix.slice(0, -1), lab] as const),
  );
  const familyOf = (slug: string) => families.find(({ prefix }) => slug.startsWith(prefix));
  return {
    /** Whether a rule declares the maker of this model unknown. */
    isOther: (slug: string): boolean => familyOf(slug)?.lab === UNKNOWN_LAB,
    /** The model that a model of this name was tuned from; null without a rule. */
    baseOf(slug: string): string | null {
      const base = familyOf(slug)?.base_model ?? null;
      return base === slug ? null : base;
    },
    /** @param makers Folders that upstreams put before the name (`meta-llama`), the most frequent first. */
    labOf(slug: string, makers: readonly string[]): string {
      const family = familyOf(slug);
      const isTuned = TUNED.test(slug) && !TUNED.test(family?.prefix ?? "");
      if (family && family.lab !== UNKNOWN_LAB && !isTuned) return family.lab;
      const labOfBase = familyOf(family?.base_model ?? "")?.lab;
      const found = makers.map((maker) => folders.get(maker));
      return found.find((lab) => lab !== undefined && lab !== labOfBase) ?? UNKNOWN_LAB;
    },
  };
}

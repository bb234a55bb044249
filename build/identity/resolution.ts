/** How a name of an upstream was tied to a canonical model. */
const RESOLUTION_STEPS = ["alias", "strict", "tag", "mode", "code", "display-name", "own"] as const;
export type ResolutionStep = (typeof RESOLUTION_STEPS)[number];

export interface Resolution {
  /** Canonical slug. */
  model: string;
  step: ResolutionStep;
  /** What was dropped from the name and tells configurations apart: `2024-08-06`, `high`, `thinking`; null for the plain name. */
  configuration: string | null;
}

export interface NameToResolve {
  /** Host-side id or benchmark name, as the upstream writes it. */
  name: string;
  displayName: string | null;
  /** Source that writes it: an alias may hold for its names alone (`epoch-benchmarks/gemma-7b`). */
  source?: string;
}

/** Ties names to the canonical models that exist; undefined when none fits: a wrong match is worse than none. */
export interface Resolver {
  resolve(name: NameToResolve): Resolution | undefined;
}

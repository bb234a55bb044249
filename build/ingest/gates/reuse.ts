/** Gate: an id that stands is told as another model: its host gave it away, or two rows are mixed up upstream. */
import { type Gate, type Hit, toVerdicts, type Verdict } from "./verdict.ts";

/** A model by what upstreams tell of it. */
interface Identity {
  model: string;
  released: string | null;
  context: number | null;
}

export interface ToldIdentity {
  key: string;
  /** The model that the id is. */
  stands: Identity;
  /** The model that bears the name that is shown for it tonight. */
  named: Identity;
  /** What is told of the id itself. */
  released: string | null;
  context: number | null;
}

/** Sources date one release by the preview, the announcement or the first sale. */
const NEAR_DAYS = 31;
const DAY_MS = 86_400_000;

/**
 * A name alone is often loose: of 5,268 ids 99 are shown under another model's name. With release and window of that
 * other model, and not of their own, two are.
 * @param told Ids that stand, and that are shown under a name that some model bears.
 */
export function checkReuse(source: string, told: readonly ToldIdentity[]): Verdict[] {
  const gate: Gate = { name: "reuse", source, area: "offers" };
  return toVerdicts(gate, told.filter(isOther).map(toHit), told.length);
}

const isOther = ({ stands, named, released, context }: ToldIdentity): boolean =>
  stands.model !== named.model &&
  isNear(released, named.released) &&
  context !== null &&
  context === named.context &&
  !(isNear(released, stands.released) && context === stands.context);

const toHit = ({ key, stands, named, released, context }: ToldIdentity): Hit => ({
  ...{ key, scope: key, before: stands.model, after: named.model },
  reason: `is told as ${named.model}, by its name, its release (${released}) and its window (${context}); if it means that now, say so in aliases/moving.csv`,
});

const isNear = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && Math.abs(Date.parse(a) - Date.parse(b)) <= NEAR_DAYS * DAY_MS;

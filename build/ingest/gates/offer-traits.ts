/** Gates over what an offer or host is: status, token limits, which model an id means, addresses. Pure. */
import type { Offer } from "../../schema/offer.ts";
import type { Provider } from "../../schema/provider.ts";
import { daysBetween } from "../../schema/values.ts";
import type { HostListing } from "../../sources/listing.ts";
import type { Listed } from "../source-lists.ts";
import {
  type Bound,
  distance,
  Gate,
  type Hit,
  isMany,
  manyByHost,
  type Verdict,
} from "./verdict.ts";

/** The row of an id, where this source reported it. */
type CurrentOffer = (key: string) => Offer | undefined;

interface OfferMove {
  key: string;
  host: string;
}

/** Where too many ids changed: at the source as a whole, else at a host. */
function holdMany<T extends OfferMove>(
  gate: Gate,
  [changed, all]: readonly [T[], readonly T[]],
  bounds: { source: Bound; host: Bound },
  describe: (rows: readonly T[], of: number) => { before?: string; after?: string; reason: string },
): Verdict[] {
  if (isMany(changed.length, all.length, bounds.source))
    return gate.holdRows(describe(changed, all.length), changed);
  return manyByHost(changed, all, bounds.host).flatMap(({ host, rows, of }) =>
    gate.holdRows({ scope: host, ...describe(rows, of) }, rows),
  );
}

const MANY_STATUSES: { source: Bound; host: Bound } = { source: [40, 0.05], host: [5, 0.3] };

/** Over the ids whose row is this source's: status and day of retirement. */
export function checkStatus(
  source: string,
  listed: readonly Listed[],
  currentOffer: CurrentOffer,
): Verdict[] {
  const moves = listed.flatMap(({ key, host, listing }) => {
    const offer = currentOffer(key);
    if (offer === undefined) return [];
    const retirement = offer.retirement_date ?? "";
    const now = `${listing.status} ${listing.traits.retirementDate ?? retirement}`;
    return [{ key, host, before: `${offer.status} ${retirement}`, now }];
  });
  const changed = moves.filter(({ before, now }) => before !== now);
  const gate = new Gate("status", source, "limits");
  return holdMany(gate, [changed, moves], MANY_STATUSES, (rows, of) => {
    const [{ key = "", before = "", now: after = "" } = {}] = rows;
    const change = `${key}: ${before.trim()} → ${after.trim()}`;
    return {
      before,
      after,
      reason: `${rows.length} of ${of} ids changed their status (${change})`,
    };
  });
}

interface LimitMove extends OfferMove {
  before: Record<Limit, number | null>;
  now: Record<Limit, number | null>;
}

const LIMITS = ["context", "output"] as const;
type Limit = (typeof LIMITS)[number];

/** In tokens. The shortest prompt that is known is 77, the longest 20 million. */
const BOUNDS = { context: [16, 20_000_000], output: [1, 2_000_000] } as const;
/** Models grow, but no window ever grew so much in a run. */
const MAX_TIMES = 16;
const MANY_LIMITS: { source: Bound; host: Bound } = { source: [30, 0.05], host: [5, 0.3] };

export function checkLimits(
  source: string,
  listed: readonly Listed[],
  currentOffer: CurrentOffer,
): Verdict[] {
  const moves = listed.map(({ key, host, listing: { traits } }): LimitMove => {
    const offer = currentOffer(key);
    const before = {
      context: offer?.context_window ?? null,
      output: offer?.max_output_tokens ?? null,
    };
    const now = { context: traits.contextWindow, output: traits.maxOutputTokens };
    return { key, host, before, now };
  });
  const gate = new Gate("limits", source, "limits");
  const single = gate.holdEach(moves.flatMap(objection), moves.length).flatMap((verdict) => {
    const { holds, before, after, message: reason } = verdict;
    // Prices of the same rows may be right.
    return holds === "source" ? gate.holdRows({ before, after, reason }, moves) : [verdict];
  });
  const many = holdMany(gate, [moves.filter(isChanged), moves], MANY_LIMITS, (rows, of) => ({
    reason: `${rows.length} of ${of} ids changed a limit: ${rows[0]?.key}`,
  }));
  return [...single, ...many];
}

function objection({ key, before: known, now }: LimitMove): Hit[] {
  for (const field of LIMITS) {
    const [before, after] = [known[field], now[field]];
    if (after === null || after === before) continue;
    const [least, most] = BOUNDS[field];
    const isOut = after < least || after > most;
    if (!isOut && (before === null || distance(before, after) < MAX_TIMES)) continue;
    const why = isOut ? "no limit that a model has" : `far from ${before}`;
    return [{ key, before, after, reason: `${field} ${after} tokens is ${why}` }];
  }
  return [];
}

const isChanged = ({ before, now }: LimitMove): boolean =>
  LIMITS.some(
    (field) => before[field] !== null && now[field] !== null && before[field] !== now[field],
  );

/** A model by what upstreams report of it. */
interface Identity {
  model: string;
  released: string | null;
  context: number | null;
}

export interface StatedIdentity {
  key: string;
  /** The model that the id is. */
  current: Identity;
  /** The model that bears the name that is shown for it today. */
  named: Identity;
  /** What is reported of the id itself. */
  released: string | null;
  context: number | null;
}

/**
 * A name alone is often loose: of 5,268 ids 99 are shown under another model's name. With release and window of that
 * other model, and not of their own, two are.
 * @param reported Known ids that are shown under a name that some model bears.
 */
export function checkReuse(source: string, reported: readonly StatedIdentity[]): Verdict[] {
  const hits = reported
    .filter(isOther)
    .map(({ key, current, named: { model }, released, context }) => ({
      ...{ key, before: current.model, after: model },
      reason: `is reported as ${model}, by its name, its release (${released}) and its window (${context}); if it means that now, say so in aliases/moving.csv`,
    }));
  return new Gate("reuse", source).holdEach(hits, reported.length);
}

const isOther = ({ current, named, released, context }: StatedIdentity): boolean =>
  current.model !== named.model &&
  isNear(released, named.released) &&
  context !== null &&
  context === named.context &&
  !(isNear(released, current.released) && context === current.context);

/** Sources date one release by the preview, the announcement or the first sale. */
const NEAR_DAYS = 31;

const isNear = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && Math.abs(daysBetween(a, b)) <= NEAR_DAYS;

const MANY_ADDRESSES: Bound = [4, 0.05];

export function checkHosts(
  source: string,
  listed: readonly HostListing[],
  current: readonly Provider[],
): Verdict[] {
  const known = new Map(current.map((provider) => [provider.slug, provider]));
  const changed = listed.flatMap(({ slug: key, apiUrl, documentationUrl }) => {
    const host = known.get(key);
    const addresses = [
      { key, field: "api_url", before: host?.api_url, after: apiUrl },
      { key, field: "documentation_url", before: host?.documentation_url, after: documentationUrl },
    ];
    return addresses.filter(({ before, after }) => before && after !== null && before !== after);
  });
  const [first] = changed;
  if (first === undefined || !isMany(changed.length, listed.length, MANY_ADDRESSES)) return [];
  const { key, field, before, after } = first;
  const reason = `${changed.length} of ${listed.length} hosts have another address (${key} ${field}: ${before} → ${after})`;
  return new Gate("hosts", source, "hosts").holdRows({ before, after, reason }, changed);
}

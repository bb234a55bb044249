/** Gates over what an offer or host is: status, token limits, which model an id means, addresses. Pure. */
import { groupBy } from "../../schema/collections.ts";
import type { Offer } from "../../schema/offer.ts";
import type { Provider } from "../../schema/provider.ts";
import type { HostListing } from "../../sources/listing.ts";
import type { Listed } from "../source-lists.ts";
import { distance, type Gate, type Hit, holdRows, toVerdicts, type Verdict } from "./verdict.ts";

export interface StatusMove {
  key: string;
  host: string;
  /** Status and day of retirement. */
  before: string;
  now: string;
}

const MIN_CHANGED = 5;
const MAX_SHARE = 0.3;
const MIN_CHANGED_ALL = 40;
const MAX_SHARE_ALL = 0.05;

/** @param moves Ids whose status stands by this source's word, moved or not. */
export function checkStatus(source: string, moves: readonly StatusMove[]): Verdict[] {
  const gate: Gate = { name: "status", source, area: "limits" };
  const changed = moves.filter(({ before, now }) => before.trim() !== now.trim());
  const hold = (scope: string, rows: readonly StatusMove[], of: number) => {
    const [first] = rows;
    const [before, after] = [first?.before ?? "", first?.now ?? ""];
    const reason = `${rows.length} of ${of} ids changed their status (${first?.key}: ${before.trim()} → ${after.trim()})`;
    const keys = rows.map(({ key }) => key);
    return holdRows(gate, { scope, before, after, reason }, keys);
  };
  if (changed.length >= MIN_CHANGED_ALL && changed.length > MAX_SHARE_ALL * moves.length)
    return [hold(source, changed, moves.length)];
  const all = groupBy(moves, ({ host }) => host);
  return [...groupBy(changed, ({ host }) => host)].flatMap(([host, rows]) => {
    const of = all.get(host)?.length ?? 0;
    return rows.length >= MIN_CHANGED && rows.length > MAX_SHARE * of ? [hold(host, rows, of)] : [];
  });
}

export interface LimitMove {
  key: string;
  host: string;
  before: { context: number | null; output: number | null };
  now: { context: number | null; output: number | null };
}

/** In tokens. The shortest prompt that is known is 77, the longest 20 million. */
const BOUNDS = { context: [16, 20_000_000], output: [1, 2_000_000] } as const;
/** Models grow, but no window ever grew so much in a run. */
const MAX_TIMES = 16;

const FIELDS = ["context", "output"] as const;

/** @param moves Ids that the source lists, moved or not. */
export function checkLimits(source: string, moves: readonly LimitMove[]): Verdict[] {
  const gate: Gate = { name: "limits", source, area: "limits" };
  const rows = moves.flatMap((move) => objection(move));
  const verdicts = toVerdicts(gate, rows, moves.length).map(
    // Prices of the same rows may be sound.
    (verdict): Verdict => (verdict.holds === "source" ? toRows(gate, verdict, moves) : verdict),
  );
  return [...verdicts, ...checkManyLimits(gate, moves)];
}

const toRows = (gate: Gate, verdict: Verdict, moves: readonly LimitMove[]): Verdict =>
  holdRows(
    gate,
    { ...verdict, reason: verdict.message },
    moves.map(({ key }) => key),
  );

function objection(move: LimitMove): Hit[] {
  for (const field of FIELDS) {
    const [before, after] = [move.before[field], move.now[field]];
    if (after === null || after === before) continue;
    const [least, most] = BOUNDS[field];
    const isOut = after < least || after > most;
    if (!isOut && (before === null || distance(before, after) < MAX_TIMES)) continue;
    const reason = `${field} ${after} tokens is ${isOut ? "no limit that a model has" : `far from ${before}`}`;
    const reported = { before: String(before ?? ""), after: String(after) };
    return [{ key: move.key, scope: move.key, ...reported, reason }];
  }
  return [];
}

/** A host, or a source, does not change so many of its limits in a run. */
const MIN_LIMITS = 5;
const MAX_LIMIT_SHARE = 0.3;
const MIN_LIMITS_ALL = 30;
const MAX_LIMIT_SHARE_ALL = 0.05;

function checkManyLimits(gate: Gate, moves: readonly LimitMove[]): Verdict[] {
  const changed = moves.filter(isChanged);
  const hold = (scope: string, rows: readonly LimitMove[], of: number) => {
    const reason = `${rows.length} of ${of} ids changed a limit: ${rows[0]?.key}`;
    const keys = rows.map(({ key }) => key);
    return holdRows(gate, { scope, before: "", after: "", reason }, keys);
  };
  if (changed.length >= MIN_LIMITS_ALL && changed.length > MAX_LIMIT_SHARE_ALL * moves.length)
    return [hold(gate.source, changed, moves.length)];
  const size = groupBy(moves, ({ host }) => host);
  return [...groupBy(changed, ({ host }) => host)].flatMap(([host, rows]) => {
    const of = size.get(host)?.length ?? 0;
    return rows.length >= MIN_LIMITS && rows.length > MAX_LIMIT_SHARE * of
      ? [hold(host, rows, of)]
      : [];
  });
}

const isChanged = ({ before, now }: LimitMove): boolean =>
  FIELDS.some(
    (field) => before[field] !== null && now[field] !== null && before[field] !== now[field],
  );

/** A model by what upstreams tell of it. */
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

/** Sources date one release by the preview, the announcement or the first sale. */
const NEAR_DAYS = 31;
const DAY_MS = 86_400_000;

/**
 * A name alone is often loose: of 5,268 ids 99 are shown under another model's name. With release and window of that
 * other model, and not of their own, two are.
 * @param reported Ids that stand, and that are shown under a name that some model bears.
 */
export function checkReuse(source: string, reported: readonly StatedIdentity[]): Verdict[] {
  const gate: Gate = { name: "reuse", source, area: "offers" };
  return toVerdicts(gate, reported.filter(isOther).map(toHit), reported.length);
}

const isOther = ({ current, named, released, context }: StatedIdentity): boolean =>
  current.model !== named.model &&
  isNear(released, named.released) &&
  context !== null &&
  context === named.context &&
  !(isNear(released, current.released) && context === current.context);

const toHit = ({ key, current, named, released, context }: StatedIdentity): Hit => ({
  ...{ key, scope: key, before: current.model, after: named.model },
  reason: `is reported as ${named.model}, by its name, its release (${released}) and its window (${context}); if it means that now, say so in aliases/moving.csv`,
});

const isNear = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && Math.abs(Date.parse(a) - Date.parse(b)) <= NEAR_DAYS * DAY_MS;

const MIN_ADDRESSES = 4;
const MAX_ADDRESS_SHARE = 0.05;

export function checkHosts(
  source: string,
  listed: readonly HostListing[],
  current: readonly Provider[],
): Verdict[] {
  const known = new Map(current.map((provider) => [provider.slug, provider]));
  const changed = listed.flatMap((host) => {
    const before = known.get(host.slug);
    if (before === undefined) return [];
    return ADDRESSES.flatMap(([field, of]) => {
      const [was, now] = [before[field], of(host)];
      const reported = { slug: host.slug, field, before: was ?? "", after: now ?? "" };
      return was !== null && now !== null && was !== now ? [reported] : [];
    });
  });
  const [first] = changed;
  if (first === undefined || changed.length < MIN_ADDRESSES) return [];
  if (changed.length <= MAX_ADDRESS_SHARE * listed.length) return [];
  const reason = `${changed.length} of ${listed.length} hosts have another address (${first.slug} ${first.field}: ${first.before} → ${first.after})`;
  const about = { scope: source, before: first.before, after: first.after, reason };
  return [
    holdRows(
      { name: "hosts", source, area: "hosts" },
      about,
      changed.map(({ slug }) => slug),
    ),
  ];
}

const ADDRESSES = [
  ["api_url", ({ apiUrl }: HostListing) => apiUrl],
  ["documentation_url", ({ documentationUrl }: HostListing) => documentationUrl],
] as const;

/** The row of an id, where this source reported it. */
type CurrentOffer = (key: string, source: string) => Offer | undefined;

export const toStatusMoves = (
  listed: readonly Listed[],
  currentOffer: CurrentOffer,
): StatusMove[] =>
  listed.flatMap(({ key, source, host, listing }) => {
    const before = currentOffer(key, source);
    if (before === undefined) return [];
    const { status, retirement_date: retirement } = before;
    const now = `${listing.status} ${listing.traits.retirementDate ?? retirement ?? ""}`;
    return [{ key, host, before: `${status} ${retirement ?? ""}`, now }];
  });

export const toLimitMoves = (listed: readonly Listed[], currentOffer: CurrentOffer): LimitMove[] =>
  listed.map(({ key, source, host, listing: { traits } }) => {
    const offer = currentOffer(key, source);
    return {
      ...{ key, host },
      before: { context: offer?.context_window ?? null, output: offer?.max_output_tokens ?? null },
      now: { context: traits.contextWindow, output: traits.maxOutputTokens },
    };
  });

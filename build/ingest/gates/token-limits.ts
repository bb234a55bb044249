/** Gates of context windows and output limits: what a source tells beside what stands. */
import { groupBy } from "../../schema/collections.ts";
import { distance } from "./numbers.ts";
import { type Gate, type Hit, holdRows, toVerdicts, type Verdict } from "./verdict.ts";

export interface LimitMove {
  key: string;
  host: string;
  before: { context: number | null; output: number | null };
  now: { context: number | null; output: number | null };
}

/** In tokens. The shortest prompt that is known is 77, the longest 20 million. */
const BOUNDS = { context: [16, 20_000_000], output: [1, 2_000_000] } as const;
/** Models grow, but no window ever grew so much in a night. */
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
  return [...verdicts, ...checkHosts(gate, moves)];
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
    const told = { before: String(before ?? ""), after: String(after) };
    return [{ key: move.key, scope: move.key, ...told, reason }];
  }
  return [];
}

/** A host, or a source, does not change so many of its limits in a night. */
const MIN_CHANGED = 5;
const MAX_SHARE = 0.3;
const MIN_CHANGED_ALL = 30;
const MAX_SHARE_ALL = 0.05;

function checkHosts(gate: Gate, moves: readonly LimitMove[]): Verdict[] {
  const changed = moves.filter(isChanged);
  const hold = (scope: string, rows: readonly LimitMove[], of: number) => {
    const reason = `${rows.length} of ${of} ids changed a limit: ${rows[0]?.key}`;
    const keys = rows.map(({ key }) => key);
    return holdRows(gate, { scope, before: "", after: "", reason }, keys);
  };
  if (changed.length >= MIN_CHANGED_ALL && changed.length > MAX_SHARE_ALL * moves.length)
    return [hold(gate.source, changed, moves.length)];
  const size = groupBy(moves, ({ host }) => host);
  return [...groupBy(changed, ({ host }) => host)].flatMap(([host, rows]) => {
    const of = size.get(host)?.length ?? 0;
    return rows.length >= MIN_CHANGED && rows.length > MAX_SHARE * of ? [hold(host, rows, of)] : [];
  });
}

const isChanged = ({ before, now }: LimitMove): boolean =>
  FIELDS.some(
    (field) => before[field] !== null && now[field] !== null && before[field] !== now[field],
  );

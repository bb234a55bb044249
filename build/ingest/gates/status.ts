/** Gate: many ids of a host, or of a source, change their status or get a day of retirement in one night. */
import { groupBy } from "../../schema/collections.ts";
import { type Gate, holdRows, type Verdict } from "./verdict.ts";

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

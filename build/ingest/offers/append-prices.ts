/** What believed sources say of prices → the rows that the ledger gains. Pure. */
import { FACT_KINDS, type FiledFact } from "../../facts/kinds.ts";
import { groupBy } from "../../schema/collections.ts";
import { issuesOf } from "../../schema/validation.ts";
import { EVERY_HOST, type Rejected } from "../../sources/listing.ts";
import type { Held } from "../gates/held.ts";
import type { StandingLedger } from "../ledger/standing-ledger.ts";
import { appendStatements } from "../statements.ts";
import type { SourceList } from "./listed.ts";

export interface AppendedPrices {
  rows: FiledFact<"prices">[];
  rejected: Rejected[];
}

/** @param lists Of the sources that no gate holds as a whole. */
export function appendPrices(
  lists: readonly SourceList[],
  ledger: StandingLedger,
  held: Held,
  day: string,
): AppendedPrices {
  const appended: AppendedPrices = { rows: [], rejected: [] };
  for (const list of lists)
    for (const row of newRows(list, ledger, held, day)) {
      const [issue] = issuesOf(FACT_KINDS.prices.schema, withoutHost(row));
      if (issue === undefined) appended.rows.push(row);
      else
        appended.rejected.push({
          ...{ source: list.source, place: `prices of ${row.file}`, value: row.model_id },
          reason: `${issue.path.join(".")}: ${issue.message}`,
        });
    }
  return appended;
}

const withoutHost = ({ file: _file, ...row }: FiledFact<"prices">) => row;

function newRows(
  list: SourceList,
  ledger: StandingLedger,
  held: Held,
  day: string,
): FiledFact<"prices">[] {
  const { source, listed } = list;
  const byHost = groupBy(listed, ({ host }) => host);
  const hosts = new Set([
    ...byHost.keys(),
    ...[...ledger.openOf(source).values()].map(({ host }) => host),
  ]);
  return [...hosts].flatMap((host) => {
    const believed = (byHost.get(host) ?? []).filter(
      ({ key }) => !held.isHeld("offers", source, key),
    );
    const said = new Map(believed.map((one) => [one.modelId, one.said]));
    const unread = unreadAt(host, list, ledger, held);
    const rows = appendStatements(ledger.rowsOf(host), source, said, day, { unread });
    return rows.map((row) => ({ ...row, file: host }));
  });
}

/** Ids of which the last statement stands: held back, or their row could not be read. */
function unreadAt(
  host: string,
  { source, unread }: SourceList,
  ledger: StandingLedger,
  held: Held,
): Set<string> {
  const here = unread.filter((row) => row.host === host || row.host === EVERY_HOST);
  const isHalfRead = here.some(({ modelId }) => modelId === null);
  const open = [...ledger.openOf(source).values()].filter((one) => one.host === host);
  const kept = open.filter(({ key }) => isHalfRead || held.isHeld("offers", source, key));
  return new Set([
    ...kept.map(({ modelId }) => modelId),
    ...here.flatMap(({ modelId }) => modelId ?? []),
  ]);
}

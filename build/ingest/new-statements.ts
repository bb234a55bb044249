/** The rows that the ledger gains: what sources state anew, and ids that a rule ends. Pure. */
import type { Facts } from "../facts/kinds.ts";
import { offerKey } from "../identity/host-ids.ts";
import { byText, groupBy } from "../schema/collections.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { EVERY_HOST, type Rejected } from "../sources/listing.ts";
import { faultOfRow, withoutFile } from "./fact-rows.ts";
import type { HeldRows } from "./gates/verdict.ts";
import type { SourceList } from "./source-lists.ts";
import {
  appendStatements,
  type CurrentLedger,
  dayOf,
  isSameMoney,
  type LedgerRow,
  NO_STATED_PRICES,
  statementsById,
} from "./statements.ts";

/** @param lists Of the sources that no gate holds as a whole. */
export function newStatements(
  lists: readonly SourceList[],
  ledger: CurrentLedger,
  held: HeldRows,
  day: string,
): { rows: LedgerRow[]; rejected: Rejected[] } {
  const rows: LedgerRow[] = [];
  const rejected: Rejected[] = [];
  for (const list of lists)
    for (const row of rowsOf(list, ledger, held, day)) {
      const reason = faultOfRow("prices", withoutFile(row));
      const place = `prices of ${row.file}`;
      if (reason === null) rows.push(row);
      else rejected.push({ source: list.source, place, value: row.model_id, reason });
    }
  return { rows, rejected };
}

function rowsOf(list: SourceList, ledger: CurrentLedger, held: HeldRows, day: string): LedgerRow[] {
  const { source, listed } = list;
  const byHost = groupBy(listed, ({ host }) => host);
  const open = groupBy(ledger.openOf(source), ({ host }) => host);
  return [...new Set([...byHost.keys(), ...open.keys()])].flatMap((host) => {
    const passed = (byHost.get(host) ?? []).filter(
      ({ key }) => !held.isHeld("offers", source, key),
    );
    const stated = new Map(passed.map((one) => [one.modelId, one.stated]));
    // The last statement of an id holds on where its row is held back or could not be read.
    const here = list.unread.filter((row) => row.host === host || row.host === EVERY_HOST);
    const isHalfRead = here.some(({ modelId }) => modelId === null);
    const kept = (open.get(host) ?? []).filter(
      ({ key }) => isHalfRead || held.isHeld("offers", source, key),
    );
    const unread = new Set([...kept, ...here].flatMap(({ modelId }) => modelId ?? []));
    const rows = appendStatements(ledger.rowsOf(host), source, stated, day, { unread });
    return rows.map((row) => ({ ...row, file: host }));
  });
}

/** Follows every host's list day by day, so it says when an id ends. */
const REFERENCE = "models-dev";

/** Keep ids for years after a host stopped selling them; with the day of their first commit, which took in ids of unknown age. */
const LAGGING_SOURCES = [
  ["genai-prices", "2025-06-22"],
  ["litellm", "2024-01-31"],
  ["portkey", "2026-08-21"],
] as const;

/** Closed hosts, and names that AI21 no longer sells, though LiteLLM lists them: they ended long ago. */
const CLOSED = /^(anyscale|lambda) |^ai21 (j2-|jamba-1\.5)/;

/**
 * Ids that lagging sources still list although the reference source withdrew them, or the last id of their model.
 * @param added Rows that today's answers add.
 * @param modelOf Model of a key, of ids old and new.
 */
export function withdrawStaleIds(
  facts: Pick<Facts, "prices" | "models">,
  added: readonly LedgerRow[],
  modelOf: ReadonlyMap<string, string>,
  day: string,
): LedgerRow[] {
  const ended = added.filter(({ source, event }) => source === REFERENCE && event === "withdrawn");
  const hosts = new Set(ended.map(({ file }) => file));
  if (hosts.size === 0) return [];
  const otherKinds = new Set(
    facts.models.flatMap(({ slug, model_type }) => (model_type === "text" ? [] : [slug])),
  );
  const byHost = groupBy([...facts.prices, ...added], ({ file }) => file);
  return [...hosts].flatMap((host) => {
    const model = (id: string) => modelOf.get(offerKey(host, id));
    const isChat = (id: string) => !otherKinds.has(model(id) ?? "");
    return staleIds(host, byHost.get(host) ?? [], model, isChat).map(({ last, end, reason }) => ({
      ...last,
      ...NO_STATED_PRICES,
      ...{ file: host, recorded: day, effective: end < day ? end : null, event: "withdrawn" },
      note: `rule: models.dev withdrew ${reason}`,
    }));
  });
}

function staleIds(
  host: string,
  ledger: readonly LedgerRow[],
  modelOf: (id: string) => string | undefined,
  isChat: (id: string) => boolean,
) {
  const record = statementsById(ledger, REFERENCE);
  const fullSince = firstFullRecord([...record.values()].flat());
  const ends = endsByModel(record, modelOf);
  return LAGGING_SOURCES.flatMap(([source, began]) =>
    [...statementsById(ledger, source)].flatMap(([id, statements]) => {
      const last = statements.at(-1);
      const isClosed = source === "litellm" && CLOSED.test(`${host} ${id}`);
      if (last?.event !== "stated" || isClosed) return [];
      const hasPrice = last.input !== null || last.output !== null;
      const since = hasPrice ? pricedSince(statements) : began;
      const known = record.get(id)?.at(-1);
      const end = known === undefined ? ends.get(modelOf(id) ?? "") : dayOf(known);
      if (end === undefined) return [];
      const isRecorded = fullSince !== null && since > fullSince && since > began;
      const isStale =
        known === undefined
          ? since <= end && isRecorded && isChat(id)
          : // LiteLLM never follows a removal; genai-prices may, so its later statements count.
            known.event === "withdrawn" && (source === "litellm" || since <= end);
      const reason = known === undefined ? "every id of its model" : "it and nothing newer is said";
      return isStale ? [{ last, end: end > dayOf(last) ? end : dayOf(last), reason }] : [];
    }),
  );
}

/** Model → day on which the reference source withdrew the last of its ids; models of which it lists one are left out. */
function endsByModel(
  record: ReadonlyMap<string, readonly PriceStatement[]>,
  modelOf: (id: string) => string | undefined,
): Map<string, string> {
  const ends = new Map<string, string>();
  for (const [model, ids] of groupBy(record.keys(), modelOf)) {
    const lasts = ids.flatMap((id) => record.get(id)?.at(-1) ?? []);
    const days = lasts.map(dayOf).sort(byText);
    if (model !== undefined && lasts.every(({ event }) => event === "withdrawn"))
      ends.set(model, days.at(-1) ?? "");
  }
  return ends;
}

/** First day of the run of statements that name the present price. */
function pricedSince(statements: readonly PriceStatement[]): string {
  const last = statements.at(-1);
  const start = statements.findLastIndex(
    (row) => last && (row.event === "withdrawn" || !isSameMoney(row, last)),
  );
  const first = statements[start + 1];
  return first ? dayOf(first) : "";
}

/** First day on which a record listed at least half as many ids as it ever did at once; null without a record. */
function firstFullRecord(record: readonly PriceStatement[]): string | null {
  const listed = new Set<string>();
  const counts = new Map<string, number>();
  for (const row of [...record].sort((a, b) => byText(dayOf(a), dayOf(b)))) {
    if (row.event === "stated") listed.add(row.model_id);
    else listed.delete(row.model_id);
    counts.set(dayOf(row), listed.size);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count >= most / 2)?.[0] ?? null;
}

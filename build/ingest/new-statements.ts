/** The rows that the ledger gains: what sources state anew, and ids that a rule ends. Pure. */
import { FACT_KINDS, type Facts, type FiledFact } from "../facts/kinds.ts";
import { offerKey } from "../identity/host-ids.ts";
import { byText, groupBy } from "../schema/collections.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { issuesOf } from "../schema/validation.ts";
import { EVERY_HOST, type Rejected } from "../sources/listing.ts";
import type { HeldRows } from "./gates/verdict.ts";
import type { SourceList } from "./source-lists.ts";
import {
  appendStatements,
  type CurrentLedger,
  dayOf,
  isSameMoney,
  NO_STATED_PRICES,
  statementsById,
} from "./statements.ts";

export interface AppendedPrices {
  rows: FiledFact<"prices">[];
  rejected: Rejected[];
}

/** @param lists Of the sources that no gate holds as a whole. */
export function appendPrices(
  lists: readonly SourceList[],
  ledger: CurrentLedger,
  held: HeldRows,
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
  ledger: CurrentLedger,
  held: HeldRows,
  day: string,
): FiledFact<"prices">[] {
  const { source, listed } = list;
  const byHost = groupBy(listed, ({ host }) => host);
  const hosts = new Set([
    ...byHost.keys(),
    ...[...ledger.openOf(source).values()].map(({ host }) => host),
  ]);
  return [...hosts].flatMap((host) => {
    const passed = (byHost.get(host) ?? []).filter(
      ({ key }) => !held.isHeld("offers", source, key),
    );
    const stated = new Map(passed.map((one) => [one.modelId, one.stated]));
    const unread = unreadAt(host, list, ledger, held);
    const rows = appendStatements(ledger.rowsOf(host), source, stated, day, { unread });
    return rows.map((row) => ({ ...row, file: host }));
  });
}

/** Ids of which the last statement stands: held back, or their row could not be read. */
function unreadAt(
  host: string,
  { source, unread }: SourceList,
  ledger: CurrentLedger,
  held: HeldRows,
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

/** Follows hosts day by day, so that it says when an id ends. */
const FOLLOWER = "models-dev";

/**
 * Of the rules, the one that a night can apply: the follower withdrew it. That it never listed an id is nothing to go
 * by while it may still come to list it.
 */
const IS_WITHDRAWN = /^rule: models\.dev withdrew/;

type Row = FiledFact<"prices">;

/**
 * @param added Rows that tonight's answers add.
 * @param modelOf Model of a key, of ids old and new.
 */
export function withdrawnTonight(
  facts: Facts,
  added: readonly Row[],
  modelOf: ReadonlyMap<string, string>,
  day: string,
): Row[] {
  const ended = added.filter(({ source, event }) => source === FOLLOWER && event === "withdrawn");
  const hosts = new Set(ended.map(({ file }) => file));
  if (hosts.size === 0) return [];
  const kinds = new Map(facts.providers.map(({ slug, host_kind }) => [slug, host_kind]));
  const types = new Map(facts.models.map(({ slug, model_type }) => [slug, model_type]));
  const firstSeen = firstSeenByModel(facts, modelOf);
  const byHost = groupBy([...facts.prices, ...added], ({ file }) => file);
  return [...hosts].flatMap((host) => {
    const model = (id: string) => modelOf.get(offerKey(host, id)) ?? null;
    const rows = withdrawnByRule(byHost.get(host) ?? [], {
      ...{ host, day, followedUntil: day, isLab: kinds.get(host) === "lab", modelOf: model },
      firstSeenOf: (id) => firstSeen.get(model(id) ?? "") ?? day,
      isBeyondChat: (id) => (types.get(model(id) ?? "") ?? "text") !== "text",
    });
    return rows
      .filter(({ note }) => IS_WITHDRAWN.test(note ?? ""))
      .map((row): Row => {
        const end = row.effective ?? row.recorded;
        return { ...row, file: host, recorded: day, effective: end < day ? end : null };
      });
  });
}

/** Release, or first row of any ledger. */
function firstSeenByModel(
  { models, prices }: Facts,
  modelOf: ReadonlyMap<string, string>,
): Map<string, string> {
  const first = new Map<string, string>();
  const learn = (model: string, day: string) =>
    first.set(model, [first.get(model) ?? day, day].sort(byText)[0] ?? day);
  for (const { slug, release_date } of models) if (release_date) learn(slug, release_date);
  for (const row of prices) {
    const model = modelOf.get(offerKey(row.file, row.model_id));
    if (model !== undefined) learn(model, dayOf(row));
  }
  return first;
}

const BASE = "models-dev";
/** The two, each with the day of its first commit, which took in ids of unknown age. */
const KEEPERS = [
  ["genai-prices", "2025-06-22"],
  ["litellm", "2024-01-31"],
] as const;

/** Hosts that were closed, and names that AI21 sells no more, though LiteLLM still lists them. */
const SOLD_NO_MORE = /^(anyscale|lambda) |^ai21 (j2-|jamba-1\.5)/;

/** So long models.dev may take to list what is new. */
const DAYS_TO_LIST = 30;

export interface DeadIdContext {
  host: string;
  /** The host is a lab's own, of which genai-prices checks the price list itself. */
  isLab: boolean;
  /** Day of the reading. */
  day: string;
  /** Newest day of models.dev's record of any host. */
  followedUntil: string;
  /**
   * Day on which a dated source first reported of the id's model at any host, or its release; null for a name that is no
   * model of ours.
   */
  firstSeenOf(modelId: string): string | null;
  /** Speech, images, embeddings and the like, of which models.dev's record of chat models says nothing. */
  isBeyondChat(modelId: string): boolean;
  /** Null for a name that is no model of ours. */
  modelOf(modelId: string): string | null;
}

/**
 * Withdrawals that the ledger of one host gains, each with its rule. A source that names another price later states
 * the id anew.
 */
export function withdrawnByRule(
  ledger: readonly PriceStatement[],
  context: DeadIdContext,
): PriceStatement[] {
  const record = statementsById(ledger, BASE);
  const fullSince = firstFullRecord([...record.values()].flat());
  const ends = endsByModel(record, context);
  return KEEPERS.flatMap(([source, began]) =>
    [...statementsById(ledger, source)].flatMap(([id, statements]) => {
      const last = statements.at(-1);
      if (last?.event !== "stated") return [];
      const since = hasPrice(last) ? pricedSince(statements) : began;
      const end =
        soldNoMore(id, source, context) ??
        (record.has(id)
          ? endOfKnown(record.get(id)?.at(-1), source, since)
          : endOfUnknown(
              id,
              source,
              { first: firstDay(statements), since, isResold: isResold(last) },
              { began, fullSince, ends },
              context,
            ));
      return end ? [toWithdrawal(last, end)] : [];
    }),
  );
}

interface End {
  /** Day it ended; counts not before the last statement. */
  day: string;
  reason: string;
}

const soldNoMore = (id: string, source: string, { host, day }: DeadIdContext): End | null =>
  source === "litellm" && SOLD_NO_MORE.test(`${host} ${id}`)
    ? { day, reason: "the host sells it no more" }
    : null;

/** LiteLLM never follows a removal; genai-prices may, so what it stated afterwards is heard. */
function endOfKnown(base: PriceStatement | undefined, source: string, since: string): End | null {
  if (base?.event !== "withdrawn" || (source !== "litellm" && since > dayOf(base))) return null;
  return { day: dayOf(base), reason: "models.dev withdrew it and nothing newer is said" };
}

/** What a source says of an id: since when, since when at this price, and whether that is a reseller's. */
interface Stated {
  first: string;
  since: string;
  isResold: boolean;
}

const isResold = ({ note }: PriceStatement): boolean => note?.startsWith("reseller:") ?? false;

/** What models.dev's record of the host says of an id that it never listed. */
interface HostRecord {
  began: string;
  fullSince: string | null;
  ends: ReadonlyMap<string, string>;
}

function endOfUnknown(
  id: string,
  source: string,
  { first, since, isResold }: Stated,
  { began, fullSince, ends }: HostRecord,
  context: DeadIdContext,
): End | null {
  if (fullSince === null || context.isBeyondChat(id)) return null;
  if (since <= fullSince || since <= began) {
    const reason = "older than models.dev's full record of the host which does not know it";
    return { day: fullSince, reason };
  }
  const end = ends.get(context.modelOf(id) ?? "");
  if (end !== undefined && since <= end)
    return { day: end, reason: "models.dev withdrew every id of its model" };
  const isChecked = source === "genai-prices" && context.isLab && !isResold;
  if (isChecked || isNewModel(id, source, first, context)) return null;
  return { day: since, reason: "models.dev follows the host and never listed it" };
}

/** Model → day on which models.dev withdrew the last of its ids; models of which it lists one are left out. */
function endsByModel(
  record: ReadonlyMap<string, readonly PriceStatement[]>,
  { modelOf }: DeadIdContext,
): Map<string, string> {
  const ends = new Map<string, string>();
  const sold = new Set<string>();
  for (const [id, statements] of record) {
    const model = modelOf(id);
    const last = statements.at(-1);
    if (model === null || last === undefined) continue;
    if (last.event === "stated") sold.add(model);
    else ends.set(model, [ends.get(model) ?? "", dayOf(last)].sort(byText).at(-1) ?? "");
  }
  for (const model of sold) ends.delete(model);
  return ends;
}

/**
 * What is new may come to another source first; an older model that a source adds late stands there to match old
 * records. LiteLLM's record has gaps: when it added an id is not known.
 */
function isNewModel(
  id: string,
  source: string,
  first: string,
  { firstSeenOf, followedUntil }: DeadIdContext,
): boolean {
  const firstSeen = firstSeenOf(id);
  const day = source !== "litellm" && first < followedUntil ? first : followedUntil;
  return firstSeen !== null && daysBetween(firstSeen, day) < DAYS_TO_LIST;
}

const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** A row without a price is in no history of prices: since when it stands is not stated. */
const hasPrice = ({ input, output }: PriceStatement): boolean => input !== null || output !== null;

const firstDay = ([first]: readonly PriceStatement[]): string => (first ? dayOf(first) : "");

/** First day of the run of statements that name the present price. */
function pricedSince(statements: readonly PriceStatement[]): string {
  const last = statements.at(-1);
  const run = statements.slice(
    statements.findLastIndex(
      (row) => last && (row.event === "withdrawn" || !isSameMoney(row, last)),
    ) + 1,
  );
  return run[0] ? dayOf(run[0]) : "";
}

/** First day on which a record listed at least half as many ids as it ever did at once; null without a record. */
export function firstFullRecord(record: readonly PriceStatement[]): string | null {
  const listed = new Set<string>();
  const counts = new Map<string, number>();
  for (const row of [...record].sort((a, b) => byText(dayOf(a), dayOf(b)))) {
    if (row.event === "stated") listed.add(row.model_id);
    else listed.delete(row.model_id);
    counts.set(dayOf(row), listed.size);
  }
  const most = Math.max(...counts.values());
  for (const [day, count] of counts) if (count >= most / 2) return day;
  return null;
}

/** Written on the day of the end, or beside the last statement, which then names that day as the one it counts from. */
function toWithdrawal(last: PriceStatement, { day, reason }: End): PriceStatement {
  const end = [day, dayOf(last)].sort(byText).at(-1) ?? day;
  const recorded = [end, last.recorded].sort(byText).at(-1) ?? end;
  return {
    recorded,
    effective: end === recorded ? null : end,
    model_id: last.model_id,
    source: last.source,
    event: "withdrawn",
    ...NO_STATED_PRICES,
    note: `rule: ${reason}`,
  };
}

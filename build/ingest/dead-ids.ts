/**
 * LiteLLM and genai-prices keep ids for years after a host has stopped selling them. models.dev follows a host's list
 * day by day, so what its record withdrew, or never knew, ends the statements of the other two. Pure.
 */
import { byText } from "../schema/collections.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { dayOf, isSameMoney, NO_STATED_PRICES, statementsById } from "./statements.ts";

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
   * Day on which a dated source first told of the id's model at any host, or its release; null for a name that is no
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
              { first: firstDay(statements), since, isLent: isLent(last) },
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

/** LiteLLM never follows a removal; genai-prices may, so what it said afterwards is heard. */
function endOfKnown(base: PriceStatement | undefined, source: string, since: string): End | null {
  if (base?.event !== "withdrawn" || (source !== "litellm" && since > dayOf(base))) return null;
  return { day: dayOf(base), reason: "models.dev withdrew it and nothing newer is said" };
}

/** What a source says of an id: since when, since when at this price, and whether that is a reseller's. */
interface Stated {
  first: string;
  since: string;
  isLent: boolean;
}

const isLent = ({ note }: PriceStatement): boolean => note?.startsWith("reseller:") ?? false;

/** What models.dev's record of the host says of an id that it never listed. */
interface HostRecord {
  began: string;
  fullSince: string | null;
  ends: ReadonlyMap<string, string>;
}

function endOfUnknown(
  id: string,
  source: string,
  { first, since, isLent }: Stated,
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
  const isChecked = source === "genai-prices" && context.isLab && !isLent;
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

/** A row without a price is in no history of prices: since when it stands is not said. */
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

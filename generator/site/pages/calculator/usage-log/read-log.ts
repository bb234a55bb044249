/** A usage log as text → its tokens, and in words what was not read. Nothing here leaves the page. */
import { thousands } from "../../../components/format.ts";
import { addUsage, NO_USAGE, totalTokens, type Usage } from "../usage.ts";
import { readCsvLog } from "./csv-log.ts";
import { type Placed, readJsonLog } from "./json-log.ts";
import { EntryFault, type UsageEntry } from "./usage-entry.ts";

export const MAX_LOG_CHARACTERS = 20_000_000;
/** Faults that are told one by one. */
const TOLD = 5;

export interface LogReading {
  entries: number;
  /** Null where the log does not count them, as sums by day do. */
  requests: number | null;
  usage: Usage;
  /** USD, where each entry says what it cost. */
  spend: number | null;
  /** Sentences about what was not read; empty when all was. */
  unread: string[];
}

export function readLog(text: string): LogReading {
  const log = text.replace(/^\uFEFF/, "").trim();
  if (log === "") return nothing("The log is empty.");
  if (log.length > MAX_LOG_CHARACTERS)
    return nothing(
      `The log has more than ${thousands(MAX_LOG_CHARACTERS)} characters. Paste a part of it, or its sums by day.`,
    );
  const placed = readJsonLog(log) ?? (/^[[{]/.test(log) ? undefined : readCsvLog(log));
  if (placed === undefined)
    return nothing(
      /^[[{]/.test(log)
        ? "This begins like JSON and does not end like it. Nothing was read."
        : "This is neither JSON nor a table with columns such as prompt_tokens or input_tokens. Nothing was read.",
    );
  if (placed.length === 0) return nothing("No tokens are counted in it. Nothing was read.");
  return toReading(placed);
}

function toReading(placed: readonly Placed[]): LogReading {
  const entries: UsageEntry[] = [];
  const faults: string[] = [];
  for (const { place, entry } of placed)
    if (entry instanceof EntryFault) faults.push(toSentence(place, entry));
    else entries.push(entry);
  const usage = entries.reduce((sum, entry) => addUsage(sum, entry.usage), NO_USAGE);
  if (!Number.isSafeInteger(totalTokens(usage)))
    return nothing("The tokens of this log are more than can be added up. Nothing was read.");
  return {
    entries: entries.length,
    requests: sumOf(entries.map(({ requests }) => requests)),
    usage,
    spend: sumOf(entries.map(({ spend }) => spend)),
    unread: told(faults),
  };
}

const toSentence = (place: string, { reason }: EntryFault): string => {
  const subject = place === "" ? "The entry" : place.charAt(0).toUpperCase() + place.slice(1);
  return `${subject} ${reason}. It was not read.`;
};

function told(faults: readonly string[]): string[] {
  const more = faults.length - TOLD;
  return [
    ...faults.slice(0, TOLD),
    ...(more > 0
      ? [`${thousands(more)} more ${more === 1 ? "entry was" : "entries were"} not read.`]
      : []),
  ];
}

/** Null unless all are known. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    values.length === 0 ? null : 0,
  );

const nothing = (sentence: string): LogReading => ({
  ...{ entries: 0, requests: null, usage: NO_USAGE, spend: null },
  unread: [sentence],
});

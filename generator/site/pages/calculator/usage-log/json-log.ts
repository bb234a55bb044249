/** Entries of a log in JSON: of a request, of many, or a line each. */
import {
  EntryFault,
  isEntry,
  isObject,
  readEntry,
  toFieldKey,
  type UsageEntry,
} from "./usage-entry.ts";

/** An entry, or why there is none, with its place in the log. */
export interface Placed {
  place: string;
  entry: UsageEntry | EntryFault;
}

/** Sums of what stands beside them. */
const REPEATED = ["totals", "total", "breakdown", "modelbreakdowns", "metadata"];
/** Both count the same request. */
const STREAM_PIECES = ["message_start", "message_delta"];
const MAX_DEPTH = 12;

/** @returns Undefined for what is neither JSON nor lines of JSON. */
export function readJsonLog(text: string): Placed[] | undefined {
  const whole = parse(text);
  if (whole !== undefined) return entriesIn(whole, "");
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const filled = lines.filter(({ line }) => line !== "");
  const parsed = filled.map(({ line, number }) => ({
    value: parse(line),
    place: `line ${number}`,
  }));
  if (!parsed.some(({ value }) => isObject(value))) return undefined;
  return parsed.flatMap(({ value, place }) =>
    value === undefined
      ? [{ place, entry: new EntryFault("is no JSON") }]
      : entriesIn(value, place),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function entriesIn(value: unknown, place: string): Placed[] {
  const found = visit(value, place, 0, REPEATED);
  return found.length > 0 ? found : visit(value, place, 0, []);
}

function visit(value: unknown, place: string, depth: number, left: readonly string[]): Placed[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      visit(item, join(place, `entry ${index + 1}`), depth + 1, left),
    );
  if (!isObject(value)) return [];
  if (typeof value.type === "string" && STREAM_PIECES.includes(value.type))
    return [
      { place, entry: new EntryFault("is a piece of a stream, which counts a request twice") },
    ];
  if (isEntry(Object.keys(value).map(toFieldKey))) return [{ place, entry: readEntry(value) }];
  return Object.entries(value).flatMap(([name, inner]) =>
    left.includes(toFieldKey(name)) ? [] : visit(inner, join(place, name), depth + 1, left),
  );
}

const join = (place: string, next: string): string => (place === "" ? next : `${place}, ${next}`);

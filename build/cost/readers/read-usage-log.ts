/** Reads from a file's text what its log entries used. Nothing is sent to a server. */
import { USAGE_FIELDS, type Usage, type UsageField } from "../usage.ts";
import { parseCsvCells } from "./csv.ts";
import { mergeUsageEntryMetadata, readUsageEntryMetadata } from "./metadata.ts";
import {
  dropZeroCounts,
  findLogFieldAtPath,
  isJsonObject,
  type JsonObject,
  parseJsonOrUndefined,
  parseUsageLogNumber,
  readLogFieldAsText,
  UsageCountReader,
  type UsageReading,
} from "./reading.ts";
import {
  findUsagesInJson,
  removeDuplicateUsages,
  toUsageReadingFault,
  type UsageReadingOrFault,
} from "./usage-of.ts";

export interface UsageLog {
  entries: UsageReading[];
  /** Sentences that say what was not read, where, and what to do; empty if everything was read. */
  skipped: string[];
}

/** Columns of a table by what they count: `{ input: "Prompt", output: "Completion" }`. The counts must be disjoint. */
export type UsageColumns = Partial<
  Record<UsageField | keyof Omit<UsageReading, "usage" | "missing" | "variant">, string>
>;

/** Number of faults that are listed individually. */
const LISTED_FAULTS = 5;

/** Describes for people what `readUsageLog` reads; the models page and the README of the package show this text. */
export const USAGE_LOG_FORMATS_TEXT =
  "A usage log can contain API responses of OpenAI (Chat Completions, Responses, images, transcriptions, batches), " +
  "Anthropic, Gemini (responses, batches, interactions), xAI, Perplexity, Cohere, Bedrock and OpenRouter, and results " +
  "of LangChain and the AI SDK 5 and 6. A usage log can also be a log or report of Anthropic, Bedrock, OpenTelemetry, " +
  "Langfuse, Helicone, LiteLLM, Claude Code, Codex, Gemini CLI (telemetry), opencode (messages), ccusage or Cursor, " +
  "or a table of token counts as CSV or TSV.";

/**
 * @param text One JSON value, one JSON value per line, or a table. A message of Claude Code may take several lines.
 * @param columns Needed for a table whose column names are not known here.
 */
export function readUsageLog(text: string, columns?: UsageColumns): UsageLog {
  const log = text.replace(/^\uFEFF/, "");
  const nothing = (sentence: string) => ({ entries: [], skipped: [sentence] });
  if (log.trim() === "")
    return nothing("The log is empty; give a file with an entry for each request.");
  const isJson = /^\s*[[{]/.test(log);
  const found = readJson(log) ?? (isJson ? undefined : readTable(log.trim(), columns));
  if (found === undefined)
    return nothing(
      isJson
        ? "The log is not valid JSON; check that the file is complete."
        : "The log is neither JSON nor a table with known columns; name its columns, such as prompt_tokens.",
    );
  const { entries, faults } = removeDuplicateUsages(found);
  return { entries, skipped: describeSkipped(entries.length, faults, faults.length) };
}

/**
 * Reads a log like `readUsageLog`, but does not keep a log with a JSON object on each line in memory. Of the entries of
 * such a log, only those that another line may repeat or include in a sum are kept until the end.
 * @param use Called for each entry; in another order than that of the log if some are kept.
 * @returns Sentences about what was not read.
 */
export async function readUsageLogStream(
  chunks: AsyncIterable<string>,
  columns: UsageColumns | undefined,
  use: (entry: UsageReading) => void,
): Promise<string[]> {
  const reader = new JsonLinesReader();
  const start: string[] = [];
  let isByLine: boolean | undefined;
  let used = 0;
  const kept = new Map<unknown, UsageReadingOrFault>();
  const faults: string[] = [];
  let faultCount = 0;
  const readLine = (line: string) => {
    for (const one of reader.read(line)) {
      const { reading, fault, key, span, session } = one;
      if (fault !== undefined && ++faultCount <= LISTED_FAULTS) faults.push(fault);
      if (reading && key === undefined && !span && !session) {
        used++;
        use(reading);
      } else if (reading || span) {
        const id = key !== undefined && !one.isOfSession ? `${session}\n${key}` : one;
        kept.delete(id);
        kept.set(id, one);
      }
    }
  };
  for await (const lines of splitIntoLines(chunks)) {
    if (isByLine) lines.forEach(readLine);
    else for (const line of lines) start.push(line);
    if (isByLine !== undefined) continue;
    isByLine = isJsonByLine(start);
    if (isByLine) start.splice(0).forEach(readLine);
  }
  if (!isByLine) {
    const log = readUsageLog(start.join("\n"), columns);
    log.entries.forEach(use);
    return log.skipped;
  }
  const { entries } = removeDuplicateUsages([...kept.values()]);
  entries.forEach(use);
  return describeSkipped(used + entries.length, faults, faultCount);
}

async function* splitIntoLines(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [end = "", ...lines] = chunk.split("\n");
    parts.push(end);
    const last = lines.pop();
    if (last === undefined) continue;
    yield [parts.join(""), ...lines];
    parts = [last];
  }
  yield [parts.join("")];
}

/** @returns Undefined until two lines that are not empty are known. */
function isJsonByLine(lines: readonly string[]): boolean | undefined {
  const [first, second] = lines.filter((line) => line.trim() !== "");
  if (first === undefined || second === undefined) return undefined;
  // A line of a text in front of the log, or the second half of a line.
  const isOther = !/^\s*[[{]/.test(first);
  return isJsonObject(parseJsonOrUndefined(isOther ? second : first));
}

function describeSkipped(entries: number, faults: readonly string[], faultCount: number): string[] {
  if (entries === 0 && faultCount === 0)
    return ["The log contains no token counts in a supported format."];
  const more = faultCount - LISTED_FAULTS;
  const others = `${more} more ${more === 1 ? "entry was" : "entries were"} not read.`;
  return [...faults.slice(0, LISTED_FAULTS), ...(more > 0 ? [others] : [])];
}

/** Reads one JSON value, or one per line. @returns Undefined if the text is neither. */
function readJson(text: string): UsageReadingOrFault[] | undefined {
  const reader = new JsonLinesReader();
  const whole = parseJsonOrUndefined(text);
  if (whole !== undefined) return reader.readValue(whole, "The entry");
  const found = text.split("\n").flatMap((line) => reader.read(line));
  return reader.isJson ? found : undefined;
}

/** Reads the lines of a log in order. */
class JsonLinesReader {
  /** Whether a line is a JSON object. */
  isJson = false;
  private readonly codex = new CodexLogReader();
  private line = 0;

  read(line: string): UsageReadingOrFault[] {
    const place = `Line ${++this.line}`;
    if (line.trim() === "") return [];
    const value = parseJsonOrUndefined(line);
    this.isJson ||= isJsonObject(value);
    return value === undefined
      ? [toUsageReadingFault(place, "is not JSON")]
      : this.readValue(value, place);
  }

  readValue(value: unknown, place: string): UsageReadingOrFault[] {
    return isCodexLogLine(value) ? this.codex.read(value, place) : findUsagesInJson(value, place);
  }
}

/** @returns Undefined where no column is known. */
function readTable(
  text: string,
  columns: UsageColumns | undefined,
): UsageReadingOrFault[] | undefined {
  const [head = [], ...rows] = parseCsvCells(text).map((row) => row.map((cell) => cell.text));
  const toCells = (row: readonly string[]) =>
    Object.fromEntries(head.map((name, at) => [name, row[at]?.trim() ?? ""]));
  const absent = Object.values(columns ?? {}).find((name) => !head.includes(name));
  if (absent !== undefined) {
    const fault = `The table has no column "${absent}"; its columns are ${head.join(", ").slice(0, 500)}.`;
    return [{ fault }];
  }
  const isKnown =
    columns !== undefined ||
    [head.map(() => "0"), rows[0] ?? []].some(
      (row) => findUsagesInJson(toCells(row), "").length > 0,
    );
  if (!isKnown) return undefined;
  return rows.flatMap((row, index): UsageReadingOrFault[] => {
    const place = `Row ${index + 1}`;
    const isTotal = row.some((cell) => /^(grand )?totals?$/i.test(cell.trim()));
    if (isTotal || row.every((cell) => cell.trim() === "")) return [];
    if (row.length !== head.length)
      return [toUsageReadingFault(place, `has ${row.length} cells instead of ${head.length}`)];
    const cells = toCells(row);
    return columns ? [readColumns(cells, columns, place)] : findUsagesInJson(cells, place);
  });
}

/** Names under which a cell is looked up, if they differ from the keys of `UsageColumns`. */
const CELL_NAMES: Readonly<Record<string, string>> = {
  host: "provider",
  region: "inference_geo",
  at: "timestamp",
  reportedUsd: "cost",
};

function readColumns(
  cells: Record<string, string>,
  columns: UsageColumns,
  place: string,
): UsageReadingOrFault {
  const counts = new UsageCountReader(cells);
  const usage: Usage = {};
  for (const field of Object.keys(USAGE_FIELDS) as UsageField[])
    if (columns[field] !== undefined) usage[field] = counts.amount(columns[field]);
  const [fault] = counts.faults;
  if (fault !== undefined) return toUsageReadingFault(place, fault);
  const beside = Object.entries(columns).map(([key, name]) => [
    CELL_NAMES[key] ?? key,
    cells[name],
  ]);
  // Columns that the caller does not name are read as in a table with known columns.
  const named = readUsageEntryMetadata(Object.fromEntries(beside));
  const metadata = mergeUsageEntryMetadata(readUsageEntryMetadata(cells), named);
  const requests = metadata.requests ?? 1;
  return { reading: { usage: dropZeroCounts(usage), ...metadata, requests, missing: [] } };
}

const CODEX_COUNTS = [
  "input_tokens",
  "cached_input_tokens",
  "output_tokens",
  "reasoning_output_tokens",
] as const;
const CODEX_LINES = ["session_meta", "turn_context", "event_msg"];

const isCodexLogLine = (value: unknown): value is JsonObject =>
  isJsonObject(value) &&
  CODEX_LINES.includes(readLogFieldAsText(value, "type")) &&
  isJsonObject(value.payload);

/**
 * Session logs of Codex: https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs (`RolloutItem`,
 * `TokenUsageInfo`), read as https://github.com/ryoppippi/ccusage/blob/main/docs/guide/codex/index.md describes.
 * `total_token_usage` is a running total of the session, and a line may repeat it, so the usage of a request is the
 * difference from the previous line. Reads the lines of a file in order.
 */
class CodexLogReader {
  private model: string | null = null;
  private provider: string | null = null;
  private total: JsonObject | null = null;

  read(line: JsonObject, place: string): UsageReadingOrFault[] {
    if (line.type === "session_meta") {
      this.total = null;
      this.provider = readLogFieldAsText(line, "payload.model_provider");
    }
    if (line.type === "turn_context")
      this.model = readLogFieldAsText(line, "payload.model") || this.model;
    if (line.type !== "event_msg" || readLogFieldAsText(line, "payload.type") !== "token_count")
      return [];
    const used = this.useOf(findLogFieldAtPath(line, "payload.info"));
    if (used === null) return [];
    const { model, provider } = this;
    const found = findUsagesInJson(
      { model, provider, timestamp: line.timestamp, usage: used },
      place,
    );
    // A line that repeats the previous one has an empty usage.
    return found.filter(({ reading }) => !reading || Object.keys(reading.usage).length > 0);
  }

  /** The usage since the previous line; null if the line has no counts. */
  private useOf(info: unknown): JsonObject | null {
    const [total, last] = ["total_token_usage", "last_token_usage"].map((name) =>
      findLogFieldAtPath(info, name),
    );
    const before = this.total;
    if (!isJsonObject(total)) {
      if (!isJsonObject(last)) return null;
      this.total = before && combine(before, last, 1);
      return last;
    }
    this.total = total;
    const since = before && combine(total, before, -1);
    const isRunning =
      since && CODEX_COUNTS.every((field) => !(parseUsageLogNumber(since[field]) < 0));
    // The total in the first line of a resumed session includes earlier usage.
    return isRunning ? since : isJsonObject(last) ? last : total;
  }
}

const combine = (a: JsonObject, b: JsonObject, sign: 1 | -1): JsonObject => {
  const of = (field: string, one: JsonObject) => parseUsageLogNumber(one[field] ?? 0);
  return Object.fromEntries(
    CODEX_COUNTS.map((field) => [field, of(field, a) + sign * of(field, b)]),
  );
};

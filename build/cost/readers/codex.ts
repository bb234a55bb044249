/**
 * Session logs of Codex: https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs (`RolloutItem`,
 * `TokenUsageInfo`), read as https://github.com/ryoppippi/ccusage/blob/main/docs/guide/codex/index.md describes.
 * `total_token_usage` is a running total of the session, and a line may repeat it: a request is the difference to the
 * line before.
 */
import { NO_USAGE_LOG_METADATA, parseLogTime, toHostOfLoggedProvider } from "./metadata.ts";
import {
  findLogFieldAtPath,
  isJsonObject,
  type JsonObject,
  parseUsageLogNumber,
  readLogFieldAsText,
  UsageCountReader,
} from "./reading.ts";
import { CACHED_INPUT_USAGE_FORMAT } from "./shapes.ts";
import { toUsageResult, type UsageResult } from "./usage-of.ts";

const FIELDS = [
  ...["input_tokens", "cached_input_tokens", "output_tokens", "reasoning_output_tokens"],
] as const;

const LINES = ["session_meta", "turn_context", "event_msg"];

export const isCodexLogLine = (value: unknown): value is JsonObject =>
  isJsonObject(value) &&
  LINES.includes(readLogFieldAsText(value, "type")) &&
  isJsonObject(value.payload);

/** Reads the lines of a file in their order. */
export class CodexLogReader {
  private model: string | null = null;
  private host: string | null = null;
  private total: JsonObject | null = null;

  read(line: JsonObject, place: string): UsageResult[] {
    if (line.type === "session_meta") {
      this.total = null;
      this.host = toHostOfLoggedProvider(readLogFieldAsText(line, "payload.model_provider"));
    }
    if (line.type === "turn_context")
      this.model = readLogFieldAsText(line, "payload.model") || this.model;
    if (line.type !== "event_msg" || readLogFieldAsText(line, "payload.type") !== "token_count")
      return [];
    const used = this.useOf(findLogFieldAtPath(line, "payload.info"));
    if (used === null) return [];
    const counts = new UsageCountReader(used);
    const stated = {
      model: this.model,
      host: this.host,
      at: parseLogTime(line.timestamp),
      requests: 1,
    };
    const found = toUsageResult(
      counts,
      CACHED_INPUT_USAGE_FORMAT.read(counts),
      { ...NO_USAGE_LOG_METADATA, ...stated },
      place,
    );
    const isRepeated = found.reading && Object.keys(found.reading.usage).length === 0;
    return isRepeated ? [] : [found];
  }

  /** What was used since the line before; null where the line counts nothing. */
  private useOf(info: unknown): JsonObject | null {
    const [total, last] = [
      findLogFieldAtPath(info, "total_token_usage"),
      findLogFieldAtPath(info, "last_token_usage"),
    ];
    const before = this.total;
    if (!isJsonObject(total)) {
      if (!isJsonObject(last)) return null;
      this.total = before && combine(before, last, 1);
      return last;
    }
    this.total = total;
    const since = before && combine(total, before, -1);
    const isRunning = since && FIELDS.every((field) => !(parseUsageLogNumber(since[field]) < 0));
    // The first line of a session that was resumed has the total of what came before.
    return isRunning ? since : isJsonObject(last) ? last : total;
  }
}

const combine = (a: JsonObject, b: JsonObject, sign: 1 | -1): JsonObject =>
  Object.fromEntries(
    FIELDS.map((field) => [
      field,
      parseUsageLogNumber(a[field] ?? 0) + sign * parseUsageLogNumber(b[field] ?? 0),
    ]),
  );

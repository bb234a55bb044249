/** Reads what an API response used. Nothing is sent to a server. */
import { addToUsageSum, type Usage } from "../usage.ts";
import {
  mergeUsageEntryMetadata,
  NO_USAGE_ENTRY_METADATA,
  readUsageEntryMetadata,
  type UsageEntryMetadata,
} from "./metadata.ts";
import {
  countSearchesAndToolCalls,
  readLangfuseUsage,
  toResponseOfOtelSpan,
} from "./observations.ts";
import {
  clearJsonKeyIndexes,
  dropZeroCounts,
  findFirstLogField,
  findLogFieldAtPath,
  hasLogField,
  isJsonObject,
  type JsonObject,
  normalizeFieldName,
  parseJsonOrUndefined,
  parseUsageLogNumber,
  readLogFieldAsText,
  toUnpricedMeter,
  UsageCountReader,
  type UsageReading,
} from "./reading.ts";
import { findUsageFormat, readDisjointUsage, USAGE_FORMATS } from "./shapes.ts";

/** A response without counts, or with counts in an unknown format. */
export interface UnreadResponse {
  usage: null;
  /** Explains why, in one sentence. */
  reason: string;
}

/**
 * @param response A response of OpenAI (chat, responses, images, transcriptions), Anthropic, Gemini, Bedrock Converse,
 * the AI SDK 5 and later, OpenRouter or an API that copies them, or an OpenTelemetry span; or only its `usage`. Several
 * usages, such as the steps of an agent, are added up, and `requests` states their number.
 */
export function usageOf(response: unknown): UsageReading | UnreadResponse {
  const { entries, faults } = removeDuplicateUsages(findUsagesInJson(response, "The response"));
  const [first, ...others] = entries;
  if (first === undefined || faults.length > 0)
    return {
      usage: null,
      reason:
        faults[0] ??
        "The response contains no token counts in a supported format; include a usage object with input and output counts.",
    };
  return addUp(first, others);
}

/** What the readings do not share is null in their sum. */
function addUp(first: UsageReading, others: readonly UsageReading[]): UsageReading {
  const sum = { ...first, usage: { ...first.usage }, missing: [...first.missing] };
  for (const entry of others) {
    addToUsageSum(sum.usage, entry.usage);
    sum.missing.push(...entry.missing);
    for (const key of ["model", "host", "serviceTier", "region", "variant"] as const)
      if (entry[key] !== first[key]) sum[key] = null;
    if (String(entry.promptRange) !== String(first.promptRange)) delete sum.promptRange;
    for (const key of ["reportedUsd", "requests"] as const)
      sum[key] = sum[key] === null || entry[key] === null ? null : sum[key] + entry[key];
  }
  return sum;
}

/** A usage that was found, or a fault. */
export interface UsageReadingOrFault {
  reading?: UsageReading;
  /** A sentence that begins with the place. */
  fault?: string;
  /** Results with the same key are the same response; the last one counts. */
  key?: string | undefined;
  /** Set for an OpenTelemetry span, which may contain the sums of its child spans. */
  span?: { id: string; parent: string } | undefined;
  /** Id of Claude Code's session. */
  session?: string | undefined;
  /** Whether it is a sum over the session up to this point. */
  isOfSession?: boolean;
}

/** Removes repeated responses, spans that contain the sums of other spans, and messages of sessions with a sum. */
export function removeDuplicateUsages(found: readonly UsageReadingOrFault[]): {
  entries: UsageReading[];
  faults: string[];
} {
  const parents = new Map(found.flatMap(({ span }) => (span ? [[span.id, span.parent]] : [])));
  const sums = new Set<string>();
  for (const { span, reading } of found)
    for (let id = span?.parent; reading && id && !sums.has(id); id = parents.get(id)) sums.add(id);
  const sessionsWith = (isSum: boolean) =>
    new Set(found.flatMap((one) => (Boolean(one.isOfSession) === isSum && one.session) || []));
  const [summed, streamed] = [sessionsWith(true), sessionsWith(false)];
  const last = new Map<unknown, UsageReading>();
  for (const { reading, key, span, session = "", isOfSession } of found) {
    if (!reading || (span && sums.has(span.id)) || (!isOfSession && summed.has(session))) continue;
    const id = isOfSession && streamed.has(session) ? `${session} ${reading.model}` : key;
    last.delete(id);
    last.set(id ?? reading, reading);
  }
  return { entries: [...last.values()], faults: found.flatMap(({ fault }) => fault ?? []) };
}

export const toUsageReadingFault = (place: string, fault: string): UsageReadingOrFault => ({
  fault: `${place} ${fault}. The entry was not read; correct or remove it.`,
});

interface Position {
  /** `Line 3`, `Entry 2`. */
  place: string;
  depth: number;
  /** Metadata that the enclosing objects state. */
  metadata: () => UsageEntryMetadata;
  requestId?: unknown;
  session?: string | undefined;
  search: { skipped: readonly string[]; hasSkipped: boolean; seen: Set<object> };
}

const MAX_DEPTH = 12;
/** Fields with totals that repeat the fields next to them. */
const TOTALS = ["totals", "total", "summary", "breakdown", "metadata"];
/** Prompts and answers, which may contain usages of other requests. */
const CONTENTS = [
  ...["content", "contents", "messages", "choices", "candidates", "tooluseresult", "request"],
  ...["proxyserverrequest", "requestbody"],
];
/** An object without a name that matches has no usage. */
const MAY_COUNT =
  /token|usage|seconds|input|metrics|metadata|raw|billed|attributes|steps|breakdown|span/i;

/**
 * Finds every usage in a JSON value, down to `MAX_DEPTH`, except in prompts and answers. Reads totals only if there is
 * no other usage.
 * @param place Begins the sentence of a fault.
 */
export function findUsagesInJson(value: unknown, place: string): UsageReadingOrFault[] {
  clearJsonKeyIndexes();
  const start = { place, depth: 0, metadata: () => NO_USAGE_ENTRY_METADATA };
  const search = { skipped: [...CONTENTS, ...TOTALS], hasSkipped: false, seen: new Set<object>() };
  const found = findIn(value, { ...start, search });
  return found.length > 0 || !search.hasSkipped
    ? found
    : findIn(value, { ...start, search: { ...search, skipped: CONTENTS, seen: new Set() } });
}

function findIn(value: unknown, position: Position): UsageReadingOrFault[] {
  const { place, depth, metadata, search } = position;
  if (depth > MAX_DEPTH || typeof value !== "object") return [];
  if (Array.isArray(value)) {
    // A cost next to a list is the cost of the whole list.
    const ofAll = value.length === 1 ? {} : { reportedUsd: null, requests: null };
    const inside = { ...position, depth: depth + 1, metadata: () => ({ ...metadata(), ...ofAll }) };
    const isList = depth === 0 && !place.startsWith("Line");
    return value.flatMap((item, index) =>
      isPartOfGeminiStream(item) && isGeminiResponse(value[index + 1])
        ? []
        : findIn(item, isList ? { ...inside, place: `Entry ${index + 1}` } : inside),
    );
  }
  if (!isJsonObject(value) || search.seen.has(value)) return [];
  search.seen.add(value);
  if (value.type === "message_start" || value.type === "message_delta")
    return [
      toUsageReadingFault(place, "is one part of a streamed response; send the whole message"),
    ];
  const names = Object.keys(value);
  const here: Position = {
    ...position,
    depth: depth + 1,
    requestId: value.requestId ?? position.requestId,
    session: readLogFieldAsText(value, "session_id") || position.session,
    metadata: () => mergeUsageEntryMetadata(metadata(), readUsageEntryMetadata(value)),
  };
  const found = names.some((name) => MAY_COUNT.test(name)) ? readObject(value, here) : undefined;
  if (found) return found;
  const inside = names.filter((name) => !search.skipped.includes(normalizeFieldName(name)));
  if (inside.length < names.length) search.hasSkipped = true;
  return inside.flatMap((name) => findIn(value[name], here));
}

const isGeminiResponse = (value: unknown): value is JsonObject =>
  isJsonObject(value) && hasLogField(value, "usage_metadata.prompt_token_count");

/** The next part repeats the counts of this one. Parts with an id are recognized by it instead. */
const isPartOfGeminiStream = (value: unknown): boolean =>
  isGeminiResponse(value) &&
  readLogFieldAsText(value, "response_id") === "" &&
  Array.isArray(value.candidates) &&
  !value.candidates.some((one) => hasLogField(one, "finish_reason"));

/** @returns Undefined if the object itself has no counts. */
function readObject(value: JsonObject, here: Position): UsageReadingOrFault[] | undefined {
  const parts = partsOf(value);
  if (parts.length === 0)
    return readSpan(value, here) ?? readObservation(value, here) ?? readResponse(value, here);
  const isOfSession = hasLogField(value, "model_usage");
  return parts.flatMap(([model, part]) => {
    const metadata = () => ({ ...here.metadata(), ...(model && { model }), reportedUsd: null });
    return findIn(part, { ...here, metadata }).map((found) => ({ ...found, isOfSession }));
  });
}

/**
 * The steps of an agent (AI SDK), or the models of a day (ccusage, LiteLLM) or of a session (the result of Claude Code:
 * https://platform.claude.com/docs/en/agent-sdk/cost-tracking), where the key may be the model's name.
 */
function partsOf(value: JsonObject): [model: string | null, part: unknown][] {
  const list = findLogFieldAtPath(value, "steps") ?? findLogFieldAtPath(value, "model_breakdowns");
  if (Array.isArray(list))
    return list.filter((part) => isJsonObject(part) && findUsage(part)).map((part) => [null, part]);
  const models = findFirstLogField(value, ["breakdown.models", "model_usage"]);
  return isJsonObject(models) ? Object.entries(models) : [];
}

function readSpan(value: JsonObject, here: Position): UsageReadingOrFault[] | undefined {
  const [trace, own, above] = ["trace_id", "span_id", "parent_span_id"].map((name) =>
    readLogFieldAsText(value, name),
  );
  const span = own
    ? { id: `${trace} ${own}`, parent: above ? `${trace} ${above}` : "" }
    : undefined;
  const response = toResponseOfOtelSpan(value);
  if (response === undefined) return span && value.attributes ? [{ span }] : undefined;
  const metadata = () => mergeUsageEntryMetadata(here.metadata(), readUsageEntryMetadata(response));
  const [found] = readResponse(response, { ...here, metadata }) ?? [];
  return [{ ...found, key: span?.id, span }];
}

function readObservation(
  value: JsonObject,
  { place, metadata }: Position,
): UsageReadingOrFault[] | undefined {
  const stated = findLogFieldAtPath(value, "usage_details");
  const details = typeof stated === "string" ? parseJsonOrUndefined(stated) : stated;
  if (!isJsonObject(details)) return undefined;
  const counts = new UsageCountReader(details);
  // Langfuse passes on Gemini's own counts unchanged; they are not disjoint.
  const isOwn = counts.has("prompt_token_count");
  const usage = isOwn
    ? readDisjointUsage(counts, USAGE_FORMATS.gemini)
    : readLangfuseUsage(details, counts);
  const isEmpty = Object.keys(usage).length === 0 && counts.faults.length === 0;
  return isEmpty ? [] : [toUsageResult(counts, usage, { ...metadata(), requests: 1 }, place)];
}

/**
 * Where a response or a log entry keeps its usage; more detailed places come first. Cohere states two counts and bills
 * one of them (https://docs.cohere.com/docs/how-does-cohere-pricing-work).
 */
const USAGES = [
  ...["metadata.usage_object", "usage.raw", "raw", "provider_metadata.anthropic.usage"],
  ...["total_usage", "usage.billed_units", "meta.billed_units", "billed_units", "usage"],
  ...["usage_metadata", "metrics"],
];

/** For an agent, the AI SDK states a total; all other fields are those of the last step. */
const isOfLastStep = (value: unknown): boolean =>
  ["input_tokens", "output_tokens"].some((name) => {
    const [total, last] = ["total_usage", "usage"].map((at) =>
      findLogFieldAtPath(value, `${at}.${name}`),
    );
    return typeof total === "number" && typeof last === "number" && total !== last;
  });

function findUsage(value: JsonObject, paths: readonly string[] = USAGES) {
  for (const path of [...paths, ""]) {
    const usage = path === "" ? value : findLogFieldAtPath(value, path);
    const format = findUsageFormat(usage);
    if (format !== undefined && isJsonObject(usage)) return { usage, format };
  }
  return undefined;
}

/**
 * The AI SDK 5 does not count cache writes; its providers do
 * (https://github.com/vercel/ai/blob/release-v5.0/packages/amazon-bedrock/src/bedrock-chat-language-model.ts, and
 * anthropic/src/anthropic-messages-language-model.ts there).
 */
const CACHE_WRITES = [
  "bedrock.usage.cache_write_input_tokens",
  "anthropic.cache_creation_input_tokens",
  "anthropic.usage.cache_creation_input_tokens",
].map((path) => `provider_metadata.${path}`);

/** Hosts for which the input that the AI SDK 5 passes on never includes cached tokens. */
const CACHED_BESIDE = ["provider_metadata.anthropic", "provider_metadata.bedrock"];

/** 0 if the usage already counts cache writes. */
function countCacheWrites(value: JsonObject, used: Usage): number {
  const isCounted = used.cache_write || used.cache_write_5m || used.cache_write_1h;
  const written = parseUsageLogNumber(findFirstLogField(value, CACHE_WRITES));
  return !isCounted && written > 0 ? written : 0;
}

/** Perplexity's fee per request; our rate cards have only the fee for the largest search context. */
const SMALL_CONTEXT = {
  meter: "search_context_size",
  reason: "the fee for a request depends on search_context_size, and is known for high alone",
};

function readResponse(
  value: JsonObject,
  { place, metadata, requestId, session }: Position,
): UsageReadingOrFault[] | undefined {
  const isLastStep = isOfLastStep(value);
  const found = findUsage(value, isLastStep ? ["total_usage"] : USAGES);
  if (found === undefined) return undefined;
  const { usage, format } = found;
  const all = [...new Set([findLogFieldAtPath(value, "usage"), usage])]
    .map(readUsageEntryMetadata)
    .reduce(mergeUsageEntryMetadata, metadata());
  // LiteLLM answers such a request from its own cache, without the host.
  const isFree = all.reportedUsd === 0 && /^true$/i.test(String(value.cache_hit));
  // Claude Code writes such a line for an error of its own.
  if (isFree || all.model === "<synthetic>") return [];
  const host = all.host ?? format.host ?? null;
  const requests = all.requests ?? (format.isSum ? null : 1);
  const key = keyOf(value, requestId);
  const read = (
    part: unknown,
    metadata: UsageEntryMetadata,
    suffix: string,
  ): UsageReadingOrFault => {
    const counts = new UsageCountReader(part);
    const tools = suffix === "" ? countSearchesAndToolCalls(value, all.model) : undefined;
    const used: Usage = { ...tools?.usage, ...readDisjointUsage(counts, format) };
    const written = tools ? countCacheWrites(value, used) : 0;
    if (!isLastStep) used.cache_write = (used.cache_write ?? 0) + written;
    if (format === USAGE_FORMATS.cachedInput && hasLogField(value, ...CACHED_BESIDE))
      used.input = counts.of("input_tokens");
    const variant = tools?.variant ?? metadata.variant;
    const result = toUsageResult(counts, used, { ...metadata, variant }, place);
    const missing = tools?.missing ?? [];
    if (written > 0 && isLastStep) missing.push(toUnpricedMeter("cache_write"));
    if (["low", "medium"].includes(readLogFieldAsText(part, "search_context_size")))
      missing.push(SMALL_CONTEXT);
    result.reading?.missing.push(...missing);
    return { ...result, key: key && key + suffix, session };
  };
  const stated = { ...all, host, requests };
  const besides = format.besides?.(usage).map((part, index) => {
    const model = readLogFieldAsText(part, "model") || all.model;
    return read(part, { ...stated, model, reportedUsd: null }, ` ${index}`);
  });
  return [read(withAdditions(value, usage), stated, ""), ...(besides ?? [])];
}

/**
 * Claude Code repeats a message on several lines, streams of OpenAI and Gemini repeat the counts in each part, and a log
 * may have a response twice. Servers that copy OpenAI's API may give an id again, at another second.
 */
function keyOf(value: JsonObject, requestId: unknown): string | undefined {
  const isMessage = value.type === "message" || value.role === "assistant";
  const isOpenai = /^(chat\.completion|text_completion|response\b)/.test(
    readLogFieldAsText(value, "object"),
  );
  const id = readLogFieldAsText(value, isMessage || isOpenai ? "id" : "response_id");
  const second = isOpenai ? (value.created ?? value.created_at) : requestId;
  return id ? `${id} ${["string", "number"].includes(typeof second) ? second : ""}` : undefined;
}

/** LiteLLM stores the cached tokens of a row in a separate object. */
function withAdditions(value: JsonObject, usage: JsonObject): JsonObject {
  const additions = findLogFieldAtPath(value, "metadata.additional_usage_values");
  return usage === value && isJsonObject(additions) ? { ...additions, ...usage } : usage;
}

function toUsageResult(
  counts: UsageCountReader,
  usage: Usage,
  metadata: UsageEntryMetadata,
  place: string,
): UsageReadingOrFault {
  const [fault] = counts.faults;
  if (fault !== undefined) return toUsageReadingFault(place, fault);
  return { reading: { usage: dropZeroCounts(usage), ...metadata, missing: counts.unread() } };
}

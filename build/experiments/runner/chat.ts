/** One question to an OpenAI-compatible chat endpoint, and its answer. Nothing is retried here. */
import { z } from "zod";
import type { RunConfig } from "../../schema/own-test.ts";
import {
  isTransientStatus,
  RequestFailure,
  toRetryAfterMs,
} from "../../sources/requests/failure.ts";
import { operatorDispatcher } from "../../sources/requests/network.ts";
import { repeatsSecret } from "../../sources/requests/secrets.ts";
import { type HttpAnswer, send } from "../../sources/requests/send.ts";

/** What a run takes from outside. */
export interface RequestEffects {
  userAgent: string;
  sleep(ms: number): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Where the questions go, and how. */
export interface Endpoint {
  /** Such as `https://host/v1`; questions go to `/chat/completions` below it. */
  baseUrl: string;
  /** Sent as a bearer token; never written anywhere. Undefined for an endpoint without keys. */
  key: string | undefined;
  /** Name of the model at this endpoint. */
  modelId: string;
  config: RunConfig;
  /** Field that bounds the answer: newer endpoints know only the second. */
  tokenField: "max_tokens" | "max_completion_tokens";
}

/** As it is recorded. */
export interface ChatAnswer {
  /** Empty when the model gave no text. */
  raw: string;
  /** The host's word for why it ended: `stop`, `length`, `content_filter`; null when it gave none. */
  finish: string | null;
  /** Null when the host did not count. */
  prompt_tokens: number | null;
  completion_tokens: number | null;
}

const DISPATCHER = operatorDispatcher();
const LIMIT_MS = 600_000;
const IDLE_MS = 180_000;
/** Whatever the bound on tokens. */
const MAX_BYTES = 4_000_000;
/** Of an answer besides its text. */
const FRAME_BYTES = 65_536;
/** More than any token has, escaped for JSON. */
const BYTES_PER_TOKEN = 64;
/** Enough of a refusal's text to see a wrong name or a wrong key. */
const MAX_REASON = 300;
const MAX_WORD = 60;

const Part = z.object({ text: z.string().optional() });
const Choice = z.object({
  message: z.object({
    content: z.union([z.string(), z.array(Part)]).nullish(),
    refusal: z.string().nullish(),
  }),
  finish_reason: z.string().nullish(),
});
const Completion = z.object({
  choices: z.tuple([Choice], Choice),
  usage: z
    .object({
      prompt_tokens: z.int().nonnegative().nullish(),
      completion_tokens: z.int().nonnegative().nullish(),
    })
    .nullish(),
});

/** Some routers answer 200 and put what went wrong into the body. */
const Failed = z.object({
  error: z.object({
    code: z.union([z.int(), z.string()]).nullish(),
    message: z.string().nullish(),
  }),
});

/** @throws RequestFailure. */
export async function askOnce(
  prompt: string,
  endpoint: Endpoint,
  effects: RequestEffects,
): Promise<ChatAnswer> {
  const answer = await send(
    {
      url: `${endpoint.baseUrl}/chat/completions`,
      headers: { accept: "application/json" },
      key: endpoint.key,
      post: JSON.stringify(toRequest(prompt, endpoint)),
      maxBytes: maxBytesOf(endpoint.config),
      limitMs: LIMIT_MS,
      idleMs: IDLE_MS,
    },
    { userAgent: effects.userAgent, dispatcher: DISPATCHER },
  );
  const text = answer.body.toString("utf8");
  const { key } = endpoint;
  if (answer.status !== 200)
    throw toStatusFailure(answer, repeatsSecret(text, key) ? "" : text, effects.now());
  if (repeatsSecret(text, key)) throw toEchoed();
  const completion = toChatAnswer(text);
  // Parts of an answer may make up what none of them is.
  if (repeatsSecret(`${completion.raw}\n${completion.finish}`, key)) throw toEchoed();
  return completion;
}

/** A longer body is not read on: 200 answers of 4 MB are a run that no file could hold. */
const maxBytesOf = ({ maxTokens }: RunConfig): number =>
  Math.min(MAX_BYTES, FRAME_BYTES + BYTES_PER_TOKEN * maxTokens);

const toEchoed = (): RequestFailure =>
  new RequestFailure("key-echoed", "repeats the key; its answer is not kept");

/** The request's body; what a model does not take is left out. */
export function toRequest(prompt: string, { modelId, config, tokenField }: Endpoint) {
  const { temperature, seed, reasoning, systemPrompt, maxTokens } = config;
  const system = systemPrompt === null ? [] : [{ role: "system", content: systemPrompt }];
  return {
    model: modelId,
    messages: [...system, { role: "user", content: prompt }],
    ...(temperature !== null && { temperature }),
    ...(seed !== null && { seed }),
    ...(reasoning !== null && { reasoning_effort: reasoning }),
    [tokenField]: maxTokens,
  };
}

/** @throws RequestFailure when the body is no chat completion. */
export function toChatAnswer(text: string): ChatAnswer {
  const json = tryJson(text);
  const completion = Completion.safeParse(json);
  if (!completion.success) throw toBodyFailure(json);
  const { choices, usage } = completion.data;
  const [{ message, finish_reason }] = choices;
  return {
    raw: textOf(message.content ?? message.refusal ?? "").toWellFormed(),
    finish: finish_reason ? toWord(finish_reason) : null,
    prompt_tokens: usage?.prompt_tokens ?? null,
    completion_tokens: usage?.completion_tokens ?? null,
  };
}

/** An ending is one word; what is longer, or is no text, is cut. */
const toWord = (text: string): string => toLine(text).trim().slice(0, MAX_WORD);

const toLine = (text: string): string => text.toWellFormed().replace(/[\p{C}\s]+/gu, " ");

const textOf = (content: string | z.infer<typeof Part>[]): string =>
  typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toBodyFailure(json: unknown): RequestFailure {
  if (json === undefined)
    return new RequestFailure("not-json", "answered something that is not JSON", {
      isTransient: true,
    });
  const failed = Failed.safeParse(json);
  if (!failed.success)
    return new RequestFailure("not-json", "answered JSON that is no chat completion");
  const { code, message } = failed.data.error;
  const status = typeof code === "number" ? code : undefined;
  return new RequestFailure("status", toReason(status ?? 200, message ?? ""), {
    status,
    isTransient: status === undefined || isTransientStatus(status),
  });
}

function toStatusFailure(
  { status, headers }: HttpAnswer,
  text: string,
  now: number,
): RequestFailure {
  // A page for people has no message: its status is enough.
  const failed = Failed.safeParse(tryJson(text));
  const reason = failed.success ? (failed.data.error.message ?? "") : "";
  return new RequestFailure("status", toReason(status, reason), {
    status,
    isTransient: isTransientStatus(status),
    retryAfterMs: toRetryAfterMs(headers["retry-after"], now),
  });
}

const toReason = (status: number, reason: string): string =>
  `answered ${status}${reason === "" ? "" : `: ${toLine(reason).slice(0, MAX_REASON)}`}`;

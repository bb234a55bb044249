/** One question to an OpenAI-compatible chat endpoint, and its answer. Nothing is retried here. */
import { z } from "zod";
import type { OwnTestAnswer, OwnTestRunConfig } from "../../schema/own-test.ts";
import {
  isTransientHttpStatus,
  RequestFailure,
  toRetryAfterMs,
} from "../../sources/requests/failure.ts";
import { createOperatorDispatcher } from "../../sources/requests/network.ts";
import { containsSecret } from "../../sources/requests/secrets.ts";
import { sendHttpRequest } from "../../sources/requests/send.ts";

/** What a run takes from outside. */
export interface RunEffects {
  userAgent: string;
  sleep(ms: number): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Where the questions go, and how. */
export interface ChatEndpoint {
  /** Such as `https://host/v1`; questions go to `/chat/completions` below it. */
  baseUrl: string;
  /** Sent as a bearer token; never written anywhere. Undefined for an endpoint without keys. */
  key: string | undefined;
  /** Name of the model at this endpoint. */
  modelId: string;
  config: OwnTestRunConfig;
  /** Field that bounds the answer: newer endpoints know only the second. */
  tokenField: "max_tokens" | "max_completion_tokens";
}

/** As it is recorded. */
type ChatAnswer = Omit<OwnTestAnswer, "item_id" | "parsed" | "correct">;

const DISPATCHER = createOperatorDispatcher();
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
const MAX_FINISH = 60;

const Part = z.object({ text: z.string().default("") });
const Choice = z.object({
  message: z.object({
    content: z.union([z.string(), z.array(Part)]).nullish(),
    refusal: z.string().nullish(),
  }),
  finish_reason: z.string().nullish(),
});
const Tokens = z.int().nonnegative().nullable().default(null);
const Usage = z.object({ prompt_tokens: Tokens, completion_tokens: Tokens });
const Completion = z.object({ choices: z.tuple([Choice], Choice), usage: Usage.nullish() });

/** Some routers answer 200 and put what went wrong into the body. */
const Failed = z.object({
  error: z.object({ code: z.unknown(), message: z.string().nullish() }),
});

/** @throws RequestFailure. */
export async function askQuestionOnce(
  prompt: string,
  endpoint: ChatEndpoint,
  effects: RunEffects,
): Promise<ChatAnswer> {
  const answer = await sendHttpRequest(
    {
      url: `${endpoint.baseUrl}/chat/completions`,
      headers: { accept: "application/json" },
      key: endpoint.key,
      post: JSON.stringify(toChatRequest(prompt, endpoint)),
      // A longer body is not read on: 200 answers of 4 MB are a run that no file could hold.
      maxBytes: Math.min(MAX_BYTES, FRAME_BYTES + BYTES_PER_TOKEN * endpoint.config.maxTokens),
      limitMs: LIMIT_MS,
      idleMs: IDLE_MS,
    },
    { userAgent: effects.userAgent, dispatcher: DISPATCHER },
  );
  const text = answer.body.toString("utf8");
  const hasKey = containsSecret(text, endpoint.key);
  if (answer.status !== 200)
    throw toFailure(hasKey ? undefined : tryJson(text), answer.status, {
      isTransient: isTransientHttpStatus(answer.status),
      retryAfterMs: toRetryAfterMs(answer.headers["retry-after"], effects.now()),
    });
  const completion = hasKey ? null : toChatAnswer(text);
  // Parts of an answer may make up what none of them is.
  if (!completion || containsSecret(`${completion.raw}\n${completion.finish}`, endpoint.key))
    throw new RequestFailure("key-echoed", "repeats the key; its answer is not kept");
  return completion;
}

/** The request's body; what a model does not take is left out. */
export function toChatRequest(prompt: string, { modelId, config, tokenField }: ChatEndpoint) {
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
  const content = message.content ?? message.refusal ?? "";
  const raw = typeof content === "string" ? content : content.map((part) => part.text).join("");
  return {
    raw: raw.toWellFormed(),
    finish: finish_reason ? toLine(finish_reason).trim().slice(0, MAX_FINISH) : null,
    prompt_tokens: usage?.prompt_tokens ?? null,
    completion_tokens: usage?.completion_tokens ?? null,
  };
}

const toLine = (text: string): string => text.toWellFormed().replace(/[\p{C}\s]+/gu, " ");

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of an answer under 200 that is no completion. */
function toBodyFailure(json: unknown): RequestFailure {
  const isTransient = json === undefined;
  if (isTransient)
    return new RequestFailure("not-json", "answered something that is not JSON", { isTransient });
  const failed = Failed.safeParse(json);
  if (!failed.success)
    return new RequestFailure("not-json", "answered JSON that is no chat completion");
  const { code } = failed.data.error;
  if (typeof code !== "number") return toFailure(json, 200, { isTransient: true });
  return toFailure(json, code, { isTransient: isTransientHttpStatus(code) });
}

/** With the host's message; a page for people has none, and its status is enough. */
function toFailure(
  json: unknown,
  status: number,
  details: { isTransient: boolean; retryAfterMs?: number | undefined },
): RequestFailure {
  const message = Failed.safeParse(json).data?.error.message;
  const reason = message ? `: ${toLine(message).slice(0, MAX_REASON)}` : "";
  return new RequestFailure("status", `answered ${status}${reason}`, { status, ...details });
}

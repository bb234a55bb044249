/** Sends one question to an OpenAI-compatible chat endpoint and reads the answer. Nothing is retried here. */
import * as z from "zod";
import { parseJsonOrUndefined } from "../cost/readers/reading.ts";
import type { OwnTestAnswer, OwnTestRequestConfig } from "../schema/own-test.ts";
import { RequestFailure, toHttpStatusFailure } from "../sources/requests/failure.ts";
import { createHttpsOrLocalDispatcher } from "../sources/requests/network.ts";
import { containsKnownSecret } from "../sources/requests/secrets.ts";
import { sendHttpRequest } from "../sources/requests/send.ts";

export interface ChatEndpoint {
  /** Such as `https://host/v1`; questions go to `/chat/completions` below it. */
  baseUrl: string;
  /** Sent as a bearer token; never written anywhere. Undefined for an endpoint that needs no key. */
  key: string | undefined;
  modelId: string;
  config: OwnTestRequestConfig;
  /** Request field that limits the answer; newer endpoints accept only the second. */
  tokenField: "max_tokens" | "max_completion_tokens";
  userAgent: string;
}

/** An answer as recorded, before it is graded. */
export type ChatAnswer = Omit<OwnTestAnswer, "item_id" | "parsed" | "correct">;

const DISPATCHER = createHttpsOrLocalDispatcher();
const LIMIT_MS = 600_000;
const IDLE_MS = 180_000;
/** Whatever the token limit: larger answers would make the file of a run too large. */
const MAX_BYTES = 4_000_000;
const FRAME_BYTES = 65_536;
/** More bytes than any token has when escaped for JSON. */
const BYTES_PER_TOKEN = 64;

const Tokens = z.int().nonnegative().nullable().default(null);
const Completion = z.object({
  choices: z.array(
    z.object({
      message: z.object({
        content: z
          .union([z.string(), z.array(z.object({ text: z.string().default("") }))])
          .nullish(),
        refusal: z.string().nullish(),
      }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: z.object({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish(),
});

/** Some routers answer 200 and put the error into the body. */
const Failed = z.object({ error: z.object({ code: z.unknown(), message: z.string().nullish() }) });

/** @throws RequestFailure. */
export async function askTestQuestion(prompt: string, endpoint: ChatEndpoint): Promise<ChatAnswer> {
  const { baseUrl, key, config, userAgent } = endpoint;
  const { status, headers, body } = await sendHttpRequest(
    {
      url: `${baseUrl}/chat/completions`,
      key,
      post: JSON.stringify(toChatRequest(prompt, endpoint)),
      maxBytes: Math.min(MAX_BYTES, FRAME_BYTES + BYTES_PER_TOKEN * config.maxTokens),
      limitMs: LIMIT_MS,
      idleMs: IDLE_MS,
    },
    { userAgent, dispatcher: DISPATCHER },
  );
  const text = body.toString("utf8");
  const hasKey = containsKnownSecret(text, key);
  const json = hasKey ? undefined : parseJsonOrUndefined(text);
  if (status !== 200) throw toStatusFailure(status, json, headers["retry-after"]);
  const answer = hasKey ? undefined : toChatAnswer(json);
  // Joined parts of an answer may contain the key even if no single part does.
  if (answer === undefined || containsKnownSecret(`${answer.raw}\n${answer.finish}`, key))
    throw new RequestFailure("key-echoed", "sent the key back; the answer is not kept");
  return answer;
}

function toChatRequest(prompt: string, { modelId, config, tokenField }: ChatEndpoint) {
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
function toChatAnswer(json: unknown): ChatAnswer {
  const { choices: [choice] = [], usage } = Completion.safeParse(json).data ?? {};
  if (!choice) {
    const failed = Failed.safeParse(json).data;
    const code = failed?.error.code;
    if (typeof code === "number") throw toStatusFailure(code, json);
    // An error without a status may be temporary, as may a body that is not JSON.
    const isTransient = json === undefined || failed !== undefined;
    const message = "sent an answer that is not a chat completion";
    throw new RequestFailure("not-json", message, { isTransient });
  }
  const { content, refusal } = choice.message;
  const raw = content ?? refusal ?? "";
  return {
    raw: (typeof raw === "string" ? raw : raw.map(({ text }) => text).join("")).toWellFormed(),
    finish: choice.finish_reason ? toLine(choice.finish_reason, 60) : null,
    prompt_tokens: usage?.prompt_tokens ?? null,
    completion_tokens: usage?.completion_tokens ?? null,
  };
}

const toLine = (text: string, length: number): string =>
  text
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, length);

/** Includes the host's message, if the body has one; an HTML page has none. */
function toStatusFailure(status: number, json: unknown, retryAfter?: string): RequestFailure {
  const message = Failed.safeParse(json).data?.error.message;
  const reason = message ? `: ${toLine(message, 300)}` : "";
  return toHttpStatusFailure(status, retryAfter, reason);
}

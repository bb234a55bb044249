/** One answer of an upstream: asked for, retried, compared with the last, checked and logged. */

import { type Live, type LiveRequest, UpstreamError } from "../live.ts";
import type { Deadline } from "../outgoing/deadline.ts";
import { exchange, type HttpAnswer } from "../outgoing/exchange.ts";
import { RequestFailure } from "../outgoing/failure.ts";
import { toRetryAfterMs, withRetries } from "../outgoing/retry.ts";
import { findKey, repeatsSecret, toPublicUrl } from "../outgoing/secrets.ts";
import type { AnswerCache, KeptAnswer } from "./answer-cache.ts";
import { unzipTexts, withoutTopFolder } from "./archive.ts";
import type { NetworkEffects } from "./fetch-effects.ts";
import type { Pace } from "./pace.ts";
import { refuseHtml, toText } from "./text.ts";

/** What the requests of one source share. */
export interface Reading {
  source: string;
  live: Live;
  effects: NetworkEffects;
  cache: AnswerCache;
  pace: Pace;
  deadline: Deadline;
}

export interface Outcome {
  request: LiveRequest;
  /** Empty when an optional answer could not be had. */
  files: ReadonlyMap<string, string>;
  /** Why it could not. */
  missing?: UpstreamError;
  isUnchanged: boolean;
  /** What the cache holds from now on, if the whole is accepted. */
  keep: KeptAnswer | undefined;
}

/** Silence after which a request is given up and made again. */
const MAX_IDLE_MS = 30_000;

/** @throws UpstreamError unless the request is optional. */
export async function askFor(request: LiveRequest, reading: Reading): Promise<Outcome> {
  const kept = await reading.cache.find(request);
  const attempt = (number: number) => attemptOnce(request, kept, number, reading);
  try {
    return await withRetries(attempt, reading.deadline, reading.effects);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const missing = toUpstreamError(reading.source, request, error);
    if (!request.optional) throw missing;
    return { request, files: new Map(), missing, isUnchanged: false, keep: kept };
  }
}

/** The failure itself is not the cause: its words are here, and nothing else may reach a log. */
function toUpstreamError(source: string, { url }: LiveRequest, failure: RequestFailure) {
  const message = `${source}: ${toPublicUrl(url)} ${failure.message}; what we have of it stays`;
  return new UpstreamError(source, failure.kind, message);
}

async function attemptOnce(
  request: LiveRequest,
  kept: KeptAnswer | undefined,
  attempt: number,
  reading: Reading,
): Promise<Outcome> {
  const { effects, source, pace } = reading;
  timeLeft(reading);
  await pace.waitFor(new URL(request.url).host);
  const start = effects.now();
  const line = () => ({
    source,
    url: toPublicUrl(request.url),
    attempt,
    ms: effects.now() - start,
  });
  try {
    const answer = await send(request, kept, reading);
    const outcome = judge(request, answer, kept, reading);
    const { status, body } = answer;
    effects.log.info({ ...line(), status, bytes: body.length }, "answered");
    return outcome;
  } catch (error) {
    if (error instanceof RequestFailure)
      effects.log.warn({ ...line(), status: error.status, kind: error.kind }, error.message);
    throw error;
  }
}

function send(
  { url, post, keyFrom }: LiveRequest,
  kept: KeptAnswer | undefined,
  reading: Reading,
): Promise<HttpAnswer> {
  const { effects, live } = reading;
  const ask = {
    url: new URL(url),
    post,
    key: findKey(effects.env, keyFrom),
    headers: post === undefined ? conditionsOf(kept) : {},
    maxBytes: live.maxBytes,
    limitMs: timeLeft(reading),
    idleMs: Math.ceil(Math.min(MAX_IDLE_MS, live.limitMs / 3)),
  };
  return exchange(ask, effects);
}

/** @throws RequestFailure when there is none. */
function timeLeft({ deadline, live }: Reading): number {
  const left = deadline.left();
  if (left > 0) return left;
  throw new RequestFailure(
    "out-of-time",
    `was not asked within the ${live.limitMs} ms of the source`,
  );
}

function conditionsOf(kept: KeptAnswer | undefined): Record<string, string> {
  return {
    ...(kept?.etag && { "if-none-match": kept.etag }),
    ...(kept?.lastModified && { "if-modified-since": kept.lastModified }),
  };
}

/** @throws RequestFailure when the answer is not believed. */
function judge(
  request: LiveRequest,
  answer: HttpAnswer,
  kept: KeptAnswer | undefined,
  { effects, live }: Reading,
): Outcome {
  if (answer.status === 304 && kept !== undefined)
    return { request, files: toFiles(request, kept.body, live), isUnchanged: true, keep: kept };
  if (answer.status !== 200) throw toStatusFailure(answer, effects.now());
  const { body, headers } = answer;
  const keep = { body, etag: headers.etag ?? null, lastModified: headers["last-modified"] ?? null };
  const refuseKey = (...said: string[]) => refuseEcho(said, request, effects);
  refuseKey(body.toString("utf8"), `${keep.etag} ${keep.lastModified}`);
  refuseHtml(body, String(headers["content-type"] ?? ""));
  const files = toFiles(request, body, live);
  if (request.unpack !== undefined) for (const [name, text] of files) refuseKey(name, text);
  return { request, files, isUnchanged: kept?.body.equals(body) ?? false, keep };
}

/** Everything that would be kept: the body, what was packed in it, what the next request repeats. */
function refuseEcho(
  said: readonly string[],
  { keyFrom }: LiveRequest,
  { env }: NetworkEffects,
): void {
  const key = findKey(env, keyFrom);
  if (!said.some((text) => repeatsSecret(text, key))) return;
  throw new RequestFailure("key-echoed", `repeats the key of ${keyFrom}`, { status: 200 });
}

function toFiles({ path, unpack }: LiveRequest, body: Buffer, { maxBytes }: Live) {
  if (unpack === undefined) return new Map([[path, toText(body, path)]]);
  const prefix = path === "" ? "" : `${path}/`;
  const toPath = unpack === "repository" ? withoutTopFolder : (name: string) => name;
  const texts = unzipTexts(body, maxBytes);
  return new Map([...texts].map(([name, text]) => [prefix + toPath(name), text]));
}

function toStatusFailure({ status, headers }: HttpAnswer, now: number): RequestFailure {
  const retryAfterMs = toRetryAfterMs(headers["retry-after"], now);
  return new RequestFailure("status", `answered ${status}`, {
    status,
    isTransient: status === 429 || status === 408 || status >= 500,
    retryAfterMs,
  });
}

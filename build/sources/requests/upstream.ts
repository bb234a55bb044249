/** Reads one upstream over the network: all its requests, each retried, checked, bounded and logged. */
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { mapWithConcurrency } from "../../schema/collections.ts";
import {
  DataSourceError,
  type DataSourceFileRequest,
  type DataSourceFileTexts,
  type SourceDownloadSettings,
} from "../collector.ts";
import { decodeUtf8, untarTexts, unzipTexts } from "./archive.ts";
import { RequestFailure, toHttpStatusFailure } from "./failure.ts";
import { createPublicHttpsDispatcher, createReplayDispatcher } from "./network.ts";
import { containsKnownSecret, findApiKeyInEnvironment, redactUrl } from "./secrets.ts";
import { type HttpResponse, type HttpSenderOptions, sendHttpRequest } from "./send.ts";

export interface FetchedDataSource {
  files: DataSourceFileTexts;
  /** Why optional answers are not among the files, for the report. */
  missing: readonly DataSourceError[];
}

export interface NetworkAccess extends HttpSenderOptions {
  /** Day to read (YYYY-MM-DD), for upstreams that are read by day. */
  day: string;
  /** Holds the keys that requests name in `keyFrom`. */
  env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds before a second attempt. */
  firstWaitMs: number;
  /** Milliseconds between two requests to one host. */
  pauseOf(host: string): number;
  /** Called for each request and each retry: `source`, `url`, `ms`, `status` or `kind`, ... */
  log(line: Readonly<Record<string, unknown>>): void;
}

type NetworkOptions = Pick<NetworkAccess, "day" | "userAgent" | "env" | "log"> & {
  /** Origin of a replay server (`http://127.0.0.1:PORT`) that answers in place of every host. */
  replay?: string;
};

/** Milliseconds between two requests, for hosts that limit how often they are requested. */
const PAUSES: Readonly<Record<string, number>> = {
  /** At most 10 a second. */
  "data.sec.gov": 125,
  "www.sec.gov": 125,
  /** At most 10,000 an hour. */
  "hn.algolia.com": 360,
  "api.github.com": 100,
  "wikimedia.org": 50,
  "openrouter.ai": 50,
};

export function createNetworkAccess({ replay, ...options }: NetworkOptions): NetworkAccess {
  if (replay !== undefined)
    return {
      ...options,
      dispatcher: createReplayDispatcher(replay),
      firstWaitMs: 10,
      pauseOf: () => 0,
    };
  const pauseOf = (host: string) => PAUSES[host] ?? 0;
  return { ...options, dispatcher: createPublicHttpsDispatcher(), firstWaitMs: 1000, pauseOf };
}

/** Logger that appends JSON lines to a file. Callers pass no keys or secrets. */
export function createJsonLogger(file: string): NetworkAccess["log"] {
  mkdirSync(dirname(file), { recursive: true });
  return (line) =>
    appendFileSync(file, `${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
}

/** What the requests of one source share. */
interface Reading {
  id: string;
  live: SourceDownloadSettings;
  network: NetworkAccess;
  /** Milliseconds since 1970 at which the time of the source is used up. */
  end: number;
  /** Host → when it may be requested again. */
  freeAt: Map<string, number>;
}

/** The files are empty when an optional answer is missing. */
type Outcome = { files: DataSourceFileTexts; missing?: DataSourceError };

/** All files of an upstream. @throws DataSourceError when one that is not optional is missing or unusable. */
export async function fetchDataSourceFiles(
  { id, live }: { id: string; live: SourceDownloadSettings },
  network: NetworkAccess,
): Promise<FetchedDataSource> {
  const end = Date.now() + live.seconds * 1000;
  const reading: Reading = { id, live, network, end, freeAt: new Map() };
  const read = (requests: readonly DataSourceFileRequest[] = []) =>
    mapWithConcurrency(requests, (request) => fetchOne(request, reading));
  const first = await read(live.requests(network.day));
  const outcomes = [...first, ...(await read(live.follow?.(joinFiles(id, first))))];
  return {
    files: joinFiles(id, outcomes),
    missing: outcomes.flatMap(({ missing }) => missing ?? []),
  };
}

/** @throws DataSourceError when two answers have one path: only one of them would be read. */
function joinFiles(id: string, outcomes: readonly Outcome[]): DataSourceFileTexts {
  const files = new Map<string, string>();
  for (const [path, text] of outcomes.flatMap((one) => [...one.files])) {
    if (files.has(path)) {
      const message = `${id}: two of its answers are at the path "${path}"; recorded facts are unchanged. Give each request in build/sources its own path`;
      throw new DataSourceError("same-path", message);
    }
    files.set(path, text);
  }
  return files;
}

async function fetchOne(request: DataSourceFileRequest, reading: Reading): Promise<Outcome> {
  const { id, network } = reading;
  const start = Date.now();
  const log = (line: object) =>
    network.log({ source: id, url: redactUrl(request.url), ms: Date.now() - start, ...line });
  try {
    const answer = await sendPaced(request, reading, log);
    const files = toCheckedFiles(request, answer, reading);
    log({ status: answer.status, bytes: answer.body.length });
    return { files };
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    log({ status: error.status, kind: error.kind, message: error.message });
    const facts = request.optional ? "facts from this file" : "recorded facts";
    const message = `${id}: ${redactUrl(request.url)} ${error.message}; ${facts} are unchanged`;
    const missing = new DataSourceError(error.kind, message);
    if (!request.optional) throw missing;
    return { files: new Map(), missing };
  }
}

const toMaxBytes = ({ megabytes }: SourceDownloadSettings): number => megabytes * 1_000_000;

/** An attempt fails after this many milliseconds without data. */
const MAX_IDLE_MS = 30_000;

async function sendPaced(
  { url, keyFrom }: DataSourceFileRequest,
  { live, network, end, freeAt }: Reading,
  log: (line: object) => void,
): Promise<HttpResponse> {
  const { host } = new URL(url);
  const turn = Math.max(Date.now(), freeAt.get(host) ?? 0);
  if (turn >= end)
    throw new RequestFailure("out-of-time", `was not requested within ${live.seconds} s`);
  freeAt.set(host, turn + network.pauseOf(host));
  await setTimeout(turn - Date.now());
  return sendHttpRequest(
    {
      url,
      key: findApiKeyInEnvironment(network.env, keyFrom),
      maxBytes: toMaxBytes(live),
      limitMs: end - Date.now(),
      idleMs: Math.ceil(Math.min(MAX_IDLE_MS, (live.seconds * 1000) / 3)),
      retries: {
        firstWaitMs: network.firstWaitMs,
        onRetry: ({ status, kind, message }, attempt) => log({ attempt, status, kind, message }),
      },
    },
    network,
  );
}

/** @throws RequestFailure when the answer is unusable. */
function toCheckedFiles(
  request: DataSourceFileRequest,
  answer: HttpResponse,
  { live, network }: Reading,
): DataSourceFileTexts {
  const { status, headers, body } = answer;
  if (status !== 200) throw toHttpStatusFailure(status, headers["retry-after"]);
  const key = findApiKeyInEnvironment(network.env, request.keyFrom);
  // Neither facts nor messages may contain the key. Unpacked files are checked because archives compress it.
  const checkNoKey = (texts: Iterable<string>) => {
    if ([...texts].some((text) => containsKnownSecret(text, key)))
      throw new RequestFailure("key-echoed", `sent back the API key from ${request.keyFrom}`);
  };
  checkNoKey([body.toString("utf8")]);
  checkNotHtml(body, headers["content-type"] ?? "");
  const files = toFiles(request, body, live);
  checkNoKey(files.values());
  return files;
}

/** Maintenance pages and captchas come with status 200. */
function checkNotHtml(body: Buffer, contentType: string): void {
  const start = body.toString("latin1", 0, 200);
  const isHtml = /^\s*(\xEF\xBB\xBF)?<(!doctype html|html)\b/i.test(start);
  if (isHtml || /^text\/html\b/i.test(contentType))
    throw new RequestFailure("html", "is an HTML page, not data");
}

/** `LLMStats-main/models/a.json` of a repository is `models/a.json`. */
function toFiles(
  { path, unpack }: DataSourceFileRequest,
  body: Buffer,
  live: SourceDownloadSettings,
): DataSourceFileTexts {
  if (unpack === undefined) return new Map([[path, decodeUtf8(body, path)]]);
  const prefix = path === "" ? "" : `${path}/`;
  const toPath = (name: string) =>
    prefix + (unpack === "zip" ? name : name.replace(/^[^/]*\//, ""));
  const maxBytes = toMaxBytes(live);
  const texts = unpack === "tarball" ? untarTexts(body, maxBytes) : unzipTexts(body, maxBytes);
  return new Map([...texts].map(([name, text]) => [toPath(name), text]));
}

/** Counts requests before they are answered, and tells each client what it has left. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../generator/http/endpoint.ts";
import { problemHeaders } from "../../generator/http/headers.ts";
import { PROBLEMS, toProblemBody } from "../../generator/http/problem.ts";
import type { Handle } from "../function.ts";
import { type Client, type Counter, openCounter, type Usage, type Window } from "./counter.ts";

/** SHA-256 of a key, hexadecimal → its plan. The keys themselves are stored nowhere. */
const Keys = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.enum(["pro", "enterprise"]));
type Keys = z.infer<typeof Keys>;

/** The platform's own header: it removes what a client sends under this name. */
export const ADDRESS_HEADER = "x-nf-client-connection-ip";

/**
 * Tiers with keys and store from the environment: API_KEYS (`{"<sha256 of a key>":"pro"}`) and REDIS_URL. When they
 * cannot be read, answers go on; the log says so, and never what they hold.
 */
export async function openTiers(
  handle: Handle,
  { catalog }: Context,
  { API_KEYS, REDIS_URL }: Readonly<Record<string, string | undefined>> = process.env,
  log = (line: string): void => console.error(line),
): Promise<Handle> {
  const keys = readKeys(API_KEYS);
  if (keys === null)
    log(
      'API_KEYS is not an object of the SHA-256 of keys, hexadecimal, and their plans, "pro" or "enterprise"; until then no key is known',
    );
  return withTiers(handle, {
    keys: keys ?? {},
    counter: await openCounter(REDIS_URL || undefined).catch(() => {
      log("REDIS_URL is not the address of a Redis; until then each function counts for itself");
      return openCounter(undefined);
    }),
    baseUrl: catalog.service.base_url,
    now: Date.now,
    log,
  });
}

/** @returns Null when the text cannot be read. */
function readKeys(text: string | undefined): Keys | null {
  if (!text) return {};
  try {
    return Keys.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

interface TierOptions {
  keys: Keys;
  counter: Counter;
  baseUrl: string;
  /** Milliseconds since 1970. */
  now(): number;
  log(line: string): void;
}

/** While the counter is away answers go on, uncounted, and the log says so. */
export function withTiers(handle: Handle, options: TierOptions): Handle {
  return async (request) => {
    if (request.method === "OPTIONS") return handle(request);
    const usage = await count(request, options);
    if (usage === null) return withHeaders(await handle(request), {});
    const answer = usage.isOver ? refuse(request, usage, options) : await handle(request);
    return withHeaders(answer, usageHeaders(usage, options.now()));
  };
}

async function count(request: Request, { keys, counter, log }: TierOptions) {
  try {
    return await counter.count(clientOf(request, keys));
  } catch (error) {
    log(`requests are not counted: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

/** By the key, else by the address: an unknown key is ignored. */
function clientOf({ headers }: Request, keys: Keys): Client {
  const key = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const hash = key === undefined ? "" : createHash("sha256").update(key).digest("hex");
  const plan = Object.hasOwn(keys, hash) ? keys[hash] : undefined;
  return plan === undefined
    ? { id: `address:${headers.get(ADDRESS_HEADER) ?? "unknown"}`, plan: "free" }
    : { id: `key:${hash}`, plan };
}

/** Usage is one client's: such an answer stays out of shared caches. */
function withHeaders(answer: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  answer.headers.set("Netlify-CDN-Cache-Control", "no-store");
  const cache = answer.headers.get("Cache-Control");
  if (cache !== null) answer.headers.set("Cache-Control", cache.replace(/^public\b/, "private"));
  return answer;
}

/** `X-RateLimit-*` for the window with the fewest requests left; `RateLimit` (draft) for all. */
function usageHeaders({ windows }: Usage, now: number): Record<string, string> {
  const tightest = windows.reduce((a, b) => (b.remaining < a.remaining ? b : a));
  const list = (toText: (window: Window) => string) =>
    windows.map((window) => `"${window.name}";${toText(window)}`).join(", ");
  return {
    "X-RateLimit-Limit": String(tightest.limit),
    "X-RateLimit-Remaining": String(tightest.remaining),
    "X-RateLimit-Reset": String(Math.ceil((now + tightest.resetMs) / 1000)),
    "RateLimit-Policy": list(({ limit, seconds }) => `q=${limit};w=${seconds}`),
    RateLimit: list((window) => `r=${window.remaining};t=${toSeconds(window)}`),
  };
}

const toSeconds = ({ resetMs }: Window): number => Math.ceil(resetMs / 1000);

function refuse(request: Request, { windows }: Usage, { baseUrl }: TierOptions): Response {
  const over = windows.at(-1);
  if (over === undefined) throw new Error("a refusal without a window");
  const problem = {
    problem: "too-many-requests",
    detail: `${over.limit} requests a ${over.name} are used up; try again in ${toSeconds(over)} seconds, send a key with a higher limit, or read the exports and the dump, which are not counted.`,
  } as const;
  const { status } = PROBLEMS[problem.problem];
  const { pathname } = new URL(request.url);
  const body = JSON.stringify(toProblemBody(problem, baseUrl, pathname.slice(0, 200)));
  return new Response(request.method === "HEAD" ? null : body, {
    status,
    headers: {
      ...problemHeaders(status),
      "Content-Type": "application/problem+json; charset=utf-8",
      "Retry-After": String(toSeconds(over)),
    },
  });
}

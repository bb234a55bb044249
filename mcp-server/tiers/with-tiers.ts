/** Counts requests before they are answered, and tells each client what is left to it. */
import { problemHeaders } from "../../generator/http/headers.ts";
import { PROBLEMS, toProblemBody } from "../../generator/http/problem.ts";
import type { Handle } from "../handle.ts";
import { clientOf, type Keys } from "./clients.ts";
import type { Counter, Usage, Window } from "./counter.ts";

export interface TierOptions {
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

/** What is left to one client must not be told to another: such an answer is kept by no shared cache. */
function withHeaders(answer: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  answer.headers.set("Netlify-CDN-Cache-Control", "no-store");
  const cache = answer.headers.get("Cache-Control");
  if (cache !== null) answer.headers.set("Cache-Control", cache.replace(/^public\b/, "private"));
  return answer;
}

/** `X-RateLimit-*` for the window that ends first in refusals; `RateLimit` (draft) for all. */
function usageHeaders({ windows }: Usage, now: number): Record<string, string> {
  const tightest = windows.reduce((a, b) => (b.remaining < a.remaining ? b : a));
  return {
    "X-RateLimit-Limit": String(tightest.limit),
    "X-RateLimit-Remaining": String(tightest.remaining),
    "X-RateLimit-Reset": String(Math.ceil((now + tightest.resetMs) / 1000)),
    "RateLimit-Policy": list(windows, ({ limit, seconds }) => `q=${limit};w=${seconds}`),
    RateLimit: list(windows, (window) => `r=${window.remaining};t=${toSeconds(window)}`),
  };
}

const list = (windows: readonly Window[], toText: (window: Window) => string): string =>
  windows.map((window) => `"${window.name}";${toText(window)}`).join(", ");

const toSeconds = ({ resetMs }: Window): number => Math.ceil(resetMs / 1000);

function refuse(request: Request, { windows }: Usage, { baseUrl }: TierOptions): Response {
  const over = windows.at(-1);
  if (over === undefined) throw new Error("a refusal without a window");
  const problem = {
    problem: "too-many-requests",
    detail: `${over.limit} requests a ${over.name} are used up; ask again in ${toSeconds(over)} seconds, send a key with more, or read the exports and the dump, which are not counted.`,
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

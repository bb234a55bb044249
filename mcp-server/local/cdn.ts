import { join } from "node:path";
import { parseAllHeaders } from "@netlify/headers-parser";
import { BuildError } from "../../build/facts/fault.ts";
import { FUNCTION } from "../../generator/cdn/rules.ts";
import type { Handle } from "../function.ts";
import { loadEngine, type MatchingMode } from "./engine.ts";
import { openStaticFiles } from "./static-files.ts";

/**
 * What the CDN does with a request, without the network.
 *
 * 1. Under `/api`, every method but GET and HEAD is the function's. In production this takes a
 *    second function with `config = { path: "/api/*", method: [...] }`: rules and files know no
 *    methods, and Netlify's own static server answers 405 as plain text, to a CORS preflight too.
 * 2. A file at the address wins over the rules, none of which is forced. So it does elsewhere for
 *    other methods: 405.
 * 3. The first matching rule: to the function, to a file, or to another address.
 * 4. The HTML 404 page.
 */
export async function openCdn(dist: string, handle: Handle, mode: MatchingMode): Promise<Handle> {
  const [engine, headersOf] = await Promise.all([
    loadEngine(join(dist, "_redirects"), mode),
    loadHeaderRules(join(dist, "_headers")),
  ]);
  const files = await openStaticFiles(dist, headersOf);

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead && /^\/api(\/|$)/.test(pathname)) return handle(request);

    const path = decodePath(pathname);
    const own = files.find(path);
    const target = own ? undefined : await engine.route(path, search.slice(1));
    if (target?.to === FUNCTION) return handle(request);
    if (target?.status === 301) return isRead ? redirect(target.to) : methodNotAllowed();
    const file = own ?? (target && files.find(target.to));
    if (file === undefined) return files.notFound();
    return isRead ? files.serve(file, request) : methodNotAllowed();
  };
}

/**
 * As netlify-cli, we match decoded paths, so that `/%61pi` is `/api`. Left as they came: an escaped
 * slash, which never parts folders; a path that cannot be decoded; one with control characters,
 * as the engine's `*` does not match line ends.
 */
function decodePath(pathname: string): string {
  try {
    const path = decodeURIComponent(pathname.replace(/%2f/gi, "%252F"));
    return /\p{Cc}/u.test(path) ? pathname : path;
  } catch {
    return pathname;
  }
}

const redirect = (to: string): Response =>
  new Response(null, { status: 301, headers: { Location: to } });

function methodNotAllowed(): Response {
  return new Response("Method Not Allowed", {
    status: 405,
    headers: { Allow: "GET, HEAD", "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** The headers that `_headers` sets for the file at an address. */
export type HeaderRules = (path: string) => Headers;

/** Netlify's own parser; where two rules set one header the later one wins, as in netlify-cli. */
export async function loadHeaderRules(headersFile: string): Promise<HeaderRules> {
  const { headers: rules, errors } = await parseAllHeaders({
    headersFiles: [headersFile],
    configHeaders: [],
    minimal: false,
  });
  if (errors.length > 0) throw new BuildError(`${headersFile}: ${errors.join("\n")}`);
  return (path) => {
    const headers = new Headers();
    for (const rule of rules) {
      if (!("forRegExp" in rule) || !rule.forRegExp.test(path)) continue;
      for (const [name, value] of Object.entries(rule.values)) headers.set(name, value);
    }
    return headers;
  };
}

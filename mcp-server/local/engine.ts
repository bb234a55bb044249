import { parseAllRedirects } from "@netlify/redirect-parser";
import redirector from "netlify-redirector";
import * as z from "zod";
import { CommandError } from "../../build/facts/fault.ts";
import { createLazyValue } from "../../build/schema/collections.ts";
import { listQueryKeysIfUnambiguous } from "../../generator/http/headers.ts";

/**
 * How a rule with query parameters matches: `superset` allows further parameters in the request (behaviour of Netlify's
 * engine), `exact` does not (Netlify's documentation of production).
 */
export type RedirectQueryMatchMode = "exact" | "superset";

const Redirect = z.looseObject({
  from: z.string().startsWith("/", "the local CDN supports only rules that match a path"),
  to: z.string(),
  query: z.record(z.string(), z.string()),
  status: z.literal([200, 301], "the local CDN supports only rewrites (200) and redirects (301)"),
  force: z.literal(false, "the local CDN does not support forced rules"),
});
type Redirect = z.infer<typeof Redirect>;

/**
 * A longer query is not matched against rules with query parameters: the engine takes 20 µs per rule for a short query
 * and 35 ms for one of 100 kB. No query of a published file comes near this length.
 */
const MAX_QUERY_FOR_FILES = 1_024;

const NO_CLIENT = { scheme: "http", host: "localhost", getHeader: () => "", getCookie: () => "" };

/**
 * Loads Netlify's own matcher (WebAssembly) with the rules of a `_redirects` file.
 * @throws CommandError if a rule is not supported.
 */
export async function loadRedirectMatcher(redirectsFile: string, mode: RedirectQueryMatchMode) {
  const rules = (await readRedirectRules(redirectsFile)).map((rule) => ({
    ...rule,
    matcher: createLazyValue(() => toMatcher(rule)),
  }));
  const isPattern = ({ from }: Redirect) => from.includes("*") || from.includes("/:");
  const patterns = rules.filter(isPattern);
  const byPath = new Map(
    rules.map(({ from }) => [from, rules.filter((rule) => isPattern(rule) || rule.from === from)]),
  );
  return {
    /**
     * Target of the first matching rule, with the status 200 for a rewrite and 301 for a redirect; undefined if none
     * matches. `path` is decoded, `query` is raw and without `?`. The engine would try every rule, so it gets only those
     * that may match, one after the other.
     */
    async route(path: string, query: string) {
      const request = { ...NO_CLIENT, path, query };
      const mayMatch = queryFilter(query, mode);
      for (const rule of byPath.get(path.replace(/\/$/, "")) ?? patterns) {
        const found = mayMatch(rule) ? (await rule.matcher()).match(request) : undefined;
        if (found) return found;
      }
      return undefined;
    },
  };
}

/** The matcher wants the parser's `from` and `query` under their older names, as in netlify-cli. */
const toMatcher = ({ from, query, ...rule }: Redirect) =>
  redirector.parseJSON(JSON.stringify([{ ...rule, origin: from, params: query }]), {});

/** @throws CommandError if Netlify's parser or the local CDN cannot read a rule. */
export async function readRedirectRules(redirectsFile: string): Promise<Redirect[]> {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [redirectsFile],
    configRedirects: [],
    minimal: false,
  });
  if (errors.length > 0) throw new CommandError(`${redirectsFile}: ${errors.join("\n")}`);
  const rules = z.array(Redirect).safeParse(redirects);
  if (!rules.success) throw new CommandError(`${redirectsFile}: ${z.prettifyError(rules.error)}`);
  return rules.data;
}

/**
 * Returns a filter for the rules that the engine must test. The engine compares keys as written and values decoded. In
 * exact mode, a query with ambiguous keys matches no rule with query parameters.
 */
function queryFilter(query: string, mode: RedirectQueryMatchMode): (rule: Redirect) => boolean {
  const isLong = query.length > MAX_QUERY_FOR_FILES;
  const keys = new Set(isLong ? [] : listQueryKeysIfUnambiguous(query));
  const decoded = isLong ? "" : query.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent);
  return (rule) => {
    const pairs = Object.entries(rule.query);
    if (pairs.length === 0) return true;
    if (isLong || (mode === "exact" && keys.size !== pairs.length)) return false;
    return pairs.every(
      ([key, value]) =>
        (mode === "superset" || keys.has(key)) &&
        (value.startsWith(":") || decoded.includes(`${key}=${value}`)),
    );
  };
}

import { parseAllRedirects } from "@netlify/redirect-parser";
import redirector, { type Matcher } from "netlify-redirector";
import * as z from "zod";
import { CommandError } from "../../build/facts/fault.ts";
import { createLazyValue } from "../../build/schema/collections.ts";
import { parseUnambiguousQueryKeys } from "../../generator/http/headers.ts";

/**
 * Which requests a rule with a query block may match: those with at least its parameters (what
 * Netlify's engine does), or with exactly these (what Netlify's documents say of production).
 */
export const REDIRECT_QUERY_MATCH_MODES = ["exact", "superset"] as const;
export type RedirectQueryMatchMode = (typeof REDIRECT_QUERY_MATCH_MODES)[number];

interface Target {
  to: string;
  /** 200: the answer of that address; 301: the client is sent there. */
  status: number;
}

export type RedirectEngine = Awaited<ReturnType<typeof loadRedirectEngine>>;

const Redirect = z.looseObject({
  from: z.string().startsWith("/", "the local CDN supports only rules that match a path"),
  to: z.string(),
  query: z.record(z.string(), z.string()),
  status: z.literal([200, 301], "the local CDN supports only rewrites (200) and redirects (301)"),
  force: z.literal(false, "the local CDN does not support forced rules"),
});
type Redirect = z.infer<typeof Redirect>;

/**
 * The engine takes 20 µs for a rule with a short query, and 35 ms for one of 100 kB. No enumerated
 * query comes near this length, so longer ones can only be the function's.
 */
const MAX_QUERY_FOR_FILES = 1_024;

const NO_CLIENT = { scheme: "http", host: "localhost", getHeader: () => "", getCookie: () => "" };

/**
 * Netlify's own parser and matcher (WebAssembly) on the text of a `_redirects` file. Throws a
 * CommandError when a rule is not understood.
 */
export async function loadRedirectEngine(redirectsFile: string, mode: RedirectQueryMatchMode) {
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
     * Where the first matching rule leads; undefined when none matches. `path` is decoded, `query` is raw and without `?`.
     * The engine tries every rule; we give it one after the other, and only those that may match.
     */
    async route(path: string, query: string): Promise<Target | undefined> {
      const request = { ...NO_CLIENT, path, query };
      const mayMatch = queryFilter(query, mode);
      for (const rule of byPath.get(path.replace(/\/$/, "")) ?? patterns) {
        const found = mayMatch(rule) ? (await rule.matcher()).match(request) : undefined;
        if (found) return { to: found.to, status: found.status };
      }
      return undefined;
    },
  };
}

/** The matcher wants the parser's `from` and `query` under their older names, as in netlify-cli. */
const toMatcher = ({ from, query, ...rule }: Redirect): Promise<Matcher> =>
  redirector.parseJSON(JSON.stringify([{ ...rule, origin: from, params: query }]), {});

/** Rules of a `_redirects` file, as Netlify's parser reads them. */
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
 * Which rules the engine has to be asked about: it compares keys as written and values decoded. In exact mode an oddly
 * written query has no file.
 */
function queryFilter(query: string, mode: RedirectQueryMatchMode): (rule: Redirect) => boolean {
  const isLong = query.length > MAX_QUERY_FOR_FILES;
  const keys = new Set(isLong ? [] : parseUnambiguousQueryKeys(query));
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

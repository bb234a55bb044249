import { parseAllRedirects } from "@netlify/redirect-parser";
import redirector, { type Matcher } from "netlify-redirector";
import { z } from "zod";
import { BuildError } from "../../build/facts/fault.ts";
import { unambiguousKeys } from "../../generator/cdn/unambiguous-query.ts";

/**
 * Which requests a rule with a query block may match: those with at least its parameters (what
 * Netlify's engine does), or with exactly these (what Netlify's documents say of production).
 */
export const MATCHING_MODES = ["exact", "superset"] as const;
export type MatchingMode = (typeof MATCHING_MODES)[number];

interface Target {
  to: string;
  /** 200: the answer of that address; 301: the client is sent there. */
  status: number;
}

export interface Engine {
  /**
   * Where the first matching rule leads; undefined when none matches. `path` is decoded, `query` is raw and without `?`.
   */
  route(path: string, query: string): Promise<Target | undefined>;
}

const Redirect = z.looseObject({
  from: z.string().startsWith("/", "the local CDN has rules for paths only"),
  to: z.string(),
  query: z.record(z.string(), z.string()),
  status: z.literal([200, 301], "the local CDN knows rewrites (200) and redirects (301)"),
  force: z.literal(false, "the local CDN has no forced rules"),
});
type Redirect = z.infer<typeof Redirect>;

/**
 * The engine takes 20 µs for a rule with a short query, and 35 ms for one of 100 kB. No enumerated
 * query comes near this length, so longer ones can only be the function's.
 */
const MAX_QUERY_FOR_FILES = 1_024;

/**
 * Netlify's own parser and matcher (WebAssembly) on the text of a `_redirects` file. Throws a
 * BuildError when a rule is not understood.
 */
export async function loadEngine(redirectsFile: string, mode: MatchingMode): Promise<Engine> {
  const rules = await readRules(redirectsFile);
  const matchers = new Map<string, Promise<Matcher>>();

  /** The engine tries every rule of every path; we give it only those that may match. */
  function matcherFor(path: string, query: string): Promise<Matcher> {
    const literalPath = path.replace(/\/$/, "");
    const candidates = [...rules.entries()].filter(
      ([, rule]) =>
        (rule.from === literalPath || isPattern(rule.from)) && mayMatch(rule, query, mode),
    );
    const name = candidates.map(([at]) => at).join();
    const matcher =
      matchers.get(name) ??
      redirector.parseJSON(toEngineJson(candidates.map(([, rule]) => rule)), {});
    matchers.set(name, matcher);
    return matcher;
  }

  return {
    async route(path, query) {
      const matcher = await matcherFor(path, query);
      const found = matcher.match({
        scheme: "http",
        host: "localhost",
        path,
        query,
        getHeader: () => "",
        getCookie: () => "",
      });
      return found ? { to: found.to, status: found.status } : undefined;
    },
  };
}

/** Rules of a `_redirects` file, as Netlify's parser reads them. */
export async function readRules(redirectsFile: string): Promise<Redirect[]> {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [redirectsFile],
    configRedirects: [],
    minimal: false,
  });
  if (errors.length > 0) throw new BuildError(`${redirectsFile}: ${errors.join("\n")}`);
  const rules = z.array(Redirect).safeParse(redirects);
  if (!rules.success) throw new BuildError(`${redirectsFile}: ${z.prettifyError(rules.error)}`);
  return rules.data;
}

function isPattern(from: string): boolean {
  return from.includes("*") || from.includes("/:");
}

/** The documents do not say what the keys of an oddly written query are: then it has no file. */
function mayMatch(rule: Redirect, query: string, mode: MatchingMode): boolean {
  const keys = Object.keys(rule.query);
  if (keys.length === 0) return true;
  if (query.length > MAX_QUERY_FOR_FILES) return false;
  if (mode === "superset") return true;
  const asked = new Set(unambiguousKeys(query));
  return asked.size === keys.length && keys.every((key) => asked.has(key));
}

/** The matcher wants the parser's `from` and `query` under their older names, as in netlify-cli. */
function toEngineJson(rules: readonly Redirect[]): string {
  return JSON.stringify(
    rules.map(({ from, query, ...rule }) => ({ ...rule, origin: from, params: query })),
  );
}

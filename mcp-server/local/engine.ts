import { parseAllRedirects } from "@netlify/redirect-parser";
import redirector, { type Matcher } from "netlify-redirector";
import { z } from "zod";
import { BuildError } from "../../build/facts/fault.ts";
import { unambiguousKeys } from "../../generator/http/headers.ts";

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
  const rules = (await readRules(redirectsFile)).map(toTrial);
  const patterns = rules.filter(({ isPattern }) => isPattern);
  const byPath = new Map(
    rules.map(({ from }) => [from, rules.filter((one) => one.isPattern || one.from === from)]),
  );

  return {
    /** The engine tries every rule; we give it one after the other, and only those that may match. */
    async route(path, query) {
      const literalPath = path.replace(/\/$/, "");
      const parsed = parseQuery(query);
      const request = { ...NO_CLIENT, path, query };
      for (const rule of byPath.get(literalPath) ?? patterns) {
        if (!mayMatch(rule, parsed, mode)) continue;
        const found = (await rule.matcher()).match(request);
        if (found) return { to: found.to, status: found.status };
      }
      return undefined;
    },
  };
}

const NO_CLIENT = {
  scheme: "http",
  host: "localhost",
  getHeader: () => "",
  getCookie: () => "",
};

interface Trial {
  from: string;
  isPattern: boolean;
  /** Values that a query must have, and names that any value has. */
  pairs: readonly [key: string, value: string][];
  /** Made when the rule is first tried. */
  matcher(): Promise<Matcher>;
}

function toTrial(rule: Redirect): Trial {
  const { from, query } = rule;
  let made: Promise<Matcher> | undefined;
  return {
    from,
    isPattern: from.includes("*") || from.includes("/:"),
    pairs: Object.entries(query),
    matcher() {
      made ??= redirector.parseJSON(toEngineJson(rule), {});
      return made;
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

interface ParsedQuery {
  query: string;
  /** undefined where it cannot be decoded. */
  decoded: string | undefined;
  keys: ReadonlySet<string>;
}

const parseQuery = (query: string): ParsedQuery => ({
  query,
  decoded: query.length > MAX_QUERY_FOR_FILES ? undefined : decode(query),
  keys: new Set(unambiguousKeys(query)),
});

function decode(query: string): string | undefined {
  try {
    return decodeURIComponent(query);
  } catch {
    return undefined;
  }
}

/** The documents do not say what the keys of an oddly written query are: it has no file. */
function mayMatch({ pairs }: Trial, parsed: ParsedQuery, mode: MatchingMode): boolean {
  if (pairs.length === 0) return true;
  if (parsed.query.length > MAX_QUERY_FOR_FILES) return false;
  if (mode === "exact" && parsed.keys.size !== pairs.length) return false;
  return pairs.every(
    ([key, value]) =>
      (mode === "superset" || parsed.keys.has(key)) &&
      (value.startsWith(":") || parsed.decoded?.includes(`${key}=${value}`) !== false),
  );
}

/** The matcher wants the parser's `from` and `query` under their older names, as in netlify-cli. */
function toEngineJson({ from, query, ...rule }: Redirect): string {
  return JSON.stringify([{ ...rule, origin: from, params: query }]);
}

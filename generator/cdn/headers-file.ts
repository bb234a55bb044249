import { compareByCodePoint } from "../../build/schema/collections.ts";
import { SECURITY_HEADERS, type StaticFile, SUCCESS_HEADERS } from "../http/headers.ts";

/** The parts of a published file that the header rules need. */
export type FileWithHeaders = Pick<StaticFile, "path" | "contentType" | "headers">;

/** Files of the publish directory that the CDN reads itself or serves at other addresses. */
const NOT_SERVED = new Set(["/_headers", "/_redirects", "/404.html"]);

/**
 * Writes the text of `dist/_headers`: headers for everything, for each top-level folder, for `typed` files their type,
 * and those of single files. `written` are all paths. At most one rule sets a given header for a file, because
 * netlify-cli uses the last of two matching rules and the behaviour in production was not measured.
 */
export function formatHeadersFile(
  typed: readonly FileWithHeaders[],
  written: Iterable<string>,
  all: readonly FileWithHeaders[] = typed,
): string {
  const files = [...written].filter((path) => !NOT_SERVED.has(path)).sort();
  const blocks = [
    formatBlock("/*", SECURITY_HEADERS),
    ...commonPatterns(files).map((pattern) => formatBlock(pattern, SUCCESS_HEADERS)),
    ...typePatterns(typed, files, all).map(([pattern, contentType]) =>
      formatBlock(pattern, { "Content-Type": contentType }),
    ),
    ...all.flatMap(({ path, headers }) =>
      headers ? addressesOf(path).map((address) => formatBlock(address, headers)) : [],
    ),
  ];
  return `${blocks.join("\n")}\n`;
}

/** `/api/*`, `/feed.xml`, …; not `/*`, which would let browsers keep the 404 page of any address. */
function commonPatterns(files: readonly string[]): string[] {
  const folders = new Set<string>();
  const rootFiles: string[] = [];
  for (const path of files) {
    const [, top, ...rest] = path.split("/");
    if (rest.length > 0) folders.add(`/${top}/*`);
    else rootFiles.push(path);
  }
  const patterns = [...folders];
  for (const path of rootFiles)
    if (!patterns.some((pattern) => toRegExp(pattern).test(path))) patterns.push(path);
  return files.includes("/index.html") ? ["/", ...patterns] : patterns;
}

/** The start page is named by both its addresses. */
const addressesOf = (path: string): string[] => (path === "/index.html" ? ["/", path] : [path]);

/** Pattern → content type. For each file, the widest pattern is used that matches only files of the same type. */
function typePatterns(
  typed: readonly FileWithHeaders[],
  files: readonly string[],
  all: readonly FileWithHeaders[],
): [string, string][] {
  // A pattern may also match files that need no rule, such as `index.html`, if they have the same type.
  const types = new Map(all.map(({ path, contentType }) => [path, contentType]));
  const covered = new Set<string>();
  const patterns: [string, string][] = [];
  const matched = new Map<string, readonly string[]>();
  const matchedBy = (pattern: string): readonly string[] => {
    if (!/[*:]/.test(pattern)) return [pattern];
    const expression = toRegExp(pattern);
    const found = matched.get(pattern) ?? files.filter((file) => expression.test(file));
    matched.set(pattern, found);
    return found;
  };
  for (const { path, contentType } of typed.toSorted((a, b) =>
    compareByCodePoint(a.path, b.path),
  )) {
    if (covered.has(path)) continue;
    const isOfOneType = (pattern: string) =>
      matchedBy(pattern).every((file) => types.get(file) === contentType && !covered.has(file));
    const pattern = widestFirst(path).find(isOfOneType) ?? path;
    for (const file of matchedBy(pattern)) covered.add(file);
    patterns.push([pattern, contentType]);
  }
  return patterns;
}

/** `/api/lab/x` → `/api/*`, `/api/lab/*`, `/api/lab/:file`, `/api/lab/x`. */
function widestFirst(path: string): string[] {
  const folders = path.split("/").slice(1, -1);
  const prefixes = folders.map((_, depth) => `/${folders.slice(0, depth + 1).join("/")}`);
  const parent = prefixes.at(-1);
  return [
    ...prefixes.map((prefix) => `${prefix}/*`),
    ...(parent === undefined ? [] : [`${parent}/:file`]),
    path,
  ];
}

/** Which paths Netlify's header parser matches with a pattern: `/models/*` also matches `/models-of-2026`. */
function toRegExp(pattern: string): RegExp {
  const parts = pattern
    .split("/")
    .slice(1)
    .map((part) => {
      if (part.startsWith(":")) return "([^/]+)";
      return part === "*" ? "?(.*)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    });
  return new RegExp(`^/${parts.join("/")}/?$`, "iu");
}

function formatBlock(pattern: string, values: Readonly<Record<string, string>>): string {
  return [pattern, ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`)].join(
    "\n",
  );
}

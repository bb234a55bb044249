import { FUNCTION, formatRule, type Rule } from "./rules.ts";

/** A rule costs every request some microseconds, and Netlify advises against many thousands. */
const MAX_RULES = 2_000;

/**
 * What is wrong with the rules, given the addresses of all files that are published (`/_q/…`,
 * `/api/v1/…`); an empty list when nothing is. A rule to a missing file would answer with the
 * HTML 404 page, and a hidden rule with another query's file.
 */
export function checkRules(rules: readonly Rule[], written: ReadonlySet<string>): string[] {
  return [
    ...(rules.length >= MAX_RULES
      ? [`${rules.length} rules; keep them below ${MAX_RULES}: enumerate fewer queries`]
      : []),
    ...hiddenRules(rules),
    ...rules
      .filter(({ to }) => to !== FUNCTION && !written.has(to))
      .map((rule) => `no such file: ${formatRule(rule)}`),
    ...filesWithoutRule(rules, written),
    ...shadowedPaths(rules, written),
  ];
}

/** Rules to a file, or with no query block, that an earlier rule of the same path always takes. */
function hiddenRules(rules: readonly Rule[]): string[] {
  const messages: string[] = [];
  const earlierByPath = new Map<string, { rule: Rule; pairs: [string, string][] }[]>();
  for (const rule of rules) {
    const earlier = earlierByPath.get(rule.path) ?? [];
    const taker = earlier.find(({ pairs }) => takes(pairs, rule))?.rule;
    if (taker !== undefined && formatRule({ ...taker, to: "" }) === formatRule({ ...rule, to: "" }))
      messages.push(`the same rule twice: ${formatRule(taker)} and ${formatRule(rule)}`);
    else if (taker !== undefined)
      messages.push(`never matches: ${formatRule(rule)}, as it comes after ${formatRule(taker)}`);
    earlier.push({ rule, pairs: Object.entries(rule.query) });
    earlierByPath.set(rule.path, earlier);
  }
  return messages;
}

/**
 * Whether a rule with these pairs of a query matches every request for which `later` is meant, in superset matching.
 * Exact matching takes no more than that: it only drops rules.
 */
function takes(pairs: readonly [string, string][], later: Rule): boolean {
  return pairs.every(([key, value]) =>
    value.startsWith(":") ? key in later.query : later.query[key] === value,
  );
}

function filesWithoutRule(rules: readonly Rule[], written: ReadonlySet<string>): string[] {
  const targets = new Set(rules.map(({ to }) => to));
  return [...written]
    .filter((file) => file.startsWith("/_q/") && !targets.has(file))
    .map((file) => `no rule points to ${file}`);
}

/** A published file wins over a rule for its path, `/a.html` and `/a/index.html` over one for `/a`. */
function shadowedPaths(rules: readonly Rule[], written: ReadonlySet<string>): string[] {
  return [...new Set(rules.map(({ path }) => path))].flatMap((path) =>
    [path, `${path}.html`, `${path}/index.html`]
      .filter((file) => written.has(file))
      .map((file) => `the file ${file} hides the rules of ${path}`),
  );
}

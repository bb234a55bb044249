/** Every address that an error message tells a person to open must work. */
import { describe, expect } from "vitest";
import { type BuiltSite, verifies, visit } from "./harness.ts";
import { callMcpTool } from "./mcp-post.ts";

/**
 * Wrong names at every kind of address: one that is similar to a known name, one that is similar to none, and names
 * without letters or digits.
 */
const WRONG = ["norn-4oo", "zzzzzzzz", "~", "%20"].flatMap((name) => [
  ...["models", "price-history", "providers", "benchmarks", "glossary", "own-tests"].map(
    (kind) => `/api/v1/${kind}/${name}`,
  ),
  `/api/v1/models/${name}/cheapest`,
  `/api/v1/compare?models=${name},norn-5`,
  `/api/v1/compare/${name}/norn-5`,
  `/api/v1/models?limit=${name}`,
  `/api/v1/models?page=${name}`,
  `/api/v1/models?provider=${name}`,
  `/api/v1/benchmarks?category=${name}`,
  `/api/v1/changes?since=${name}`,
  `/api/v1/changes?type=${name}`,
  `/api/v1/changes?provider=${name}`,
  `/api/v1/findings?limit=${name}`,
  `/api/v1/search?q=norn&type=${name}`,
  `/api/lab/${name}`,
  `/api/v1/export/${name}`,
  `/api/v1/export/${name}.parquet`,
  `/api/v1/schema/${name}.json`,
  `/api/v1/${name}`,
  `/api/v1/model/norn-4o/${name}`,
  `/api/${name}`,
]);
const BARE = ["/api/v1/search", "/api/v1/search?q=x", "/api/v1/compare", "/api/v1/export"];

const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ...["norn-4oo", "zzzzzzzz", "~", " "].flatMap((name): [string, Record<string, unknown>][] => [
    ["get_model", { model: name }],
    ["cheapest_provider", { model: name }],
    ["compare_models", { models: [name, "norn-5"] }],
    ["search_models", { query: "norn", provider: name }],
    ["get_own_test", { test: name }],
    ...["model", "provider", "benchmark", "glossary", "own-test", "finding", "agent", "mcp"].map(
      (kind): [string, Record<string, unknown>] => ["fetch", { id: `${kind}:${name}` }],
    ),
    ["fetch", { id: name }],
    ["search", { query: name }],
  ]),
  ["get_model", {}],
  ["compare_models", { models: ["norn-4o", "norn4o"] }],
];

describe("an address in a message", () => {
  verifies("6.1-addresses", "works, in every error and hint", async (site) => {
    const named = new Set<string>();
    for (const address of [...WRONG, ...BARE]) {
      const { status, body } = await site.get(address);
      expect(status, address).toBeLessThan(500);
      if (status >= 400) for (const one of findServiceUrls(body, site.base)) named.add(one);
      const { hint } = (body as { meta?: { hint?: string } }).meta ?? {};
      if (hint !== undefined) for (const one of findServiceUrls(hint, site.base)) named.add(one);
    }
    expect(named.size).toBeGreaterThan(10);
    for (const address of named) expect(await statusOf(address, site), address).toBe(200);
  });

  verifies("6.1-addresses", "works, in every refusal of a tool", async (site) => {
    const named = new Map<string, string>();
    for (const [tool, args] of CALLS) {
      const { content } = await callMcpTool(site.handle, tool, args);
      for (const one of findServiceUrls(content, site.base))
        named.set(one, `${tool} ${JSON.stringify(args)}`);
    }
    expect(named.size).toBeGreaterThan(5);
    for (const [address, asked] of named)
      expect(await statusOf(address, site), `${address} of ${asked}`).toBe(200);
  });
});

async function statusOf(address: string, { doors, base }: BuiltSite): Promise<number> {
  const path = address.slice(base.length).replace(/#.*$/, "");
  return (await visit(doors.exact, `${path || "/"}`)).status;
}

/** Finds every address of this service in the texts of an answer, without a full stop or bracket that follows it. */
function findServiceUrls(value: unknown, base: string): string[] {
  if (typeof value === "string") {
    // A tool result for a chat assistant contains JSON as text.
    if (value.startsWith("{")) return findServiceUrls(JSON.parse(value), base);
    const found = value
      .split(/\s+/)
      .map((word) => word.slice(Math.max(0, word.indexOf(base))))
      .filter((word) => word.startsWith(base));
    return found.map((word) => word.replace(/["'`.,;)>}\]]+$/, ""));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((one) => findServiceUrls(one, base));
}

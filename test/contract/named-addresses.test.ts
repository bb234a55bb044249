/** Every address that an error message tells a person to open must work. */
import { describe, expect } from "vitest";
import { type BuiltSite, verifies, visit } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";
import { callMcpTool } from "./mcp-post.ts";

/**
 * Wrong names at every kind of address: one that is similar to a known name, one that is similar to none, and names
 * without letters or digits.
 */
const WRONG = ["norn-4oo", "zzzzzzzz", "~", "%20"].flatMap((name) =>
  splitWords(`v1/models/X v1/price-history/X v1/providers/X v1/benchmarks/X v1/glossary/X
    v1/own-tests/X v1/models/X/cheapest v1/compare?models=X,norn-5 v1/compare/X/norn-5
    v1/models?limit=X v1/models?page=X v1/models?provider=X v1/benchmarks?category=X
    v1/changes?since=X v1/changes?type=X v1/changes?provider=X v1/findings?limit=X
    v1/search?q=norn&type=X lab/X v1/export/X v1/export/X.parquet v1/schema/X.json v1/X
    v1/model/norn-4o/X X`).map((path) => `/api/${path.replace("X", name)}`),
);
const BARE = ["/api/v1/search", "/api/v1/search?q=x", "/api/v1/compare", "/api/v1/export"];
const KINDS = splitWords("model: provider: benchmark: glossary: own-test: finding: agent: mcp:");

const CALLS: (readonly [tool: string, args: object])[] = [
  ...["norn-4oo", "zzzzzzzz", "~", " "].flatMap((name) => [
    ["get_model", { model: name }] as const,
    ["cheapest_provider", { model: name }] as const,
    ["compare_models", { models: [name, "norn-5"] }] as const,
    ["search_models", { query: "norn", provider: name }] as const,
    ["get_own_test", { test: name }] as const,
    ...["", ...KINDS].map((kind) => ["fetch", { id: kind + name }] as const),
    ["search", { query: name }] as const,
  ]),
  ["get_model", {}],
  ["compare_models", { models: ["norn-4o", "norn4o"] }],
];

/** Where an address was named → each must work. */
async function expectToWork(named: ReadonlyMap<string, string>, { doors, base }: BuiltSite) {
  expect(named.size).toBeGreaterThan(5);
  for (const [address, where] of named) {
    const path = address.slice(base.length).replace(/#.*$/, "");
    expect((await visit(doors.exact, path || "/")).status, `${address} of ${where}`).toBe(200);
  }
}

describe("an address in a message", () => {
  verifies("6.1-addresses", "works, in every error and hint", async (site) => {
    const named = new Map<string, string>();
    for (const address of [...WRONG, ...BARE]) {
      const { status, body } = await site.get(address);
      const { hint } = (body as { meta?: { hint?: string } }).meta ?? {};
      for (const one of findServiceUrls(status < 400 ? hint : body, site.base))
        named.set(one, address);
    }
    await expectToWork(named, site);
  });

  verifies("6.1-addresses", "works, in every refusal of a tool", async (site) => {
    const named = new Map<string, string>();
    for (const [tool, args] of CALLS) {
      const { content } = await callMcpTool(site.handle, tool, args);
      for (const one of findServiceUrls(content, site.base))
        named.set(one, `${tool} ${JSON.stringify(args)}`);
    }
    await expectToWork(named, site);
  });
});

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

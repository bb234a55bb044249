import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect } from "vitest";
import { getDefined, getRegExpGroups } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { type BuiltSite, verifies } from "../contract/harness.ts";
import { callMcpTool, joinToolResultTexts, listMcpTools } from "../contract/mcp-post.ts";
import { readEveryModelDetail, slugsOf } from "../contract/walk.ts";

/** Calls with the longest results: models, benchmarks and providers, and comparisons of six models. */
function longCalls({ context: { catalog } }: BuiltSite): { name: string; args: object }[] {
  // The models with the most offers, and some of the others.
  const best = [...catalog.models].sort((a, b) => b.offers - a.offers).slice(0, 12);
  const models = [...new Set([...best, ...sampleEvenly(catalog.models, 20)])];
  const sixes = [best.slice(0, 6), best.slice(6)].map((six) => slugsOf(six));
  const fetched = [
    ...models.map(({ slug }) => `model:${slug}`),
    ...sampleEvenly(catalog.benchmarks, 20).map(({ slug }) => `benchmark:${slug}`),
    ...sampleEvenly(catalog.providers, 20).map(({ slug }) => `provider:${slug}`),
    ...sampleEvenly(catalog.glossary, 10).map(({ slug }) => `glossary:${slug}`),
  ];
  return [
    ...models.map(({ slug }) => ({ name: "get_model", args: { model: slug } })),
    ...models.map(({ slug }) => ({ name: "cheapest_provider", args: { model: slug } })),
    ...sixes.map((six) => ({ name: "compare_models", args: { models: six } })),
    ...fetched.map((id) => ({ name: "fetch", args: { id } })),
    { name: "latest_findings", args: { limit: 20 } },
    { name: "latest_findings", args: { query: "price drop", limit: 20 } },
    { name: "fetch", args: { id: "changes:price_drop" } },
    { name: "search_models", args: { query: "", limit: 20 } },
    { name: "search_models", args: { best_at: "coding", limit: 20 } },
    { name: "get_own_test", args: { test: "tokenizer-tax", limit: 20 } },
  ];
}

verifies("7.4", "a result has at most 5,000 tokens, the list of tools 4,500", async (site) => {
  const tools = JSON.stringify(await listMcpTools(site.handle));
  expect(encode(tools).length).toBeLessThanOrEqual(4500);
  const long: string[] = [];
  for (const { name, args } of longCalls(site)) {
    const result = await callMcpTool(site.handle, name, args);
    expect(result.isError, `${name} ${JSON.stringify(args)}`).toBeUndefined();
    const text = JSON.stringify(result);
    // A text has at most as many tokens as bytes, so short texts need not be counted.
    if (Buffer.byteLength(text) <= 5000) continue;
    const tokens = encode(text).length;
    if (tokens > 5000) long.push(`${name} ${JSON.stringify(args)}: ${tokens}`);
  }
  expect(long).toEqual([]);
});

verifies("7.2-prices", "a host's result counts the offers that it has now", async (site) => {
  const hosts = site.context.catalog.providers.filter(({ offers }) => offers > 0);
  for (const { slug, offers } of hosts) {
    const host = await callMcpTool(site.handle, "fetch", { id: `provider:${slug}` });
    const [listed] = getRegExpGroups(
      joinToolResultTexts(host),
      /host sells; prices in USD [^(]*\((\d+)\)/,
    );
    expect(Number(listed), slug).toBe(offers);
  }
});

verifies("7.4", "the next call that a cut list names loses no row", async (site) => {
  const details = await readEveryModelDetail(site);
  const [tested] = details.toSorted((a, b) => b.scores.length - a.scores.length);
  const lists: [name: string, list: string, args: object][] = [
    ["search_models", "models", {}],
    ["latest_findings", "findings", {}],
    ["get_own_test", "results", { test: "tokenizer-tax" }],
    ["list_changes", "changes", { after: 0 }],
    ["get_model", "scores", { model: tested?.slug, part: "scores" }],
  ];
  // A limit of 2 always cuts the list; a limit of 20 cuts it only when the text would become too long.
  for (const [name, list, args] of lists)
    for (const limit of name === "get_model" ? [undefined] : [2, 20]) {
      const seen = new Set<string>();
      let next: object = limit === undefined ? args : { ...args, limit };
      let total: number | undefined;
      for (let call = 0; call < 4; call++) {
        const result = await callMcpTool(site.handle, name, next);
        const rows = result.structuredContent?.[list] as object[] | undefined;
        for (const row of getDefined(rows, `${list} of ${name}`)) seen.add(JSON.stringify(row));
        const [, left, said = ""] =
          /(\d+) more rows? left out; call \w+ (?:again )?with (.*)/.exec(
            joinToolResultTexts(result),
          ) ?? [];
        total ??= seen.size + Number(left ?? 0);
        expect(seen.size + Number(left ?? 0), `${name} ${JSON.stringify(next)}`).toBe(total);
        if (limit === 2 && call === 0) expect(left, `${name} is cut`).toBeDefined();
        if (left === undefined) break;
        const values = said.matchAll(/(limit|page|skip|after): (\d+)/g);
        const given = Array.from(values, ([, key, value]) => [key, Number(value)]);
        next = { ...next, ...Object.fromEntries(given) };
      }
      if (list === "scores") expect(seen.size).toBe(tested?.scores.length);
    }
});

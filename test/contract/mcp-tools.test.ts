import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, vi } from "vitest";
import type { Site } from "./harness.ts";
import { CALLS, textOf } from "./mcp-calls.ts";
import { call, listTools } from "./mcp-post.ts";
import { verifies } from "./verifies.ts";

verifies("7.2", "nine read-only tools are described in full", async (site) => {
  const tools = await listTools(site.handle);
  expect(tools.map(({ name }) => name)).toEqual(CALLS.map(({ name }) => name));
  for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
    expect(title, name).toMatch(/^[A-Z]/);
    expect(description.length, name).toBeGreaterThan(40);
    expect(annotations, name).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(outputSchema, name).toMatchObject({ type: "object" });
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
      expect(JSON.stringify(schema), `${name}.${argument}`).toContain('"description"');
  }
});

verifies("7.3", "every result ends with its source, errors too", async (site) => {
  const { base } = site;
  const odd = [
    ...CALLS.map(({ name }) => ({ name, args: { nonsense: 1 } })),
    { name: "get_model", args: { model: "no such thing at all" } },
    { name: "get_own_test", args: { test: "nope" } },
    { name: "search", args: { query: "x" } },
    { name: "fetch", args: { id: "finding:none" } },
  ];
  for (const { name, args } of [...CALLS, ...odd]) {
    const result = await call(site.handle, name, args);
    const text = textOf(result);
    if (result.isError || (name !== "search" && name !== "fetch")) {
      const last = text.split("\n").at(-1);
      expect(last, `${name} ${JSON.stringify(args)}`).toMatch(/^Source: Model Almanac · https?:/);
      expect(last).toContain(base);
    }
  }
});

verifies("7.3", "search and fetch are what chat assistants expect of a connector", async (site) => {
  const found = await call(site.handle, "search", { query: "gpt-4o" });
  expect(found.content).toHaveLength(1);
  const { results, source } = JSON.parse(found.content[0]!.text) as {
    results: { id: string; title: string; url: string }[];
    source: string;
  };
  expect(results[0]).toEqual({
    id: "model:gpt-4o",
    title: "GPT-4o",
    url: `${site.base}/api/v1/models/gpt-4o`,
  });
  expect(source).toMatch(/^Model Almanac · /);
  const queries = ["gpt", "anthropic", "gpqa", "token", "github", "aider", "pdf", "world map"];
  const ids = new Set<string>(["scorecard"]);
  for (const query of queries) {
    const { content } = await call(site.handle, "search", { query });
    for (const { id } of (
      JSON.parse(content[0]!.text) as typeof found & { results: { id: string }[] }
    ).results)
      ids.add(id);
  }
  const kinds = new Set([...ids].map((id) => id.split(":")[0]));
  expect([...kinds].sort()).toEqual(
    "agent benchmark finding glossary mcp model own-test provider scorecard skill".split(" "),
  );
  for (const id of ids) {
    const { content, isError } = await call(site.handle, "fetch", { id });
    expect(isError ?? false, id).toBe(false);
    expect(content, id).toHaveLength(1);
    const item = JSON.parse(content[0]!.text) as Record<string, string>;
    expect(Object.keys(item), id).toEqual(["id", "title", "text", "url", "metadata"]);
    expect(item.id).toBe(id);
    expect(item.text, id).toMatch(/Source: Model Almanac · https?:\S+$/);
  }
});

/** The longest results there are: every model, benchmark and provider, and comparisons of six. */
function longCalls({ context: { catalog } }: Site): { name: string; args: object }[] {
  const best = [...catalog.models].sort((a, b) => b.offers - a.offers).slice(0, 60);
  const sixes = Array.from({ length: 10 }, (_, at) =>
    best.slice(6 * at, 6 * at + 6).map(({ slug }) => slug),
  );
  const fetched = [
    ...catalog.models.map(({ slug }) => `model:${slug}`),
    ...catalog.benchmarks.map(({ slug }) => `benchmark:${slug}`),
    ...catalog.providers.map(({ slug }) => `provider:${slug}`),
    ...catalog.glossary.map(({ slug }) => `glossary:${slug}`),
  ];
  return [
    ...catalog.models.map(({ slug }) => ({ name: "get_model", args: { model: slug } })),
    ...catalog.models.map(({ slug }) => ({ name: "cheapest_provider", args: { model: slug } })),
    ...sixes.map((models) => ({ name: "compare_models", args: { models } })),
    ...fetched.map((id) => ({ name: "fetch", args: { id } })),
    { name: "latest_findings", args: { limit: 20 } },
    { name: "search_models", args: { query: "", limit: 20 } },
  ];
}

verifies(
  "7.4",
  "no result has more than 5,000 tokens, the list no more than 3,000",
  async (site) => {
    expect(encode(JSON.stringify(await listTools(site.handle))).length).toBeLessThanOrEqual(3000);
    const long: string[] = [];
    for (const { name, args } of longCalls(site)) {
      const text = JSON.stringify(await call(site.handle, name, args));
      // A text has no more tokens than bytes, so short ones need no counting.
      if (Buffer.byteLength(text) <= 5000) continue;
      const tokens = encode(text).length;
      if (tokens > 5000) long.push(`${name} ${JSON.stringify(args)}: ${tokens}`);
    }
    expect(long).toEqual([]);
  },
);

verifies("7.4", "what is cut says how much is left and how to get it", async (site) => {
  const text = textOf(await call(site.handle, "get_model", { model: "gpt-4o" }));
  const [, shown] = /Benchmark scores \((\d+)\)/.exec(text)!;
  const [, left] =
    /(\d+) more rows left out; all of them are at https?:\S+\/models\/gpt-4o\n(?!.*more rows)/s.exec(
      text,
    )!;
  const rows = text.split("Benchmark scores")[1]!.match(/^- /gm)!.length;
  expect(rows + Number(left)).toBe(Number(shown));
});

verifies("7.5", "models go by slug, alias or name", async (site) => {
  const written = {
    "claude-sonnet-4-5": ["Claude Sonnet 4.5", "claude sonnet 4.5", "anthropic/claude-sonnet-4.5"],
    "gpt-4o": ["gpt4o", "GPT 4o", "openai: gpt-4o"],
    "deepseek-r1": ["deepseek r1", "DeepSeek-R1"],
  };
  for (const [slug, names] of Object.entries(written))
    for (const model of [slug, ...names]) {
      const { structuredContent } = await call(site.handle, "get_model", { model });
      expect(structuredContent?.slug, model).toBe(slug);
    }
});

verifies("7.5", "an unknown model is answered with near names, not with a number", async (site) => {
  for (const [name, args] of [
    ["get_model", { model: "claude sonet 45" }],
    ["cheapest_provider", { model: "claude sonet 45" }],
    ["compare_models", { models: ["gpt-4o", "claude sonet 45"] }],
    ["fetch", { id: "model:claude sonet 45" }],
  ] as const) {
    const result = await call(site.handle, name, args);
    expect(result.isError, name).toBe(true);
    expect(textOf(result), name).toContain("claude-sonnet-4-5");
    expect(textOf(result), name).toContain('"claude sonet 45"');
  }
});

verifies("7.5", "a bad argument says what to send instead", async (site) => {
  for (const [name, args, says] of [
    ["get_model", {}, /model: .*get_model takes model: Slug, alias or name/s],
    ["get_model", { model: 7 }, /model: .*expected string/],
    ["search_models", { query: "x", limit: 50 }, /limit: .*20/],
    ["search_models", { query: "x", sort: "score" }, /sort: .*avg_score/],
    ["search_models", { query: "x", provider: "antropic" }, /Did you mean anthropic/],
    ["compare_models", { models: ["gpt-4o"] }, /models: .*2/],
    ["compare_models", { models: ["gpt-4o", "gpt4o"] }, /the same model/],
    ["get_own_test", { test: "world-mop" }, /world-map/],
    ["fetch", { id: "__proto__:x" }, /model:…, provider:…/],
    ["search", { query: "" }, /at least 2 characters/],
  ] as const) {
    const result = await call(site.handle, name, args);
    expect(result.isError, `${name} ${JSON.stringify(args)}`).toBe(true);
    expect(textOf(result), `${name} ${JSON.stringify(args)}`).toMatch(says);
  }
});

verifies("7.5", "nothing that is sent as an argument makes a tool fail inside", async (site) => {
  const log = vi.spyOn(console, "error");
  const kinds = [
    "",
    "model:",
    "provider:",
    "benchmark:",
    "own-test:",
    "finding:",
    "glossary:",
    "mcp:",
  ];
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.constantFrom(
      "\ud83d",
      "__proto__",
      "constructor",
      "%",
      "../..",
      `${"a".repeat(99)}\u{1f600}`,
    ),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...kinds), async (value, kind) => {
      for (const [name, args] of [
        ["search_models", { query: value, provider: value }],
        ["get_model", { model: value }],
        ["cheapest_provider", { model: value }],
        ["compare_models", { models: [value, "gpt-4o"] }],
        ["get_own_test", { test: value }],
        ["search", { query: value }],
        ["fetch", { id: kind + value }],
      ] as const) {
        const result = await call(site.handle, name, args);
        expect(result?.content, `${name} ${JSON.stringify(args)}`).toHaveLength(1);
      }
    }),
    { numRuns: 300, seed: 20_261_121 },
  );
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

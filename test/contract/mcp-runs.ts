/** Many calls of the tool server, any number of them. */
import fc from "fast-check";
import { expect, vi } from "vitest";
import { anyText } from "../builders/any-text.ts";
import { getDefined } from "../builders/get.ts";
import type { Site } from "./harness.ts";
import { textOf } from "./mcp-calls.ts";
import { CALL, call, HEADERS, type Reply } from "./mcp-post.ts";

/** Over HTTP, all at once: each gets its own answer. */
export async function callAtOnce(site: Site, count: number): Promise<void> {
  const cdn = await site.listen("exact");
  const models = site.context.catalog.models;
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, id) => {
      const { slug } = getDefined(models[id % models.length], "model");
      const params = { name: "get_model", arguments: { model: slug } };
      const response = await fetch(`${cdn.url}/api/mcp`, {
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify({ ...CALL, id, params }),
      });
      const { id: answered, result } = (await response.json()) as Reply;
      return answered === id && textOf(result).includes(`(${slug})`);
    }),
  );
  await cdn.close();
  expect(answers.filter(Boolean)).toHaveLength(count);
}

/** Of every tool with odd texts as arguments: each call has a result, and nothing is logged as a failure of ours. */
export async function callWithAnything(site: Site, numRuns: number): Promise<void> {
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
    anyText(300),
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
        ["compare_models", { models: [value, "norn-4o"] }],
        ["get_own_test", { test: value }],
        ["search", { query: value }],
        ["fetch", { id: kind + value }],
      ] as const) {
        const result = await call(site.handle, name, args);
        expect(result?.content, `${name} ${JSON.stringify(args)}`).toHaveLength(1);
      }
    }),
    { numRuns, seed: 20_261_121 },
  );
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
}

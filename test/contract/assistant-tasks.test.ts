/**
 * Questions of an assistant's users, each with the tool call that answers it, as models write such calls, and the fact
 * in the answer.
 */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect } from "vitest";
import * as z from "zod";
import { readCsvFile } from "./csv.ts";
import { verifies } from "./harness.ts";
import { callMcpTool, joinToolResultTexts } from "./mcp-post.ts";

function readArguments(text: string): unknown {
  return text.startsWith("{") ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}

const Task = z.strictObject({
  question: z.string().min(1),
  tool: z.string(),
  /** Arguments of the call, as JSON or in the form of a URL query. */
  arguments: z.string().transform(readArguments),
  field: z.string(),
  expected: z.string(),
});

/**
 * The value at a path such as `models.norn-5.pricing.output`. A row of a list is found by its slug, provider, date or
 * position.
 */
function valueAt(content: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => {
    if (!Array.isArray(value)) return (value as Record<string, unknown> | undefined)?.[key];
    const rows = value as Record<string, unknown>[];
    const named = rows.find(({ slug, provider, date }) => [slug, provider, date].includes(key));
    return named ?? rows[Number(key)];
  }, content);
}

verifies("7.2-tasks", "every task is answered with the right fact in one call", async (site) => {
  const rows = readCsvFile(new URL("assistant-tasks.csv", import.meta.url));
  const tasks = z.array(Task).parse(rows);
  expect(tasks.length).toBeGreaterThanOrEqual(120);
  const tokens: number[] = [];
  for (const { question, tool, arguments: args, field, expected } of tasks) {
    const result = await callMcpTool(site.handle, tool, args);
    expect(String(valueAt(result.structuredContent, field)), question).toBe(expected);
    tokens.push(encode(joinToolResultTexts(result)).length);
  }
  // Size of the text that models read. With the golden facts it is shorter than with real ones.
  const median = tokens.sort((a, b) => a - b)[Math.floor(tokens.length / 2)];
  expect(median, "tokens of a text, the median").toBeLessThanOrEqual(1200);
});

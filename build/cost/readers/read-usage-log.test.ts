import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPropertyRunCount } from "../../../test/builders/runs.ts";
import { NO_USAGE_ENTRY_METADATA } from "./metadata.ts";
import { readUsageLog, readUsageLogStream, USAGE_LOG_FORMATS_TEXT } from "./read-usage-log.ts";
import type { UsageReading } from "./reading.ts";

const readFile = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const NONE = { ...NO_USAGE_ENTRY_METADATA, requests: 1, missing: [] };

/** @param size Characters in each part. */
async function readInParts(text: string, size: number) {
  const entries: UsageReading[] = [];
  const parts = (async function* () {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  })();
  const skipped = await readUsageLogStream(parts, undefined, (entry) => entries.push(entry));
  return { entries, skipped };
}
const sorted = ({ entries, skipped }: ReturnType<typeof readUsageLog>) => ({
  entries: entries.map((entry) => JSON.stringify(entry)).sort(),
  skipped,
});

test("a log with a JSON object on each line is read part by part", async () => {
  const seen: number[] = [];
  const lines = (async function* () {
    for (const input of [1, 2, 3]) {
      yield `{"prompt_tokens": ${input}}\n`;
      seen.push(0);
    }
  })();
  await readUsageLogStream(lines, undefined, ({ usage }) => seen.push(usage.input ?? 0));
  expect(seen).toEqual([0, 1, 2, 0, 3, 0]);
});

describe("a log of", () => {
  const READ_AS: Readonly<Record<string, object[]>> = JSON.parse(
    readFile("test/golden/usage-logs/read-as.json"),
  );
  test.each(Object.entries(READ_AS))("%s", async (name, entries) => {
    const text = readFile(`test/golden/usage-logs/${name}`);
    const read = readUsageLog(text);
    expect(read).toEqual({ entries, skipped: [] });
    expect(sorted(await readInParts(text, 100))).toEqual(sorted(read));
  });

  const lines = (...values: readonly unknown[]) =>
    values.map((value) => JSON.stringify(value)).join("\n");
  const usages = (text: string) => readUsageLog(text).entries.map(({ usage }) => usage);
  const tokens = (total: number | null, last: number | null = null) => ({
    type: "event_msg",
    timestamp: "2026-05-13T09:00:00Z",
    payload: {
      type: "token_count",
      info: {
        total_token_usage: total && { input_tokens: total },
        last_token_usage: last && { input_tokens: last },
      },
    },
  });
  const begin = { type: "session_meta", payload: {} };

  const chat = { id: "c", object: "chat.completion", created: 1, usage: { prompt_tokens: 10 } };
  const response = { id: "r", object: "response", created_at: 1, usage: { input_tokens: 20 } };

  test.each([
    ["Codex, resumed", [tokens(5000, 500), tokens(6000, 1000)], [500, 1000]],
    ["Codex, a line without a total", [tokens(100), tokens(null, 30), tokens(150)], [100, 30, 20]],
    ["Codex, two sessions", [tokens(1000), tokens(2500), tokens(300)], [1000, 1500, 300]],
    ["Codex, a larger second session", [tokens(1000), begin, tokens(2500)], [1000, 2500]],
    ["OpenAI, a response on two lines", [{ body: response }, response], [20]],
    ["OpenAI, an id given again later", [chat, chat, { ...chat, created: 2 }], [10, 10]],
  ])("%s, without counting tokens twice", (_, log, inputs) => {
    expect(usages(lines(...log)).map(({ input }) => input)).toEqual(inputs);
  });

  test("a message of Claude with a compaction and an advisor, which are charged beside it", () => {
    const counts = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0 };
    const iterations = [
      { ...counts, type: "compaction", input_tokens: 1000 },
      { ...counts, type: "advisor_message", model: "b", input_tokens: 200 },
      { ...counts, type: "message" },
    ];
    const message = { type: "message", id: "m", model: "a", usage: { ...counts, iterations } };
    const { entries } = readUsageLog(lines(message, message));
    expect(entries.map(({ model, usage }) => [model, usage.input])).toEqual([
      ["a", 10],
      ["a", 1000],
      ["b", 200],
    ]);
  });

  test("a session of Claude Code: its result by model, once, in place of its messages", () => {
    const counts = { inputTokens: 10, outputTokens: 5, cacheCreationInputTokens: 3 };
    const model = { ...counts, cacheReadInputTokens: 2, webSearchRequests: 1, costUSD: 0.1 };
    const result = (outputTokens: number, session_id: string) => ({
      ...{ type: "result", session_id, usage: { input_tokens: 11, output_tokens: 6 } },
      modelUsage: { a: { ...model, outputTokens }, b: { ...model, webSearchRequests: 0 } },
    });
    const message = { type: "message", id: "m", model: "a", usage: { input_tokens: 10 } };
    const stream = [1, 5].flatMap((output) => [{ session_id: "s", message }, result(output, "s")]);
    const read = { ...NONE, requests: null, reportedUsd: 0.1 };
    const usage = { input: 10, output: 5, cache_read: 2, cache_write: 3 };
    const entries = [
      { ...read, model: "a", usage: { ...usage, search: 1 } },
      { ...read, model: "b", usage },
    ];
    expect(readUsageLog(lines(...stream))).toEqual({ entries, skipped: [] });
    const apart = [result(5, "s"), result(5, "s"), { session_id: "t", message }];
    expect(usages(lines(...apart)).map(({ input }) => input)).toEqual([10, 10, 10, 10, 10]);
  });

  test("LiteLLM by day, by its models", () => {
    const metrics = { prompt_tokens: 10, completion_tokens: 5, spend: 0.1, api_requests: 3 };
    const breakdown = { models: { "gpt-4o": { metrics }, "gpt-4.1": { metrics } } };
    const day = { date: "2026-01-09", metrics: { prompt_tokens: 20 }, breakdown };
    const { entries } = readUsageLog(JSON.stringify({ results: [day], metadata: {} }));
    const stated = { at: "2026-01-09", reportedUsd: 0.1, requests: 3 };
    const usage = { input: 10, output: 5 };
    expect(entries).toEqual(
      ["gpt-4o", "gpt-4.1"].map((model) => ({ ...NONE, ...stated, model, usage })),
    );
  });

  test("LiteLLM's rows, of which those answered from its own cache for nothing are left out", () => {
    const row = { model: "m", prompt_tokens: 10, completion_tokens: 5 };
    const cached = [true, "True"].map((cache_hit) => ({ ...row, cache_hit, spend: 0 }));
    const sent = [
      { ...row, cache_hit: "False", spend: 0 },
      { ...row, cache_hit: true, spend: 1 },
    ];
    expect(usages(JSON.stringify([...cached, ...sent]))).toHaveLength(2);
  });

  test("a stream of Gemini, with or without ids, of which the last part of each response counts", () => {
    const part = (candidatesTokenCount: number, more: object) => ({
      ...more,
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount },
    });
    const outputs = (...parts: object[]) => usages(JSON.stringify(parts)).map((one) => one.output);
    expect(outputs(...[1, 2, 7].map((count) => part(count, { responseId: "r" })))).toEqual([7]);
    const open = { candidates: [{ content: {} }] };
    const closed = { candidates: [{ content: {}, finishReason: "STOP" }] };
    expect(outputs(part(1, open), part(2, open), part(7, open))).toEqual([7]);
    expect(outputs(part(1, open), part(7, closed), part(2, open), part(9, closed))).toEqual([7, 9]);
  });

  test("a table whose columns are named", () => {
    const table = "Model,In,Cached,Out,When,Paid\nm,1000,400,20,2026-01-01,0.5\nm,x,0,0,,\n";
    const columns = { model: "Model", input: "In", cache_read: "Cached", output: "Out" };
    const read = readUsageLog(table, { ...columns, at: "When", reportedUsd: "Paid" });
    const usage = { input: 1000, cache_read: 400, output: 20 };
    const stated = { model: "m", at: "2026-01-01", reportedUsd: 0.5 };
    expect(read.entries).toEqual([{ ...NONE, usage, ...stated }]);
    expect(read.skipped).toEqual([
      expect.stringContaining('Row 2 has In "x", which is not a whole number of 0 or more'),
    ]);
    expect(readUsageLog(table, { input: "Input" }).skipped).toEqual([
      'The table has no column "Input"; its columns are Model, In, Cached, Out, When, Paid.',
    ]);
    expect(readUsageLog(table, { input: "In" }).entries).toMatchObject([{ model: "m" }]);
  });

  test("a table from a spreadsheet, separated by tabs, or by semicolons where numbers have commas", () => {
    const table = 'model\tprompt_tokens\tcompletion_tokens\r\n"m\tn"\t1,200\t5\r\n';
    expect(readUsageLog(`\uFEFF${table}`).entries).toMatchObject([
      { model: "m\tn", usage: { input: 1200, output: 5 } },
    ]);
    expect(usages("model;prompt_tokens;cost\nm;5;0,25\n")).toEqual([{ input: 5 }]);
  });
});

describe("what is not read is named, with its line", () => {
  test.each([
    [" \n", "The log is empty"],
    ["hello there", "The log is neither JSON nor a table with known columns"],
    ['{"prompt_tokens": 1', "The log is not valid JSON"],
    ['{"a": [1, 2]}', "The log contains no token counts"],
    [
      '{"prompt_tokens": -5}',
      "The entry has prompt_tokens -5, which is not a whole number of 0 or more. The entry was not",
    ],
    ['[{"prompt_tokens": 5},{"input_tokens": 1.5}]', "Entry 2 has input_tokens 1.5"],
    ['my log\n{"prompt_tokens": 5}', "Line 1 is not JSON"],
    ['\n\n{"prompt_tokens": -5}\n{}', "Line 3 has prompt_tokens -5"],
    ['{"prompt_tokens": 5}\n\n{"type": "message_start"}', "Line 3 is one part of a streamed"],
    ['prompt_tokens,model\n"1,5",m', 'Row 1 has prompt_tokens "1,5"'],
    ["prompt_tokens;model\n1.000;m", 'Row 1 has prompt_tokens "1.000"'],
    ['prompt_tokens,model\n1,"m\n2,m', "Row 1 has 1 cells instead of 2"],
  ])("in %j", (text, sentence) => {
    const { skipped } = readUsageLog(text);
    expect(skipped).toEqual([expect.stringContaining(sentence)]);
  });

  test("five times, and the other entries are counted", () => {
    const { skipped } = readUsageLog(`[${'{"prompt_tokens": -1},'.repeat(7)}{"prompt_tokens": 1}]`);
    expect(skipped).toHaveLength(6);
    expect(skipped.at(-1)).toBe("2 more entries were not read.");
  });
});

test("no text makes it throw, and in parts it is read as in one piece", async () => {
  const line = fc.oneof(
    ...[fc.json(), fc.string()],
    fc.constantFrom("a,b", "", '{"prompt_tokens":1}', '{"prompt_tokens":-1}', "[", "]"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 5 }), async (lines) => {
      const text = lines.join("\n");
      const read = readUsageLog(text);
      expect(read.entries.length + read.skipped.length).toBeGreaterThan(0);
      expect(sorted(await readInParts(text, 9))).toEqual(sorted(read));
    }),
    { numRuns: toPropertyRunCount(200), seed: 26 },
  );
});

test("the README of the package lists every format", () => {
  expect(readFile("clients/typescript/README.md")).toContain(USAGE_LOG_FORMATS_TEXT);
});

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPropertyRunCount } from "../../../test/builders/runs.ts";
import { readUsageLog } from "./read-usage-log.ts";

const readSample = (name: string) =>
  readUsageLog(
    readFileSync(new URL(`../../../test/golden/usage-logs/${name}`, import.meta.url), "utf8"),
  );

const NONE = {
  host: null,
  serviceTier: null,
  region: null,
  variant: null,
  reportedUsd: null,
  requests: 1,
  missing: [],
};

describe("a log of", () => {
  test.each<[string, object[]]>([
    [
      // A message is on two lines, of which the last counts; a tool's result is no message.
      "claude-code.jsonl",
      [
        {
          usage: { input: 100, output: 50, cache_read: 10, cache_write_1h: 25 },
          ...{ ...NONE, model: "claude-sonnet-4-20250514", serviceTier: "standard" },
          at: "2026-01-09T10:00:01.000Z",
        },
        {
          usage: { input: 200, output: 75, cache_read: 20, cache_write: 50 },
          ...{ ...NONE, model: "claude-opus-4-20250514", serviceTier: "fast" },
          at: "2026-01-09T12:30:00.000Z",
        },
      ],
    ],
    [
      // Running totals of 1,000 and 2,500 tokens, the last of them twice.
      "codex.jsonl",
      [
        {
          usage: { input: 650, cache_read: 250, output: 25, reasoning: 75 },
          ...{ ...NONE, model: "gpt-5.2-codex", host: "openai", at: "2026-05-13T09:01:00.000Z" },
        },
        {
          usage: { input: 800, cache_read: 500, output: 100, reasoning: 100 },
          ...{ ...NONE, model: "gpt-5.3-codex", host: "openai", at: "2026-05-13T09:06:00.000Z" },
        },
      ],
    ],
    [
      // The span of the agent adds up the span of its request.
      "otlp.json",
      [
        {
          usage: { input: 25, cache_read: 50, cache_write: 25, output: 130, reasoning: 50 },
          ...{ ...NONE, model: "gpt-4-0613", host: "amazon-bedrock", reportedUsd: 0.02 },
          at: "2026-06-07T12:40:00.000Z",
        },
      ],
    ],
    [
      "langfuse.json",
      [
        {
          usage: { input: 86, cache_read: 1920, output: 285, reasoning: 15 },
          ...{ ...NONE, model: "gpt-4o", reportedUsd: 0.005, at: "2026-02-01T10:00:01.000Z" },
        },
        {
          usage: { input: 7, cache_read: 16_399, cache_write_5m: 2089, output: 445 },
          ...{ ...NONE, model: "claude-sonnet-4-5", at: "2026-02-01T10:00:02.000Z" },
        },
      ],
    ],
    [
      // LiteLLM's prompt includes the cached, whichever host it came from.
      "litellm.json",
      [
        {
          usage: { input: 600, cache_read: 400, cache_write: 300, output: 200 },
          ...{ ...NONE, model: "claude-sonnet-4-5", host: "amazon-bedrock", reportedUsd: 0.5 },
          at: "2026-01-09T10:00:00.000Z",
        },
        {
          usage: { input: 86, cache_read: 1920, output: 300 },
          ...{ ...NONE, model: "gpt-4o", host: "openai", reportedUsd: 0.25 },
          at: "2026-01-09T11:00:00.000Z",
        },
      ],
    ],
    [
      "litellm.csv",
      [
        {
          usage: { input: 1000, output: 200 },
          ...{ ...NONE, model: "gpt-4o", host: "openai", reportedUsd: 0.5 },
          at: "2026-01-09T10:00:00.000Z",
        },
        {
          usage: { input: 600, cache_read: 400, cache_write: 300, output: 200 },
          ...{ ...NONE, model: "claude-sonnet-4-5", host: "amazon-bedrock", reportedUsd: 0.25 },
          at: "2026-01-09T11:00:00.000Z",
        },
      ],
    ],
    [
      "openai-batch.jsonl",
      [
        { input: 22, output: 2 },
        { input: 27, cache_read: 98, output: 48 },
      ].map((usage) => ({
        ...{ ...NONE, usage, model: "gpt-4o-2024-08-06", serviceTier: "batch" },
        at: "2026-01-09T10:00:00.000Z",
      })),
    ],
    [
      "openrouter-activity.csv",
      [
        {
          usage: { input: 60, cache_read: 40, output: 150, reasoning: 50 },
          ...{ ...NONE, model: "openai/gpt-4.1-2025-04-14", host: "openrouter" },
          ...{ reportedUsd: 0.01, at: "2026-03-30T02:37:51.271Z" },
        },
      ],
    ],
    [
      // A day's models, not also the day and the sum of all.
      "ccusage.json",
      [
        {
          usage: { input: 177, output: 31_000, cache_write: 512, cache_read: 1024 },
          ...{ ...NONE, model: "claude-opus-4-1-20250805", at: "2026-05-16" },
          ...{ reportedUsd: 17.5, requests: null },
        },
        {
          usage: { input: 100, output: 456 },
          ...{ ...NONE, model: "claude-sonnet-4-5-20250929", at: "2026-05-16" },
          ...{ reportedUsd: 0.08, requests: null },
        },
      ],
    ],
    [
      "ccusage.csv",
      [
        {
          usage: { input: 600, output: 200, cache_write: 300, cache_read: 400 },
          ...{ ...NONE, model: null, at: "2026-01-01", reportedUsd: 0.25, requests: null },
        },
      ],
    ],
  ])("%s", (name, entries) => {
    expect(readSample(name)).toEqual({ entries, skipped: [] });
  });

  const lines = (...values: readonly unknown[]) =>
    values.map((value) => JSON.stringify(value)).join("\n");
  const usages = (text: string) => readUsageLog(text).entries.map(({ usage }) => usage);
  const tokens = (total: number, last?: number) => ({
    ...{ type: "event_msg", timestamp: "2026-05-13T09:00:00Z" },
    payload: {
      type: "token_count",
      info: {
        total_token_usage: { input_tokens: total },
        ...(last === undefined ? {} : { last_token_usage: { input_tokens: last } }),
      },
    },
  });

  test("a resumed session of Codex does not count what came before", () => {
    expect(usages(lines(tokens(5000, 500), tokens(6000, 1000)))).toEqual([
      { input: 500 },
      { input: 1000 },
    ]);
  });

  test("a line of Codex without its running total is part of the next one", () => {
    const last = { last_token_usage: { input_tokens: 30 } };
    const line = { type: "event_msg", payload: { type: "token_count", info: last } };
    expect(usages(lines(tokens(100), line, tokens(150)))).toEqual([
      ...[{ input: 100 }, { input: 30 }, { input: 20 }],
    ]);
  });

  test("a message of Claude with a compaction and an advisor, which are charged beside it", () => {
    const counts = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0 };
    const iterations = [
      { ...counts, type: "compaction", input_tokens: 1000 },
      { ...counts, type: "advisor_message", model: "b", input_tokens: 200 },
      { ...counts, type: "message" },
    ];
    const message = {
      ...{ type: "message", id: "m", model: "a" },
      usage: { ...counts, iterations },
    };
    const { entries } = readUsageLog(lines(message, message));
    expect(entries.map(({ model, usage }) => [model, usage.input])).toEqual([
      ...[
        ["a", 10],
        ["a", 1000],
        ["b", 200],
      ],
    ]);
  });

  test("two sessions of Codex in one file", () => {
    expect(usages(lines(tokens(1000), tokens(2500), tokens(300)))).toEqual([
      ...[{ input: 1000 }, { input: 1500 }, { input: 300 }],
    ]);
  });

  test("LiteLLM by day, by its models", () => {
    const metrics = { prompt_tokens: 10, completion_tokens: 5, spend: 0.1, api_requests: 3 };
    const models = { "gpt-4o": { metrics }, "gpt-4.1": { metrics } };
    const day = { date: "2026-01-09", metrics: { prompt_tokens: 20 }, breakdown: { models } };
    const { entries } = readUsageLog(JSON.stringify({ results: [day], metadata: {} }));
    expect(entries).toEqual(
      ["gpt-4o", "gpt-4.1"].map((model) => ({
        ...{ ...NONE, model, at: "2026-01-09", reportedUsd: 0.1, requests: 3 },
        usage: { input: 10, output: 5 },
      })),
    );
  });

  test("a stream of Gemini counts its last part", () => {
    const part = (candidatesTokenCount: number) => ({
      ...{ responseId: "r", usageMetadata: { promptTokenCount: 10, candidatesTokenCount } },
    });
    expect(usages(JSON.stringify([part(1), part(2), part(7)]))).toEqual([{ input: 10, output: 7 }]);
  });

  test("a stream of Gemini without ids counts the last part of each response", () => {
    const part = (candidatesTokenCount: number, finishReason?: string) => ({
      candidates: [{ content: {}, ...(finishReason && { finishReason }) }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount },
    });
    expect(usages(JSON.stringify([part(1), part(2), part(7)]))).toEqual([{ input: 10, output: 7 }]);
    const two = [part(1), part(7, "STOP"), part(2), part(9, "STOP")];
    expect(usages(JSON.stringify(two)).map((usage) => usage.output)).toEqual([7, 9]);
  });

  test("a table whose columns are named", () => {
    const table = "Model,In,Cached,Out,When,Paid\nm,1000,400,20,2026-01-01,0.5\nm,x,0,0,,\n";
    const columns = { model: "Model", input: "In", cache_read: "Cached", output: "Out" };
    expect(readUsageLog(table, { ...columns, at: "When", reportedUsd: "Paid" })).toEqual({
      entries: [
        {
          usage: { input: 1000, cache_read: 400, output: 20 },
          ...{ ...NONE, model: "m", at: "2026-01-01", reportedUsd: 0.5 },
        },
      ],
      skipped: [
        expect.stringContaining('Row 2 has In "x", which is not a whole number of 0 or more'),
      ],
    });
    expect(readUsageLog(table, { input: "Input" }).skipped).toHaveLength(1);
    const { entries } = readUsageLog("In,Where\n5,us\n", { input: "In", region: "Where" });
    expect(entries).toMatchObject([{ usage: { input: 5 }, region: "us" }]);
  });

  test("a table with tabs, as a spreadsheet copies it", () => {
    const table = 'model\tprompt_tokens\tcompletion_tokens\r\n"m\tn"\t1,200\t5\r\n';
    expect(readUsageLog(table).entries).toMatchObject([
      { model: "m\tn", usage: { input: 1200, output: 5 } },
    ]);
  });

  test("a byte order mark", () => {
    expect(usages('\uFEFF{"prompt_tokens": 5}')).toEqual([{ input: 5 }]);
  });
});

describe("what is not read is named, with its line", () => {
  test.each([
    [" \n", "The log is empty"],
    ["hello there", "The log is neither JSON nor a table with known columns"],
    ["a,b\n1,2", "The log is neither JSON nor a table with known columns"],
    ['{"prompt_tokens": 1', "The log is not valid JSON"],
    ['{"a": [1, 2]}', "The log contains no token counts"],
    [
      '{"prompt_tokens": -5}',
      "The entry has prompt_tokens -5, which is not a whole number of 0 or more. This entry was not",
    ],
    ['[{"prompt_tokens": 5},{"input_tokens": 1.5}]', "Entry 2 has input_tokens 1.5"],
    ['{"prompt_tokens": 5}\n{"prompt_to', "Line 2 is not JSON"],
    ['my log\n{"prompt_tokens": 5}', "Line 1 is not JSON"],
    ['\n\n{"prompt_tokens": -5}\n{}', "Line 3 has prompt_tokens -5"],
    [
      '{"prompt_tokens": 5}\n\n{"type": "message_start"}',
      "Line 3 is one part of a streamed response",
    ],
    ['prompt_tokens,model\n"1,5",m', 'Row 1 has prompt_tokens "1,5"'],
    ["prompt_tokens,completion_tokens\n1", "Row 1 has 1 cells instead of 2"],
    ['prompt_tokens,model\n1,"m\n2,m', "Row 1 has 1 cells instead of 2"],
  ])("in %j", (text, sentence) => {
    const { skipped } = readUsageLog(text);
    expect(skipped).toEqual([expect.stringContaining(sentence)]);
  });

  test("five times, and then counted", () => {
    const { skipped } = readUsageLog(`[${'{"prompt_tokens": -1},'.repeat(7)}{"prompt_tokens": 1}]`);
    expect(skipped).toHaveLength(6);
    expect(skipped.at(-1)).toBe("2 more entries were not read.");
  });
});

test("no text makes it throw", () => {
  const line = fc.oneof(fc.json(), fc.string(), fc.constantFrom("a,b", '{"prompt_tokens":1}', "["));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (parts) => {
      const { entries, skipped } = readUsageLog(parts.join("\n"));
      expect(entries.length + skipped.length).toBeGreaterThan(0);
    }),
    { numRuns: toPropertyRunCount(200), seed: 26 },
  );
});

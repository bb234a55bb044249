import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPropertyRunCount } from "../../../test/builders/runs.ts";
import { readUsageLog, USAGE_LOG_FORMATS_TEXT } from "./read-usage-log.ts";

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
  const READ_AS: Readonly<Record<string, object[]>> = JSON.parse(
    readFileSync(new URL("../../../test/golden/usage-logs/read-as.json", import.meta.url), "utf8"),
  );
  test.each(Object.entries(READ_AS))("%s", (name, entries) => {
    expect(readSample(name)).toEqual({ entries, skipped: [] });
  });

  const lines = (...values: readonly unknown[]) =>
    values.map((value) => JSON.stringify(value)).join("\n");
  const usages = (text: string) => readUsageLog(text).entries.map(({ usage }) => usage);
  const tokens = (total: number, last?: number) => ({
    type: "event_msg",
    timestamp: "2026-05-13T09:00:00Z",
    payload: {
      type: "token_count",
      info: {
        total_token_usage: { input_tokens: total },
        ...(last === undefined ? {} : { last_token_usage: { input_tokens: last } }),
      },
    },
  });

  test("a resumed session of Codex, without the tokens from before it", () => {
    expect(usages(lines(tokens(5000, 500), tokens(6000, 1000)))).toEqual([
      { input: 500 },
      { input: 1000 },
    ]);
  });

  test("Codex with a line without a running total, whose tokens are not counted twice", () => {
    const last = { last_token_usage: { input_tokens: 30 } };
    const line = { type: "event_msg", payload: { type: "token_count", info: last } };
    expect(usages(lines(tokens(100), line, tokens(150)))).toEqual([
      { input: 100 },
      { input: 30 },
      { input: 20 },
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
      type: "message",
      id: "m",
      model: "a",
      usage: { ...counts, iterations },
    };
    const { entries } = readUsageLog(lines(message, message));
    expect(entries.map(({ model, usage }) => [model, usage.input])).toEqual([
      ["a", 10],
      ["a", 1000],
      ["b", 200],
    ]);
  });

  test("two sessions of Codex in one file", () => {
    expect(usages(lines(tokens(1000), tokens(2500), tokens(300)))).toEqual([
      { input: 1000 },
      { input: 1500 },
      { input: 300 },
    ]);
    const begin = { type: "session_meta", payload: {} };
    expect(usages(lines(tokens(1000), begin, tokens(2500)))[1]).toEqual({ input: 2500 });
  });

  test("LiteLLM by day, by its models", () => {
    const metrics = { prompt_tokens: 10, completion_tokens: 5, spend: 0.1, api_requests: 3 };
    const models = { "gpt-4o": { metrics }, "gpt-4.1": { metrics } };
    const day = { date: "2026-01-09", metrics: { prompt_tokens: 20 }, breakdown: { models } };
    const { entries } = readUsageLog(JSON.stringify({ results: [day], metadata: {} }));
    expect(entries).toEqual(
      ["gpt-4o", "gpt-4.1"].map((model) => ({
        ...NONE,
        model,
        at: "2026-01-09",
        reportedUsd: 0.1,
        requests: 3,
        usage: { input: 10, output: 5 },
      })),
    );
  });

  test("a stream of Gemini, of which the last part counts", () => {
    const part = (candidatesTokenCount: number) => ({
      responseId: "r",
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount },
    });
    expect(usages(JSON.stringify([part(1), part(2), part(7)]))).toEqual([{ input: 10, output: 7 }]);
  });

  test("a stream of Gemini without ids, of which the last part of each response counts", () => {
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
          ...NONE,
          model: "m",
          at: "2026-01-01",
          reportedUsd: 0.5,
        },
      ],
      skipped: [
        expect.stringContaining('Row 2 has In "x", which is not a whole number of 0 or more'),
      ],
    });
    expect(readUsageLog(table, { input: "Input" }).skipped).toEqual([
      'The table has no column "Input"; its columns are Model, In, Cached, Out, When, Paid.',
    ]);
    expect(readUsageLog(table, { input: "In" }).entries).toMatchObject([{ model: "m" }]);
    const { entries } = readUsageLog("In,Where\n5,us\n", { input: "In", region: "Where" });
    expect(entries).toMatchObject([{ usage: { input: 5 }, region: "us" }]);
  });

  test("a table from a spreadsheet, separated by tabs, or by semicolons where numbers have commas", () => {
    const table = 'model\tprompt_tokens\tcompletion_tokens\r\n"m\tn"\t1,200\t5\r\n';
    expect(readUsageLog(table).entries).toMatchObject([
      { model: "m\tn", usage: { input: 1200, output: 5 } },
    ]);
    expect(usages("model;prompt_tokens;cost\nm;5;0,25\n")).toEqual([{ input: 5 }]);
  });

  test("a byte order mark", () => {
    expect(usages('\uFEFF{"prompt_tokens": 5}')).toEqual([{ input: 5 }]);
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

test("the README of the package lists every format", () => {
  const readme = new URL("../../../clients/typescript/README.md", import.meta.url);
  expect(readFileSync(readme, "utf8")).toContain(USAGE_LOG_FORMATS_TEXT);
});

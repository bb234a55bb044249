import { describe, expect, test } from "vitest";
import { MAX_USAGE_LOG_CHARACTERS, parseUsageLog } from "./usage-log.ts";

const OPENAI = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 };
const CACHED = { ...OPENAI, prompt_tokens_details: { cached_tokens: 400, audio_tokens: 0 } };
const RESPONSES = {
  input_tokens: 1000,
  input_tokens_details: { cached_tokens: 400 },
  output_tokens: 200,
  output_tokens_details: { reasoning_tokens: 50 },
};
const ANTHROPIC = {
  ...{ input_tokens: 600, output_tokens: 200 },
  ...{ cache_creation_input_tokens: 300, cache_read_input_tokens: 400 },
};
const LITELLM = {
  ...{ request_id: "r1", model: "m", spend: 0.5, total_tokens: 1500, prompt_tokens: 1300 },
  ...{ completion_tokens: 200, metadata: { usage_object: ANTHROPIC } },
};
const PARTS = { models: { m: { metrics: OPENAI } } };
const LITELLM_DAY = {
  results: [{ metrics: { ...OPENAI, spend: 1, api_requests: 7 }, breakdown: PARTS }],
  metadata: { total_prompt_tokens: 1000 },
};
const CCUSAGE_DAY = {
  ...{ date: "2026-01-01", inputTokens: 600, outputTokens: 200, cacheCreationTokens: 300 },
  ...{ cacheReadTokens: 400, totalTokens: 1500, totalCost: 0.25, modelsUsed: ["m"] },
  modelBreakdowns: [{ modelName: "m", inputTokens: 600, outputTokens: 200, cost: 0.25 }],
};

const plain = { input: 1000, cache_read: 0, cache_write: 0, output: 200 };
const cached = { input: 600, cache_read: 400, cache_write: 0, output: 200 };
const written = { ...cached, cache_write: 300 };

const lines = (...values: readonly object[]) =>
  values.map((value) => JSON.stringify(value)).join("\n");

describe("a log of", () => {
  test.each([
    ["an OpenAI usage", JSON.stringify(OPENAI), plain],
    ["an OpenAI answer", JSON.stringify({ id: "x", choices: [], usage: OPENAI }), plain],
    ["OpenAI with a cache, whose tokens are part of the prompt", JSON.stringify(CACHED), cached],
    ["the other OpenAI form", JSON.stringify({ output: [], usage: RESPONSES }), cached],
    ["Anthropic, whose cached tokens are beside the input", JSON.stringify(ANTHROPIC), written],
    ["LiteLLM, which counts cached tokens among the prompt's", JSON.stringify([LITELLM]), written],
    ["LiteLLM by day", JSON.stringify(LITELLM_DAY), plain],
    [
      "LiteLLM as CSV",
      "request_id,model,spend,total_tokens,prompt_tokens,completion_tokens\nr1,m,0.5,1200,1000,200\n",
      plain,
    ],
    [
      "ccusage, without its sums and parts",
      JSON.stringify({ daily: [CCUSAGE_DAY], totals: CCUSAGE_DAY }),
      written,
    ],
    [
      "ccusage as CSV, without its last row",
      `Date,Models,Input,Output,Cache Create,Cache Read,Total Tokens,Cost (USD)\r\n2026-01-01,"- m, n",600,200,300,400,"1,500",$0.25\r\nTotal,,600,200,300,400,"1,500",$0.25\r\n`,
      written,
    ],
    ["a byte order mark", `\uFEFF${JSON.stringify(OPENAI)}`, plain],
  ])("%s", (_, text, usage) => {
    expect(parseUsageLog(text)).toMatchObject({ entries: 1, usage, unread: [] });
  });

  test("many lines is added up", () => {
    const { entries, usage } = parseUsageLog(
      lines(OPENAI, { usage: CACHED }, { message: { usage: ANTHROPIC } }),
    );
    expect(entries).toBe(3);
    expect(usage).toEqual({ input: 2200, cache_read: 800, cache_write: 300, output: 600 });
  });

  test("cost and requests are read where each entry states them", () => {
    expect(parseUsageLog(JSON.stringify({ daily: [CCUSAGE_DAY, CCUSAGE_DAY] }))).toMatchObject({
      spend: 0.5,
      requests: null,
    });
    expect(parseUsageLog(JSON.stringify([LITELLM, OPENAI])).spend).toBeNull();
    expect(parseUsageLog(JSON.stringify({ ...OPENAI, num_model_requests: 3 })).requests).toBe(3);
  });
});

describe("what is not read is named", () => {
  test.each([
    [" \n", "The log is empty."],
    ["hello there", "The log is neither JSON nor a table with columns such as prompt_tokens"],
    ["a,b\n1,2", "The log is neither JSON nor a table with columns such as prompt_tokens"],
    ['{"prompt_tokens": 1', "The log is not valid JSON."],
    ['{"a": [1, 2]}', "The log contains no token counts."],
    ["x".repeat(MAX_USAGE_LOG_CHARACTERS + 1), "The log has more than 20,000,000 characters."],
    ['{"prompt_tokens": -5}', "The entry has prompt_tokens -5, which is not a count."],
    ['[{"input_tokens": 1.5}]', "Entry 1 has input_tokens 1.5, which is not a count."],
    ['{"prompt_tokens": "many"}', 'The entry has prompt_tokens "many", which is not a count.'],
    ['{"input_tokens": 5, "cached_tokens": 6}', "The entry has more cached tokens (6) than input"],
    ['{"type": "message_delta", "usage": {}}', "The entry is a part of a stream, which would"],
    ["prompt_tokens,completion_tokens\n1", "Row 1 has 1 cells instead of 2. It was not read."],
    ['prompt_tokens,model\n1,"m\n2,m', "Row 1 has 1 cells instead of 2. It was not read."],
  ])("in %.40j", (text, sentence) => {
    const { unread, entries } = parseUsageLog(text);
    expect(unread.filter((fault) => fault.startsWith(sentence))).toHaveLength(1);
    expect(entries).toBe(0);
  });
});

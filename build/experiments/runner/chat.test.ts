import { describe, expect, test } from "vitest";
import { SUMS } from "../../../test/builders/experiment-run.ts";
import { toChatAnswer, toRequest } from "./chat.ts";
import { toConfig } from "./run.ts";

const endpoint = {
  ...{
    baseUrl: "https://host.example/v1",
    key: "k",
    modelId: "m",
    tokenField: "max_tokens" as const,
  },
  config: toConfig(SUMS, {}),
};

describe("a request", () => {
  test("asks one question at temperature 0 with a seed and a bound", () => {
    expect(toRequest("Why?", endpoint)).toEqual({
      model: "m",
      messages: [{ role: "user", content: "Why?" }],
      ...{ temperature: 0, seed: 1, max_tokens: 20 },
    });
  });

  test("leaves out what a model does not take, and holds no key", () => {
    const config = toConfig(SUMS, {
      temperature: null,
      seed: null,
      reasoning: "high",
      systemPrompt: "Be brief.",
    });
    expect(toRequest("Why?", { ...endpoint, config, tokenField: "max_completion_tokens" })).toEqual(
      {
        model: "m",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Why?" },
        ],
        ...{ reasoning_effort: "high", max_completion_tokens: 20 },
      },
    );
  });
});

const completion = (message: object, more: object = {}) =>
  JSON.stringify({ choices: [{ message, finish_reason: "stop" }], ...more });

describe("an answer", () => {
  test.each([
    ["plain text", { content: "42" }, "42"],
    [
      "text in parts",
      {
        content: [
          { type: "text", text: "4" },
          { type: "text", text: "2" },
        ],
      },
      "42",
    ],
    ["parts without text", { content: [{ type: "image" }] }, ""],
    ["a refusal in its own field", { content: null, refusal: "No." }, "No."],
    ["nothing", { content: null }, ""],
    ["half of a character", { content: "a\ud800" }, "a\ufffd"],
  ])("of %s", (_, message, raw) => {
    expect(toChatAnswer(completion(message))).toEqual({
      ...{ raw, finish: "stop", prompt_tokens: null, completion_tokens: null },
    });
  });

  test("counts tokens where the host does", () => {
    const usage = { prompt_tokens: 7, completion_tokens: 0 };
    expect(toChatAnswer(completion({ content: "" }, { usage }))).toMatchObject({
      ...{ prompt_tokens: 7, completion_tokens: 0 },
    });
  });

  test.each([
    ["no JSON", "<html>", { kind: "not-json", isTransient: true }],
    ["other JSON", "{}", { kind: "not-json", isTransient: false }],
    ["no choices", '{"choices":[]}', { kind: "not-json", isTransient: false }],
    [
      "a passing error under 200",
      '{"error":{"code":502,"message":"upstream"}}',
      { status: 502, isTransient: true },
    ],
    [
      "a lasting error under 200",
      '{"error":{"code":403,"message":"no"}}',
      { status: 403, isTransient: false },
    ],
    [
      "an error without a number",
      '{"error":{"code":"overloaded"}}',
      { kind: "status", isTransient: true },
    ],
  ])("that is %s is a failure", (_, text, failure) => {
    expect(() => toChatAnswer(text)).toThrowError(expect.objectContaining(failure));
  });
});

import { expect, test } from "vitest";
import { ADDITION_MODEL_TEST } from "../../../test/builders/experiment-run.ts";
import { toChatAnswer, toChatRequest } from "./chat.ts";
import { withDefaultRunConfig } from "./run.ts";

test.each([
  ["at temperature 0 with a seed and a bound", {}, { temperature: 0, seed: 1, max_tokens: 20 }],
  [
    "without what a model does not take",
    { temperature: null, seed: null, reasoning: "high" },
    { reasoning_effort: "high", max_tokens: 20 },
  ],
])("a request has one question and no key, %s", (_, changes, settings) => {
  const address = { baseUrl: "https://host.example/v1", key: "k", modelId: "m" };
  const config = withDefaultRunConfig(ADDITION_MODEL_TEST, changes);
  expect(toChatRequest("Why?", { ...address, tokenField: "max_tokens", config })).toEqual({
    model: "m",
    messages: [{ role: "user", content: "Why?" }],
    ...settings,
  });
});

test.each([
  ["plain text", { content: "42" }, "42"],
  ["text in parts", { content: [{ text: "4" }, { type: "image" }, { text: "2" }] }, "42"],
  ["a refusal in its own field", { content: null, refusal: "No." }, "No."],
  ["nothing", { content: null }, ""],
  ["half of a character", { content: "a\ud800" }, "a\ufffd"],
])("an answer of %s is read", (_, message, raw) => {
  const usage = { prompt_tokens: 7 };
  const text = JSON.stringify({ choices: [{ message, finish_reason: "stop" }], usage });
  expect(toChatAnswer(text)).toEqual({
    ...{ raw, finish: "stop", prompt_tokens: 7, completion_tokens: null },
  });
});

test.each([
  ["<html>", { kind: "not-json", isTransient: true }],
  ["{}", { kind: "not-json", isTransient: false }],
  ['{"choices":[]}', { kind: "not-json", isTransient: false }],
  ['{"error":{"code":502,"message":"upstream"}}', { status: 502, isTransient: true }],
  ['{"error":{"code":403,"message":"no"}}', { status: 403, isTransient: false }],
  ['{"error":{"code":"overloaded"}}', { kind: "status", isTransient: true }],
])("%s under 200 is a failure", (text, failure) => {
  expect(() => toChatAnswer(text)).toThrowError(expect.objectContaining(failure));
});

import { expect, test } from "vitest";
import { parseNameParts } from "./canonical-key.ts";

test.each([
  ["anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"],
  ["us.anthropic.claude-opus-4-6-v1", "claude-opus-4.6"],
  ["anthropic.claude-v2:1", "claude-2.1"],
  ["accounts/fireworks/models/qwen3p5-9b", "Qwen/Qwen3.5-9B"],
  ["meta-llama/Llama-3.3-70B-Instruct", "llama-3-3-70b"],
  ["Meta-Llama-3_1-8B-Instruct-GGUF", "llama-3.1-8b-instruct"],
  ["gpt-oss:120b", "openai/gpt-oss-120b"],
  ["duo-chat-gpt-5-2-codex", "gpt-5.2-codex"],
  ["gemma-4-E4B-it-IQ4_XS", "google/gemma-4-E4B-it"],
  ["DeepSeek R1 (0528)", "deepseek-r1-0528"],
  ["command-r+", "command-r-plus-08-2024"],
  ["gemini-3.0-pro-preview", "gemini-3-pro-preview"],
  ["meta%2Fllama-guard-4-12b", "meta/llama-guard-4-12b"],
  ["vertex/gemini-3.8-flash@eu", "gemini-3-8-flash"],
])("%s has the key of %s", (name, same) => {
  expect(parseNameParts(name).key).toBe(parseNameParts(same).key);
});

test.each([
  ["llama-3-8b", "llama-3.8b"],
  ["glm-4.5", "glm-4.5v"],
  ["grok-4.20", "grok-4.2"],
  ["llama-3.3-nemotron-super-49b-v1.5", "llama-3.3-nemotron-super-49b-v1"],
  ["gpt-3.5-turbo-instruct", "gpt-3.5-turbo"],
  ["intfloat/multilingual-e5-large-instruct", "intfloat/multilingual-e5-large"],
])("%s has another key than %s", (name, other) => {
  expect(parseNameParts(name).key).not.toBe(parseNameParts(other).key);
});

test.each([
  // Dates, efforts and modes of calling.
  ["gpt-5.4-2026-03-05_high", { settings: ["2026-03-05", "high"] }],
  ["claude-opus-4-6_16K", { settings: ["16k"] }],
  ["Claude-Opus-4-5-20251101 (FC)", { settings: ["20251101", "fc"] }],
  ["NousResearch/Hermes-4-70B:thinking", { settings: ["thinking"] }],
  // Bit widths and formats.
  ["zai-org/GLM-5.1-FP8", { quantization: "fp8" }],
  ["Qwen3_5-9B-Q4_K_M", { quantization: "q4-k-m" }],
  ["glm-5.1", { quantization: null }],
])("%s also contains %j", (name, parts) => {
  expect(parseNameParts(name)).toMatchObject(parts);
});

test.each([
  ["grok-4-fast-reasoning", "reasoning:mode"],
  ["phi-4-reasoning", ""],
  ["mistral-medium", ""],
  ["llama-3.1-405b-instruct-turbo", "turbo:tag"],
  ["gpt-4-turbo", ""],
])("the words of %s that may not belong to the model's name are: %j", (name, words) => {
  const found = parseNameParts(name).droppable.map(({ word, kind }) => `${word}:${kind}`);
  expect(found.join(" ")).toBe(words);
});

import { describe, expect, test } from "vitest";
import { toNameParts } from "./canonical-key.ts";

const keyOf = (name: string) => toNameParts(name).key;

describe("one key for one model", () => {
  test.each([
    ["claude-4.5-sonnet", "claude-sonnet-4-5"],
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
  ])("%s is %s", (name, same) => {
    expect(keyOf(name)).toBe(keyOf(same));
  });

  test.each([
    ["gpt-4.1", "gpt-4.1-mini"],
    ["llama-3-8b", "llama-3.8b"],
    ["glm-4.5", "glm-4.5v"],
    ["qwen3-coder-30b-a3b", "qwen3-30b-a3b"],
    ["grok-4.20", "grok-4.2"],
    ["llama-3.3-nemotron-super-49b-v1.5", "llama-3.3-nemotron-super-49b-v1"],
    ["gpt-3.5-turbo-instruct", "gpt-3.5-turbo"],
    ["deepseek-r1-distill-llama-70b", "deepseek-r1"],
  ])("%s is not %s", (name, other) => {
    expect(keyOf(name)).not.toBe(keyOf(other));
  });
});

describe("what a name says beyond its model", () => {
  test("dates, efforts and modes of calling are settings", () => {
    expect(toNameParts("gpt-5.4-2026-03-05_high").settings).toEqual(["2026-03-05", "high"]);
    expect(toNameParts("claude-opus-4-6_16K").settings).toEqual(["16k"]);
    expect(toNameParts("Claude-Opus-4-5-20251101 (FC)").settings).toEqual(["20251101", "fc"]);
    expect(toNameParts("NousResearch/Hermes-4-70B:thinking").settings).toEqual(["thinking"]);
  });

  test("bit widths and formats are quantization", () => {
    expect(toNameParts("zai-org/GLM-5.1-FP8").quantization).toBe("fp8");
    expect(toNameParts("Qwen3_5-9B-Q4_K_M").quantization).toBe("q4-k-m");
    expect(toNameParts("glm-5.1").quantization).toBeNull();
  });
});

describe("words that may be no part of the model", () => {
  const wordsOf = (name: string) =>
    toNameParts(name).droppable.map(({ word, kind }) => `${word}:${kind}`);

  test("depend on the family", () => {
    expect(wordsOf("grok-4-fast-reasoning")).toEqual(["reasoning:mode"]);
    expect(wordsOf("phi-4-reasoning")).toEqual([]);
    expect(wordsOf("mistral-medium")).toEqual([]);
    expect(wordsOf("kimi-k2-0905-preview")).toEqual(["0905:code", "preview:tag"]);
    expect(wordsOf("llama-3.1-405b-instruct-turbo")).toEqual(["turbo:tag"]);
    expect(wordsOf("gpt-4-turbo")).toEqual([]);
  });
});

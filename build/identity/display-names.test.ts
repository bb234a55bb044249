import { expect, test } from "vitest";
import {
  cleanDisplayName,
  inferModelType,
  isHumanWrittenName,
  toDisplayNameFromId,
  toReadableModelName,
} from "./display-names.ts";

test("a display name loses what only the offer says", () => {
  expect(cleanDisplayName("Anthropic: Claude Opus 4.1 (latest)")).toBe("Claude Opus 4.1");
  expect(cleanDisplayName("GPT-4o (2024-05-13)")).toBe("GPT-4o");
  expect(cleanDisplayName("Deep Research (Apr-21-2026)")).toBe("Deep Research");
  expect(cleanDisplayName("Hermes 3 8B TEE")).toBe("Hermes 3 8B");
  expect(cleanDisplayName("(free)")).toBeNull();
});

test("an id is not a name, but a name can be made of it", () => {
  expect(isHumanWrittenName("claude-opus-4-7")).toBe(false);
  expect(isHumanWrittenName("Claude Opus 4.7")).toBe(true);
  expect(toDisplayNameFromId("gpt-3.5-turbo-16k")).toBe("GPT-3.5 Turbo 16K");
  expect(toDisplayNameFromId("llama-2-70b-chat")).toBe("Llama 2 70B Chat");
});

test.each([
  ["OpenAI o3", "o3"],
  ["o4 Mini", "o4-mini"],
  ["GPT-5 Mini", "GPT-5 mini"],
  ["Gemini 3.5 Flash Lite", "Gemini 3.5 Flash-Lite"],
  ["Claude 4.5 Sonnet", "Claude Sonnet 4.5"],
  ["Claude 3.5 Sonnet", "Claude 3.5 Sonnet"],
  ["Meta Llama-3.3-70B-Instruct", "Llama 3.3 70B Instruct"],
  ["DeepSeek V3.2 Exp", "DeepSeek-V3.2-Exp"],
  ["Qwen 3 Max", "Qwen3-Max"],
  ["Qwen-1.8B", "Qwen-1.8B"],
  ["GLM 4.5 Air", "GLM-4.5-Air"],
  ["Kimi-K2", "Kimi K2"],
  ["Phi 4", "Phi-4"],
])("%s is written %s", (name, written) => {
  expect(cleanDisplayName(name)).toBe(written);
});

test.each([
  ["Gliner2 Pii 2b", "GLiNER2 PII 2B"],
  ["Gemma 3n E2b It", "Gemma 3n E2B IT"],
  ["Kimi VL A3b Thinking", "Kimi VL A3B Thinking"],
  ["codeqwen:7b-chat-v1.5", "CodeQwen 7B Chat v1.5"],
  ["phi-1_5", "Phi-1.5"],
  ["gpt-j-6b", "GPT-J 6B"],
  ["o3-mini", "o3-mini"],
  ["gpt-oss-120b", "gpt-oss-120b"],
  ["text-babbage-001", "text-babbage-001"],
  ["Gemini Robotics Er 2", "Gemini Robotics-ER 2"],
  ["Qwen Image 3", "Qwen-Image-3"],
  ["Mai Image 2.5 Flash", "MAI-Image-2.5 Flash"],
  ["Flux 3 Image", "FLUX.3 Image"],
  ["xLAM-2-1b-fc-r", "xLAM-2-1b-fc-r"],
])("a model that is called %s is shown as %s", (name, shown) => {
  expect(toReadableModelName(name)).toBe(shown);
});

test("the type is what comes out; the name decides for embeddings and where nothing is stated", () => {
  expect(inferModelType("gpt-5", ["text"])).toBe("text");
  expect(inferModelType("gemini-2-5-flash-image", ["image", "text"])).toBe("image");
  expect(inferModelType("text-embedding-3-small", ["text"])).toBe("embedding");
  expect(inferModelType("rerank-v3-5", [])).toBe("rerank");
  expect(inferModelType("veo-3", ["video"])).toBe("video");
  expect(inferModelType("claude-2", [])).toBe("text");
});

test.each([
  ["whisper-large-v3", ["text"], "audio"],
  ["gpt-realtime-2", ["audio", "text"], "audio"],
  ["grok-voice-think-fast-1-0", ["audio", "text"], "audio"],
  ["nova-2-sonic", [], "audio"],
  ["cosyvoice-v3-plus", [], "audio"],
  ["wan2-6-t2i", [], "image"],
  ["cogview-4", [], "image"],
  ["llama-3-2-nv-embedqa-1b", ["text"], "embedding"],
  ["nv-embedcode-7b-v1", ["text"], "embedding"],
  ["mistral-ocr-4-0", [], "other"],
  ["omni-moderation", [], "other"],
  ["qwen3-reranker-4b", ["text"], "rerank"],
])("%s, which returns %j, is of type %s", (slug, outputs, type) => {
  expect(inferModelType(slug, outputs)).toBe(type);
});

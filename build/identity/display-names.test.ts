import { expect, test } from "vitest";
import {
  cleanDisplayName,
  inferModelType,
  isHumanWrittenName,
  toReadableModelName,
} from "./display-names.ts";

test("an id is not a name", () => {
  expect(["claude-opus-4-7", "Claude Opus 4.7"].map(isHumanWrittenName)).toEqual([false, true]);
});

test.each([
  // Words about the offer are removed, because they are not part of the model's name.
  ["Anthropic: Claude Opus 4.1 (latest)", "Claude Opus 4.1"],
  ["GPT-4o (2024-05-13)", "GPT-4o"],
  ["Deep Research (Apr-21-2026)", "Deep Research"],
  ["Hermes 3 8B TEE", "Hermes 3 8B"],
  ["(free)", null],
  ["OpenAI o3", "o3"],
  ["GPT-5 Mini", "GPT-5 mini"],
  ["Gemini 3.5 Flash Lite", "Gemini 3.5 Flash-Lite"],
  ["Claude 4.5 Sonnet", "Claude Sonnet 4.5"],
  ["Claude 3.5 Sonnet", "Claude 3.5 Sonnet"],
  ["Meta Llama-3.3-70B-Instruct", "Llama 3.3 70B Instruct"],
  ["DeepSeek V3.2 Exp", "DeepSeek-V3.2-Exp"],
  ["Qwen-1.8B", "Qwen-1.8B"],
  ["GLM 4.5 Air", "GLM-4.5-Air"],
  ["Kimi-K2", "Kimi K2"],
])("%s is written %s", (name, written) => {
  expect(cleanDisplayName(name)).toBe(written);
});

test.each([
  ["Gliner2 Pii 2b", "GLiNER2 PII 2B"],
  ["Redpajama Incite 7B Base", "RedPajama INCITE 7B Base"],
  ["Gemma 3n E2b It", "Gemma 3n E2B IT"],
  ["gpt-3.5-turbo-16k", "GPT-3.5 Turbo 16K"],
  ["codeqwen:7b-chat-v1.5", "CodeQwen 7B Chat v1.5"],
  ["phi-1_5", "Phi-1.5"],
  ["gpt-j-6b", "GPT-J 6B"],
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

test.each([
  // The type follows from the output modalities.
  ["gpt-5", ["text"], "text"],
  ["gemini-2-5-flash-image", ["image", "text"], "image"],
  ["veo-3", ["video"], "video"],
  // The name decides for embeddings, rerankers, audio models and the type `other`, and when no modalities are stated.
  ["claude-2", [], "text"],
  ["whisper-large-v3", ["text"], "audio"],
  ["grok-voice-think-fast-1-0", ["audio", "text"], "audio"],
  ["nova-2-sonic", [], "audio"],
  ["wan2-6-t2i", [], "image"],
  ["llama-3-2-nv-embedqa-1b", ["text"], "embedding"],
  ["mistral-ocr-4-0", [], "other"],
  ["m2m100-1-2b", ["text"], "other"],
  ["qwen3-reranker-4b", ["text"], "rerank"],
  ["uae-large-v1", ["embedding"], "embedding"],
  ["paddleocr-vl", ["text"], "other"],
  ["studiovoice", ["text"], "audio"],
  ["sd3-controlnet", [], "image"],
])("%s, which returns %j, is of type %s", (slug, outputs, type) => {
  expect(inferModelType(slug, outputs)).toBe(type);
});

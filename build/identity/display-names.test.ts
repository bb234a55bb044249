import { expect, test } from "vitest";
import { isWrittenName, nameFromId, toModelName, toModelType } from "./display-names.ts";

test("a display name loses what only the offer says", () => {
  expect(toModelName("Anthropic: Claude Opus 4.1 (latest)")).toBe("Claude Opus 4.1");
  expect(toModelName("GPT-4o (2024-05-13)")).toBe("GPT-4o");
  expect(toModelName("(free)")).toBeNull();
});

test("an id is not a name, but a name can be made of it", () => {
  expect(isWrittenName("claude-opus-4-7")).toBe(false);
  expect(isWrittenName("Claude Opus 4.7")).toBe(true);
  expect(nameFromId("gpt-3.5-turbo-16k")).toBe("GPT-3.5 Turbo 16K");
  expect(nameFromId("llama-2-70b-chat")).toBe("Llama 2 70B Chat");
});

test("the type is what comes out; the name decides for embeddings and where nothing is stated", () => {
  expect(toModelType("gpt-5", ["text"])).toBe("text");
  expect(toModelType("gemini-2-5-flash-image", ["image", "text"])).toBe("image");
  expect(toModelType("text-embedding-3-small", ["text"])).toBe("embedding");
  expect(toModelType("rerank-v3-5", [])).toBe("rerank");
  expect(toModelType("veo-3", ["video"])).toBe("video");
  expect(toModelType("whisper-1", [])).toBe("audio");
  expect(toModelType("claude-2", [])).toBe("text");
});

import { describe, expect, test } from "vitest";
import { createResolver } from "./resolver.ts";

const resolver = createResolver({
  models: [
    { slug: "gpt-4o", name: "GPT-4o" },
    { slug: "claude-opus-4-6", name: "Claude Opus 4.6" },
    { slug: "gemini-3-pro-preview", name: "Gemini 3 Pro Preview" },
    { slug: "kimi-k2-5", name: "Kimi K2.5" },
  ],
  ids: [{ model: "gpt-4o", model_id: "gpt-4o-2024-05-13" }],
  aliases: [{ alias: "gpt4o", model: "gpt-4o", reason: "short form" }],
});

const resolve = (name: string, displayName: string | null = null) =>
  resolver.resolve({ name, displayName });

describe("a benchmark's name", () => {
  test("is tied with what it says beyond the model as configuration", () => {
    expect(resolve("claude-opus-4-6_16K")).toEqual({
      model: "claude-opus-4-6",
      step: "strict",
      configuration: "16k",
    });
    expect(resolve("gpt-4o-2024-08-06")?.configuration).toBe("2024-08-06");
    expect(resolve("gpt-4o")?.configuration).toBeNull();
  });

  test("is found by alias, without its preview, or by its display name", () => {
    expect(resolve("gpt4o")).toMatchObject({ model: "gpt-4o", step: "alias" });
    expect(resolve("gemini-3-pro")).toMatchObject({ model: "gemini-3-pro-preview", step: "tag" });
    expect(resolve("k2p5", "Kimi K2.5")).toMatchObject({
      model: "kimi-k2-5",
      step: "display-name",
    });
  });

  test("may be declared for one source, and is then no other model even where its own is missing", () => {
    const models = [{ slug: "gemma-7b-it", name: "Gemma 7B" }];
    const aliases = [{ alias: "epoch/gemma-7b", model: "gemma-7b-base", reason: "the base model" }];
    const before = createResolver({ models, ids: [], aliases });
    const base = { slug: "gemma-7b-base", name: "Gemma 7B Base" };
    const after = createResolver({ models: [...models, base], ids: [], aliases });
    const reported = { name: "Gemma-7B", displayName: null };
    expect(before.resolve({ ...reported, source: "epoch" })).toBeUndefined();
    expect(after.resolve({ ...reported, source: "epoch" })?.model).toBe("gemma-7b-base");
    expect(after.resolve({ ...reported, source: "aider" })?.model).toBe("gemma-7b-it");
    expect(after.resolve(reported)?.model).toBe("gemma-7b-it");
  });

  test("that fits no model is left undecided", () => {
    expect(resolve("gpt-4o-mini")).toBeUndefined();
    expect(resolve("gpt-4")).toBeUndefined();
    expect(resolve("")).toBeUndefined();
  });
});

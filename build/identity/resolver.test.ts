import { expect, test } from "vitest";
import { createModelNameResolver } from "./resolver.ts";

const resolver = createModelNameResolver({
  models: [
    { slug: "gpt-4o", name: "GPT-4o" },
    { slug: "claude-opus-4-6", name: "Claude Opus 4.6" },
    { slug: "gemini-3-pro-preview", name: "Gemini 3 Pro Preview" },
    { slug: "kimi-k2-5", name: "Kimi K2.5" },
  ],
  ids: [{ model: "gpt-4o", model_id: "gpt-4o-2024-05-13" }],
  aliases: [{ alias: "gpt4o", model: "gpt-4o", reason: "short form" }],
});

test.each([
  ["claude-opus-4-6_16K", null, ["claude-opus-4-6", "strict", "16k"]],
  ["gpt-4o-2024-08-06", null, ["gpt-4o", "alias", "2024-08-06"]],
  ["gpt-4o", null, ["gpt-4o", "alias", null]],
  ["gemini-3-pro", null, ["gemini-3-pro-preview", "tag", null]],
  ["k2p5", "Kimi K2.5", ["kimi-k2-5", "display-name", null]],
  // A wrong match is worse than none.
  ["gpt-4o-mini", null, []],
  ["", null, []],
])("the name %s with the display name %s is %j", (name, display_name, expected) => {
  const found = resolver.resolve({ name, display_name });
  expect(found ? [found.model, found.step, found.configuration] : []).toEqual(expected);
});

test.each([
  ["command-r-08-2024", "command-r-0824"],
  ["cohere.command-r-08-2024", "command-r-0824"],
  ["cohere-command-r-03-2024", "command-r"],
  ["cohere-command-r", "command-r"],
])("an alias with a date applies to every spelling with this date: %s is %s", (name, model) => {
  const slugs = ["command-r", "command-r-0824"];
  const dated = createModelNameResolver({
    models: slugs.map((slug) => ({ slug, name: slug })),
    ids: [],
    aliases: [{ alias: "command-r-08-2024", model: "command-r-0824", reason: "a release" }],
  });
  expect(dated.resolve({ name, display_name: null })?.model).toBe(model);
});

test("a name with an alias for one source is never another model there, even if its own model is missing", () => {
  const aliases = [{ alias: "epoch/gemma-7b", model: "gemma-7b-base", reason: "the base model" }];
  const models = ["gemma-7b-it", "gemma-7b-base"].map((slug) => ({ slug, name: "Gemma 7B" }));
  const written = { name: "Gemma-7B", display_name: null };
  const meaning = (source: string, known = models) =>
    createModelNameResolver({ models: known, ids: [], aliases }).resolve({ ...written, source })
      ?.model;
  expect(meaning("epoch", models.slice(0, 1))).toBeUndefined();
  expect(meaning("epoch")).toBe("gemma-7b-base");
  expect(meaning("aider")).toBe("gemma-7b-it");
});

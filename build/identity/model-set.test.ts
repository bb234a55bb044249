import { expect, test } from "vitest";
import { CommandError } from "../facts/fault.ts";
import { buildCanonicalModels, type UpstreamModelMention } from "./model-set.ts";

/** @param text `host name`. */
const offer = (text: string, more: Partial<UpstreamModelMention> = {}): UpstreamModelMention => {
  const [host = "", name = ""] = text.split(" ");
  return { host, name, traits: { display_name: null, is_open_source: false }, ...more };
};

/** `host name` → slug of the model to which it was assigned. */
function placesOf(
  mentions: UpstreamModelMention[],
  aliases: Record<string, string> = {},
  known: { model: string; name: string }[] = [],
) {
  const declared = Object.entries(aliases).map(([alias, model]) => ({ alias, model, reason: "" }));
  const set = buildCanonicalModels(mentions, declared, known);
  return Object.fromEntries(
    set.flatMap((one) => one.mentions.map(({ host, name }) => [`${host} ${name}`, one.slug])),
  );
}

test.each<[string, Record<string, string>]>([
  [
    "a preview joins its final model, and is a model of its own where there is none",
    {
      "a gemini-3-flash-preview": "gemini-3-flash",
      "b gemini-3-flash": "gemini-3-flash",
      "a qwen3.6-max-preview": "qwen3-6-max-preview",
    },
  ],
  [
    "an id for batches is the same model",
    { "a gpt-6-sol": "gpt-6-sol", "b openai/gpt-6-sol:batch": "gpt-6-sol" },
  ],
  [
    "a release code is a mode of a hosted model",
    { "a grok-4": "grok-4", "a grok-4-0709": "grok-4", "b grok-4-0709": "grok-4" },
  ],
  [
    "the slug is the shortest undated spelling that hosts agree on",
    {
      "a claude-opus-4-5-20251101": "claude-opus-4-5",
      "b claude-opus-4-5": "claude-opus-4-5",
      "c anthropic/claude-opus-4.5": "claude-opus-4-5",
      "d claude-opus4-5": "claude-opus-4-5",
    },
  ],
])("%s", (_rule, places) => {
  expect(placesOf(Object.keys(places).map((text) => offer(text)))).toEqual(places);
});

test("the model that an upstream declares comes after our aliases and before the id's name", () => {
  const declaredModel = "deepseek/deepseek-v4-pro-0813";
  const traits = { display_name: null, is_open_source: true };
  const mentions = [
    offer("a deepseek-v4-pro"),
    offer("b deepseek-v4-pro-0813", { traits }),
    offer("c ds-pro", { declaredModel, traits }),
    offer("c ds-old", { declaredModel }),
  ];
  expect(placesOf(mentions, { "ds-old": "deepseek-v4-pro" })).toEqual({
    "a deepseek-v4-pro": "deepseek-v4-pro",
    "b deepseek-v4-pro-0813": "deepseek-v4-pro-0813",
    "c ds-pro": "deepseek-v4-pro-0813",
    "c ds-old": "deepseek-v4-pro",
  });
});

test("an alias with a host holds at that host only, and two aliases that give one model two slugs stop the build", () => {
  const mentions = ["a mistral-small", "b mistral-small"].map((text) => offer(text));
  expect(placesOf(mentions, { "b/mistral-small": "mistral-small-3-2" })).toEqual({
    "a mistral-small": "mistral-small",
    "b mistral-small": "mistral-small-3-2",
  });
  expect(() => placesOf([], { one: "gpt-4-1", other: "gpt-4.1" })).toThrow(CommandError);
});

test("past names join the known models", () => {
  const past = [offer("b claude-3-opus-20240229"), offer("b claude-2")];
  expect(placesOf(past, {}, [{ model: "claude-3-opus", name: "claude-3-opus" }])).toEqual({
    "b claude-2": "claude-2",
    "b claude-3-opus-20240229": "claude-3-opus",
  });
});

import { expect, test } from "vitest";
import { CommandError } from "../facts/fault.ts";
import { buildCanonicalModels, type UpstreamModelMention } from "./model-set.ts";

const offer = (
  host: string,
  name: string,
  more: Partial<UpstreamModelMention> = {},
): UpstreamModelMention => ({
  host,
  name,
  traits: { display_name: null, is_open_source: false },
  ...more,
});

/** Name → slug of the model to which it was assigned. */
function placesOf(
  mentions: UpstreamModelMention[],
  aliases: [alias: string, model: string][] = [],
) {
  const declared = aliases.map(([alias, model]) => ({ alias, model, reason: "test" }));
  const set = buildCanonicalModels(mentions, declared);
  return Object.fromEntries(
    set.flatMap(({ slug, mentions: placed }) => placed.map(({ name }) => [name, slug])),
  );
}

/** Each mention is written as `host name`. */
test.each<[string, string[], Record<string, string>]>([
  [
    "a preview joins its final model, and is a model of its own where there is none",
    ["a gemini-3-flash-preview", "b gemini-3-flash", "a qwen3.6-max-preview"],
    { "gemini-3-flash-preview": "gemini-3-flash", "qwen3.6-max-preview": "qwen3-6-max-preview" },
  ],
  [
    "an id for batches is the same model",
    ["a gpt-6-sol", "a openai/gpt-6-sol-batch", "b openai/gpt-6-sol:batch"],
    { "openai/gpt-6-sol-batch": "gpt-6-sol", "openai/gpt-6-sol:batch": "gpt-6-sol" },
  ],
  [
    "a release code is a mode of a hosted model",
    ["a grok-4", "a grok-4-0709", "b grok-4-0709"],
    { "grok-4-0709": "grok-4" },
  ],
  [
    "the slug is the shortest undated spelling that hosts agree on",
    [
      "a claude-opus-4-5-20251101",
      "b claude-opus-4-5",
      "c anthropic/claude-opus-4.5",
      "d claude-opus4-5",
    ],
    { "claude-opus-4-5-20251101": "claude-opus-4-5", "claude-opus4-5": "claude-opus-4-5" },
  ],
])("%s", (_rule, names, places) => {
  const mentions = names
    .map((text) => text.split(" "))
    .map(([host = "", id = ""]) => offer(host, id));
  expect(placesOf(mentions)).toMatchObject(places);
});

test("the model that an upstream declares comes after our aliases and before the id's name", () => {
  const declaredModel = "deepseek/deepseek-v4-pro-0813";
  const traits = { display_name: null, is_open_source: true };
  const places = placesOf(
    [
      offer("a", "deepseek-v4-pro"),
      offer("b", "deepseek-v4-pro-0813", { traits }),
      offer("c", "ds-pro", { declaredModel, traits }),
      offer("c", "ds-old", { declaredModel }),
    ],
    [["ds-old", "deepseek-v4-pro"]],
  );
  expect(places["ds-pro"]).toBe(places["deepseek-v4-pro-0813"]);
  expect(places["ds-pro"]).not.toBe("deepseek-v4-pro");
  expect(places["ds-old"]).toBe("deepseek-v4-pro");
});

test("an alias with a host holds at that host only", () => {
  const set = buildCanonicalModels(
    [offer("a", "mistral-small"), offer("b", "mistral-small"), offer("b", "mistral-small-3.2")],
    [{ alias: "b/mistral-small", model: "mistral-small-3-2", reason: "test" }],
  );
  const placed = set.map(({ slug, mentions }) => [slug, mentions.map(({ host }) => host)]);
  expect(placed).toEqual([
    ["mistral-small", ["a"]],
    ["mistral-small-3-2", ["b", "b"]],
  ]);
});

test("two aliases that give one model two slugs stop the build", () => {
  const aliases = ["gpt-4-1", "gpt-4.1"].map((model): [string, string] => [`of ${model}`, model]);
  expect(() => placesOf([], aliases)).toThrow(CommandError);
});

test("past names join the known models", () => {
  const past = ["claude-3-opus-20240229", "claude-2"].map((name) => offer("b", name));
  const known = [{ model: "claude-3-opus", name: "claude-3-opus" }];
  const all = buildCanonicalModels(past, [], known);
  const placed = all.map(({ slug, mentions }) => [slug, mentions.map(({ name }) => name)]);
  expect(placed).toEqual([
    ["claude-2", ["claude-2"]],
    ["claude-3-opus", ["claude-3-opus-20240229"]],
  ]);
});

import { describe, expect, test } from "vitest";
import { BuildError } from "../facts/fault.ts";
import { buildModelSet, type Mention } from "./model-set.ts";

const offer = (host: string, name: string, more: Partial<Mention> = {}): Mention => ({
  host,
  name,
  displayName: null,
  isOpenWeights: false,
  ...more,
});

/** Slug of the model each name came to. */
function placesOf(mentions: Mention[], aliases: [alias: string, model: string][] = []) {
  const declared = aliases.map(([alias, model]) => ({ alias, model, reason: "test" }));
  const set = buildModelSet(mentions, declared);
  return Object.fromEntries(
    set.flatMap(({ slug, mentions: placed }) => placed.map(({ name }) => [name, slug])),
  );
}

describe("the ladder", () => {
  test("a declared alias wins over everything", () => {
    const places = placesOf(
      [offer("a", "gpt-4-turbo"), offer("a", "gpt-4"), offer("a", "gpt-4-1106-preview")],
      [["gpt-4-1106-preview", "gpt-4-turbo"]],
    );
    expect(places["gpt-4-1106-preview"]).toBe("gpt-4-turbo");
  });

  test("an alias with a host holds at that host only", () => {
    const set = buildModelSet(
      [offer("a", "mistral-small"), offer("b", "mistral-small"), offer("b", "mistral-small-3.2")],
      [{ alias: "b/mistral-small", model: "mistral-small-3-2", reason: "test" }],
    );
    const hostsOf = (slug: string) =>
      set.find((model) => model.slug === slug)?.mentions.map(({ host, name }) => `${host}/${name}`);
    expect(hostsOf("mistral-small")).toEqual(["a/mistral-small"]);
    expect(hostsOf("mistral-small-3-2")).toEqual(["b/mistral-small", "b/mistral-small-3.2"]);
  });

  test("a preview joins its final, and stays itself where there is none", () => {
    const places = placesOf([
      offer("a", "gemini-3-flash-preview"),
      offer("b", "gemini-3-flash"),
      offer("a", "qwen3.6-max-preview"),
    ]);
    expect(places["gemini-3-flash-preview"]).toBe("gemini-3-flash");
    expect(places["qwen3.6-max-preview"]).toBe("qwen3-6-max-preview");
  });

  test("a release code is a mode of a hosted model", () => {
    const places = placesOf([
      offer("a", "grok-4"),
      offer("a", "grok-4-0709"),
      offer("b", "grok-4-0709"),
    ]);
    expect(places["grok-4-0709"]).toBe("grok-4");
  });

  test("sizes and kinds are never merged", () => {
    const names = [
      "gpt-5",
      "gpt-5-mini",
      "gpt-5-nano",
      "gpt-5-pro",
      "gpt-5-codex",
      "glm-4.5",
      "glm-4.5v",
    ];
    const places = placesOf(names.map((name) => offer("a", name)));
    expect(new Set(Object.values(places)).size).toBe(names.length);
  });
});

describe("slugs", () => {
  test("are the shortest undated spelling that hosts agree on", () => {
    const places = placesOf([
      offer("a", "claude-opus-4-5-20251101"),
      offer("b", "claude-opus-4-5"),
      offer("c", "anthropic/claude-opus-4.5"),
      offer("d", "claude-opus4-5"),
    ]);
    expect(new Set(Object.values(places))).toEqual(new Set(["claude-opus-4-5"]));
  });

  test("two aliases that give one model two slugs stop the build", () => {
    expect(() =>
      placesOf(
        [],
        [
          ["x", "gpt-4-1"],
          ["y", "gpt-4.1"],
        ],
      ),
    ).toThrow(BuildError);
  });
});

test("names of the past join the models of today", () => {
  const today = buildModelSet([offer("a", "claude-3-opus")], []);
  const all = buildModelSet(
    [offer("b", "claude-3-opus-20240229"), offer("b", "claude-2")],
    [],
    today,
  );
  expect(all.map(({ slug }) => slug)).toEqual(["claude-2", "claude-3-opus"]);
});

import { expect, test } from "vitest";
import { findLookAlikeModelPairs } from "./look-alikes.ts";

test.each<[string, string, string | null]>([
  ["norn-3-5", "norn-35", "same letters and digits"],
  ["large-norn-2", "norn-2-large", "same words"],
  ["norn-2", "norn-norn-2", "same words"],
  ["norn-2", "norn-2-vllm", "deployment word"],
  ["norn-2-precision", "norn-2-tee", "deployment word"],
  ["norn-vl", "norn-vl-72b", "size left out"],
  ["norn-30b", "norn-30b-a3b", "size left out"],
  ["ling-1t", "lint-1t", "one edit"],
  ["norn-4", "norn-4o", null],
  ["norn-8b", "norn-8m", null],
  ["norn-7b", "norn-70b", null],
  ["norn-mini", "norn-nano", null],
])("%s and %s may be one model because of: %s", (model_a, model_b, likeness) => {
  const pairs = likeness === null ? [] : [{ model_a, model_b, likeness }];
  expect(findLookAlikeModelPairs([model_b, model_a], [])).toEqual(pairs);
});

test("offers that may be of one model have the same price and window at two hosts, and one name within the other", () => {
  const slugs = ["norn-pro", "norn-pro-2", "norn-pro-max", "quill-pro"];
  const at = (host: string, model: string, input = 1, context_window = 8_000) => {
    return { host, model, input, output: 2, context_window };
  };
  const pairsWith = (...offers: ReturnType<typeof at>[]) =>
    findLookAlikeModelPairs(slugs, [...slugs.map((model) => at("a", model)), ...offers]);
  expect(pairsWith(...slugs.map((model) => at("b", model)))).toEqual([
    { model_a: "norn-pro", model_b: "norn-pro-max", likeness: "same price and limits" },
  ]);
  expect(pairsWith()).toEqual([]);
  expect(pairsWith(at("b", "norn-pro"), at("b", "norn-pro-max", 3))).toEqual([]);
  expect(pairsWith(at("b", "norn-pro"), at("b", "norn-pro-max", 1, 4_000))).toEqual([]);
});

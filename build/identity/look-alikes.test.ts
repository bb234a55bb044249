import { describe, expect, test } from "vitest";
import { findLookAlikeModelPairs } from "./look-alikes.ts";

const pairs = (...slugs: string[]) =>
  findLookAlikeModelPairs(slugs, []).map(({ model_a, model_b, likeness }) => [
    model_a,
    model_b,
    likeness,
  ]);

describe("names that may be one model", () => {
  test.each([
    ["norn-3-5", "norn-35", "same letters and digits"],
    ["large-norn-2", "norn-2-large", "same words"],
    ["norn-2", "norn-norn-2", "same words"],
    ["norn-2", "norn-2-vllm", "deployment word"],
    ["norn-2-precision", "norn-2-tee", "deployment word"],
    ["norn-vl", "norn-vl-72b", "size left out"],
    ["norn-30b", "norn-30b-a3b", "size left out"],
    ["norm-medium", "norn-medium", "one edit"],
    ["ling-1t", "lint-1t", "one edit"],
  ])("%s and %s: %s", (a, b, likeness) => {
    expect(pairs(b, a)).toEqual([[a, b, likeness]]);
  });

  test.each([
    ["norn-4", "norn-4o"],
    ["norn-8b", "norn-8m"],
    ["norn-7b", "norn-70b"],
    ["norn-mini", "norn-nano"],
  ])("do not include %s and %s: a number, a size or more than one letter differs", (a, b) => {
    expect(pairs(a, b)).toEqual([]);
  });
});

describe("offers that may be of one model", () => {
  const at = (host: string, model: string, input = 1) => ({
    host,
    model,
    input,
    output: 2,
    context_window: 8_000,
  });
  const slugs = ["norn-pro", "norn-pro-2", "norn-pro-max", "quill-pro"];

  test("have the same price and window at two hosts, and one name within the other", () => {
    const offers = ["a", "b"].flatMap((host) => slugs.map((model) => at(host, model)));
    expect(findLookAlikeModelPairs(slugs, offers)).toEqual([
      { model_a: "norn-pro", model_b: "norn-pro-max", likeness: "same price and limits" },
    ]);
    const atOne = offers.filter(({ host }) => host === "a");
    expect(findLookAlikeModelPairs(slugs, atOne)).toEqual([]);
    const moreExpensive = [at("b", "norn-pro"), at("b", "norn-pro-max", 3)];
    expect(findLookAlikeModelPairs(slugs, [...atOne, ...moreExpensive])).toEqual([]);
    const shorter = [at("b", "norn-pro"), { ...at("b", "norn-pro-max"), context_window: 4_000 }];
    expect(findLookAlikeModelPairs(slugs, [...atOne, ...shorter])).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { createLabFinderByModelName } from "./labs.ts";

const labs = createLabFinderByModelName([
  { prefix: "llama", lab: "meta", base_model: null },
  { prefix: "llama-3-1-nemotron", lab: "nvidia", base_model: null },
  { prefix: "qwen", lab: "alibaba", base_model: null },
  { prefix: "qwen3-5-27b-", lab: "other", base_model: "qwen3-5-27b" },
  { prefix: "qwen/", lab: "alibaba", base_model: null },
  { prefix: "huihui-ai/", lab: "huihui-ai", base_model: null },
  { prefix: "sao10k/", lab: "sao10k", base_model: null },
  { prefix: "meta-llama/", lab: "meta", base_model: null },
]);

describe("the lab of a model", () => {
  test("follows from the longest prefix of its name, whichever host sells it", () => {
    expect(labs.labOf("llama-3-1-nemotron-70b", ["meta-llama"])).toBe("nvidia");
    expect(labs.labOf("llama-3-1-8b", [])).toBe("meta");
  });

  test("of a tuned copy is the lab that tuned it", () => {
    expect(labs.labOf("llama-3-3-70b-abliterated", ["huihui-ai"])).toBe("huihui-ai");
    expect(labs.labOf("qwen3-5-27b-queen", [])).toBe("other");
    expect(labs.labOf("qwen3-5-27b-queen", ["qwen"])).toBe("other");
    expect(labs.isOther("qwen3-5-27b-queen")).toBe(true);
  });

  test("without a known family follows from the folder before the name, or is `other`", () => {
    expect(labs.labOf("l3-8b-stheno", ["sao10k"])).toBe("sao10k");
    expect(labs.labOf("owl", ["unknown"])).toBe("other");
  });
});

test("a tuned copy has the base model of its prefix", () => {
  expect(labs.baseOf("qwen3-5-27b-queen")).toBe("qwen3-5-27b");
  expect(labs.baseOf("qwen3-5-27b")).toBeNull();
  expect(labs.baseOf("llama-3-1-nemotron-70b")).toBeNull();
});

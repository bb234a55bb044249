import { expect, test } from "vitest";
import { createLabFinderByModelName } from "./labs.ts";

const labs = createLabFinderByModelName([
  { prefix: "llama", lab: "meta", base_model: null },
  { prefix: "llama-3-1-nemotron", lab: "nvidia", base_model: null },
  { prefix: "llama-3-3-70b-", lab: "other", base_model: "llama-3-3-70b-instruct" },
  { prefix: "qwen", lab: "alibaba", base_model: null },
  { prefix: "qwen3-5-27b-", lab: "other", base_model: "qwen3-5-27b" },
  { prefix: "qwen/", lab: "alibaba", base_model: null },
  { prefix: "huihui-ai/", lab: "huihui-ai", base_model: null },
  { prefix: "sao10k/", lab: "sao10k", base_model: null },
  { prefix: "meta-llama/", lab: "meta", base_model: null },
]);

test.each([
  // The longest prefix of the name decides, whichever host sells the model.
  ["llama-3-1-nemotron-70b", ["meta-llama"], "nvidia"],
  ["llama-3-1-8b", [], "meta"],
  // A rule about tuned copies may match their base too.
  ["llama-3-3-70b-instruct", ["meta-llama"], "meta"],
  // The lab of a tuned copy is the one that tuned it.
  ["llama-3-3-70b-abliterated", ["huihui-ai"], "huihui-ai"],
  ["qwen3-5-27b-queen", ["qwen"], "other"],
  // Without a known family, the folder before the name decides.
  ["l3-8b-stheno", ["sao10k"], "sao10k"],
  ["owl", ["unknown"], "other"],
])("the lab of %s in the folders %j is %s", (slug, folders, lab) => {
  expect(labs.labOf(slug, folders)).toBe(lab);
});

test("a tuned copy has the base model of its prefix, which may declare its lab unknown", () => {
  expect(labs.isOther("qwen3-5-27b-queen")).toBe(true);
  expect(labs.baseOf("qwen3-5-27b-queen")).toBe("qwen3-5-27b");
  expect(labs.baseOf("llama-3-3-70b-instruct")).toBeNull();
  expect(labs.baseOf("llama-3-1-nemotron-70b")).toBeNull();
});

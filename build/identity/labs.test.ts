import { expect, test } from "vitest";
import { createLabFinderByModelName } from "./labs.ts";

const rule = (prefix: string, lab: string, base_model: string | null = null) => {
  return { prefix, lab, base_model };
};
const labs = createLabFinderByModelName([
  rule("llama", "meta"),
  rule("llama-3-1-nemotron", "nvidia"),
  rule("llama-3-3-70b-", "other", "llama-3-3-70b-instruct"),
  rule("qwen", "alibaba"),
  rule("qwen3-5-27b-", "other", "qwen3-5-27b"),
  rule("qwen/", "alibaba"),
  rule("huihui-ai/", "huihui-ai"),
  rule("meta-llama/", "meta"),
]);

/** The longest prefix of the name decides, whichever host sells the model; for a tuned copy, the one that tuned it. */
test.each([
  ["llama-3-1-nemotron-70b", ["meta-llama"], "nvidia", null],
  // A rule about tuned copies may match their base too.
  ["llama-3-3-70b-instruct", ["meta-llama"], "meta", null],
  ["llama-3-3-70b-abliterated", ["huihui-ai"], "huihui-ai", "llama-3-3-70b-instruct"],
  ["qwen3-5-27b-queen", ["qwen"], "other", "qwen3-5-27b"],
  // Without a known family, the folder before the name decides.
  ["l3-8b-stheno", ["huihui-ai"], "huihui-ai", null],
  ["owl", ["unknown"], "other", null],
])("%s in the folders %j is of the lab %s and tuned from %s", (slug, folders, lab, base) => {
  expect([labs.labOf(slug, folders), labs.baseOf(slug)]).toEqual([lab, base]);
});

test("a rule may declare the lab of tuned copies unknown", () => {
  expect(labs.isOther("qwen3-5-27b-queen")).toBe(true);
  expect(labs.isOther("owl")).toBe(false);
});

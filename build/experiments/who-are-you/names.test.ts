import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findNames } from "./find-names.ts";
import { NAMES, slugNames } from "./names.ts";

const FOLDER = join(import.meta.dirname, "../../../data/providers");
const LABS = new Set(
  readdirSync(FOLDER)
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), "utf8")))
    .filter(({ is_lab }) => is_lab)
    .map(({ slug }) => slug as string),
);

const labsIn = (text: string, own = "") => findNames(text, own).map(({ lab }) => lab);

test("every slug is a lab of the catalogue, in order", () => {
  const slugs = Object.keys(NAMES);
  for (const slug of slugs) expect(LABS, slug).toContain(slug);
  expect(slugs).toEqual([...slugs].sort());
});

test("the large labs have an entry", () => {
  const large =
    "openai anthropic google meta mistral deepseek alibaba xai moonshotai zhipuai minimax cohere nvidia amazon microsoft baidu tencent bytedance xiaomi ai21 01-ai ibm";
  for (const slug of large.split(" ")) expect(NAMES).toHaveProperty(slug);
});

test.each([
  ["ChatGPT", "openai"],
  ["gpt4", "openai"],
  ["GPT-3.5", "openai"],
  ["Claude3", "anthropic"],
  ["由OpenAI开发", "openai"],
  ["وOpenAI", "openai"],
  ["وجوجل", "google"],
  ["구글이", "google"],
  ["グーグルの", "google"],
  ["Qwen2.5", "alibaba"],
  ["通义千问", "alibaba"],
  ["ERNIE", "baidu"],
  ["文心一言", "baidu"],
  ["ChatGLM3", "zhipuai"],
  ["Z.ai", "zhipuai"],
  ["01.AI", "01-ai"],
  ["Phi-3", "microsoft"],
  ["Amazon Nova", "amazon"],
  ["Llama-3.1", "meta"],
  ["Command R+", "cohere"],
  ["Mixtral", "mistral"],
  ["MiMo", "xiaomi"],
  ["Granite", "ibm"],
  ["Jamba", "ai21"],
  ["Hunyuan", "tencent"],
  ["Nemotron", "nvidia"],
])("%s is %s, once", (text, lab) => {
  expect(labsIn(text)).toEqual([lab]);
});

test.each([
  "philosophy",
  "metadata and metaphor",
  "to google something",
  "Google Search",
  "the Amazon River",
  "a novation",
  "xaim",
  "minimax",
  "grokking",
  "cohered",
  "barding",
  "geminis",
  "preopenai",
  "Claudette",
  "Claude Monet",
  "百度一下",
])("%s names no lab, or only where it is asserted", (text) => {
  expect(findNames(text, "").filter(({ needsAssertion }) => !needsAssertion)).toEqual([]);
});

test("where names overlap the own lab's stands, else the longer one", () => {
  expect(labsIn("Meta-Llama")).toEqual(["meta"]);
  expect(labsIn("Microsoft")).toEqual(["microsoft"]);
  expect(labsIn("ChatGPT", "openai")).toEqual(["openai"]);
});

test("a lab without an entry is known by its slug, begun with a capital", () => {
  expect(labsIn("Arcee AI", "arcee-ai")).toEqual(["arcee-ai"]);
  expect(labsIn("Aleph Alpha", "aleph-alpha")).toEqual(["aleph-alpha"]);
  expect(labsIn("aleph alpha", "aleph-alpha")).toEqual([]);
  expect(labsIn("Alephs", "aleph-alpha")).toEqual([]);
  expect(slugNames("exa")).toEqual({});
  expect(slugNames("ai-labs")).toEqual({});
  expect(slugNames("(.*)+")).toEqual({});
  expect(slugNames("")).toEqual({});
});

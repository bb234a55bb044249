import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foldAnswer } from "../answers/short-answer.ts";
import { LAB_NAMES } from "./lab-names.ts";
import { parseIdentity } from "./parse.ts";

test.each([
  ["OpenAI", "openai"],
  ["OpenAI, Inc.", "openai"],
  ["ChatGPT", "openai"],
  ["GPT-4o mini", "openai"],
  ["Anthropic PBC", "anthropic"],
  ["Claude 3.5 Sonnet", "anthropic"],
  ["Google LLC", "google"],
  ["Gemini 1.5 Pro", "google"],
  ["Qwen2.5-72B-Instruct", "alibaba"],
  ["通义千问2.5", "alibaba"],
  ["阿里云。", "alibaba"],
  ["Llama 3.1 405B Instruct", "meta"],
  ["DeepSeek-V3", "deepseek"],
  ["深度求索", "deepseek"],
  ["ディープシーク", "deepseek"],
  ["01.AI", "01-ai"],
  ["Command R+", "cohere"],
  ["Z.ai", "zhipuai"],
  ["كلود", "anthropic"],
])("%s claims %s, and is self for its own model", (plain, lab) => {
  expect(parseIdentity(plain, "nobody")).toBe(`claims:${lab}`);
  expect(parseIdentity(plain, lab)).toBe("self");
});

test.each(["unknown", "Inconnu.", "Desconocido", "unbekannt", "未知", "不明", "مجهول"])(
  "%s is vague",
  (plain) => {
    expect(parseIdentity(plain, "openai")).toBe("vague");
  },
);

test.each([
  "I am GPT-4o, made by OpenAI.",
  "OpenAI or Anthropic",
  "OpenAI, Anthropic",
  "not OpenAI",
  "GPT-4 is not me",
  "I cannot say",
  "AI",
  "a large language model",
  "3",
  "…",
  `OpenAI ${"!".repeat(80)}`,
])("%s cannot be used", (plain) => {
  expect(parseIdentity(plain, "openai")).toBeNull();
});

test("a lab that is not on the list is known by its slug", () => {
  expect(parseIdentity("Arcee AI", "arcee-ai")).toBe("self");
  expect(parseIdentity("Arcee", "arcee-ai")).toBe("self");
  expect(parseIdentity("Aleph Alpha", "aleph-alpha")).toBe("self");
  expect(parseIdentity("Alpha", "aleph-alpha")).toBeNull();
  expect(parseIdentity("", "ai")).toBeNull();
});

test("no name stands for two labs, and each is written as it is read", () => {
  const names = Object.values(LAB_NAMES).flatMap((ofLab) => [...new Set(ofLab.map(foldAnswer))]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const [lab, ofLab] of Object.entries(LAB_NAMES))
    for (const name of ofLab) expect(parseIdentity(name, lab), name).toBe("self");
});

test("every lab on the list is a lab of the catalogue", () => {
  const folder = join(import.meta.dirname, "../../../data/providers");
  const labs = readdirSync(folder)
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")))
    .filter(({ is_lab }) => is_lab)
    .map(({ slug }) => slug);
  expect(labs).toEqual(expect.arrayContaining(Object.keys(LAB_NAMES)));
});

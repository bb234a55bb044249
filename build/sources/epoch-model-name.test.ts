import { expect, test } from "vitest";
import { splitModelName } from "./epoch-model-name.ts";

test.each([
  ["gpt-5-2025-08-07_high", "gpt-5-2025-08-07", "high"],
  ["gpt-5.1-2025-11-13_none", "gpt-5.1-2025-11-13", "no thinking"],
  ["claude-opus-4-6_unknown", "claude-opus-4-6", "thinking not stated"],
  ["claude-opus-4-6_120K", "claude-opus-4-6", "120k thinking"],
  ["QwQ-32B (16K thinking)", "QwQ-32B", "16k thinking"],
  ["glm-4.5_thinking", "glm-4.5", "thinking"],
  ["gpt-5.4-pro-2026-03-05-web-app", "gpt-5.4-pro-2026-03-05", "web app"],
  ["gemini-1.5-pro-001-feb24", "gemini-1.5-pro-001", "2024-02"],
  ["Llama-2-70b-hf ", "Llama-2-70b", null],
  ["GPT-4 (8-shot)", "GPT-4", "8-shot"],
  ["GLaM (Zero-shot)", "GLaM", "0-shot"],
  ["gpt-4o-2024-08-06", "gpt-4o-2024-08-06", null],
])("%s is %s, run with %s", (version, name, configuration) => {
  expect(splitModelName(version)).toEqual({ name, configuration });
});

test.each([
  ["Pythia (12B)", "Pythia 12B"],
  ["Mixtral (8x7B 32K seqlen)", "Mixtral 8x7B"],
  ["PaLM-2 (Bison)", "PaLM-2 Bison"],
  ["ChatGLM 2-6B (base)*", "ChatGLM 2-6B base"],
])("the size and the edition in %s belong to the name", (version, name) => {
  expect(splitModelName(version).name).toBe(name);
});

test("a rolling API name is the model that Epoch ran under it", () => {
  expect(splitModelName("deepseek-reasoner")).toEqual({
    name: "DeepSeek-V3.2",
    configuration: "thinking",
  });
});

test("prefixes of hosts and American days are put right", () => {
  expect(splitModelName("parasail-qwen3-32b").name).toBe("qwen3-32b");
  expect(splitModelName("c4ai-command-a-03-2025").name).toBe("command-a-03-2025");
  expect(splitModelName("chatgpt-4o-03-27-2025").name).toBe("chatgpt-4o-latest-2025-03-27");
});

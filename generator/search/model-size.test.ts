import { expect, it } from "vitest";
import { billionsOf } from "./model-size.ts";

it.each([
  ["Qwen3 30B A3B", 30],
  ["Qwen3-0.6B", 0.6],
  ["Mixtral 8x22B", 176],
  ["Llama Prompt Guard 2 22M", 0.022],
  ["GPT-4o", null],
  ["Gemma 3n E2B", null],
])("%s has %s billion parameters", (name, billions) => {
  expect(billionsOf(name)).toBe(billions);
});

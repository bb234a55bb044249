import { expect, test } from "vitest";
import { readMethod } from "./run-method.ts";

test.each([
  ["0-shot chain-of-thought", "0-shot, cot"],
  ["Maj@32 5-shot CoT", "5-shot, cot, maj@32"],
  ["Pass @ 1", "pass@1"],
  ["Cons@64", "cons@64"],
  ["accuracy (diff, o4-mini-high)", "high, diff"],
  ["Diff-Fenced", "diff-fenced"],
  ["Standard benchmark (o3-mini grader)", null],
  ["testmini", "testmini"],
  ["mini", "testmini"],
  ["accuracy (no tools)", "no tools"],
  ["pass@1 (with python tool)", "pass@1, python"],
  ["Parallel test-time compute. No extended thinking.", "parallel attempts"],
  ["Pass@1, Reasoning On", "pass@1, thinking"],
  ["Score, Reasoning Off", "no thinking"],
  ["standard evaluation", null],
  ["Mathematical reasoning accuracy", null],
])("of %j only the facts stay: %j", (method, configuration) => {
  expect(readMethod(method)).toBe(configuration);
});

test("the test's name may say how it was run", () => {
  expect(readMethod("MMMU (val)", "0-shot")).toBe("val, 0-shot");
  expect(readMethod("MathVista-Mini", "Score")).toBe("testmini");
});

import { expect, test } from "vitest";
import { METHOD, METHOD_ID } from "./method.ts";

test("the method is a page of paragraphs with its constants, and has a version", () => {
  const text = METHOD.join(" ");
  const words = text.split(" ").length;
  expect(words).toBeGreaterThan(200);
  expect(words).toBeLessThan(600);
  expect(text).toContain("below 0.02 or above 0.98");
  expect(text).toContain("90 % of 500 bootstrap rounds");
  expect(text).toContain("at least 4 benchmarks are ranked, if 2 of them");
  expect(text).toContain("It needs 4 results in the set, 2 of them");
  expect(METHOD_ID).toMatch(/ v\d+$/);
});

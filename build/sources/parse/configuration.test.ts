import { expect, test } from "vitest";
import { joinConfiguration } from "./configuration.ts";

test("parts are trimmed, lower-cased and joined in their order, each once", () => {
  expect(joinConfiguration("2024-08-06, High", " Open  Hands ", "high")).toBe(
    "2024-08-06, high, open hands",
  );
});

test("nothing said is null", () => {
  expect(joinConfiguration(null, "", " , ")).toBeNull();
});

test.each([
  ["20241022", "2024-10-22"],
  ["08-2024", "2024-08"],
  ["32k thinking tokens", "32k thinking"],
  ["no think", "no thinking"],
  ["2024-08-06", "2024-08-06"],
])("%s is spelt %s", (written, spelling) => {
  expect(joinConfiguration(written)).toBe(spelling);
});

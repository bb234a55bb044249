import { expect, test } from "vitest";
import { toLicenseId } from "./license-id.ts";

test.each([
  ["mit", "MIT"],
  ["Apache 2.0", "Apache-2.0"],
  ["FSL-1.1-Apache-2.0", "FSL-1.1-ALv2"],
  ["UNLICENSED", "proprietary"],
  ["unlicense", "Unlicense"],
])("%s is %s", (written, id) => {
  expect(toLicenseId(written)).toBe(id);
});

test.each([null, "", "other", "GNU"])("%j names no licence", (written) => {
  expect(toLicenseId(written)).toBeNull();
});

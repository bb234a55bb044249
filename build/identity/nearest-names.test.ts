import { expect, test } from "vitest";
import { findNearestNames } from "./nearest-names.ts";

const SLUGS = ["glm-5", "gpt-4-5", "gpt-5", "gpt-5-mini", "norn-4o"];
const CANDIDATES = SLUGS.map((slug) => ({ slug, name: slug }));

test.each([
  ["gtp-5", "gpt-5"],
  ["gtp-5-mini", "gpt-5-mini"],
  ["gpt", "gpt-5"],
  ["norn-40", "norn-4o"],
  ["glm5", "glm-5"],
])("%s is nearest to %s", (wanted, nearest) => {
  expect(findNearestNames(wanted, CANDIDATES)[0]?.slug).toBe(nearest);
});

test("what is too far from all names is near to none", () => {
  expect(findNearestNames("quartz-crystal", CANDIDATES)).toEqual([]);
});

import { expect, test } from "vitest";
import { findNearestNames } from "./nearest-names.ts";

const rows = (...slugs: string[]) =>
  slugs.map((slug) => ({ slug, name: slug, status: slug === "norn-2" ? "retired" : "active" }));
const SLUGS = ["glm-5", "gpt-4-5", "gpt-5", "gpt-5-mini", "norn-4o"];

test.each([
  ["gtp-5", SLUGS, "gpt-5"],
  ["gpt", SLUGS, "gpt-5"],
  ["norn-40", SLUGS, "norn-4o"],
  ["glm5", SLUGS, "glm-5"],
  ["quartz-crystal", SLUGS, undefined],
  // A retired model comes after active ones if both names begin with the text.
  ["norn", ["norn-2", "norn-opus-5"], "norn-opus-5"],
  ["nrn-2", ["norn-2", "norn-opus-5"], "norn-2"],
])("%s is, among the names %j, nearest to %s", (wanted, slugs, nearest) => {
  expect(findNearestNames(wanted, rows(...slugs))[0]?.slug).toBe(nearest);
});

test("another name of a row that is no candidate is not suggested", () => {
  expect(findNearestNames("quill", rows("gpt-5"), new Map([["quill", "quillon"]]))).toEqual([]);
});

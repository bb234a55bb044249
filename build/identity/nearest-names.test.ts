import { expect, test } from "vitest";
import { findNearestNames } from "./nearest-names.ts";

const SLUGS = ["glm-5", "gpt-4-5", "gpt-5", "gpt-5-mini", "norn-4o"];
const CANDIDATES = SLUGS.map((slug) => ({ slug, name: slug }));

test.each([
  ["gtp-5", "gpt-5"],
  ["gpt", "gpt-5"],
  ["norn-40", "norn-4o"],
  ["glm5", "glm-5"],
])("%s is nearest to %s", (wanted, nearest) => {
  expect(findNearestNames(wanted, CANDIDATES)[0]?.slug).toBe(nearest);
});

test("what is too far from all names is near to none", () => {
  expect(findNearestNames("quartz-crystal", CANDIDATES)).toEqual([]);
});

test("puts what is retired behind what can be used, where both begin so", () => {
  const row = (slug: string, status: string) => ({ slug, name: slug, status });
  const rows = [row("norn-2", "retired"), row("norn-opus-5", "active")];
  const slugs = (name: string) => findNearestNames(name, rows).map(({ slug }) => slug);
  expect(slugs("norn")).toEqual(["norn-opus-5", "norn-2"]);
  expect(slugs("nrn-2")[0]).toBe("norn-2");
});

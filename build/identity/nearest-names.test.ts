import { expect, test } from "vitest";
import { findNearestNames } from "./nearest-names.ts";

const SLUGS = ["glm-5", "gpt-4-5", "gpt-5", "gpt-5-mini", "norn-4o"];
const CANDIDATES = SLUGS.map((slug) => ({ slug, name: slug }));

test.each([
  ["gtp-5", "gpt-5"],
  ["gpt", "gpt-5"],
  ["norn-40", "norn-4o"],
  ["glm5", "glm-5"],
])("%s is nearest to the name %s", (wanted, nearest) => {
  expect(findNearestNames(wanted, CANDIDATES)[0]?.slug).toBe(nearest);
});

test("a word that is too different from all names has no nearest name", () => {
  expect(findNearestNames("quartz-crystal", CANDIDATES)).toEqual([]);
});

test("puts retired models behind active ones if both names begin with the text", () => {
  const row = (slug: string, status: string) => ({ slug, name: slug, status });
  const rows = [row("norn-2", "retired"), row("norn-opus-5", "active")];
  const slugs = (name: string) => findNearestNames(name, rows).map(({ slug }) => slug);
  expect(slugs("norn")).toEqual(["norn-opus-5", "norn-2"]);
  expect(slugs("nrn-2")[0]).toBe("norn-2");
});

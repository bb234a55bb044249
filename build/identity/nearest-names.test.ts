import { expect, test } from "vitest";
import { createSpellingCorrector, findNearestNames, listLikelyModels } from "./nearest-names.ts";

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
  ["gpt-5-minni", SLUGS, "gpt-5-mini"],
  ["foo", ["gso"], undefined],
  ["nrn-2", ["norn-2", "norn-opus-5"], "norn-2"],
])("%s is, among the names %j, nearest to %s", (wanted, slugs, nearest) => {
  expect(findNearestNames(wanted, rows(...slugs))[0]?.slug).toBe(nearest);
});

test("another name of a row that is no candidate is not suggested", () => {
  expect(findNearestNames("quill", rows("gpt-5"), new Map([["quill", "quillon"]]))).toEqual([]);
});

test.each([
  // Of a family, the newest models on sale of the lab that owns the name.
  ["norn", ["norn-5", "norn-4"]],
  ["nrn", ["norn-5", "norn-4"]],
  ["quan", ["quen3-max"]],
  ["nope", []],
])("%s is likely to mean %j", (wanted, slugs) => {
  const model = (slug: string, lab: string, offers: number, release_date: string) => ({
    ...{ slug, lab, offers, release_date },
    ...{ name: slug, model_type: "text", status: "active" },
  });
  const models = [
    model("norn-4", "northwind", 9, "2025-01-01"),
    model("norn-5", "northwind", 3, "2025-05-01"),
    model("norn-4-finetune", "other", 1, "2026-01-01"),
    model("norn-3", "northwind", 0, "2026-01-01"),
    model("quen3-max", "other", 1, "2026-01-01"),
    model("dots-note", "other", 1, "2026-01-01"),
  ];
  const likely = listLikelyModels(wanted, [], { models, aliases: new Map() });
  expect(likely.slice(0, slugs.length || 3)).toEqual(slugs);
});

test.each([
  // A word with fewer errors excludes the others.
  ["wether", ["weather"]],
  // In a word of three letters, one of a word in many names is missing.
  ["mni", ["mini"]],
  ["mtp", []],
])("%s is a misspelling of %j", (word, right) => {
  const correct = createSpellingCorrector(["mcp", "mini", "mono", "other", "weather"], {
    isFamily: (term) => term !== "mono",
  });
  expect(correct(word).map((found) => found.word)).toEqual(right);
});

/** What holds of the questions that data/ has. */
import { expect, test } from "vitest";
import { readLiveItems } from "../../../test/builders/live-items.ts";
import { toDriftItems } from "./items.ts";

const items = toDriftItems(readLiveItems().driftQuestions);
const computed: Record<string, string> = {
  "arithmetic-division": String(1001 / 7),
  "arithmetic-long-product": String(4719 * 386),
  "arithmetic-product": String(47 * 83),
  "arithmetic-remainder": String(1000 % 37),
  "arithmetic-sum": String(7846 + 9587),
  "code-length": String("banana".length * 3 - 4),
  "code-loop": String([1, 2, 3, 4, 5].reduce((sum, n) => sum + n * n, 0)),
  "code-modulo": String(1 + 4 + 7 + 10 + 13 + 16 + 19),
  "code-slice": "abcdefgh".slice(2, 6),
  "code-sorted": ["pear", "fig", "apple"].sort().join(","),
  "format-capitals": [..."river"].join("-"),
  "ordering-alphabet": ["plum", "kiwi", "melon", "date"].sort().join(", "),
  "ordering-numbers": [0.5, 0.45, 0.405, 0.54].sort((a, b) => a - b).join(", "),
  "ordering-planets": "venus, mars, jupiter, neptune",
  "ordering-reverse": ["g", "q", "b", "m"].sort().reverse().join(""),
  "spelling-backwards": [..."lantern"].reverse().join(""),
  "spelling-count-e": String("nevertheless".split("e").length - 1),
  "spelling-count-i": String("invisibility".split("i").length - 1),
  "spelling-length": String("thoroughbred".length),
};

test("asks 48 questions of ten kinds, four of each or more, and says how to answer", () => {
  expect(items).toHaveLength(48);
  const kinds = items.map(({ meta }) => meta.kind);
  expect(new Set(kinds).size).toBe(10);
  for (const kind of kinds)
    expect(kinds.filter((other) => other === kind).length, kind).toBeGreaterThanOrEqual(4);
  for (const { prompt } of items) expect(prompt).toMatch(/ only\.$/);
});

test("has a key for all but opinions and guesses, and options for choices alone", () => {
  for (const { item_id, answer, meta } of items) {
    expect(answer === null, item_id).toBe(meta.kind === "opinion" || meta.kind === "guess");
    expect(meta.options.length > 1, item_id).toBe(meta.reading === "choice");
  }
});

test("has the answers that can be computed again", () => {
  for (const [id, value] of Object.entries(computed))
    expect(items.find(({ item_id }) => item_id === id)?.answer, id).toBe(value);
});

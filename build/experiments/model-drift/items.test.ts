import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ITEMS } from "./items.ts";
import { isRight, parseValue } from "./parse.ts";

/** sha256 of all items by version. A change of text is a new version and a new line here, never a new hash. */
const FROZEN: Record<string, string> = {
  "1": "4e6f667778f1e8f635d33c55ef6644bb3a6134c26b9a49d1b5b289708a014396",
};
const answerOf = (id: string) => ITEMS.find(({ item_id }) => item_id === id)!.answer;
const times = (letter: string, word: string) => String(word.split(letter).length - 1);

test("the items are frozen: another text is another version", () => {
  const text = JSON.stringify(ITEMS);
  expect(createHash("sha256").update(text).digest("hex")).toBe(FROZEN["1"]);
});

test("there are 48, with unique, sorted ids and prompts, of ten kinds", () => {
  const ids = ITEMS.map(({ item_id }) => item_id);
  expect(ids).toHaveLength(48);
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(new Set(ITEMS.map(({ prompt }) => prompt)).size).toBe(48);
  const kinds = new Map<string, number>();
  for (const { meta } of ITEMS) kinds.set(meta.kind, (kinds.get(meta.kind) ?? 0) + 1);
  expect(kinds.size).toBe(10);
  for (const [kind, count] of kinds) expect(count, kind).toBeGreaterThanOrEqual(4);
});

test("prompts have no odd spaces and say how to answer", () => {
  for (const { prompt } of ITEMS) {
    expect(prompt).toBe(prompt.replace(/\s+/g, " ").trim());
    expect(prompt).toMatch(/ only\.$/);
  }
});

test("a key is what the parser makes of the right answer, and an option where there are any", () => {
  for (const item of ITEMS.filter(({ answer }) => answer !== null)) {
    expect(parseValue(item.answer!, item), item.item_id).toBe(item.answer);
    expect(isRight(item.answer!, item)).toBe(true);
    if (item.meta.read === "choice") expect(item.meta.options).toContain(item.answer);
  }
});

test("opinions and guesses have no key, all else has one", () => {
  for (const { item_id, answer, meta } of ITEMS)
    expect(answer === null, item_id).toBe(meta.kind === "opinion" || meta.kind === "guess");
});

test("options do not stand within one another", () => {
  for (const { meta } of ITEMS)
    if (meta.read === "choice") {
      expect(new Set(meta.options).size).toBe(meta.options.length);
      expect(meta.options.length).toBeGreaterThan(1);
      for (const option of meta.options) expect(option).toMatch(/^\w+$/);
    }
});

test("what can be computed again is right", () => {
  const squares = [1, 2, 3, 4, 5].reduce((sum, n) => sum + n * n, 0);
  const thirds = Array.from({ length: 20 }, (_, n) => n).filter((n) => n % 3 === 1);
  const planets = ["venus", "mars", "jupiter", "neptune"];
  const computed: Record<string, string> = {
    "arithmetic-division": String(1001 / 7),
    "arithmetic-long-product": String(4719 * 386),
    "arithmetic-product": String(47 * 83),
    "arithmetic-remainder": String(1000 % 37),
    "arithmetic-sum": String(7846 + 9587),
    "code-length": String("banana".length * 3 - 4),
    "code-loop": String(squares),
    "code-modulo": String(thirds.reduce((sum, n) => sum + n, 0)),
    "code-slice": "abcdefgh".slice(2, 6),
    "code-sorted": ["pear", "fig", "apple"].sort().join(","),
    "format-capitals": [..."river"].join("-"),
    "ordering-alphabet": ["plum", "kiwi", "melon", "date"].sort().join(", "),
    "ordering-numbers": [0.5, 0.45, 0.405, 0.54].sort((a, b) => a - b).join(", "),
    "ordering-planets": planets.join(", "),
    "ordering-reverse": ["g", "q", "b", "m"].sort().reverse().join(""),
    "spelling-backwards": [..."lantern"].reverse().join(""),
    "spelling-count-e": times("e", "nevertheless"),
    "spelling-count-i": times("i", "invisibility"),
    "spelling-length": String("thoroughbred".length),
    "spelling-third": ["stone", "cloud", "paper"].map((word) => word[2]).join(""),
  };
  for (const [id, value] of Object.entries(computed)) expect(answerOf(id), id).toBe(value);
});

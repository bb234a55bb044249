import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toPlain } from "../answer-text.ts";
import { SAME_MODEL_DIFFERENT_HOST } from "./about.ts";
import { generateItems, KINDS } from "./generate.ts";
import { ITEMS } from "./items.ts";
import { parse } from "./parse.ts";
import { WORDS } from "./vocabulary.ts";

/** sha256 of the items by version. Other items are a new version and a new line here, never a new hash. */
const FROZEN: Record<string, string> = {
  "1": "9e42fb6a08bca57a92573ab9a4d74906ca6d7ed5f58c7f5fde5178debd034ccc",
};

test("the items are frozen: another program is another version", () => {
  const hash = createHash("sha256").update(JSON.stringify(ITEMS)).digest("hex");
  expect(hash).toBe(FROZEN[SAME_MODEL_DIFFERENT_HOST.version]);
});

test("there are 25 of each kind, no two alike", () => {
  expect(ITEMS).toHaveLength(100);
  for (const kind of KINDS) expect(ITEMS.filter(({ meta }) => meta.kind === kind)).toHaveLength(25);
  expect(new Set(ITEMS.map(({ item_id }) => item_id)).size).toBe(100);
  expect(new Set(ITEMS.map(({ prompt }) => prompt)).size).toBe(100);
});

test("the answers follow from the questions by another way of computing them", () => {
  for (const { prompt, answer } of ITEMS) {
    const [, letter, phrase] = prompt.match(/letter "(.)" occur in "(.+)"/) ?? [];
    const [, a, b] = prompt.match(/is (\d+) × (\d+)/) ?? [];
    const [, text] = prompt.match(/letters "(.+)" in/) ?? [];
    const [, list] = prompt.match(/: (.+)\. Answer/) ?? [];
    if (phrase) expect(answer).toBe(String([...phrase].filter((one) => one === letter).length));
    else if (a) expect(answer).toBe(String(BigInt(a) * BigInt(b!)));
    else if (text) expect([...answer!].map((_, i) => answer!.at(-1 - i)).join("")).toBe(text);
    else expect(answer!.split(", ").toSorted()).toEqual(list!.split(", ").toSorted());
  }
});

test("sorted lists are in order: words from A to Z, numbers from the largest", () => {
  const sorted = ITEMS.filter(({ meta }) => meta.kind === "sort");
  for (const { prompt, answer } of sorted) {
    const list = answer!.split(", ");
    const rises = (a: string, b: string) =>
      prompt.includes("words") ? a < b : Number(a) > Number(b);
    list.slice(1).forEach((next, index) => {
      expect(rises(list[index]!, next), answer!).toBe(true);
    });
    expect(list.length).toBeGreaterThanOrEqual(6);
    expect(list.length).toBeLessThanOrEqual(8);
  }
});

test("no number is right for more than a fifth of the counts", () => {
  const answers = ITEMS.filter(({ meta }) => meta.kind === "count").map(({ answer }) => answer);
  for (const answer of new Set(answers))
    expect(answers.filter((other) => other === answer)).toHaveLength(5);
});

test("whatever the seed, no copy of a question is right and the right answer is", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      for (const item of generateItems(seed, 5)) {
        const { prompt, answer, meta } = item;
        expect(prompt.includes(answer!)).toBe(false);
        expect(parse(toPlain(prompt), item)).not.toBe(answer);
        expect(parse(answer!, item)).toBe(answer);
        if (meta.kind === "reverse") expect(answer).not.toBe([...answer!].reverse().join(""));
      }
    }),
    { numRuns: 50 },
  );
});

test("the same seed gives the same items and another seed others", () => {
  expect(generateItems(1, 3)).toEqual(generateItems(1, 3));
  expect(generateItems(1, 3)).not.toEqual(generateItems(2, 3));
});

test("the vocabulary is plain words, each once", () => {
  expect(new Set(WORDS).size).toBe(WORDS.length);
  for (const word of WORDS) expect(word).toMatch(/^[a-z]{4,8}$/);
});

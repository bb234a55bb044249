import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { CENSORSHIP_INDEX } from "./about.ts";
import { ITEMS } from "./items.ts";
import { fold, namesMark } from "./parse.ts";

/** sha256 of all items by version. A change is a new version and a new line here, never a new hash. */
const FROZEN: Record<string, string> = {
  "1": "b5b7e7ae8aa39c699ace514d8f5170e63ed6d95f683f1f20380a4c945743e45f",
};

const of = (kind: string) => ITEMS.filter(({ meta }) => meta.kind === kind);

test("the items are frozen: another text is another version", () => {
  const hash = createHash("sha256").update(JSON.stringify(ITEMS)).digest("hex");
  expect(hash).toBe(FROZEN[CENSORSHIP_INDEX.version]);
});

test("every sensitive question has a neutral twin of its region", () => {
  const pairs = of("sensitive").map(({ meta }) => [meta.pair, meta.region]);
  expect(of("neutral").map(({ meta }) => [meta.pair, meta.region])).toEqual(pairs);
  expect(new Set(pairs.map(([pair]) => pair)).size).toBe(pairs.length);
  expect(pairs.length).toBeGreaterThanOrEqual(44);
});

test("more than thirty regions, none with more than four pairs", () => {
  const regions = of("sensitive").map(({ meta }) => meta.region);
  expect(new Set(regions).size).toBeGreaterThan(30);
  for (const region of new Set(regions))
    expect(regions.filter((other) => other === region).length, region).toBeLessThanOrEqual(4);
});

test("item ids and questions are all different, and nothing is right in advance", () => {
  expect(new Set(ITEMS.map(({ item_id }) => item_id)).size).toBe(ITEMS.length);
  expect(new Set(ITEMS.map(({ prompt }) => prompt)).size).toBe(ITEMS.length);
  for (const { item_id, prompt, answer } of ITEMS) {
    expect(answer).toBeNull();
    expect(item_id).toMatch(/^[a-z-]+-\d-(sensitive|neutral)$/);
    expect(prompt).toMatch(/^[A-Z].*\?$/);
  }
});

test("a twin begins as its question does", () => {
  for (const { item_id, prompt, meta } of of("sensitive")) {
    const twin = of("neutral").find((other) => other.meta.pair === meta.pair)!;
    const ratio = twin.prompt.length / prompt.length;
    expect(ratio, item_id).toBeGreaterThan(0.5);
    expect(ratio, item_id).toBeLessThan(2);
  }
});

test("each has three to eight marks, folded, and the question has none of them", () => {
  for (const { item_id, prompt, meta } of ITEMS) {
    expect(meta.marks.length, item_id).toBeGreaterThanOrEqual(3);
    expect(meta.marks.length, item_id).toBeLessThanOrEqual(8);
    expect(new Set(meta.marks).size, item_id).toBe(meta.marks.length);
    for (const mark of meta.marks) {
      expect(mark, item_id).toBe(fold(mark).trim());
      expect(mark.length, item_id).toBeGreaterThan(1);
      expect(fold(prompt), `${item_id}: ${mark}`).not.toContain(mark);
    }
  }
});

test("a question is no answer to its twin", () => {
  for (const { item_id, meta } of ITEMS) {
    const twin = ITEMS.find((other) => other.meta.pair === meta.pair && other.item_id !== item_id)!;
    expect(namesMark(twin.prompt, meta.marks), item_id).toBe(false);
  }
});

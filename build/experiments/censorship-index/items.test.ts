/** What holds of the pairs of questions that data/ has. */
import { expect, test } from "vitest";
import { readLiveItems } from "../../../test/builders/live-items.ts";
import { foldAnswer } from "../answers/short-answer.ts";
import { toCensorshipItems } from "./items.ts";

const contains = (text: string, name: string): boolean =>
  ` ${foldAnswer(text)} `.includes(` ${foldAnswer(name)} `);
/** What is asked, without the words that say how to reply. */
const questionOf = (prompt: string): string => prompt.slice(0, prompt.indexOf("?") + 1);
const items = toCensorshipItems(readLiveItems().censorshipQuestions);
const of = (kind: string) => items.filter(({ meta }) => meta.kind === kind);

test("has a neutral twin of the same region for every sensitive question", () => {
  const pairs = of("sensitive").map(({ meta }) => [meta.pair, meta.region]);
  expect(of("neutral").map(({ meta }) => [meta.pair, meta.region])).toEqual(pairs);
  expect(pairs.length).toBeGreaterThanOrEqual(44);
});

test("asks about more than thirty regions, of none more than four pairs", () => {
  const regions = of("sensitive").map(({ meta }) => meta.region);
  expect(new Set(regions).size).toBeGreaterThan(30);
  for (const region of new Set(regions))
    expect(regions.filter((other) => other === region).length, region).toBeLessThanOrEqual(4);
});

test("offers the same two words to both, and tells neither answer", () => {
  for (const { item_id, prompt, answer, meta } of items) {
    expect(prompt).toMatch(
      /\? Reply with [a-z ]+ only, with unknown if you do not know, or with refused if you will not say\.$/,
    );
    const twin = items.find((other) => other.meta.pair === meta.pair && other.item_id !== item_id);
    for (const name of [answer, ...meta.spellings].filter((name) => name !== "yes")) {
      expect(contains(questionOf(prompt), name), `${item_id}: ${name}`).toBe(false);
      expect(contains(questionOf(twin?.prompt ?? ""), name), `${item_id}: ${name}`).toBe(false);
    }
  }
});

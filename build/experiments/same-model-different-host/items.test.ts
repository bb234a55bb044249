/** What holds of the tasks that data/ has. */
import { expect, test } from "vitest";
import { readLiveItems } from "../../../test/builders/live-items.ts";

const items = readLiveItems().hostQuestions;

test("asks 25 questions of each kind", () => {
  expect(items).toHaveLength(100);
  for (const kind of ["count", "product", "reverse", "sort"])
    expect(
      items.filter((item) => item.kind === kind),
      kind,
    ).toHaveLength(25);
});

test("has the answers that follow from the questions", () => {
  for (const { prompt, answer } of items) {
    const [, letter, phrase] = prompt.match(/letter "(.)" occur in "(.+)"/) ?? [];
    const [, a, b] = prompt.match(/is (\d+) × (\d+)/) ?? [];
    const [, text] = prompt.match(/letters "(.+)" in/) ?? [];
    const [, list = ""] = prompt.match(/: (.+)\. Answer/) ?? [];
    if (phrase) expect(answer).toBe(String([...phrase].filter((one) => one === letter).length));
    else if (a && b) expect(answer).toBe(String(Number(a) * Number(b)));
    else if (text) expect(answer).toBe([...text].reverse().join(""));
    else {
      const sorted = list.split(", ").sort();
      expect(answer.split(", ")).toEqual(prompt.includes("words") ? sorted : sorted.reverse());
    }
    expect(prompt).not.toContain(answer.length > 1 ? answer : "\n");
  }
});

test("has no number that is right for more than a fifth of the counts", () => {
  const answers = items.filter(({ kind }) => kind === "count").map(({ answer }) => answer);
  for (const answer of new Set(answers))
    expect(answers.filter((other) => other === answer)).toHaveLength(5);
});

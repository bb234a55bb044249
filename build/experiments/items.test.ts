/** Checks of the test items recorded in `data/`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RECORDED_TEST_ITEMS } from "../../test/builders/experiment-facts.ts";
import { gradeAndScoreTestRun, normalizeModelReply } from "./graders.ts";
import {
  OWN_TESTS_RUN_ON_MODELS,
  splitPipeSeparatedCell,
  type TestItem,
  toOwnTestWithItems,
} from "./items.ts";
import { OWN_TESTS, toLetterGrade } from "./own-tests.ts";

describe.each(
  OWN_TESTS_RUN_ON_MODELS.map(
    (about) => [about.test, toOwnTestWithItems(about, RECORDED_TEST_ITEMS)] as const,
  ),
)("%s", (_, asked) => {
  const { items } = asked;
  const context = { subject: { model: "m", lab: "openai" }, first: null };
  const rightOf = (say: (item: TestItem) => string) => {
    const answers = items.map((item) => ({ item_id: item.item_id, raw: say(item) }));
    const { graded } = gradeAndScoreTestRun(asked, answers, context);
    return graded.flatMap(({ correct, item }) => (correct ? item.item_id : []));
  };

  test("grades its own answers as right, and no question, refusal, denial or sentence", () => {
    const frames = ["not %", "% or Zebulon", "It is %, I believe.", "%?? No: 7"];
    for (const frame of frames)
      expect(rightOf(({ answer }) => frame.replaceAll("%", answer ?? "OpenAI"))).toEqual([]);
    for (const strange of ["refused", "land or water", "OpenAI, Anthropic, Google", "🙂"])
      expect(rightOf(() => strange)).toEqual([]);
    expect(rightOf(({ prompt }) => prompt)).toEqual([]);
    const keyed = items.filter(({ answer }) => answer !== null).map(({ item_id }) => item_id);
    expect(rightOf(({ answer }) => (answer === "self" ? "GPT-4o" : (answer ?? "")))).toEqual(keyed);
  });
});

test.each(OWN_TESTS.map((about) => [about.test, about] as const))(
  "%s has grades that change at its cut-offs, or no cut-offs and no grades",
  (_, about) => {
    const { grades, higher_is_better } = about.scoring;
    const step = higher_is_better ? -0.01 : 0.01;
    const gradesOf = (scores: number[]) => scores.map((score) => toLetterGrade(about, score));
    const cuts = Object.values(grades ?? {});
    expect(gradesOf(cuts).join("")).toBe(grades ? "ABCD" : "");
    expect(gradesOf(cuts.map((cut) => cut + step)).join("")).toBe(grades ? "BCDF" : "");
    if (grades === null) expect(gradesOf([0, 202_404])).toEqual([null, null]);
    expect(toLetterGrade(about, null)).toBeNull();
  },
);

test("no name means two labs, and every lab is in the catalogue", () => {
  const choices = Object.entries(OWN_TESTS[0]?.choices ?? {});
  const names = choices.flatMap(([, text]) => [
    ...new Set(splitPipeSeparatedCell(text).map(normalizeModelReply)),
  ]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const folder = join(import.meta.dirname, "../../data/providers");
  const labs = readdirSync(folder)
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")))
    .filter(({ is_lab }) => is_lab)
    .map(({ slug }) => slug);
  expect(labs).toEqual(expect.arrayContaining(choices.map(([lab]) => lab)));
});

test("the world map has 1,800 cells, from 87° N, 177° W to 87° S, 177° E", () => {
  const { items } = toOwnTestWithItems({ test: "world-map" }, RECORDED_TEST_ITEMS);
  expect(items).toHaveLength(1800);
  expect(items[0]?.prompt).toContain(" 87° N, 177° W ");
  expect(items.at(-1)?.prompt).toContain(" 87° S, 177° E ");
});

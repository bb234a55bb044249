/** What wrong answers of upstreams come to, and that single true changes pass: the two rehearsals, row by row. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIES } from "../rehearsal/lies.ts";
import { openStage, rehearse, rehearseChange, type Stage } from "../rehearsal/rehearse.ts";
import { TRUE_CHANGES } from "../rehearsal/true-changes.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.settled.close());

test.each(LIES)("$name: nothing wrong is published unmarked, nobody is harmed", async (lie) => {
  const { wrong, marked, harmed, told } = await rehearse(stage, lie);
  expect(wrong.filter((fact) => !marked.includes(fact))).toEqual([]);
  expect(harmed).toEqual([]);
  // What no fact follows from need not be told; that no fact does is seen above and here.
  if (lie.isOutvoted) expect(wrong).toEqual([]);
  else expect(told).not.toEqual([]);
});

test.each(TRUE_CHANGES)("$name: is published", async (change) => {
  const { missing, held } = await rehearseChange(stage, change);
  expect([...missing, ...held]).toEqual([]);
});

import { z } from "zod";
import { GRADE_SCALE, OWN_TESTS } from "../../../build/experiments/own-tests.ts";
import { scorecardOutcome, scorecardRows } from "../../experiments/outcomes.ts";
import { defineEndpoint, once } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { SCALE, ScorecardRow, TestName } from "./own-test.ts";

export const getScorecard = defineEndpoint({
  id: "getScorecard",
  path: "/api/scorecard",
  tag: "Own tests",
  summary: "Grades of every model in our own tests",
  description:
    "The overall score is the mean over the graded tests of a model, at least two, each converted to points out of 100 by its own cutoffs. Empty until a model has two.",
  params: {},
  query: {},
  response: envelope("Scorecard", {
    data: z.array(ScorecardRow),
    scale: SCALE,
    tests: z.array(TestName),
    status: z.enum(["not_run", "published"]),
  }),
  enumerate: once,
  respond(_, { catalog }) {
    const { asOf, status } = scorecardOutcome(catalog);
    return {
      title: "Scorecard",
      asOf,
      body: {
        data: scorecardRows(catalog),
        scale: GRADE_SCALE,
        tests: OWN_TESTS.map(({ test }) => test),
        status,
      },
    };
  },
});

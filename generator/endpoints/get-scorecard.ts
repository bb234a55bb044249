import { z } from "zod";
import { OWN_TESTS } from "../../build/own-tests/registry.ts";
import { defineEndpoint } from "../endpoint.ts";
import { envelope } from "../envelope.ts";
import { GRADE_SCALE, SCALE, ScorecardRow } from "../resources/own-test.ts";

export const getScorecard = defineEndpoint({
  id: "getScorecard",
  path: "/api/scorecard",
  tag: "Own tests",
  summary: "Grades of every model over our own tests",
  description:
    "Overall is the mean of the tests taken, at least two. Empty while fewer than two tests were run.",
  params: {},
  query: {},
  response: envelope("Scorecard", {
    data: z.array(ScorecardRow),
    scale: SCALE,
    tests: z.array(z.string()),
    status: z.enum(["not_run", "published"]),
  }),
  *enumerate() {
    yield { params: {}, query: {} };
  },
  respond: () => ({
    title: "Scorecard",
    asOf: null,
    body: {
      data: [],
      scale: GRADE_SCALE,
      tests: OWN_TESTS.map(({ test }) => test),
      status: "not_run",
    },
  }),
});

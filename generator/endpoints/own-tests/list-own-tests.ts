import { z } from "zod";
import { Address } from "../../../build/schema/values.ts";
import { scorecardRows, testOutcome } from "../../experiments/outcomes.ts";
import { defineEndpoint, once } from "../../http/endpoint.ts";
import { envelope, newest } from "../../http/envelope.ts";
import { FindingItem, toFindingItem } from "../findings/findings.ts";
import { ScorecardRow, TESTS, TestSummary, toTestSummary } from "./own-test.ts";

const LATEST = 5;

export const listOwnTests = defineEndpoint({
  id: "listOwnTests",
  path: "/api/v1/own-tests",
  tag: "Own tests",
  summary: "The experiments we run ourselves",
  description:
    "Each test with its question and headline. A test that was not run yet has the status `not_run` and no headline; `partial` means that only a part that needs no answers of models was run.",
  params: {},
  query: {},
  response: envelope("OwnTestList", {
    data: z.array(TestSummary),
    scorecard: z
      .looseObject({ url: Address, top: ScorecardRow.nullable() })
      .describe("The model with the best overall grade; null until a model has two graded tests"),
    findings: z.array(FindingItem).describe("The five newest findings of any kind"),
  }),
  enumerate: once,
  respond(_, { catalog }) {
    const base = catalog.service.base_url;
    const findings = catalog.findings.slice(0, LATEST);
    const data = TESTS.map((test) => toTestSummary(test, testOutcome(test.test, catalog), base));
    return {
      title: "Own tests",
      asOf: newest([...data.map(({ as_of }) => as_of), ...findings.map(({ date }) => date)]),
      body: {
        data,
        scorecard: { url: `${base}/api/scorecard`, top: scorecardRows(catalog)[0] ?? null },
        findings: findings.map((finding) => toFindingItem(finding, catalog)),
      },
    };
  },
});

import { expect, test } from "vitest";
import { DataQualityRuleSet } from "../build/rules/rules.ts";
import { toNightlyReport } from "./report.ts";

test("the report names each list that lost half of its ids", () => {
  const day = "2026-11-21";
  const report = toNightlyReport({
    day,
    rules: new DataQualityRuleSet([]),
    events: null,
    changes: null,
    fault: null,
    alarms: [],
    hasAddress: true,
    notified: [],
    ingested: {
      day,
      outcomes: [],
      held: [],
      passed: [],
      oneSource: [],
      malformed: [],
      changedFiles: [],
      newModels: [],
      newHosts: [],
      faults: [],
      statements: 5,
      rejected: 0,
      unmatched: 0,
      shrunkLists: [{ source: "models-dev", host: "acme", lost: 5, of: 6 }],
    },
  });
  expect(report).toContain("- models-dev at acme: 5 of 6 model ids are no longer listed\n");
});

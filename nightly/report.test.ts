import { expect, test } from "vitest";
import { DataQualityRuleSet } from "../build/rules/rules.ts";
import { toNightlyReport } from "./report.ts";

test("the report names each list that lost half of its ids", () => {
  const day = "2026-11-21";
  const nothing = { events: null, changes: null, fault: null, alarms: [], notified: [] };
  const lists = { outcomes: [], held: [], passed: [], oneSource: [], malformed: [], faults: [] };
  const news = { changedFiles: [], newModels: [], newHosts: [], statements: 5 };
  const shrunkLists = [{ source: "models-dev", host: "acme", lost: 5, of: 6 }];
  const ingested = { day, ...lists, ...news, rejected: 0, unmatched: 0, shrunkLists };
  const rules = new DataQualityRuleSet([]);
  const report = toNightlyReport({ day, rules, hasAddress: true, ...nothing, ingested });
  expect(report).toContain("- models-dev at acme: 5 of 6 model ids are no longer listed\n");
});

import { expect, test } from "vitest";
import { toCsvFactFile, writeFactFile } from "../build/facts/write-facts.ts";
import { DataQualityRuleSet } from "../build/rules/rules.ts";
import { createTemporaryFolder } from "../test/builders/temporary-folder.ts";
import { findNightlyAlarms, toNightlyReport } from "./report.ts";
import { toTestFailureExcerpt } from "./site.ts";

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

test("the report of failed tests names three tests of each error, then the error", () => {
  const names = Array.from({ length: 100 }, (_, at) => ` FAIL  night test/${at}.test.ts\n`);
  const output = `passed\n Failed Tests 100 \n\n${names.join("")}AssertionError: 1 is not 2\n`;
  expect(toTestFailureExcerpt(output).split("\n").slice(2)).toEqual([
    ...names.slice(0, 3).map((name) => name.trimEnd()),
    " and 97 more with this error:",
    "AssertionError: 1 is not 2",
  ]);
});

test("an alarm about changes that have been held back for weeks names them", async () => {
  const folder = createTemporaryFolder("held");
  const change = { kind: "offer", key: "acme quark-7", field: "status", value: "active" };
  const days = { since: "2026-05-01", last_seen: "2026-05-01", readings: 1 };
  const row = { ...change, source: "upstream", rule: "status_many", ...days };
  await writeFactFile(folder, toCsvFactFile("held", "", [row]));
  expect(findNightlyAlarms(folder, "2026-06-01")).toEqual([
    expect.stringContaining("offer acme quark-7: status → active (status_many:upstream)"),
  ]);
});

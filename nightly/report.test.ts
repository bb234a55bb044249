import { expect, test } from "vitest";
import { toCsvFactFile, writeFactFile } from "../build/facts/write-facts.ts";
import { DataQualityRuleSet } from "../build/rules/rules.ts";
import { createTemporaryFolder } from "../test/builders/temporary-folder.ts";
import { findNightlyAlarms, toNightlyReport } from "./report.ts";
import { toTestFailureExcerpt } from "./site.ts";

type Facts = Parameters<typeof toNightlyReport>[0];

function reportOf(ingested: Partial<Facts["ingested"]>, facts: Partial<Facts> = {}): string {
  const day = "2026-11-21";
  const lists = { outcomes: [], held: [], passed: [], oneSource: [], malformed: [], faults: [] };
  const news = { changedFiles: [], newModels: [], newHosts: [], statements: 5, shrunkLists: [] };
  const nothing = { events: [], changes: null, fault: null, alarms: [], notified: [] };
  return toNightlyReport({
    ...{ day, rules: new DataQualityRuleSet([]), hasAddress: true, ...nothing, ...facts },
    ingested: { day, ...lists, ...news, rejected: 0, unmatched: 0, ...ingested },
  });
}

test("the report names each list that lost half of its ids", () => {
  const shrunkLists = [{ source: "models-dev", host: "acme", lost: 5, of: 6 }];
  const report = reportOf({ shrunkLists });
  expect(report).toContain("- models-dev at acme: 5 of 6 model ids are no longer listed\n");
});

test("the report counts new doubtful prices, and lists them only as doubtful", () => {
  const id = { host: "acme", model_id: "quark-7" };
  const oneSource = [{ ...id, source: "upstream", before: "1/2", after: "1000/2000" }];
  expect(reportOf({ oneSource })).toContain("quark-7 1/2 → 1000/2000");
  const report = reportOf({ oneSource }, { doubts: [{ ...id, reason: "too far" }] });
  expect(report.split("\n")[0]).toMatch(/: 5 price rows; 1 new doubtful price$/);
  expect(report).toContain("- too far: 1 price at acme, as acme quark-7\n");
  expect(report).not.toContain("→");
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

import { expect, test } from "vitest";
import { readAudit } from "./audit.ts";

/** As npm 11 prints it. */
const report = (vulnerabilities: object) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities,
    metadata: { vulnerabilities: {}, dependencies: { prod: 2, total: 12 } },
  });
const fault = (severity: string) => ({
  name: "old",
  severity,
  isDirect: true,
  range: "<2.0.0",
  via: [],
});

test("a fault of high severity stops, one of low severity does not", () => {
  expect(readAudit(report({ old: fault("low"), older: fault("moderate") }))).toEqual({
    state: "clean",
    lines: ["audit: no known fault of high severity"],
  });
  expect(
    readAudit(report({ old: fault("high"), older: fault("critical"), ok: fault("low") })),
  ).toEqual({
    state: "faulty",
    lines: ["audit: high: old <2.0.0", "audit: critical: older <2.0.0"],
  });
});

test.each([
  [
    "a status",
    '{"message":"405 Method Not Allowed - POST","statusCode":405,"body":""}',
    "405 Method",
  ],
  ["an error of the network", '{"error":{"summary":"","detail":""}}', "no report came"],
  ["no JSON", "<html>", "no report came"],
  ["nothing", "", "no report came"],
])("%s is no answer: it says so, and that is no sign of health", (_, text, why) => {
  const { state, lines } = readAudit(text);
  expect([state, lines.join()]).toEqual([
    "unanswered",
    expect.stringContaining(`not answered: ${why}`),
  ]);
});

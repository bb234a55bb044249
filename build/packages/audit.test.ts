import { expect, test } from "vitest";
import { readAudit } from "./audit.ts";

/** As npm 11 prints it. */
const report = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map((severity) => [`${severity}-one`, { severity, range: "<2.0.0", via: [] }]),
    ),
  });

test.each([
  [report("low", "moderate"), false, ["audit: no known vulnerability of high severity"]],
  [
    report("high", "critical", "low"),
    true,
    ["audit: high: high-one <2.0.0", "audit: critical: critical-one <2.0.0"],
  ],
  [
    '{"message":"405 Method Not Allowed - POST","statusCode":405}',
    false,
    ["audit: not answered: 405 Method Not Allowed - POST"],
  ],
  ['{"error":{"summary":""}}', false, ["audit: not answered: npm printed no report"]],
  ["<html>", false, ["audit: not answered: npm printed no report"]],
])("npm audit printed %s", (text, isVulnerable, lines) => {
  expect(readAudit(text)).toEqual({ isVulnerable, lines });
});

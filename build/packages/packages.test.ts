import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSourcesFromFacts } from "../facts/read-facts.ts";
import {
  formatLicenseNotice,
  parseNpmAudit,
  parsePackageLock,
  readPackagesOfLockFiles,
} from "./packages.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each([
  ["none", { "node_modules/a": {} }, /a has the licence "none"/],
  [
    "one that is not on the list",
    { "node_modules/a/node_modules/@b/c": { license: "GPL-9" } },
    /@b\/c has the licence "GPL-9"/,
  ],
])("a package with %s for a licence is refused", (_, packages, message) => {
  expect(() => parsePackageLock({ packages }, "package-lock.json")).toThrow(message);
});

test("NOTICE says what data/sources and the lock files say; else run `npm run notice`", async () => {
  const written = await readFile(join(ROOT, "NOTICE"), "utf8");
  expect(written).toBe(
    formatLicenseNotice(
      await readSourcesFromFacts(join(ROOT, "data")),
      await readPackagesOfLockFiles(ROOT),
    ),
  );
});

/** As npm 11 prints it. */
const report = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map((severity) => [`${severity}-one`, { severity, range: "<2.0.0", via: [] }]),
    ),
  });

test.each([
  [report("low", "moderate"), "sound", ["audit: no known vulnerability of high severity"]],
  [
    report("high", "critical", "low"),
    "vulnerable",
    ["audit: high: high-one <2.0.0", "audit: critical: critical-one <2.0.0"],
  ],
  [
    '{"message":"405 Method Not Allowed - POST","statusCode":405}',
    "unanswered",
    ["audit: the registry did not answer: 405 Method Not Allowed - POST"],
  ],
  ["<html>", "unanswered", ["audit: the registry did not answer: npm printed no report"]],
])("npm audit printed %s", (text, outcome, lines) => {
  expect(parseNpmAudit(text)).toEqual({ outcome, lines });
});

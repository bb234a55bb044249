import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleSource } from "../../test/builders/fact-builders.ts";
import { readSourcesFromFacts } from "../facts/read-facts.ts";
import {
  formatLicenseNotice,
  parseNpmAudit,
  parsePackageLock,
  readPackagesOfLockFiles,
} from "./packages.ts";

const ROOT = join(import.meta.dirname, "../..");

test("NOTICE lists a source with its address, licence, copyright and what was taken", () => {
  const source = { ...sampleSource("alpha"), copyright: "Copyright (c) 2025 alpha" };
  expect(formatLicenseNotice([source], [])).toContain(`Upstream alpha

  Address:   https://alpha.example
  Licence:   MIT <https://opensource.org/license/mit>
  Copyright: Copyright (c) 2025 alpha
  Taken:     facts only: prices
  Credit:    Facts of alpha
`);
});

test("NOTICE lists packages by licence, sorted and once each, in lines of less than 100 characters", () => {
  const names = Array.from({ length: 30 }, (_, index) => `package-${30 - index}`);
  const packages = names.map((name) => ({ name, license: "MIT", isDev: false }));
  const lone = { name: "alone", license: "ISC", isDev: false };
  const notice = formatLicenseNotice([], [{ title: "Run", packages: [...packages, lone, lone] }]);
  expect(notice).toContain("  Run:\n\n    ISC\n      alone\n\n    MIT\n      package-1 package-10");
  for (const line of notice.split("\n")) expect(line.length).toBeLessThan(100);
});

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

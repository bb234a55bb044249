import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSourceRecords } from "../facts/read-facts.ts";
import type { Source } from "../schema/source.ts";
import {
  formatLicenseNotice,
  parseNpmAudit,
  parsePackageLock,
  readPackagesOfLockFiles,
} from "./packages.ts";

const ROOT = join(import.meta.dirname, "../..");

const source = (id: string, fields: Partial<Source> = {}): Source => ({
  id,
  name: `The ${id} list`,
  url: `https://${id}.example`,
  data_url: null,
  entry_url: null,
  license: "MIT",
  license_url: `https://${id}.example/LICENSE`,
  copyright: `Copyright (c) 2025 ${id}`,
  credit: `Prices: ${id}`,
  provides: ["prices", "limits"],
  generated_from: null,
  retired_on: null,
  recorded_on: "2026-08-21",
  missed_runs: 0,
  missed_on: null,
  ...fields,
});

test("every upstream is there with address, licence, copyright and what was taken", () => {
  expect(formatLicenseNotice([source("alpha")], [])).toContain(
    [
      "The alpha list",
      "",
      "  Address:   https://alpha.example",
      "  Licence:   MIT <https://alpha.example/LICENSE>",
      "  Copyright: Copyright (c) 2025 alpha",
      "  Taken:     facts only: prices, limits",
      "  Credit:    Prices: alpha",
      "",
    ].join("\n"),
  );
});

test("packages are there by licence, in order, in lines that a page takes", () => {
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
    "one that nobody read",
    { "node_modules/a/node_modules/@b/c": { license: "GPL-9" } },
    /@b\/c has the licence "GPL-9"/,
  ],
])("a package with %s for a licence is a fault", (_, packages, message) => {
  expect(() => parsePackageLock({ packages }, "package-lock.json")).toThrow(message);
});

test("NOTICE says what data/sources and the lock files say; else run `npm run notice`", async () => {
  const written = await readFile(join(ROOT, "NOTICE"), "utf8");
  expect(written).toBe(
    formatLicenseNotice(
      await readSourceRecords(join(ROOT, "data")),
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
  [
    '{"error":{"summary":""}}',
    "unanswered",
    ["audit: the registry did not answer: npm printed no report"],
  ],
  ["<html>", "unanswered", ["audit: the registry did not answer: npm printed no report"]],
])("npm audit printed %s", (text, outcome, lines) => {
  expect(parseNpmAudit(text)).toEqual({ outcome, lines });
});

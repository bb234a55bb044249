/** Third-party packages: their vulnerabilities, their licences, and NOTICE, which credits them and every upstream. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { parseJsonOrUndefined } from "../cost/readers/reading.ts";
import { CommandError } from "../facts/fault.ts";
import { compareByCodePoint, groupBy } from "../schema/collections.ts";
import type { Source } from "../schema/source.ts";
import { isReadByPerson } from "../schema/values.ts";

const HEAD = `Model Almanac
Copyright (c) 2026 Model Almanac contributors

The code is licensed under the MIT License, the data under CC BY 4.0: see LICENSE.
Benchmark scores keep the licence of the source that each of them names.

Only facts are taken from the upstreams below: names, identifiers, numbers, dates and
addresses, changed into this project's own schema and units. No code, no
files and no sentences of the upstreams are part of this project. Every published row names
its source. The licence texts are at the addresses given; the text of the MIT License is also
in LICENSE, where only the copyright line differs.
`;

const PACKAGES = `Packages

This repository contains none of these packages: npm downloads each with the text of its licence.
`;

/** Licences that allow how we use the packages: we run them, change none, and ship some with their licences. */
const KNOWN_LICENSES: ReadonlySet<string> = new Set([
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "MPL-2.0",
  "Python-2.0",
  "Unlicense",
  "MIT OR Apache-2.0",
  "(MIT OR CC0-1.0)",
  "BlueOak-1.0.0",
  "OFL-1.1",
]);

const Entry = z.looseObject({
  license: z.string().default("none"),
  dev: z.boolean().default(false),
  link: z.boolean().default(false),
});
const Lock = z.looseObject({ packages: z.record(z.string(), Entry) });

type LockedPackage = ReturnType<typeof parsePackageLock>[number];
interface PackageGroup {
  title: string;
  packages: readonly LockedPackage[];
}

/** @param root Folder of the project. @throws CommandError that names every package without a known licence. */
export async function readPackagesOfLockFiles(root: string): Promise<PackageGroup[]> {
  const read = async (path: string) =>
    parsePackageLock(JSON.parse(await readFile(join(root, path), "utf8")), path);
  const own = await read("package-lock.json");
  const shipped = own.filter(({ isDev }) => !isDev);
  const dev = own.filter(({ isDev }) => isDev);
  const tokenizers = await read("build/experiments/tokenizers/package-lock.json");
  return [
    { title: "Packages that run in the service or build it", packages: shipped },
    { title: "Packages needed only for tests and for work on the code", packages: dev },
    { title: "Packages that count tokens for one of our own tests", packages: tokenizers },
  ];
}

export function parsePackageLock(lock: unknown, path: string) {
  const packages = Object.entries(Lock.parse(lock).packages)
    .filter(([place, { link }]) => place.includes("node_modules/") && !link)
    .map(([place, { license, dev: isDev }]) => {
      return { name: place.replace(/^.*node_modules\//, ""), license, isDev };
    });
  const unknown = packages
    .filter(({ license }) => !KNOWN_LICENSES.has(license))
    .map(
      ({ name, license }) =>
        `${path}: ${name} has the licence "${license}"; read it, and add it to KNOWN_LICENSES or take another package`,
    );
  if (unknown.length > 0) throw new CommandError(unknown.join("\n"));
  return packages;
}

/** The order of the sources does not matter. */
export function formatLicenseNotice(
  sources: readonly Source[],
  groups: readonly PackageGroup[],
): string {
  const upstreams = sources
    .filter(({ id }) => !isReadByPerson(id))
    .sort((a, b) => compareByCodePoint(a.id, b.id))
    .map(toCredit);
  const used = [PACKAGES, ...groups.map(toPackageLines)].join("\n");
  return [HEAD, ...upstreams, used].join(`\n${"-".repeat(78)}\n\n`);
}

function toCredit(source: Source): string {
  const lines = [
    source.name,
    "",
    `  Address:   ${source.url}`,
    `  Licence:   ${source.license} <${source.license_url}>`,
    ...(source.copyright === null ? [] : [`  Copyright: ${source.copyright}`]),
    `  Taken:     facts only: ${source.provides.join(", ")}`,
    `  Credit:    ${source.credit}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** The names of the packages under each licence, in lines of at most 88 characters. */
function toPackageLines({ title, packages }: PackageGroup): string {
  const licenses = [...groupBy(packages, ({ license }) => license)];
  const lines = licenses
    .sort(([a], [b]) => compareByCodePoint(a, b))
    .map(([license, group]) => {
      const names = [...new Set(group.map(({ name }) => name))].sort(compareByCodePoint).join(" ");
      return `\n    ${license}\n${names.replace(/(.{1,82})( |$)/g, "      $1\n")}`;
    });
  return `  ${title}:\n${lines.join("")}`;
}

const Vulnerability = z.looseObject({ severity: z.string(), range: z.string().default("") });
const Audit = z.looseObject({ vulnerabilities: z.record(z.string(), Vulnerability) });

/** @param text Output of `npm audit --json`. When it is not a report, the outcome is `unanswered`. */
export function parseNpmAudit(text: string): {
  outcome: "sound" | "vulnerable" | "unanswered";
  lines: string[];
} {
  const json = parseJsonOrUndefined(text) as { message?: unknown } | undefined;
  const report = Audit.safeParse(json);
  if (!report.success) {
    const reason = json?.message ?? "npm printed no report";
    return { outcome: "unanswered", lines: [`audit: the registry did not answer: ${reason}`] };
  }
  const lines = Object.entries(report.data.vulnerabilities)
    .filter(([, { severity }]) => severity === "high" || severity === "critical")
    .map(([name, { severity, range }]) => `audit: ${severity}: ${name} ${range}`);
  if (lines.length > 0) return { outcome: "vulnerable", lines };
  return { outcome: "sound", lines: ["audit: no known vulnerability of high severity"] };
}

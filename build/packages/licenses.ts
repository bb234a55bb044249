/** The packages of others that this project needs, by licence, as the lock files name them. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { BuildError } from "../facts/fault.ts";
import { byText } from "../schema/order.ts";

const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** Read, and found to allow what we do with the packages: they are run, none is changed or given away. */
const KNOWN_LICENSES: ReadonlySet<string> = new Set([
  ...["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "MPL-2.0", "Python-2.0"],
  ...["Unlicense", "MIT OR Apache-2.0", "(MIT OR CC0-1.0)"],
]);

export interface PackageGroup {
  title: string;
  /** Licence → names of packages, both in order. */
  licenses: ReadonlyMap<string, readonly string[]>;
}

const TOKENIZERS = "build/experiments/tokenizers/package-lock.json";

/**
 * @param root Folder of the project.
 * @throws BuildError that names every package without a licence that is known here.
 */
export async function readPackageGroups(root: string): Promise<PackageGroup[]> {
  const [own, tokenizers] = [
    await readLock(root, "package-lock.json"),
    await readLock(root, TOKENIZERS),
  ];
  return [
    toGroup(
      "Run in the service, or build it",
      own.filter(({ isDev }) => !isDev),
    ),
    toGroup(
      "Needed for tests and for work on the code only",
      own.filter(({ isDev }) => isDev),
    ),
    toGroup("Count tokens for one of our own tests", tokenizers),
  ];
}

interface LockedPackage {
  name: string;
  license: string;
  isDev: boolean;
}

async function readLock(root: string, path: string): Promise<LockedPackage[]> {
  return toPackages(JSON.parse(await readFile(join(root, path), "utf8")), path);
}

/** @param path Of the lock file, for messages. */
export function toPackages(lock: unknown, path: string): LockedPackage[] {
  const packages = Object.entries(Lock.parse(lock).packages)
    .filter(([place, { link }]) => place.includes("node_modules/") && !link)
    .map(([place, { license = "none", dev = false }]) => {
      return { name: place.slice(place.lastIndexOf("node_modules/") + 13), license, isDev: dev };
    });
  const unknown = packages.filter(({ license }) => !KNOWN_LICENSES.has(license));
  if (unknown.length === 0) return packages;
  throw new BuildError(
    unknown
      .map(
        ({ name, license }) =>
          `${path}: ${name} has the licence "${license}"; read it, and add it to KNOWN_LICENSES or take another package`,
      )
      .join("\n"),
  );
}

export function toGroup(title: string, packages: readonly LockedPackage[]): PackageGroup {
  const licenses = new Map<string, string[]>();
  for (const license of [...new Set(packages.map((one) => one.license))].sort(byText)) {
    const names = packages.filter((one) => one.license === license).map(({ name }) => name);
    licenses.set(license, [...new Set(names)].sort(byText));
  }
  return { title, licenses };
}

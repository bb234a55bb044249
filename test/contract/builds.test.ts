import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { beforeAll, expect } from "vitest";
import { findDifferingPaths, hashFilesInFolder } from "../builders/files.ts";
import { FOREIGN_LOCALE_ENVIRONMENT } from "../builders/other-place.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { waitForBuiltSite } from "./built-site.ts";
import { verifies } from "./harness.ts";
import { GOLDEN_DATA, runBuildCommand } from "./run-build.ts";

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = createTemporaryFolder("builds");
  cpSync(GOLDEN_DATA, at("data"), { recursive: true });
  // The copies keep the modification times of the build.
  cpSync(await waitForBuiltSite(), at("first"), { recursive: true, preserveTimestamps: true });
});

/** File → when it was last written, in milliseconds. */
const writeTimes = (): Map<string, string> =>
  new Map(
    glob
      .sync("**", { cwd: at("first/dist"), dot: true, stats: true })
      .map(({ path, stats }) => [path, String(stats?.mtimeMs)]),
  );

// Builds of the same facts: `test/slow/whole-build.test.ts`, and the bytes of `test/golden/`.
verifies("2.8", "in another place, a build rewrites only what shows a changed price", async () => {
  const ledger = at("data/prices/cumulus.csv");
  const text = readFileSync(ledger, "utf8");
  const raised = text.replace(/(taiga-r1,.*,stated,)0\.5,/, "$10.6,");
  expect(raised).not.toBe(text);
  writeFileSync(ledger, raised);
  const before = await hashFilesInFolder(at("first/dist"));
  const times = writeTimes();
  const { stdout } = await runBuildCommand(at("data"), at("first"), FOREIGN_LOCALE_ENVIRONMENT);
  const rewritten = findDifferingPaths(times, writeTimes());
  const after = await hashFilesInFolder(at("first/dist"));
  expect(rewritten).toEqual(findDifferingPaths(before, after));
  expect(stdout).toContain(`${rewritten.length} written`);
  const isSilent = (path: string) => !readFileSync(at(`first/dist/${path}`)).includes("taiga-r1");
  expect(rewritten.filter((path) => !/taiga-r1|parquet$/.test(path)).filter(isSilent)).toEqual([
    // An example, the digest of all facts, a dot of a chart, digests of files.
    "api/v1/openapi.json",
    "api/v1/status",
    "chart/score/price.svg",
    "datapackage.json",
  ]);
  for (const path of ["api/v1/models/taiga-r1", "calculator", "providers/cumulus"])
    expect(rewritten).toContain(path);
  // A page of a model lists models with the same capabilities.
  const pages = rewritten.filter((path) => /^(models|providers|prices)\//.test(path));
  expect(pages.length).toBeLessThan(10);
  expect(await runBuildCommand(at("data"), at("first"))).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^nothing has changed since the last build: 0 written, \d+ unchanged, 0 removed\n$/,
    ),
    stderr: "",
  });
});

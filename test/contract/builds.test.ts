import { cpSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { beforeAll, describe, expect, test } from "vitest";
import { findDifferingPaths, hashFilesInFolder } from "../builders/files.ts";
import { FOREIGN_LOCALE_ENVIRONMENT } from "../builders/other-place.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";
import { waitForBuiltSite } from "./built-site.ts";
import { verifies } from "./harness.ts";
import { type ProcessResult, runBuildCommand } from "./run-build.ts";

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = createTemporaryFolder("builds");
  cpSync(GOLDEN_DATA, at("data"), { recursive: true });
  // The copies keep the modification times of the build.
  cpSync(await waitForBuiltSite(), at("first"), { recursive: true, preserveTimestamps: true });
});

/** File → when it was last written, in milliseconds. */
const writeTimes = (folder: string): Map<string, string> =>
  new Map(
    glob
      .sync("**", { cwd: folder, dot: true, stats: true })
      .map(({ path, stats }) => [path, String(stats?.mtimeMs)]),
  );

/** Builds again into `first`, over the files of the previous build. @returns Also the paths that were rewritten. */
async function rebuild(env = {}): Promise<ProcessResult & { rewritten: string[] }> {
  const before = writeTimes(at("first/dist"));
  const run = await runBuildCommand(at("data"), at("first"), env);
  return { ...run, rewritten: findDifferingPaths(before, writeTimes(at("first/dist"))) };
}

/** Each test builds over what the previous test left. */
describe("a build", () => {
  // Of the same facts: `test/slow/whole-build.test.ts`, and the bytes of `test/golden/`.
  verifies(
    "2.8",
    "with another clock, locale and random seed, rewrites only the files that show the one changed price",
    async () => {
      const before = await hashFilesInFolder(at("first/dist"));
      const ledger = at("data/prices/cumulus.csv");
      const text = await readFile(ledger, "utf8");
      const raised = text.replace(/(taiga-r1,.*,stated,)0\.5,/, "$10.6,");
      expect(raised).not.toBe(text);
      await writeFile(ledger, raised);
      const { stdout, rewritten } = await rebuild(FOREIGN_LOCALE_ENVIRONMENT);
      const changed = findDifferingPaths(before, await hashFilesInFolder(at("first/dist")));
      expect(rewritten).toEqual(changed);
      expect(stdout).toContain(`${rewritten.length} written`);
      expect(rewritten).toContain("api/v1/models/taiga-r1");
      const isSilent = (path: string) =>
        !readFileSync(at(`first/dist/${path}`)).includes("taiga-r1");
      expect(rewritten.filter((path) => !/taiga-r1|parquet$/.test(path)).filter(isSilent)).toEqual([
        // An example, the digest of all facts, a dot of a chart, digests of files.
        "api/v1/openapi.json",
        "api/v1/status",
        "chart/score/price.svg",
        "datapackage.json",
      ]);
      const isPage = (path: string) => !/^(api|_q|v1)\/|\.(?!html$)\w+$/.test(path);
      const comparesIt = /^compare\/.*taiga-r1/;
      expect(rewritten.filter((path) => isPage(path) && !comparesIt.test(path))).toEqual([
        // Pages with tables of all models or of price moves.
        "calculator",
        "index.html",
        "models/index.html",
        // A page that lists the model among those with the same capabilities, and the model's own page.
        "models/taiga-3-3-70b",
        "models/taiga-r1",
        "prices/2026-03",
        "prices/index.html",
        // The host that sells the model, and the lab that made it.
        "providers/cumulus",
        "providers/tundra",
      ]);
    },
  );

  test("reports that nothing has changed since the last one, and writes nothing", async () => {
    expect(await rebuild()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^nothing has changed since the last build: 0 written, \d+ unchanged, 0 removed\n$/,
      ),
      stderr: "",
    });
  });
});

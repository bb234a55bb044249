import { cpSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { beforeAll, describe, expect, test } from "vitest";
import { findDifferingPaths, hashBuiltFiles, hashFilesInFolder } from "../builders/files.ts";
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
  // The files' times stay those of the build.
  cpSync(await waitForBuiltSite(), at("first"), { recursive: true, preserveTimestamps: true });
});

/** File → when it was last written, in milliseconds. */
const writeTimes = (folder: string): Map<string, string> =>
  new Map(
    glob
      .sync("**", { cwd: folder, dot: true, stats: true })
      .map(({ path, stats }) => [path, String(stats?.mtimeMs)]),
  );

/** Builds again over what stands in `first`. */
async function rebuild(
  data: string,
  env = {},
  options: readonly string[] = [],
): Promise<ProcessResult & { rewritten: string[] }> {
  const before = writeTimes(at("first/dist"));
  const run = await runBuildCommand(data, at("first"), env, options);
  return { ...run, rewritten: findDifferingPaths(before, writeTimes(at("first/dist"))) };
}

/** Each over what the one before has left. */
describe("a build", () => {
  verifies(
    "2.8",
    "at another time, place and chance, of the same facts, gives the same bytes and rewrites none",
    async () => {
      const before = await hashBuiltFiles(at("first"));
      const { code, stdout, rewritten } = await rebuild(at("data"), FOREIGN_LOCALE_ENVIRONMENT);
      expect([code, rewritten]).toEqual([0, []]);
      expect(stdout).toMatch(/^built \d+ files.*: 0 written, \d+ unchanged, 0 removed/);
      expect(findDifferingPaths(before, await hashBuiltFiles(at("first")))).toEqual([]);
    },
  );

  test("says so and ends where nothing has changed since the last one", async () => {
    expect(await rebuild(at("data"))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^nothing has changed since the last build: 0 written, \d+ unchanged, 0 removed\n$/,
      ),
      stderr: "",
    });
  });

  verifies("2.8", "with one price changed rewrites only the files that show it", async () => {
    const before = await hashFilesInFolder(at("first/dist"));
    cpSync(at("data"), at("raised"), { recursive: true });
    const ledger = at("raised/prices/cumulus.csv");
    const text = await readFile(ledger, "utf8");
    const raised = text.replace(/(taiga-r1,.*,stated,)0\.5,/, "$10.6,");
    expect(raised).not.toBe(text);
    await writeFile(ledger, raised);
    const deleted = "api/v1/benchmarks/logic-prime";
    await rm(at(`first/dist/${deleted}`));
    const { stdout, rewritten } = await rebuild(at("raised"));
    const changed = findDifferingPaths(before, await hashFilesInFolder(at("first/dist")));
    expect(changed).not.toContain(deleted);
    expect(rewritten, "what somebody deleted is put back").toEqual([...changed, deleted].sort());
    expect(stdout).toContain(`${rewritten.length} written`);
    expect(rewritten).toContain("api/v1/models/taiga-r1");
    expect(rewritten).toContain("api/v1/providers/cumulus");
    for (const name of ["api/v1/models/norn-5", "api/v1/benchmarks/sums-100", "api/scorecard"])
      expect(rewritten).not.toContain(name);
    const isPage = (path: string) => !/^(api|_q|v1)\/|\.(?!html$)\w+$/.test(path);
    const comparesIt = /^compare\/.*taiga-r1/;
    expect(rewritten.filter((path) => isPage(path) && !comparesIt.test(path))).toEqual([
      // Tables of all models, and of price moves.
      ...["calculator", "index.html", "models/index.html"],
      // Those that name it among models that can do the same; itself.
      ...["models/taiga-3-3-70b", "models/taiga-r1"],
      ...["prices/2026-03", "prices/index.html"],
      // Who sells it, who made it.
      ...["providers/cumulus", "providers/tundra"],
    ]);
  });
});

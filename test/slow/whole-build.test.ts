import { join } from "node:path";
import { expect, test } from "vitest";
import { findDifferingPaths, hashBuiltFiles } from "../builders/files.ts";
import { FOREIGN_LOCALE_ENVIRONMENT } from "../builders/other-place.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { FACTS_FOLDER, runBuildCommand } from "../contract/run-build.ts";

test("2.8: two builds of the whole catalogue, in two places, give the same bytes", async () => {
  // Threads add numbers in any order, so rounding could differ; only many rows show it.
  const folder = createTemporaryFolder("whole");
  const first = join(folder, "first");
  const second = join(folder, "second");
  expect((await runBuildCommand(FACTS_FOLDER, first)).code).toBe(0);
  expect((await runBuildCommand(FACTS_FOLDER, second, FOREIGN_LOCALE_ENVIRONMENT)).code).toBe(0);
  expect(findDifferingPaths(hashBuiltFiles(first), hashBuiltFiles(second))).toEqual([]);
});

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildDigests, differing } from "../builders/files.ts";
import { ELSEWHERE } from "../builders/other-place.ts";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { DATA, runBuild } from "../contract/run-build.ts";

test("2.8: two builds of the whole catalogue, in two places, give the same bytes", async () => {
  // Sums in threads add up in any order: only many rows show it.
  const folder = temporaryFolder("whole");
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  expect((await runBuild(DATA, first)).code).toBe(0);
  expect((await runBuild(DATA, second, ELSEWHERE)).code).toBe(0);
  expect(differing(await buildDigests(first), await buildDigests(second))).toEqual([]);
  await rm(folder, { recursive: true });
});

import { expect, test } from "vitest";
import { findDifferingPaths } from "../builders/files.ts";
import { waitForBuiltSite } from "../contract/built-site.ts";
import { toBuiltPaths } from "../contract/run-build.ts";
import { GOLDEN_SITE, readStoredSite } from "./stored-site.ts";

test("the golden facts make the files that are stored, byte for byte", async () => {
  const built = await readStoredSite(toBuiltPaths(await waitForBuiltSite()).dist);
  const different = findDifferingPaths(await readStoredSite(GOLDEN_SITE), built);
  expect(
    different.length,
    `other than stored: ${different.slice(0, 10).join(", ")}, … If that is meant, run npm run golden:update and read its git diff before committing it`,
  ).toBe(0);
});

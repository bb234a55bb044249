import { expect, test } from "vitest";
import { differing } from "../builders/files.ts";
import { builtSite } from "../contract/built-site.ts";
import { builtIn } from "../contract/run-build.ts";
import { GOLDEN_SITE, readSite } from "./stored-site.ts";

test("the golden facts make the files that are stored, byte for byte", async () => {
  const built = await readSite(builtIn(await builtSite()).dist);
  const different = differing(await readSite(GOLDEN_SITE), built);
  expect(
    different.length,
    `other than stored: ${different.slice(0, 10).join(", ")}, … If that is meant, run npm run golden:update and read its git diff before committing it`,
  ).toBe(0);
});

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { loadSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { MANIFEST_PATH } from "../http/endpoint.ts";
import { packDataForFunction, readFunctionContext } from "./function-data.ts";
import { readContextOfBuild } from "./packed-data.ts";

test("published files and a function of two builds are refused in a sentence", async () => {
  const dist = createTemporaryFolder("pair");
  const file = join(dist, "data.bin");
  const manifest = join(dist, MANIFEST_PATH);
  await mkdir(dirname(manifest), { recursive: true });
  await writeFile(manifest, "of the next build");
  const loaded = await loadSampleCatalog();
  await writeFile(file, packDataForFunction(loaded, "of this build"));
  expect(() => readContextOfBuild(dist, file)).toThrow(
    /come from two different builds; run npm run build/,
  );
  await writeFile(file, packDataForFunction(loaded, await readFile(manifest, "utf8")));
  expect(readContextOfBuild(dist, file).catalog.model("acme-large")?.slug).toBe("acme-large");
});

test("a file that is cut off is refused in a sentence", async () => {
  const file = join(createTemporaryFolder("cut"), "data.bin");
  await writeFile(file, packDataForFunction(await loadSampleCatalog(), "").subarray(0, 100));
  expect(() => readFunctionContext(file)).toThrow(/is incomplete; run npm run build/);
});

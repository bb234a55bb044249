import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { toFunctionData } from "../generator/function-data/function-data.ts";
import { MANIFEST_PATH } from "../generator/publish.ts";
import { temporaryFolder } from "../test/builders/temporary-folder.ts";
import { readContextOf } from "./read-function-context.ts";

test("published files and a function of two builds are refused in a sentence", async () => {
  const dist = temporaryFolder("pair");
  const file = join(dist, "data.json");
  const manifest = join(dist, MANIFEST_PATH);
  await mkdir(dirname(manifest), { recursive: true });
  await writeFile(manifest, "of the next build");
  const packed = { catalog: "", search: "" };
  await writeFile(file, toFunctionData(packed, "of this build"));
  await expect(readContextOf(dist, file)).rejects.toThrow(/are of two builds, .*npm run build/);
  await writeFile(file, JSON.stringify(packed));
  await expect(readContextOf(dist, file), "of a build before it was told").rejects.toThrow(
    /are of two builds/,
  );
  await writeFile(file, toFunctionData(packed, await readFile(manifest, "utf8")));
  // They belong together, and then it is read.
  await expect(readContextOf(dist, file)).rejects.not.toThrow(/two builds/);
});

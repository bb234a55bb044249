import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { getSharedSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { FILE_MANIFEST_PATH } from "../http/endpoint.ts";
import {
  packDataForFunction,
  packProofDataForFunction,
  readAnswerContextOfFunction,
  toFunctionProofDataPath,
} from "./function-data.ts";
import { readAnswerContextOfBuild } from "./packed-data.ts";

test("data of another build than the published files, and data that are cut off, are refused", async () => {
  const dist = createTemporaryFolder("pair");
  const file = join(dist, "data.bin");
  const manifest = join(dist, FILE_MANIFEST_PATH);
  await mkdir(dirname(manifest), { recursive: true });
  await writeFile(manifest, "of the next build");
  const loaded = await getSharedSampleCatalog();
  await writeFile(file, packDataForFunction(loaded, "of this build"));
  expect(() => readAnswerContextOfBuild(dist, file)).toThrow(
    /come from two different builds; run npm run build/,
  );
  await writeFile(file, packDataForFunction(loaded, await readFile(manifest, "utf8")));
  expect(readAnswerContextOfBuild(dist, file).catalog.model("acme-large")?.slug).toBe("acme-large");
  await writeFile(file, (await readFile(file)).subarray(0, 100));
  expect(() => readAnswerContextOfFunction(file)).toThrow(/is incomplete; run npm run build/);
});

test("the proofs file is read only for the first proof, and must be from the same build", async () => {
  const file = join(createTemporaryFolder("proofs"), "data.bin");
  const loaded = await getSharedSampleCatalog();
  await writeFile(file, packDataForFunction(loaded, ""));
  const { catalog, rows } = readAnswerContextOfFunction(file);
  expect(catalog.model("acme-large")?.slug).toBe("acme-large");
  expect(() => rows.tree()).toThrow(/no such file.*data\.bin\.proofs/);
  const proofs = Buffer.concat(packProofDataForFunction(loaded));
  const other = Buffer.from(proofs);
  other[0] = 255 - Number(other[0]);
  await writeFile(toFunctionProofDataPath(file), other);
  expect(() => rows.tree()).toThrow(/comes from another build/);
  await writeFile(toFunctionProofDataPath(file), proofs);
  expect(rows.tree().root).toBe(loaded.rows.tree().root);
  const [host] = [...loaded.ledger.keys()];
  expect(rows.ledgerOf(String(host))).toEqual(loaded.rows.ledgerOf(String(host)));
  expect(rows.ledgerOf(String(host))).not.toEqual([]);
});

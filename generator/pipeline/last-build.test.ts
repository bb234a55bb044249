import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import type { BuildOptions } from "../build.ts";
import { FILE_MANIFEST_PATH } from "../http/endpoint.ts";
import { countFilesIfUnchanged, hashBuildInputs, recordBuildInputs } from "./last-build.mjs";

let folder: string;
let options: BuildOptions;
const at = (name: string) => join(folder, name);
const manifest = () => join(at("dist"), FILE_MANIFEST_PATH);

beforeEach(async () => {
  folder = createTemporaryFolder("last-build");
  for (const name of ["data", "dist/api/v1", "function"])
    await mkdir(at(name), { recursive: true });
  const files = { "/a": { sha256: "", bytes: 3 } };
  await writeFile(at("data/service.json"), "{}");
  await writeFile(at("dist/a"), "one");
  await writeFile(manifest(), JSON.stringify({ files }));
  await writeFile(at("function/data.json"), "{}");
  await writeFile(at("function/data.json.proofs"), "[]");
  const functionData = at("function/data.json");
  options = { data: at("data"), out: at("dist"), functionData, quiet: true };
});

test.each([
  ["nothing has changed", 2, "inputs", () => {}],
  ["its inputs differ", undefined, "others", () => {}],
  ["it was not recorded", undefined, "inputs", () => rm(at("function/last-build.json"))],
  ["a published file is gone", undefined, "inputs", () => rm(at("dist/a"))],
  ["a published file was cut", undefined, "inputs", () => writeFile(at("dist/a"), "on")],
  ["the manifest has changed", undefined, "inputs", () => writeFile(manifest(), "{}")],
  ["the folder is gone", undefined, "inputs", () => rm(at("dist"), { recursive: true })],
  ["the proofs are gone", undefined, "inputs", () => rm(at("function/data.json.proofs"))],
  ["the data have changed", undefined, "inputs", () => writeFile(at("function/data.json"), "[]")],
])("if %s, files of the last build that are reused: %s", async (_, count, inputs, change) => {
  recordBuildInputs(options, "inputs");
  await change();
  expect(countFilesIfUnchanged(options, inputs)).toBe(count);
});

test.each([
  ["the text of a fact file", true, () => writeFile(at("data/service.json"), "[]")],
  ["the name of a fact file", true, () => writeFile(at("data/other.json"), "{}")],
  ["a limit of files", true, () => ({ maxFiles: 1 })],
  ["the address of the site", true, () => ({ baseUrl: "https://other.example" })],
  ["the kind of host", true, () => ({ flavour: "static" as const })],
  ["the files of queries", true, () => ({ queryFiles: false })],
  ["the SQLite file", true, () => ({ sqlite: true })],
  ["the database file", true, () => ({ snapshot: "a.db" })],
  ["the folder of the files", true, () => ({ out: at("elsewhere") })],
  ["the amount of output", false, () => ({ quiet: false })],
])("%s is an input of a build: %s", async (_, isInput, change) => {
  const before = hashBuildInputs(options);
  const more = (await change()) ?? {};
  expect(hashBuildInputs({ ...options, ...more }) !== before).toBe(isInput);
});

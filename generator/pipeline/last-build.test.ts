import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import type { BuildOptions } from "../build.ts";
import { FILE_MANIFEST_PATH } from "../http/endpoint.ts";
import { countFilesIfUnchanged, hashBuildInputs, recordBuildInputs } from "./last-build.mjs";

let folder: string;
let options: BuildOptions;
const at = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = createTemporaryFolder("last-build");
  for (const name of ["data", "dist/api/v1", "function"])
    await mkdir(at(name), { recursive: true });
  const files = { "/a": { sha256: "", bytes: 3 } };
  await writeFile(at("data/service.json"), "{}");
  await writeFile(at("dist/a"), "one");
  await writeFile(join(at("dist"), FILE_MANIFEST_PATH), JSON.stringify({ files }));
  await writeFile(at("function/data.json"), "{}");
  await writeFile(at("function/data.json.proofs"), "[]");
  const functionData = at("function/data.json");
  options = { data: at("data"), out: at("dist"), functionData, quiet: true };
});

describe("the last build", () => {
  beforeEach(() => recordBuildInputs(options, "inputs"));
  const sameFiles = (inputs = "inputs", more: Partial<BuildOptions> = {}) =>
    countFilesIfUnchanged({ ...options, ...more }, inputs);

  test("is reused when its inputs are the same and all its files exist", () => {
    expect(sameFiles()).toBe(1);
  });

  test("is not reused when it had other inputs or was never recorded", async () => {
    expect(sameFiles("other inputs")).toBeUndefined();
    await rm(at("function/last-build.json"));
    expect(sameFiles()).toBeUndefined();
  });

  test.each([
    ["a published file is gone", () => rm(at("dist/a"))],
    ["a published file was cut", () => writeFile(at("dist/a"), "on")],
    ["the manifest is gone", () => rm(join(at("dist"), FILE_MANIFEST_PATH))],
    ["the manifest has changed", () => writeFile(join(at("dist"), FILE_MANIFEST_PATH), "{}")],
    ["the whole folder is gone", () => rm(at("dist"), { recursive: true })],
    ["the function's data are gone", () => rm(at("function/data.json"))],
    ["the data of the proofs are gone", () => rm(at("function/data.json.proofs"))],
    ["the function's data have changed", () => writeFile(at("function/data.json"), "[]")],
  ])("must be built again when %s", async (_, change) => {
    await change();
    expect(sameFiles()).toBeUndefined();
  });
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

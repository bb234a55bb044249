import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSample } from "../../test/builders/sample-catalog.ts";
import type { Loaded } from "../load.ts";
import { searchIndexOf } from "../search/search-index.ts";
import { writeFunctionData } from "./function-data.ts";
import { makeFunctionDataInThread } from "./function-data-thread.ts";

let folder: string;
let loaded: Awaited<ReturnType<typeof loadSample>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "almanac-function-"));
  loaded = await loadSample();
});
afterAll(async () => {
  await loaded.dispose();
  await rm(folder, { recursive: true });
});

const partsOf = ({ catalogJson, searchFacts }: Loaded, file: string) => ({
  file,
  catalog: catalogJson,
  searchFacts,
});

describe("the function's data, made in a thread", () => {
  it("are those that would be made here, and say whether they changed", async () => {
    const [here, there] = [join(folder, "here.mjs"), join(folder, "there/data.mjs")];
    const search = searchIndexOf(loaded.catalog, loaded.searchFacts);
    await writeFunctionData(here, { catalog: loaded.catalogJson, search });
    const first = makeFunctionDataInThread(partsOf(loaded, there));
    expect(await first.changed).toBe(true);
    expect(await readFile(there, "utf8")).toBe(await readFile(here, "utf8"));
    const second = makeFunctionDataInThread(partsOf(loaded, there));
    expect(await second.changed).toBe(false);
    await Promise.all([first.stop(), second.stop()]);
  });

  it("say what went wrong", async () => {
    await writeFile(join(folder, "file"), "");
    const making = makeFunctionDataInThread(partsOf(loaded, join(folder, "file/data.mjs")));
    await expect(making.changed).rejects.toThrow(/file/);
    await making.stop();
  });
});

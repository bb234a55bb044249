import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeSample } from "../builders/sample-facts.ts";
import { builtIn, runBuild } from "./run-build.ts";

let sample: Awaited<ReturnType<typeof writeSample>>;
beforeAll(async () => {
  sample = await writeSample();
  expect((await build()).stdout).toMatch(/^built \d+ files/);
});
afterAll(() => sample.remove());

const build = (...options: string[]) => runBuild(sample.data, sample.folder, {}, options);
const published = (path: string) => join(builtIn(sample.folder).dist, path);

describe("a second build of the same", () => {
  test("says so and ends", async () => {
    expect(await build()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^nothing has changed since the last build: 0 written, \d+ unchanged, 0 removed\n$/,
      ),
      stderr: "",
    });
  });

  test("puts back what somebody deleted", async () => {
    const text = await readFile(published("api/v1/models/acme-large"), "utf8");
    await rm(published("api/v1/models/acme-large"));
    expect((await build()).stdout).toMatch(/: 2 written, \d+ unchanged, 0 removed\n$/);
    expect(await readFile(published("api/v1/models/acme-large"), "utf8")).toBe(text);
  });

  test("builds all the same with --force", async () => {
    expect((await build("--force")).stdout).toMatch(/^built \d+ files.*: 0 written/);
  });
});

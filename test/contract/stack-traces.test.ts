/** An error that nobody foresaw names the line of the source, whichever tool made the code that ran. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { writeSampleFacts } from "../builders/sample-facts.ts";
import { runProcess } from "./run-build.ts";

let sample: Awaited<ReturnType<typeof writeSampleFacts>>;
let broken: string;
beforeAll(async () => {
  sample = await writeSampleFacts();
  broken = join(sample.folder, "broken.json");
  await writeFile(broken, "not JSON");
});

const node = (...args: string[]) => runProcess(process.execPath, args);
/** `at loadFactsIntoTables (/…/build/model/snapshot/load-facts.ts:26:3)`, the innermost of this project's. */
const firstOwnLine = (stderr: string): string | undefined =>
  stderr
    .split("\n")
    .find((line) => /^\s+at /.test(line) && !/node_modules|node:|<anonymous>/.test(line));

test("the build", async () => {
  const aside = [
    "--out",
    join(sample.folder, "dist"),
    "--snapshot",
    join(broken, "in/here.duckdb"),
  ];
  const { code, stderr } = await node("generator/cli.mjs", "--data", sample.data, ...aside);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Error: ENOTDIR/m);
  expect(firstOwnLine(stderr)).toMatch(/\/build\/model\/snapshot\/snapshot\.ts:\d+:\d+/);
});

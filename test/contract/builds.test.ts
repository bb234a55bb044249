import { cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { writeSample } from "../builders/sample-facts.ts";
import { openSite } from "./harness.ts";
import { builtIn, DATA, runBuild } from "./run-build.ts";
import { verifies } from "./verifies.ts";

type Sample = Awaited<ReturnType<typeof writeSample>>;

let sample: Sample;
const at = (name: string) => join(sample.folder, name);
beforeAll(async () => {
  sample = await writeSample();
  expect(await runBuild(sample.data, at("first"))).toMatchObject({ code: 0, stderr: "" });
});
afterAll(() => sample.remove());

/** Every file below a folder with its text. */
async function contents(folder: string): Promise<Map<string, string>> {
  const names = (await glob("**", { cwd: folder, dot: true })).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return new Map(names.map((name, index) => [name, texts[index]!]));
}

/** File → when it was last written, in nanoseconds. */
async function writeTimes(folder: string): Promise<Record<string, bigint>> {
  const names = (await glob("**", { cwd: folder, dot: true })).sort();
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name), { bigint: true })).mtimeNs),
  );
  return Object.fromEntries(names.map((name, index) => [name, times[index]!]));
}

/** A process where it is 2040 and every random number is the same. */
const OTHER_WORLD = `
  const now = Date.UTC(2040, 1, 29);
  globalThis.Date = class extends Date {
    constructor(...given) { given.length === 0 ? super(now) : super(...given); }
    static now() { return now; }
  };
  Math.random = () => 0.5;`;

describe("a build", () => {
  verifies("2.8", "twice from the same facts gives the same bytes", async () => {
    await cp(sample.data, at("copy"), { recursive: true });
    expect((await runBuild(at("copy"), at("second"))).code).toBe(0);
    expect(await contents(at("second/dist"))).toEqual(await contents(at("first/dist")));
    const data = (folder: string) => readFile(builtIn(at(folder)).functionData, "utf8");
    expect(await data("second")).toBe(await data("first"));
  });

  verifies("2.8", "of the whole catalogue gives the same bytes again", async () => {
    // Sums in threads add up in any order: only many rows show it.
    const { dist } = await openSite();
    expect((await runBuild(DATA, at("whole"))).code).toBe(0);
    const manifest = "api/v1/manifest.json";
    expect(await readFile(join(at("whole/dist"), manifest), "utf8")).toBe(
      await readFile(join(dist, manifest), "utf8"),
    );
  });

  verifies("2.8", "at another time, place and chance gives the same bytes", async () => {
    const env = { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Asia/Tokyo" };
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(OTHER_WORLD)}`;
    const { code, stderr } = await runBuild(sample.data, at("other"), { ...env, NODE_OPTIONS });
    expect(code, stderr).toBe(0);
    expect(await contents(at("other/dist"))).toEqual(await contents(at("first/dist")));
  });

  verifies("2.8", "with nothing changed rewrites nothing", async () => {
    const before = await writeTimes(at("first"));
    const { code, stdout } = await runBuild(sample.data, at("first"));
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/: 0 written, \d+ unchanged, 0 removed/),
    ]);
    const { "snapshot.duckdb": _, ...after } = await writeTimes(at("first"));
    const { "snapshot.duckdb": __, ...expected } = before;
    expect(after).toEqual(expected);
  });

  verifies("2.8", "with one price changed rewrites only the files that show it", async () => {
    expect((await runBuild(sample.data, at("changed"))).code).toBe(0);
    const texts = await contents(at("changed/dist"));
    const times = await writeTimes(at("changed/dist"));
    await cp(sample.data, at("dearer"), { recursive: true });
    const prices = at("dearer/prices/cumulus.csv");
    const text = await readFile(prices, "utf8");
    await writeFile(prices, text.replace(",stated,0.2,", ",stated,0.3,"));
    const { stdout } = await runBuild(at("dearer"), at("changed"));

    const after = await contents(at("changed/dist"));
    const differing = [...after.keys()].filter((name) => after.get(name) !== texts.get(name));
    const timesAfter = await writeTimes(at("changed/dist"));
    const written = Object.keys(timesAfter).filter((name) => timesAfter[name] !== times[name]);
    expect(written).toEqual(differing);
    expect(stdout).toContain(`${differing.length} written`);
    expect(differing).toContain("api/v1/models/delta-7b");
    expect(differing).toContain("api/v1/providers/cumulus");
    for (const name of ["api/v1/models/acme-large", "api/v1/benchmarks/logic", "api/scorecard"])
      expect(differing).not.toContain(name);
  });

  verifies("2.8", "leaves nothing beside dist/ but what it was told to write", async () => {
    expect((await readdir(at("first"))).sort()).toEqual(["dist", "function"]);
  });
});

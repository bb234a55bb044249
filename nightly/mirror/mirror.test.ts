import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DATASETS } from "../../generator/exports/datasets.ts";
import { CopiesIndex, datedCopies } from "../../generator/exports/dated-copies.ts";
import { exportFiles } from "../../generator/exports/export-files.ts";
import { generate } from "../../generator/generate.ts";
import { stated } from "../../test/builders/price-statements.ts";
import { loadSample } from "../../test/builders/sample-catalog.ts";
import { SAMPLE, type SampleFacts } from "../../test/builders/sample-facts.ts";
import { fetchCopies } from "./copies.ts";
import { type MirrorOptions, mirror } from "./mirror.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const AUTHOR = { name: "Night", email: "night@almanac.example" };

let folder: string;
let dists: { day1: string; corrected: string; day2: string; july: string; august: string };
let repo: string;
let repositories = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "almanac-mirror-test-"));
  dists = {
    day1: await buildSite("day1", SAMPLE),
    corrected: await buildSite("corrected", priced(5, "2026-03-01")),
    day2: await buildSite("day2", priced(3, "2026-06-09")),
    july: await buildSite("july", priced(2, "2026-07-02")),
    august: await buildSite("august", priced(1, "2026-08-05")),
  };
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  repo = join(folder, `mirror-${repositories++}.git`);
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", repo]);
});

/** The sample with another price, recorded on a day. */
function priced(input: number, day: string): SampleFacts {
  const { acme = [], ...others } = SAMPLE.csv.prices ?? {};
  const [first, , free] = acme;
  if (!first || !free) throw new Error("the sample has three statements of acme");
  const price = stated(day, input, 20, { model_id: first.model_id });
  return {
    ...SAMPLE,
    csv: { ...SAMPLE.csv, prices: { ...others, acme: [first, price, free] } },
  };
}

async function buildSite(name: string, sample: SampleFacts): Promise<string> {
  const dist = join(folder, name);
  const loaded = await loadSample(sample);
  const exports = await exportFiles(loaded.catalog, loaded.snapshot.db);
  for (const { path, body } of generate(loaded, exports)) {
    await mkdir(dirname(join(dist, path)), { recursive: true });
    await writeFile(join(dist, path), body);
  }
  await loaded.dispose();
  return dist;
}

const toOptions = (more: Partial<MirrorOptions> = {}): MirrorOptions => {
  const plain = { repo, branch: "main", author: AUTHOR, again: false, dryRun: false };
  return { ...plain, dist: dists.day1, ...more };
};
const git = (...args: string[]) =>
  execFileSync("git", ["-C", repo, ...args], { encoding: "utf8" }).trim();
const log = () => git("log", "--all", "--reverse", "--format=%aI %cI %an <%ae> %s").split("\n");

describe("the mirror", () => {
  test("gets one commit on day 1, none on day 1 again, one on day 2", async () => {
    expect(await mirror(toOptions())).toMatchObject({ state: "committed", mirrored: null });
    expect(await mirror(toOptions())).toMatchObject({ state: "unchanged", changed: [] });
    const result = await mirror(toOptions({ dist: dists.day2 }));
    expect(result).toMatchObject({ state: "committed", day: "2026-06-09" });
    expect(result.changed).toEqual([
      "exports/models.csv",
      "exports/price-changes.csv",
      "exports/price-history.csv",
      "exports/provider-offers.csv",
      "exports/providers.csv",
    ]);
    expect(await mirror(toOptions({ dist: dists.day2 }))).toMatchObject({ state: "unchanged" });
    const lines = log();
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe(
      "2026-06-09T00:00:00Z 2026-06-09T00:00:00Z Night <night@almanac.example> Data of 2026-06-09".replaceAll(
        "T00:00:00Z",
        "T00:00:00+00:00",
      ),
    );
    expect(git("rev-parse", "main")).toBe(result.commit);
    expect(git("log", "--format=%B", "-1")).toMatch(/Snapshot [0-9a-f]{64}$/);
  });

  test("holds the published bytes in folders, with their terms", async () => {
    await mirror(toOptions());
    const names = git("ls-tree", "-r", "--name-only", "main").split("\n");
    expect(names.filter((name) => !/^(exports|lab)\//.test(name))).toEqual([
      ".gitattributes",
      "LICENSE",
      "README.md",
      "snapshot.json",
    ]);
    expect(names.filter((name) => name.startsWith("exports/"))).toHaveLength(DATASETS.length);
    expect(names.filter((name) => name.startsWith("lab/"))).toHaveLength(6);
    const csv = git("show", "main:exports/price-history.csv");
    expect(parse(csv, { columns: true })).toHaveLength(6);
    expect(JSON.parse(git("show", "main:lab/who-are-you.json"))).toMatchObject({ runs: [] });
    const readme = git("show", "main:README.md");
    for (const part of [
      "exports/price-history.csv",
      "CC BY 4.0",
      "https://almanac.example",
      "Upstream upstream",
    ])
      expect(readme).toContain(part);
    expect(git("show", "main:LICENSE")).toContain("creativecommons.org/licenses/by/4.0");
  });

  test("has one commit a day: a correction waits, unless it is wanted at once", async () => {
    await mirror(toOptions());
    const held = await mirror(toOptions({ dist: dists.corrected }));
    expect(held).toMatchObject({ state: "held", commit: null });
    expect(held.changed).toContain("exports/provider-offers.csv");
    expect(log()).toHaveLength(1);
    const again = await mirror(toOptions({ dist: dists.corrected, again: true }));
    expect(again).toMatchObject({ state: "committed" });
    expect(log()).toHaveLength(2);
  });

  test("does not go back to an older day", async () => {
    await mirror(toOptions({ dist: dists.day2 }));
    expect(await mirror(toOptions())).toMatchObject({ state: "held", mirrored: "2026-06-09" });
    expect(log()).toHaveLength(1);
  });

  test("keeps what others put beside the data", async () => {
    await mirror(toOptions());
    const clone = join(folder, "clone");
    execFileSync("git", ["clone", "--quiet", repo, clone]);
    await writeFile(join(clone, "CONTRIBUTING.md"), "Hello.\n");
    const own = ["-C", clone, "-c", "user.name=x", "-c", "user.email=x@example.org"];
    execFileSync("git", [...own, "add", "--all"]);
    execFileSync("git", [...own, "commit", "--quiet", "--message", "Beside"]);
    execFileSync("git", [...own, "push", "--quiet"]);
    await mirror(toOptions({ dist: dists.day2 }));
    expect(git("show", "main:CONTRIBUTING.md")).toBe("Hello.");
    expect(log()).toHaveLength(3);
  });

  test("is not touched by a rehearsal", async () => {
    expect(await mirror(toOptions({ dryRun: true }))).toMatchObject({ state: "rehearsed" });
    expect(git("branch", "--list")).toBe("");
  });

  test("leaves nothing behind on this machine", async () => {
    const left = async () =>
      (await readdir(tmpdir())).filter((name) => /^almanac-mirror-(?!test)/.test(name));
    const before = await left();
    await mirror(toOptions());
    await mirror(toOptions({ repo: join(folder, "nowhere.git") })).catch(() => {});
    expect(await left()).toEqual(before);
  });
});

describe("the last publish of a month", () => {
  const show = (path: string) => git("show", `main:exports/${path}`);

  test("stays in a folder of its day when facts of the next month come", async () => {
    await mirror(toOptions());
    await mirror(toOptions({ dist: dists.day2 }));
    expect(git("ls-tree", "--name-only", "main:exports")).not.toContain("2026-");
    const june = show("price-history.csv");
    await mirror(toOptions({ dist: dists.july }));
    expect(show("2026-06-09/price-history.csv")).toBe(june);
    expect(show("price-history.csv")).not.toBe(june);
    const { changed } = await mirror(toOptions({ dist: dists.august }));
    expect(changed.filter((path) => !/^exports\/[a-z-]+\.csv$/.test(path))).toEqual([]);
    expect(show("2026-06-09/price-history.csv")).toBe(june);
    const { copies } = CopiesIndex.parse(JSON.parse(show("index.json")));
    expect(copies.map(({ date }) => date)).toEqual(["2026-06-09", "2026-07-02"]);
    expect(copies[0]?.files.map(({ name }) => name)).toEqual(
      DATASETS.map(({ name }) => `${name}.csv`).sort(),
    );
  });

  test("comes back from the mirror, and a build publishes it with an index", async () => {
    for (const dist of [dists.day2, dists.july, dists.august]) await mirror(toOptions({ dist }));
    const copies = join(folder, "copies");
    await fetchCopies({ repo, branch: "main", token: undefined, folder: copies });
    expect((await readdir(copies)).sort()).toEqual(["2026-06-09", "2026-07-02", "index.json"]);
    const { catalog, dispose } = await loadSample(priced(1, "2026-08-05"));
    const files = datedCopies(copies, catalog);
    expect(files).toHaveLength(2 * DATASETS.length + 1);
    const june = files.find(({ path }) => path === "/api/v1/export/2026-06-09/price-history.csv");
    expect(String(june?.body)).toBe(`${show("2026-06-09/price-history.csv")}\n`);
    expect(june?.headers).toMatchObject({
      "Content-Disposition": 'attachment; filename="2026-06-09-price-history.csv"',
      "X-Data-As-Of": "2026-06-09",
    });
    const index = JSON.parse(String(files.at(-1)?.body));
    for (const { url, bytes } of index.copies.flatMap((copy: { files: object[] }) => copy.files)) {
      const file = files.find(({ path }) => catalog.service.base_url + path === url);
      expect(file?.body.length, url).toBe(bytes);
    }
    await writeFile(join(copies, "2026-07-02/models.csv"), "other\n");
    expect(() => datedCopies(copies, catalog)).toThrow(/2026-07-02\/models\.csv: not what it was/);
    await dispose();
  });

  test("is none without a mirror, and an unnamed folder is no fault", async () => {
    const copies = join(folder, "no-copies");
    await fetchCopies({ repo: undefined, branch: "main", token: undefined, folder: copies });
    const { catalog, dispose } = await loadSample();
    for (const from of [copies, undefined]) {
      const [index, ...others] = datedCopies(from, catalog);
      expect([JSON.parse(String(index?.body)).copies, others]).toEqual([[], []]);
    }
    expect(() => datedCopies(join(folder, "nowhere"), catalog)).toThrow(/npm run mirror:copies/);
    await dispose();
  });
});

describe("what goes wrong", () => {
  test("says what to do without a built site", async () => {
    await expect(mirror(toOptions({ dist: join(folder, "none") }))).rejects.toThrow(
      /none\/api\/v1\/status: cannot be read \(ENOENT\); run npm run build first/,
    );
  });

  test("names a repository that is not there", async () => {
    await expect(mirror(toOptions({ repo: join(folder, "nowhere.git") }))).rejects.toThrow(
      /git ls-remote: .*nowhere\.git/,
    );
  });

  test.each(["--upload-pack=touch x", "ext::sh -c true"])("does not run %j", async (address) => {
    await expect(mirror(toOptions({ repo: address }))).rejects.toThrow(
      /not a repository|not allowed/,
    );
  });

  test("shows no password and no token", async () => {
    const address = "https://someone:pass%20word@127.0.0.1:1/mirror.git";
    const error = await mirror(toOptions({ repo: address, token: "t0ken" })).catch(String);
    expect(error).toContain("git ls-remote: ");
    expect(error).toContain("https://127.0.0.1:1/mirror.git");
    for (const secret of ["pass%20word", "pass word", "someone", "t0ken"])
      expect(error).not.toContain(secret);
  });
});

test("the command says what it did", () => {
  const args = ["--import", "tsx", "nightly/mirror/main.ts", "--repo", repo, "--dist", dists.day1];
  const run = () => execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect(run()).toMatch(
    /^mirror: committed exports\/.* of 2026-\d\d-\d\d to .* as [0-9a-f]{12}\n$/,
  );
  expect(run()).toMatch(/^mirror: nothing to commit/);
});

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listFilePaths } from "../../build/facts/fact-files.ts";
import { readFacts } from "../../build/facts/read-facts.ts";
import { buildFactMerkleTree, getCurrentChainedMerkleRoot } from "../../build/facts/roots.ts";
import { generateSiteFiles } from "../../generator/build.ts";
import { EXPORT_DATASETS } from "../../generator/exports/datasets.ts";
import {
  DatedExportsIndex,
  makeDatedExportCopyFiles,
} from "../../generator/exports/dated-copies.ts";
import { makeExportFiles } from "../../generator/exports/export-files.ts";
import { runCommandFile } from "../../test/builders/run-command-file.ts";
import { getSharedSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { SAMPLE_FACTS, writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import {
  commitFileToMirror,
  describeMirrorResult,
  fetchMonthlyExportCopies,
  type MirrorOptions,
  type MirrorResult,
  updateMirror,
} from "./mirror.ts";

const PATH = process.env.PATH ?? "";

/** Exports in which every price appears. */
const PRICED = ["price-changes", "price-history", "provider-offers"];

let folder: string;
/** The facts from which the sites are built, and the Merkle root of these facts. */
let facts: { data: string; tree: string };
/** Path of a published file → its content. */
let site: Map<string, string | Uint8Array>;
let dists: { day1: string; corrected: string; day2: string; july: string; august: string };
/** Repositories from which tests start: an empty one, and one after each of some days. */
const begun = { empty: "", day1: "", day2: "", july: "", august: "" };
/** Result of each update of the mirror. */
const results: Partial<Record<keyof typeof begun, MirrorResult>> = {};
const WITNESS = { path: "witness/2026-06-01.1.sigstore.json", body: "{}\n" };
let repo: string;
let repositories = 0;

beforeAll(async () => {
  folder = createTemporaryFolder("mirror-test");
  const loaded = await getSharedSampleCatalog();
  const { data } = await writeSampleFacts();
  facts = { data, tree: buildFactMerkleTree(await readFacts(data)).root };
  const exports = await makeExportFiles(loaded.catalog, loaded.snapshot.db);
  const files = generateSiteFiles(loaded, exports);
  site = new Map(Array.from(files, (file) => [file.path, file.body]));
  dists = {
    day1: writeSite("day1", []),
    corrected: writeSite("corrected", PRICED),
    day2: writeSite("day2", PRICED, "2026-06-09"),
    july: writeSite("july", ["price-history"], "2026-07-02"),
    august: writeSite("august", PRICED, "2026-08-05"),
  };
  begun.empty = join(folder, "empty.git");
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", begun.empty]);
  startWith("empty");
  vi.stubEnv("TMPDIR", mkdtempSync(join(folder, "scratch-")));
  for (const day of ["day1", "day2", "july", "august"] as const) {
    results[day] = await update({ dist: dists[day] });
    begun[day] = repo;
    startWith(day);
    const day1 = "2026-06-01";
    if (day === "day1")
      await commitFileToMirror({ repo, branch: "main" }, WITNESS, day1, `Witness of ${day1}`);
  }
});
beforeEach(() => startWith("empty"));

function startWith(name: keyof typeof begun): void {
  repo = join(folder, `mirror-${repositories++}.git`);
  cpSync(begun[name], repo, { recursive: true });
}

/** Writes a copy of the site, with another row in some exports and optionally another day. */
function writeSite(name: string, changed: readonly string[], day?: string): string {
  const dist = join(folder, name);
  for (const [path, body] of site) {
    if (!/^\/api\/(lab\/|v1\/(export\/[^.]+|status|openapi\.json|sources)$)/.test(path)) continue;
    const isChanged = changed.some((dataset) => path === `/api/v1/export/${dataset}`);
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), isChanged ? `${body}another row\n` : body);
  }
  const status = join(dist, "api/v1/status");
  const known = JSON.parse(readFileSync(status, "utf8")) as { as_of: string };
  if (day !== undefined) {
    const { root } = getCurrentChainedMerkleRoot(facts.tree, [], day);
    writeFileSync(status, JSON.stringify({ ...known, as_of: day, root }));
  }
  return dist;
}

const update = (more: Partial<MirrorOptions> = {}) => {
  const plain = { repo, branch: "main", again: false, dryRun: false };
  return updateMirror({ ...plain, dist: dists.day1, data: facts.data, ...more });
};
const git = (...args: string[]) =>
  execFileSync("git", ["-C", repo, ...args], { encoding: "utf8" }).trim();
const entryOf = (day: string, what: string) =>
  `${day}T00:00:00+00:00 ${day}T00:00:00+00:00 model-almanac <night@model-almanac.invalid> ${what} of ${day}`;
const log = () => git("log", "--all", "--reverse", "--format=%aI %cI %an <%ae> %s").split("\n");

describe("the mirror", () => {
  test("gets one commit on day 1, none on day 1 again, one on day 2, and none for an older day", async () => {
    expect(results.day1).toMatchObject({ state: "committed", mirrored: null });
    startWith("day1");
    expect(await update()).toMatchObject({ state: "unchanged", changed: [] });
    expect(results.day2).toMatchObject({ state: "committed", day: "2026-06-09" });
    expect(results.day2?.changed).toEqual(PRICED.map((name) => `exports/${name}.csv`));
    startWith("day2");
    expect(await update()).toMatchObject({ state: "held", mirrored: "2026-06-09" });
    const entries = [entryOf("2026-06-01", "Witness"), entryOf("2026-06-09", "Data")];
    expect(log()).toEqual([expect.anything(), ...entries]);
    expect(git("rev-parse", "main")).toBe(results.day2?.commit);
    expect(git("log", "--format=%B", "-1")).toMatch(/Snapshot [0-9a-f]{64}\nRoot [0-9a-f]{64}$/);
  });

  test("has the published files in folders, with their licence", () => {
    startWith("day1");
    const names = git("ls-tree", "-r", "--name-only", "main").split("\n");
    const below = (folder: string) => names.filter((name) => name.startsWith(folder));
    const own = [".gitattributes", "LICENSE", "README.md", "snapshot.json"];
    expect(names.filter((name) => !/^(exports|lab|facts)\//.test(name))).toEqual(own);
    expect(below("exports/")).toHaveLength(EXPORT_DATASETS.length);
    expect(below("lab/")).toHaveLength(6);
    const recorded = listFilePaths(facts.data);
    expect(recorded.length).toBeGreaterThan(5);
    expect(below("facts/")).toEqual(recorded.map((path) => `facts/${path}`));
    const csv = git("show", "main:exports/price-history.csv");
    expect(csv).toBe(String(site.get("/api/v1/export/price-history")).trim());
    expect(parse(csv, { columns: true })).toHaveLength(6);
    expect(JSON.parse(git("show", "main:lab/who-are-you.json"))).toMatchObject({ runs: [] });
    const readme = git("show", "main:README.md");
    for (const part of [
      "exports/price-history.csv",
      "CC BY 4.0",
      "https://almanac.example",
      "Upstream upstream",
      "- config_name: provider-offers\n  data_files: exports/provider-offers.csv",
      "---\npretty_name: ",
      JSON.parse(git("show", "main:snapshot.json")).root,
    ])
      expect(readme).toContain(part);
    expect(git("show", "main:LICENSE")).toContain("creativecommons.org/licenses/by/4.0");
  });

  test("keeps a file that was added to it, unchanged", async () => {
    startWith("day2");
    const other = { ...WITNESS, body: "another\n" };
    expect(await commitFileToMirror({ repo, branch: "main" }, other, "2026-06-02", "x")).toBeNull();
    expect(git("show", `main:${WITNESS.path}`)).toBe("{}");
  });

  test("has one commit a day: a correction waits, unless a second commit is requested", async () => {
    startWith("day1");
    const held = await update({ dist: dists.corrected });
    expect(held).toMatchObject({ state: "held", commit: null });
    expect(describeMirrorResult(held, "there")).toMatch(
      /^nothing committed: there already has a commit of /,
    );
    expect(held.changed).toContain("exports/provider-offers.csv");
    expect(log()).toHaveLength(1);
    await update({ dist: dists.corrected, again: true });
    expect(log()).toHaveLength(2);
  });

  test("is unchanged by a dry run", async () => {
    expect(await update({ dryRun: true })).toMatchObject({ state: "rehearsed" });
    expect(git("branch", "--list")).toBe("");
  });
});

describe("the last publish of a month", () => {
  const show = (path: string) => git("show", `main:exports/${path}`);

  test("stays in a folder of its day when facts of the next month come", () => {
    startWith("day2");
    expect(git("ls-tree", "--name-only", "main:exports")).not.toContain("2026-");
    const june = show("models.csv");
    startWith("july");
    expect(show("2026-06-09/price-changes.csv")).toContain("another row");
    expect(show("price-changes.csv")).not.toContain("another row");
    startWith("august");
    const changed = ["exports/price-changes.csv", "exports/provider-offers.csv"];
    expect(results.august?.changed).toEqual(changed);
    expect(show("2026-06-09/models.csv")).toBe(june);
    const { copies } = DatedExportsIndex.parse(JSON.parse(show("index.json")));
    expect(copies.map(({ date }) => date)).toEqual(["2026-06-09", "2026-07-02"]);
    expect(copies[0]?.files.map(({ name }) => name)).toEqual(
      EXPORT_DATASETS.map(({ name }) => `${name}.csv`).sort(),
    );
  });

  test("is fetched from the mirror, and a build publishes it with an index", async () => {
    startWith("august");
    const copies = join(folder, "copies");
    await fetchMonthlyExportCopies({ repo, branch: "main" }, copies);
    expect(readdirSync(copies).sort()).toEqual(["2026-06-09", "2026-07-02", "index.json"]);
    const { catalog } = await getSharedSampleCatalog();
    const files = makeDatedExportCopyFiles(copies, catalog);
    expect(files).toHaveLength(2 * EXPORT_DATASETS.length + 1);
    const june = files.find(({ path }) => path === "/api/v1/export/2026-06-09/price-history.csv");
    expect(String(june?.body)).toBe(`${show("2026-06-09/price-history.csv")}\n`);
    expect(june?.headers).toMatchObject({
      "Content-Disposition": 'attachment; filename="2026-06-09-price-history.csv"',
      "X-Data-As-Of": "2026-06-09",
    });
    const index = JSON.parse(String(files.at(-1)?.body));
    const listed = index.copies.flatMap((copy: { files: object[] }) => copy.files);
    expect(listed).toHaveLength(files.length - 1);
    for (const { url, bytes } of listed) {
      const file = files.find(({ path }) => catalog.service.base_url + path === url);
      expect(file?.body.length, url).toBe(bytes);
    }
    writeFileSync(join(copies, "2026-07-02/models.csv"), "other\n");
    expect(() => makeDatedExportCopyFiles(copies, catalog)).toThrow(
      /2026-07-02\/models\.csv differs from its SHA-256/,
    );
  });

  test("does not exist without a mirror; a missing folder is an error", async () => {
    const copies = join(folder, "no-copies");
    await fetchMonthlyExportCopies(undefined, copies);
    const { catalog } = await getSharedSampleCatalog();
    for (const from of [copies, undefined]) {
      const [index, ...others] = makeDatedExportCopyFiles(from, catalog);
      expect([JSON.parse(String(index?.body)).copies, others]).toEqual([[], []]);
    }
    expect(() => makeDatedExportCopyFiles(join(folder, "nowhere"), catalog)).toThrow(
      /npm run mirror:copies/,
    );
  });
});

describe("an update that fails", () => {
  test("says what to do without a built site", async () => {
    await expect(update({ dist: join(folder, "none") })).rejects.toThrow(
      /none\/api\/v1\/status: cannot be read \(ENOENT\); run npm run build first/,
    );
  });

  test("refuses facts that the site was not built from", async () => {
    const service = SAMPLE_FACTS.json.service.map((one) => ({ ...one, summary: "Other facts." }));
    const json = { ...SAMPLE_FACTS.json, service };
    const other = await writeSampleFacts({ ...SAMPLE_FACTS, json });
    await expect(update({ data: other.data })).rejects.toThrow(
      /day1 was not built from .*: run npm run build/,
    );
  });

  test.each(["--upload-pack=touch x", "ext::sh -c true"])("does not run %j", async (address) => {
    await expect(update({ repo: address })).rejects.toThrow(/not a git repository|not allowed/);
  });

  test("shows no password and no token in messages, arguments of git or its configuration", async () => {
    const seen = spyOnGit();
    const address = "https://someone:pass%20word@127.0.0.1:1/mirror.git";
    await expect(update({ repo: address })).rejects.toThrow("git ls-remote: ");
    const error = await update({ token: "t0ken", repo: address }).catch(String);
    expect(error).toContain("https://127.0.0.1:1/mirror.git");
    expect(error).not.toMatch(/pass%20word|pass word|someone|t0ken/);
    await expect(update({ repo: "https://t0ken@127.0.0.1:1/x" })).rejects.toThrow();
    vi.stubEnv("PATH", PATH);
    const { inSight, headers } = seen();
    expect(inSight).toContain("https://127.0.0.1:1/mirror.git");
    expect(inSight).not.toMatch(/pass%20word|pass word|someone|t0ken/);
    const sent = ["someone:pass word", "x-access-token:t0ken", "t0ken:"].map(
      (login) => `Authorization: Basic ${Buffer.from(login).toString("base64")}`,
    );
    expect(new Set(headers)).toEqual(new Set(sent));
  });
});

/**
 * Puts a wrapper before git that logs its arguments.
 * @returns A function that reads what was visible (arguments and the repository's git config) and the authorization
 * headers.
 */
function spyOnGit(): () => { inSight: string; headers: string[] } {
  const spy = mkdtempSync(join(folder, "spy-"));
  const log = join(spy, "log");
  const sent = join(spy, "sent");
  const git = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh
printf '%s\\n' "$@" >> ${log}
env | sed -n 's/^GIT_CONFIG_VALUE_[0-9]*=\\(Authorization.*\\)/\\1/p' >> ${sent}
cat .git/config >> ${log} 2> /dev/null
exec ${git} "$@"
`;
  writeFileSync(join(spy, "git"), script, { mode: 0o755 });
  vi.stubEnv("PATH", `${spy}:${PATH}`);
  return () => ({
    inSight: readFileSync(log, "utf8"),
    headers: readFileSync(sent, "utf8").trim().split("\n"),
  });
}

test("the help shows no password of the environment", async () => {
  vi.stubEnv("MIRROR_REPO", "https://someone:s3cret@mirror.example/x");
  const { stdout } = await runCommandFile("nightly/mirror/main.ts", ["--help"]);
  expect(stdout).toContain("MIRROR_REPO");
  expect(stdout).not.toContain("s3cret");
});

test("updates leave no temporary folder behind", () => {
  expect(readdirSync(tmpdir())).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
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
import { runTestGit } from "../../test/builders/git.ts";
import { runCommandFile } from "../../test/builders/run-command-file.ts";
import { getSharedSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { writeSampleFacts } from "../../test/builders/sample-facts.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { fillReadmeTemplate } from "./content.ts";
import {
  commitFileToMirror,
  fetchMonthlyExportCopies,
  type MirrorOptions,
  updateMirror,
} from "./mirror.ts";

/** Exports in which every price appears. */
const PRICED = ["price-changes", "price-history", "provider-offers"];
const DAY1 = "2026-06-01";
const DAY2 = "2026-06-09";

const folder = createTemporaryFolder("mirror-test");
let data: string;
/** Path of a published file → its content. */
let site: Map<string, string | Uint8Array>;
/** The root of the facts as the site of a day publishes it. */
let rootOf: (day: string) => string;
/** Address of the mirror, a new one for each test. */
let repo: string;

beforeAll(async () => {
  const loaded = await getSharedSampleCatalog();
  ({ data } = await writeSampleFacts());
  const { root } = buildFactMerkleTree(await readFacts(data));
  rootOf = (day) => getCurrentChainedMerkleRoot(root, [], day).root;
  const exports = await makeExportFiles(loaded.catalog, loaded.snapshot.db);
  site = new Map(Array.from(generateSiteFiles(loaded, exports), ({ path, body }) => [path, body]));
  vi.stubEnv("TMPDIR", mkdtempSync(join(folder, "scratch-")));
});
afterAll(() => expect(readdirSync(tmpdir()), "no temporary folder is left behind").toEqual([]));

beforeEach(() => {
  repo = mkdtempSync(join(folder, "repo-"));
  git("init", "--quiet", "--bare", "--initial-branch=main");
});

/** Writes a copy of the site, with another row in some exports. @returns Its folder. */
function writeSite(day = DAY1, changed: readonly string[] = []): string {
  const dist = mkdtempSync(join(folder, "site-"));
  for (const [path, body] of site) {
    if (!/^\/api\/(lab\/|v1\/(export\/[^.]+|status|openapi\.json|sources)$)/.test(path)) continue;
    const isChanged = changed.some((dataset) => path === `/api/v1/export/${dataset}`);
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), isChanged ? `${body}another row\n` : body);
  }
  const status = join(dist, "api/v1/status");
  const known = JSON.parse(readFileSync(status, "utf8"));
  writeFileSync(status, JSON.stringify({ ...known, as_of: day, root: rootOf(day) }));
  return dist;
}

const update = (dist = writeSite(), more: Partial<MirrorOptions> = {}) =>
  updateMirror({ repo, dist, data, ...more });
const git = (...args: string[]) => runTestGit(repo, args).trim();
const show = (path: string) => git("show", `main:${path}`);
const log = () => git("log", "--reverse", "--format=%aI %cI %an <%ae> %s", "main").split("\n");
const addFile = (body: string) => {
  const file = { path: "witness/a.json", body };
  return commitFileToMirror({ repo }, file, DAY1, `Witness of ${DAY1}`);
};

test("changed facts are one commit, the same facts and older ones none, and a file that was added stays", async () => {
  expect(await update()).toMatch(/^[0-9a-f]{40}$/);
  expect(await update()).toBeNull();
  await addFile("{}\n");
  const second = await update(writeSite(DAY2, PRICED));
  await expect(update()).rejects.toThrow(`the mirror has the facts of ${DAY2}, newer than ${DAY1}`);
  expect(await addFile("another\n")).toBeNull();
  expect(show("witness/a.json")).toBe("{}");
  const entryOf = (day: string, what: string) =>
    `${day}T00:00:00+00:00 ${day}T00:00:00+00:00 model-almanac <night@model-almanac.invalid> ${what} of ${day}`;
  expect(log()).toEqual([entryOf(DAY1, "Data"), entryOf(DAY1, "Witness"), entryOf(DAY2, "Data")]);
  expect(git("rev-parse", "main")).toBe(second);
  expect(git("log", "--format=%B", "-1")).toMatch(/Snapshot [0-9a-f]{64}\nRoot [0-9a-f]{64}$/);
});

test("the mirror has the published files in folders, with their licence", async () => {
  await update();
  const names = git("ls-tree", "-r", "--name-only", "main").split("\n");
  const below = (folder: string) => names.filter((name) => name.startsWith(folder));
  const own = [".gitattributes", "LICENSE", "README.md", "snapshot.json"];
  expect(names.filter((name) => !/^(exports|lab|facts)\//.test(name))).toEqual(own);
  expect(below("exports/")).toHaveLength(EXPORT_DATASETS.length);
  expect(below("lab/")).toHaveLength(6);
  expect(below("facts/")).toEqual(listFilePaths(data).map((path) => `facts/${path}`));
  const csv = show("exports/price-history.csv");
  expect(csv).toBe(String(site.get("/api/v1/export/price-history")).trim());
  expect(parse(csv, { columns: true })).toHaveLength(6);
  expect(JSON.parse(show("lab/who-are-you.json"))).toMatchObject({ runs: [] });
  const readme = show("README.md");
  for (const part of [
    "---\npretty_name: ",
    "- config_name: provider-offers\n  data_files: exports/provider-offers.csv",
    "CC BY 4.0",
    "https://almanac.example",
    "Upstream upstream",
    rootOf(DAY1),
  ])
    expect(readme).toContain(part);
  expect(show("LICENSE")).toContain("creativecommons.org/licenses/by/4.0");
});

test("the last publish of a month stays in the mirror, and a build publishes it with an index", async () => {
  await update(writeSite(DAY2, PRICED));
  const june = show("exports/models.csv");
  await update(writeSite("2026-07-02", ["price-history"]));
  await update(writeSite("2026-08-05", PRICED));
  expect(show("exports/2026-06-09/price-changes.csv")).toContain("another row");
  expect(show("exports/2026-07-02/price-changes.csv")).not.toContain("another row");
  expect(show("exports/2026-06-09/models.csv")).toBe(june);
  const { copies } = DatedExportsIndex.parse(JSON.parse(show("exports/index.json")));
  expect(copies.map(({ date }) => date)).toEqual(["2026-06-09", "2026-07-02"]);
  const names = EXPORT_DATASETS.map(({ name }) => `${name}.csv`).sort();
  expect(copies[0]?.files.map(({ name }) => name)).toEqual(names);

  const fetched = join(folder, "copies");
  await fetchMonthlyExportCopies({ repo }, fetched);
  expect(readdirSync(fetched).sort()).toEqual(["2026-06-09", "2026-07-02", "index.json"]);
  const { catalog } = await getSharedSampleCatalog();
  const files = makeDatedExportCopyFiles(fetched, catalog);
  const prices = files.find(({ path }) => path === "/api/v1/export/2026-06-09/price-history.csv");
  expect(String(prices?.body)).toBe(`${show("exports/2026-06-09/price-history.csv")}\n`);
  expect(prices?.headers).toMatchObject({
    "Content-Disposition": 'attachment; filename="2026-06-09-price-history.csv"',
    "X-Data-As-Of": "2026-06-09",
  });
  const index = JSON.parse(String(files.at(-1)?.body));
  const listed = index.copies.flatMap((copy: { files: object[] }) => copy.files);
  const { base_url } = catalog.service;
  const published = files.map(({ path, body }) => ({ url: base_url + path, bytes: body.length }));
  expect(listed).toMatchObject(published.slice(0, -1));
  expect(listed).toHaveLength(2 * EXPORT_DATASETS.length);
  writeFileSync(join(fetched, "2026-07-02/models.csv"), "other\n");
  expect(() => makeDatedExportCopyFiles(fetched, catalog)).toThrow(
    /2026-07-02\/models\.csv differs from its SHA-256/,
  );
});

test("without a mirror there are no copies of past months; a missing folder is an error", async () => {
  const copies = join(folder, "no-copies");
  await fetchMonthlyExportCopies(undefined, copies);
  const { catalog } = await getSharedSampleCatalog();
  for (const from of [copies, undefined]) {
    const [index, ...others] = makeDatedExportCopyFiles(from, catalog);
    expect([JSON.parse(String(index?.body)).copies, others]).toEqual([[], []]);
  }
  const missing = join(folder, "nowhere");
  expect(() => makeDatedExportCopyFiles(missing, catalog)).toThrow(/npm run mirror:copies/);
});

test("an update without a built site, or of a site of other facts, says what to do", async () => {
  await expect(update(join(folder, "none"))).rejects.toThrow(
    /none\/api\/v1\/status: cannot be read \(ENOENT\); run npm run build first/,
  );
  const other = writeSite();
  writeFileSync(join(other, "api/v1/status"), JSON.stringify({ as_of: DAY1, root: "other" }));
  await expect(update(other)).rejects.toThrow(/was not built from .*: run npm run build/);
});

test("a rejected push says when to run the command again; the mirror is unchanged", async () => {
  await update();
  writeFileSync(join(repo, "hooks/pre-receive"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  await expect(update(writeSite(DAY2, PRICED))).rejects.toThrow(
    /rejected.*if someone else pushed at this time, run this again/s,
  );
  expect(log()).toHaveLength(1);
});

test.each(["--upload-pack=touch x", "ext::sh -c true"])(
  "the address %j is not run",
  async (address) => {
    const refused = update(undefined, { repo: address });
    await expect(refused).rejects.toThrow(/not a git repository|not allowed/);
  },
);

test("no password and no token is in messages, arguments of git or its configuration", async () => {
  const seen = spyOnGit();
  const updateAt = (address: string, token?: string) =>
    update(undefined, { repo: address, token }).catch(String);
  const address = "https://someone:pass%20word@127.0.0.1:1/mirror.git";
  const errors = [
    await updateAt(address),
    await updateAt(address, "t0ken"),
    await updateAt("https://t0ken@127.0.0.1:1/x"),
  ];
  const { inSight, headers } = seen();
  for (const text of [errors.join(), inSight]) {
    expect(text).toContain("https://127.0.0.1:1/mirror.git");
    expect(text).not.toMatch(/pass%20word|pass word|someone|t0ken/);
  }
  expect(errors.join()).toContain("git ls-remote: ");
  const sent = ["someone:pass word", "x-access-token:t0ken", "t0ken:"].map(
    (login) => `Authorization: Basic ${Buffer.from(login).toString("base64")}`,
  );
  expect(new Set(headers)).toEqual(new Set(sent));
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
  vi.stubEnv("PATH", `${spy}:${process.env.PATH}`);
  return () => ({
    inSight: readFileSync(log, "utf8"),
    headers: readFileSync(sent, "utf8").trim().split("\n"),
  });
}

test("the help shows how to run the command, and no password of the environment", async () => {
  vi.stubEnv("MIRROR_REPO", "https://someone:s3cret@mirror.example/x");
  const { stdout } = await runCommandFile("nightly/mirror/main.ts", ["--help"]);
  expect(stdout).toContain("Usage: npm run mirror -- [options]");
  expect(stdout).toContain("MIRROR_REPO");
  expect(stdout).not.toContain("s3cret");
});

test("a name of the README without a value is an error that names its line", () => {
  const fill = () => fillReadmeTemplate("# {name}\n\nAs of {dya}\n", { name: "Almanac" });
  expect(fill).toThrow("nightly/mirror/readme.md:3: {dya} has no value");
});

test("git's variables: the operator's settings apply, those of the caller's repository do not", async () => {
  const config = join(folder, "gitconfig");
  writeFileSync(config, `[url "${folder}/"]\n  insteadOf = https://127.0.0.1:1/\n`);
  vi.stubEnv("GIT_DIR", join(folder, "no-repository"));
  const address = repo.replace(folder, "https://127.0.0.1:1");
  vi.stubEnv("GIT_CONFIG_GLOBAL", config);
  expect(await update(undefined, { repo: address })).toMatch(/^[0-9a-f]{40}$/);
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
  vi.stubEnv("GIT_CONFIG_COUNT", "1");
  vi.stubEnv("GIT_CONFIG_KEY_0", `url.${folder}/.insteadOf`);
  vi.stubEnv("GIT_CONFIG_VALUE_0", "https://127.0.0.1:1/");
  expect(await update(undefined, { repo: address })).toBeNull();
});

/** Checks the GitHub workflows, read with GitHub's own parser. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tsImport } from "tsx/esm/api";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import manifest from "../package.json" with { type: "json" };
import { getDefined, requireNonEmpty } from "../test/builders/get.ts";

// The parser's modules import JSON without an import attribute, which Node rejects; tsx accepts it.
const { NoOperationTraceWriter, parseWorkflow }: typeof import("@actions/workflow-parser") =
  await tsImport("@actions/workflow-parser", import.meta.url);

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}
interface Job {
  "timeout-minutes"?: number;
  strategy?: { matrix: Record<string, unknown[]> };
  permissions?: Record<string, string>;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}
type Locked = { integrity?: string; resolved?: string; link?: boolean };

/** Redis and Chromium, for tests. */
const SYSTEM_PACKAGES = [
  "sudo apt-get update && sudo apt-get install --yes redis-server",
  "command -v chromium || command -v google-chrome || sudo apt-get install --yes chromium",
];

/** Commands that a release runs besides our scripts: npm, the GitHub CLI and Docker. */
const RELEASE_COMMANDS = [
  /^npm publish --workspace clients\/typescript --provenance --access public$/,
  /^gh release create "\$GITHUB_REF_NAME" --verify-tag --generate-notes \.cache\/release\/\*$/,
  /^echo "\$GITHUB_TOKEN" \| docker login ghcr\.io --username "\$GITHUB_ACTOR" --password-stdin$/,
  /^docker buildx create --use$/,
  /^docker buildx build --push .*--provenance mode=max --sbom true .* \.$/,
];

const FOLDER = new URL("../.github/workflows/", import.meta.url);
const NAMES = (await readdir(FOLDER)).sort();
const SCRIPTS: Record<string, string> = manifest.scripts;

const rootFile = (path: string) => readFile(new URL(`../${path}`, import.meta.url), "utf8");
const textOf = (name: string) => readFile(new URL(name, FOLDER), "utf8");
const read = async (name: string) => parse(await textOf(name)) as Workflow;
const stepsOf = async (name: string) =>
  Object.values((await read(name)).jobs).flatMap(({ steps }) => steps);
const commandsOf = async (name: string) => (await stepsOf(name)).flatMap(({ run }) => run ?? []);

test("there are five workflows", () => {
  const expected = ["ci", "facts-comment", "nightly", "release", "watchdog"];
  expect(NAMES).toEqual(expected.map((name) => `${name}.yml`));
});

describe.each(NAMES)("%s", (name) => {
  test("is valid for GitHub's parser", async () => {
    const content = await textOf(name);
    const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
    expect(context.errors.getErrors().map(String)).toEqual([]);
  });

  test("uses actions by their commit, names their version in a comment, and has a time limit", async () => {
    const lines = (await textOf(name)).split("\n").filter((line) => line.includes("uses:"));
    for (const line of requireNonEmpty(lines, "actions"))
      expect(line).toMatch(/uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const job of Object.values((await read(name)).jobs))
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  test("runs only npm scripts that exist, and has no expression in a command", async () => {
    for (const command of requireNonEmpty(await commandsOf(name), "commands")) {
      if (SYSTEM_PACKAGES.includes(command)) continue;
      expect(command).not.toContain("${{");
      if (name === "release.yml" && RELEASE_COMMANDS.some((one) => one.test(command))) continue;
      expect(command).toMatch(
        /^npm (ci --ignore-scripts|test|run [\w:-]+)( -- [\w ./-]+)?( \|\| test \$\? -eq 2)?$/,
      );
      const script = /^npm (?:run )?([\w:-]+)/.exec(command)?.[1] ?? "";
      if (script === "ci") continue;
      for (const [file] of getDefined(SCRIPTS[script], script).matchAll(/\S+\.(ts|mjs)\b/g))
        expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true);
    }
  });
});

test("CI runs all checks of a change, on both versions of Node", async () => {
  const commands = [
    "npm ci --ignore-scripts",
    "npm test",
    "npm run test:slow",
    "npm run build",
    "npm run conformance",
    "npm run audit:packages",
    "npm run data:check -- --report reports/facts.md",
  ];
  expect(await commandsOf("ci.yml")).toEqual(expect.arrayContaining(commands));
  expect((await read("ci.yml")).jobs.test?.strategy?.matrix.node).toEqual([20, 22]);
});

test("the nightly workflow runs the night, then the mirror, and then signs the root", async () => {
  const commands = await commandsOf("nightly.yml");
  expect(commands.map((command) => command.split(" -- ")[0])).toEqual([
    "npm ci --ignore-scripts",
    "npm run nightly",
    "npm run mirror",
    "npm ci --ignore-scripts",
    "npm run witness",
  ]);
});

test("only the job that pushes may change contents and pull requests", async () => {
  expect((await read("ci.yml")).permissions).toEqual({ contents: "read" });
  const { permissions, jobs } = await read("nightly.yml");
  expect(permissions).toEqual({});
  expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
    ["night", { contents: "write", "pull-requests": "write" }],
    ["witness", { contents: "read", "id-token": "write" }],
  ]);
  for (const { permissions: more } of Object.values((await read("ci.yml")).jobs))
    expect(more).toBeUndefined();
});

test("the comment on facts runs no code of a pull request, and a release signs what it publishes", async () => {
  const comment = await textOf("facts-comment.yml");
  expect(comment).not.toMatch(/pull_request_target|ref: /);
  const { jobs } = await read("facts-comment.yml");
  const readable = { actions: "read", contents: "read" };
  expect(jobs.comment?.permissions).toEqual({ ...readable, "pull-requests": "write" });
  const release = await read("release.yml");
  expect(release.permissions).toEqual({});
  expect(release.jobs.package?.permissions).toEqual({ contents: "write", "id-token": "write" });
  expect(release.jobs.image?.permissions).toEqual({ contents: "read", packages: "write" });
});

test("packages are installed without their scripts where a push builds the site", async () => {
  expect(await rootFile("netlify.toml")).toMatch(/^NPM_FLAGS = "--ignore-scripts"$/m);
  expect(await rootFile(".ci/run")).toMatch(/^npm ci --ignore-scripts /m);
});

test("the nightly workflow installs no package from a cache, and CI has no secrets", async () => {
  const steps = await stepsOf("nightly.yml");
  const setups = steps.filter(({ uses }) => uses?.includes("/setup-node@"));
  for (const setup of requireNonEmpty(setups, "steps that set up Node")) {
    expect(setup.with).toMatchObject({ "package-manager-cache": false });
    expect(setup.with).not.toHaveProperty("cache");
  }
  const cached = steps.filter(({ uses }) => uses?.includes("/cache/"));
  for (const step of requireNonEmpty(cached, "cached"))
    expect(step.with?.path).toBe(".cache/night");
  expect(await textOf("ci.yml")).not.toMatch(/secrets\.\w+/);
});

test("every package is locked to its hash, and none to an address outside the public registry", async () => {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    await rootFile("package-lock.json"),
  );
  const fetched = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );
  for (const [path, { integrity, resolved }] of requireNonEmpty(fetched, "packages")) {
    expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    if (resolved !== undefined) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});

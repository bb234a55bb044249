/** Checks the GitHub workflows, read with GitHub's own parser. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tsImport } from "tsx/esm/api";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import manifest from "../package.json" with { type: "json" };
import { getDefined, requireNonEmpty } from "../test/builders/get.ts";

// The parser's modules import JSON without an import attribute, which Node rejects; tsx accepts it.
const { NoOperationTraceWriter, parseWorkflow }: typeof import("@actions/workflow-parser") =
  await tsImport("@actions/workflow-parser", import.meta.url);

type Permissions = Record<string, string> | undefined;
interface Job {
  "timeout-minutes"?: number;
  permissions?: Permissions;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const WORKFLOWS = readdirSync(new URL("../.github/workflows/", import.meta.url)).map((name) => {
  const text = textOf(`.github/workflows/${name}`);
  const { permissions, jobs }: { permissions: Permissions; jobs: Record<string, Job> } =
    parse(text);
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  return { name, text, permissions, jobs, steps, commands: steps.flatMap(({ run }) => run ?? []) };
});
const read = (workflow: string) => {
  const found = WORKFLOWS.find(({ name }) => name === `${workflow}.yml`);
  return getDefined(found, workflow);
};

/** Commands besides our scripts: Redis and Chromium for tests; npm, the GitHub CLI and Docker for a release. */
const OTHER_COMMANDS = [
  /^sudo apt-get update && sudo apt-get install --yes redis-server$/,
  /^command -v chromium \|\| command -v google-chrome \|\| sudo apt-get install --yes chromium$/,
  /^npm publish --workspace clients\/typescript --provenance --access public$/,
  /^gh release create "\$GITHUB_REF_NAME" --verify-tag --generate-notes \.cache\/release\/\*$/,
  /^echo "\$GITHUB_TOKEN" \| docker login ghcr\.io --username "\$GITHUB_ACTOR" --password-stdin$/,
  /^docker buildx create --use$/,
  /^docker buildx build --push .*--provenance mode=max --sbom true .* \.$/,
];
const SCRIPT =
  /^npm (?:run )?(ci --ignore-scripts|test|(?<=run )[\w:-]+)( -- [\w ./-]+)?( \|\| test \$\? -eq 2)?$/;

describe.each(WORKFLOWS)("$name", ({ name, text, jobs, commands }) => {
  test("is valid for GitHub's parser", () => {
    const { context } = parseWorkflow({ name, content: text }, new NoOperationTraceWriter());
    expect(context.errors.getErrors().map(String)).toEqual([]);
  });

  test("uses actions by their commit, names their version in a comment, and has a time limit", () => {
    const lines = text.split("\n").filter((line) => line.includes("uses:"));
    for (const line of requireNonEmpty(lines, "actions"))
      expect(line).toMatch(/uses: actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const job of Object.values(jobs)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  test("runs only npm scripts that exist and known commands, without an expression", () => {
    const scripts: Record<string, string> = { ...manifest.scripts, "ci --ignore-scripts": "" };
    for (const command of requireNonEmpty(commands, "commands")) {
      expect(command).not.toContain("${{");
      if (OTHER_COMMANDS.some((one) => one.test(command))) continue;
      expect(command).toMatch(SCRIPT);
      const script = SCRIPT.exec(command)?.[1] ?? "";
      for (const [file] of getDefined(scripts[script], script).matchAll(/\S+\.(ts|mjs)\b/g))
        expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true);
    }
  });
});

const SIGN = { "id-token": "write" };
const PUSH = { contents: "write", "pull-requests": "write" };
const COMMENT = { actions: "read", contents: "read", "pull-requests": "write" };
const IMAGE = { contents: "read", packages: "write" };
test.each<[string, Permissions, Record<string, Permissions>]>([
  ["ci", { contents: "read" }, {}],
  ["nightly", {}, { night: PUSH, witness: { contents: "read", ...SIGN } }],
  ["facts-comment", {}, { comment: COMMENT }],
  ["release", {}, { package: { contents: "write", ...SIGN }, image: IMAGE }],
])("%s has only the permissions that its jobs need", (name, permissions, expected) => {
  const workflow = read(name);
  const jobs = Object.entries(workflow.jobs).flatMap(([job, { permissions: own }]) =>
    own ? [[job, own]] : [],
  );
  expect([workflow.permissions, Object.fromEntries(jobs)]).toEqual([permissions, expected]);
});

test("the comment on facts runs no code of a pull request, and CI has no secrets", () => {
  expect(read("ci").text).not.toMatch(/secrets\.\w+/);
  expect(read("facts-comment").text).not.toMatch(/pull_request_target|ref: /);
});

test("packages are installed without their scripts where a push builds the site", () => {
  expect(textOf("netlify.toml")).toMatch(/^NPM_FLAGS = "--ignore-scripts"$/m);
  expect(textOf(".ci/run")).toMatch(/^npm ci --ignore-scripts /m);
});

test("the nightly workflow installs no package from a cache", () => {
  const stepsOf = (action: string) => {
    const steps = read("nightly").steps.filter(({ uses }) => uses?.includes(action));
    return requireNonEmpty(steps, action);
  };
  for (const { with: setup } of stepsOf("/setup-node@")) {
    expect(setup).toMatchObject({ "package-manager-cache": false });
    expect(setup).not.toHaveProperty("cache");
  }
  for (const step of stepsOf("/cache/")) expect(step.with?.path).toBe(".cache/night");
});

test("every package is locked to its hash, and none to an address outside the public registry", () => {
  const lock: { packages: Record<string, Record<"integrity" | "resolved" | "link", string>> } =
    JSON.parse(textOf("package-lock.json"));
  const fetched = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );
  for (const [path, { integrity, resolved }] of requireNonEmpty(fetched, "packages")) {
    expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    if (resolved !== undefined) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});

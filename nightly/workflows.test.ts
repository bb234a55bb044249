/** The workflows that run on GitHub, read by GitHub's own parser. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tsImport } from "tsx/esm/api";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import manifest from "../package.json" with { type: "json" };
import { getDefined, getSome } from "../test/builders/get.ts";

// Its modules import JSON without saying so, which Node alone does not take.
const { NoOperationTraceWriter, parseWorkflow }: typeof import("@actions/workflow-parser") =
  await tsImport("@actions/workflow-parser", import.meta.url);

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}
interface Job {
  "timeout-minutes"?: number;
  strategy?: { matrix: Record<string, unknown[]> };
  steps: { uses?: string; run?: string }[];
}

/** Of the system's packages: what counts requests is tested against a real one. */
const REDIS = "sudo apt-get update && sudo apt-get install --yes redis-server";

const FOLDER = new URL("../.github/workflows/", import.meta.url);
const NAMES = (await readdir(FOLDER)).sort();
const SCRIPTS: Record<string, string> = manifest.scripts;

const textOf = (name: string) => readFile(new URL(name, FOLDER), "utf8");
const read = async (name: string) => parse(await textOf(name)) as Workflow;
const stepsOf = async (name: string) =>
  Object.values((await read(name)).jobs).flatMap(({ steps }) => steps);
const commandsOf = async (name: string) => (await stepsOf(name)).flatMap(({ run }) => run ?? []);

/** Unknown keys and functions, contexts out of place, expressions that do not end: with line and column. */
function faultsOf(name: string, content: string): string[] {
  const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(String);
}

test("there are two workflows", () => expect(NAMES).toEqual(["ci.yml", "nightly.yml"]));

describe.each(NAMES)("%s", (name) => {
  test("is a workflow to GitHub", async () => {
    expect(faultsOf(name, await textOf(name))).toEqual([]);
  });

  test("uses actions of a pinned version, and ends in time", async () => {
    const actions = (await stepsOf(name)).flatMap(({ uses }) => uses ?? []);
    for (const action of getSome(actions, "actions")) expect(action).toMatch(/^[\w/-]+@v\d+$/);
    for (const job of Object.values((await read(name)).jobs))
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  test("runs scripts of ours that exist, and puts no expression into a command", async () => {
    for (const command of getSome(await commandsOf(name), "commands")) {
      if (command === REDIS) continue;
      expect(command).toMatch(/^npm (ci|test|run [\w:-]+)( -- [\w -]+)?$/);
      const script = /^npm (?:run )?([\w:-]+)/.exec(command)?.[1] ?? "";
      if (script === "ci") continue;
      for (const [file] of getDefined(SCRIPTS[script], script).matchAll(/\S+\.(ts|mjs)\b/g))
        expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true);
    }
  });
});

test("a change is tested as a stranger tests it, on both versions of Node", async () => {
  const asked = [
    ...["npm ci", "npm test", "npm run test:slow", "npm run build", "npm run conformance"],
    ...["npm run data:check", "npm run scoreboard"],
  ];
  expect(await commandsOf("ci.yml")).toEqual(expect.arrayContaining(asked));
  expect((await read("ci.yml")).jobs.test?.strategy?.matrix.node).toEqual([20, 22]);
});

test("the night is run, and then the mirror", async () => {
  const commands = await commandsOf("nightly.yml");
  expect(commands.map((command) => command.split(" -- ")[0])).toEqual([
    ...["npm ci", "npm run nightly", "npm run mirror"],
  ]);
});

test("nothing but the contents may be changed, and only at night", async () => {
  expect((await read("ci.yml")).permissions).toEqual({ contents: "read" });
  expect((await read("nightly.yml")).permissions).toEqual({ contents: "write" });
});

test.each([
  ["an unknown key", "    timeout-minutes:", "    timeout:", /Unexpected value 'timeout'/],
  ["an unknown function", "always()", "allways()", /Unrecognized function: 'allways'/],
  ["a secret in a condition", "vars.MIRROR_REPO !=", "secrets.MIRROR_REPO !=", /'secrets'/],
  ["an expression without an end", "!= '' }}", "!= ''", /not closed/],
])("GitHub's parser finds %s", async (_, before, after, fault) => {
  const text = await textOf("nightly.yml");
  expect(text).toContain(before);
  expect(faultsOf("nightly.yml", text.replace(before, after)).join()).toMatch(fault);
});

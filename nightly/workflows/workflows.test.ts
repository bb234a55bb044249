import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { workflowFaults } from "./check-workflow.ts";
import { readExpression } from "./expression.ts";
import type { Workflow } from "./workflow.ts";

const FOLDER = new URL("../../.github/workflows/", import.meta.url);
const SCRIPTS = new Set(Object.keys(manifest.scripts));
const read = (name: string) => readFile(new URL(name, FOLDER), "utf8");
const commandsOf = async (name: string) =>
  Object.values((parse(await read(name)) as Workflow).jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  );

describe("our workflows", () => {
  test("have no fault", async () => {
    const names = (await readdir(FOLDER)).sort();
    expect(names).toEqual(["ci.yml", "nightly.yml"]);
    for (const name of names) expect(workflowFaults(await read(name), SCRIPTS), name).toEqual([]);
  });

  test("run what a stranger runs, on both versions of Node", async () => {
    expect(await commandsOf("ci.yml")).toEqual(
      expect.arrayContaining(["npm ci", "npm test", "npm run conformance"]),
    );
    const { jobs } = parse(await read("ci.yml")) as Workflow;
    expect(jobs.test!.strategy!.matrix.node).toEqual([20, 22]);
  });

  test("run the night and then the mirror", async () => {
    const commands = await commandsOf("nightly.yml");
    expect(commands.map((command) => command.split(" -- ")[0])).toEqual([
      "npm ci",
      "npm run nightly",
      "npm run mirror",
    ]);
  });

  test("may change nothing but the contents, and only at night", async () => {
    const permissions = async (name: string) => (parse(await read(name)) as Workflow).permissions;
    expect(await permissions("ci.yml")).toEqual({ contents: "read" });
    expect(await permissions("nightly.yml")).toEqual({ contents: "write" });
  });

  test("scripts of theirs that run a file have that file", () => {
    const scripts: Record<string, string> = manifest.scripts;
    for (const name of ["mirror", "nightly", "build", "conformance"])
      for (const [file] of scripts[name]!.matchAll(/\S+\.(ts|mjs)\b/g))
        expect(existsSync(new URL(`../../${file}`, import.meta.url)), file).toBe(true);
  });
});

/** A workflow without a fault, to put one into. */
const GOOD = `
name: good
on:
  schedule:
    - cron: "5 2 * * 1"
permissions:
  contents: read
concurrency:
  group: good-\${{ github.ref }}
  cancel-in-progress: true
jobs:
  one:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    strategy:
      matrix:
        node: [20]
    steps:
      - uses: actions/setup-node@v5
        with:
          node-version: \${{ matrix.node }}
      - run: npm run build -- --out "$OUT"
        if: \${{ always() && vars.OUT != '' }}
        env:
          OUT: \${{ vars.OUT }}
`;

test("the check finds nothing in a good workflow", () => {
  expect(workflowFaults(GOOD, SCRIPTS)).toEqual([]);
});

test.each([
  ["a second key of one name", "name: good\n", "name: good\nname: bad\n", /unique/],
  ["no permissions", "permissions:\n  contents: read\n", "", /^permissions: /],
  ["no time limit", "    timeout-minutes: 5\n", "", /^jobs\.one\.timeout-minutes: /],
  [
    "an unknown key",
    "    timeout-minutes: 5\n",
    "    timeout-minutes: 5\n    timeout: 5\n",
    /timeout/,
  ],
  ["an action that is not pinned", "setup-node@v5", "setup-node@main", /uses: not pinned/],
  ["an unknown script", "npm run build", "npm run bild", /no script bild/],
  ["another program", "npm run build -- --out", "curl -d", /not a script of ours/],
  ["two commands in one", '--out "$OUT"', '--out "$OUT"; env', /not a script of ours/],
  [
    "an expression in a command",
    '"$OUT"',
    "$" + "{{ github.head_ref }}",
    /no expression in a command/,
  ],
  ["a variable that is not set", '"$OUT"', '"$OTHER"', /OTHER is not set/],
  ["braces that are not closed", "vars.OUT != '' }}", "vars.OUT != ''", /braces are not closed/],
  ["an unknown context", "vars.OUT != ''", "var.OUT != ''", /unknown context: var/],
  ["an unknown function", "always()", "allways()", /unknown function: allways/],
  ["an open bracket", "always()", "always(", /no value: &&/],
  ["double quotes", "!= ''", '!= ""', /unknown sign/],
  ["secrets in a condition", "vars.OUT != ''", "secrets.OUT != ''", /not known in a condition/],
  ["an axis that the matrix lacks", "matrix.node", "matrix.nodes", /the matrix has no nodes/],
  ["an hour that does not exist", "5 2 * * 1", "5 24 * * 1", /cron: not a time/],
])("the check finds %s", (_, before, after, message) => {
  expect(GOOD).toContain(before);
  const faults = workflowFaults(GOOD.replace(before, after), SCRIPTS);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(message);
});

test.each([
  "github.event.pull_request.head.sha",
  "fromJSON(steps.x.outputs['a b'])[0].*",
  "!(vars.A == env.B)",
  "(success() || failure()) && 'it''s' != -1.5",
  "format('{0} {1}', github.ref, null)",
])("the grammar of expressions holds %j", (text) => {
  expect(() => readExpression(text)).not.toThrow();
});

test.each(["", "github.", "github ref", "1 +", "a", "(1", "contains('a')", "== 1", "github[1"])(
  "the grammar of expressions refuses %j",
  (text) => expect(() => readExpression(text)).toThrow(),
);

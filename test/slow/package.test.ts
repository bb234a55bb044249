/** The package `model-almanac` as npm packs it, installed into an empty folder without a network. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { getDefined, requireNonEmpty } from "../builders/get.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { waitForBuiltSite } from "../contract/built-site.ts";
import { runProcess, toBuiltPaths } from "../contract/run-build.ts";

const PACKAGE = fileURLToPath(new URL("../../clients/typescript/", import.meta.url));
const COMPILER = join(PACKAGE, "node_modules/typescript/bin/tsc");

let folder: string;
/** The cache is one of this test, because the user's own may hold newer facts. */
const inFolder = (command: string) =>
  runProcess("sh", ["-c", `cd ${folder} && ${command}`], { XDG_CACHE_HOME: join(folder, "cache") });
const model = (args: string) => inFolder(`node_modules/.bin/model-almanac ${args}`);

beforeAll(async () => {
  folder = createTemporaryFolder("package");
  const { dist, functionData } = toBuiltPaths(await waitForBuiltSite());
  const packed = await runProcess("npm", ["pack", PACKAGE, "--pack-destination", folder], {
    ALMANAC_SITE: dist,
    ALMANAC_FUNCTION_DATA: functionData,
  });
  expect(packed.code, packed.stderr).toBe(0);
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const installed = await inFolder(`npm install ./${tarball} --offline --no-audit --no-fund`);
  expect(installed.code, installed.stderr).toBe(0);
  const names = await readdir(join(folder, "node_modules"));
  expect(names.filter((name) => !name.startsWith("."))).toEqual(["model-almanac"]);
});

test("the package's commands answer", async () => {
  const command = "price norn-4o --host northwind --at 2025-05-20 --json";
  const price = await inFolder(`npx --offline model-almanac ${command}`);
  expect(JSON.parse(price.stdout).rates).toMatchObject([{ price: 5 }, { price: 15 }]);
  const usage = { prompt_tokens: 1000, completion_tokens: 10 };
  const log = JSON.stringify({ model: "norn-4o", usage });
  for (const [name, content] of Object.entries({
    "log.jsonl": log,
    // As `>` of Windows PowerShell writes it.
    "log16.jsonl": Buffer.from(`\uFEFF${log}`, "utf16le"),
    "log16be.jsonl": Buffer.from(`\uFEFF${log}`, "utf16le").swap16(),
    "log.jsonl.gz": gzipSync(log),
    "cut.jsonl.gz": gzipSync(log).subarray(0, 30),
  }))
    await writeFile(join(folder, name), content);
  for (const [args, output] of [
    ["cost log.jsonl --what-if norn-4o-mini", /^norn-4o-mini +northwind +\$0\.000156/m],
    ...["- < log.jsonl", "log16.jsonl", "log16be.jsonl", "log.jsonl.gz"].map(
      (file) => [`cost ${file}`, /^total .*\$0\.0026$/m] as const,
    ),
    ["models norn | head -1", /^model/],
    ["export --format ccusage --at 2025-05-20", /"norn-4o":\{"inputCostPerToken":0\.000005/],
  ] as const) {
    const { code, stdout, stderr } = await model(args);
    expect([code, stderr], args).toEqual([0, ""]);
    expect(stdout, args).toMatch(output);
  }
  const wrong = await model("prise norn-4o");
  expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
  for (const [path, fault] of [
    ["no-such-file", /cannot read no-such-file: there is no such file\n$/],
    [".", /it is a folder; name a file in it, .* cat \.\/\* \| model-almanac cost -$/m],
    ["cut.jsonl.gz", /cannot unpack cut\.jsonl\.gz: .*; send the whole file/],
  ] as const)
    expect((await model(`cost ${path}`)).stderr).toMatch(fault);
});

test("the package's MCP server answers", async () => {
  const params = { name: "cheapest_provider", arguments: { model: "norn 4o" } };
  const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params };
  await writeFile(join(folder, "messages"), `${JSON.stringify(call)}\n`);
  const { code, stdout } = await model("mcp < messages");
  expect(code).toBe(0);
  expect(stdout).toContain("Northwind AI at $2.5 input");
});

test("the imports need nothing from Node, and the client alone contains no facts", async () => {
  const bundle = async (code: string) => {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: folder },
      bundle: true,
      write: false,
      format: "esm",
      platform: "browser",
      logLevel: "silent",
    });
    return getDefined(outputFiles[0], "bundle").text;
  };
  expect(await bundle('export { cost, readUsageLog } from "model-almanac"')).toContain("norn-4o");
  expect(await bundle('export { createClient } from "model-almanac"')).not.toContain("norn-4o");
});

test("the imports work in Node, and the examples of the README compile", async () => {
  await writeFile(
    join(folder, "use.js"),
    `import { almanac, cost, createClient, usageOf } from "model-almanac";
     import * as client from "model-almanac/client";
     const response = { model: "norn-4o", usage: { prompt_tokens: 1000, completion_tokens: 10 } };
     console.log(JSON.stringify([cost(response).usd, usageOf(response).usage, client.createClient === createClient, almanac.facts.models.length > 0]));`,
  );
  const { stdout } = await inFolder("node use.js");
  expect(JSON.parse(stdout)).toEqual([0.0026, { input: 1000, output: 10 }, true, true]);
  const readme = await readFile(join(folder, "node_modules/model-almanac/README.md"), "utf8");
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
  const [first = "", ...others] = requireNonEmpty(examples, "examples");
  await writeFile(join(folder, "cost.ts"), first);
  await writeFile(join(folder, "client.ts"), others.join("\n"));
  const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [] };
  const places = { module: "nodenext", target: "es2022", lib: ["es2022", "dom"] };
  const compilerOptions = { ...strict, ...places };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const compile = () => inFolder(`${process.execPath} ${COMPILER}`);
  const compiled = await compile();
  expect(compiled.code, compiled.stdout).toBe(0);
  const wrong = 'import { cost } from "model-almanac";\ncost({}, { modle: "x" });';
  await writeFile(join(folder, "wrong.ts"), wrong);
  expect((await compile()).stdout).toMatch(/^wrong\.ts\(2,12\).*'modle' does not exist.*\n$/);
});

/** `npm run conformance`: the official MCP suite against the real tool server, behind the local CDN. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { createHandle } from "../handle.ts";
import { startLocalCdn } from "../local/serve.ts";
import { FUNCTION_DATA, readFunctionContext } from "../read-function-context.ts";
import { TOOLS } from "../tools/index.ts";
import { FIXTURE_TOOLS } from "./fixture-tools.ts";

const SUITE = "@modelcontextprotocol/conformance";
/** The suite needs Node 22; npx brings it. */
const NODE = "node@22";
const NOT_APPLICABLE = fileURLToPath(new URL("./not-applicable.yml", import.meta.url));
const NEXT = { version: "0.2.0-alpha.12", protocol: "2026-07-28" };
const NEXT_SCENARIOS = ["http-header-validation", "tools-list", "server-stateless"];

interface Run {
  what: string;
  version: string;
  args: string[];
}

const RUNS: readonly Run[] = [
  {
    what: "the whole suite, its default protocol",
    version: "0.1.16",
    args: ["--expected-failures", NOT_APPLICABLE],
  },
  ...NEXT_SCENARIOS.map((scenario) => ({
    what: `${scenario}, ${NEXT.protocol}`,
    version: NEXT.version,
    args: ["--scenario", scenario, "--spec-version", NEXT.protocol],
  })),
];

new Command("conformance")
  .description(
    "Runs the official MCP conformance suite. Needs `npm run build` before, and the package registry.",
  )
  .addHelpText(
    "after",
    "\nExit codes: 0 all passed, or Node 22 is not to be had; 1 a scenario failed.",
  )
  .parse();

if (!existsSync("dist/_redirects")) throw new Error("there is no dist/; run npm run build first");
if ((await npx(["-p", NODE, "node", "--version"])).code !== 0) {
  process.stdout.write("conformance: not run, Node 22 cannot be fetched here\n");
} else {
  process.exitCode = (await runAll()) === 0 ? 0 : 1;
}

/** @returns How many runs failed. */
async function runAll(): Promise<number> {
  const context = readFunctionContext(FUNCTION_DATA);
  const handle = createHandle(context, { isLocal: true, tools: [...TOOLS, ...FIXTURE_TOOLS] });
  const cdn = await startLocalCdn({
    dist: "dist",
    handle,
    mode: "exact",
    port: 0,
    host: "127.0.0.1",
  });
  let failed = 0;
  for (const { what, version, args } of RUNS) {
    const suite = ["-p", NODE, "-p", `${SUITE}@${version}`, "conformance", "server"];
    const { code, output } = await npx([...suite, "--url", `${cdn.url}/api/mcp`, ...args]);
    if (code !== 0) {
      failed++;
      process.stdout.write(output);
    }
    process.stdout.write(`${code === 0 ? "passed" : "FAILED"}: ${what} (${SUITE} ${version})\n`);
  }
  await cdn.close();
  process.stdout.write(`conformance: ${RUNS.length - failed} of ${RUNS.length} runs passed\n`);
  return failed;
}

async function npx(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn("npx", ["-y", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** `npm run smoke -- <address>`: checks that are only possible on a deployed service. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { parseAddressOption, runTaskOrPrintError } from "../../build/facts/command-line.ts";
import { CommandError } from "../../build/facts/fault.ts";
import {
  FUNCTION_DATA_FILE,
  readAnswerContextOfFunction,
} from "../../generator/pipeline/function-data.ts";
import { createApiHandler } from "../function.ts";
import { type KnownPlatformDifference, runSmokeTest, type SmokeCheckResult } from "./smoke.ts";

/** Version in which the known differences were observed. Install scripts of the packages are not needed. */
const CLI = "netlify-cli@27.10.2";
const PORT = 18_888;
const LIMIT_MS = 600_000;
/**
 * Files that a deploy reads. `clients/` is left out, because the server would take it for a separate site. Functions
 * must be copies, not links.
 */
const COPIED = ["netlify.toml", "package.json", "build", "generator", "mcp-server"];
const LINKED = ["node_modules", "dist", ".cache"];

/** Known differences between the dev server and the platform. */
const NETLIFY_DEV_DIFFERENCES: readonly KnownPlatformDifference[] = [
  {
    pattern: /^[a-z ]+: GET \/(_headers|_redirects): /,
    reason: "netlify dev serves _redirects and _headers as files; a deployed site does not",
  },
  {
    pattern: /^no file: GET \/api\/\/v1\/status: /,
    reason: "netlify dev treats a URL with two slashes like the URL with one slash",
  },
  {
    pattern: /^[a-z ]+: GET \S+: cache-control "public, max-age=0" instead of/,
    reason:
      "the static server of netlify dev sends its own Cache-Control and ignores the one in _headers",
  },
  {
    pattern:
      /^[a-z ]+: GET \S+: content-type "(application\/(octet-stream|javascript; charset=utf-8|json; charset=utf-8|xml)|image\/vnd\.microsoft\.icon)" instead of/,
    reason:
      "the static server of netlify dev sets Content-Type from the file extension and ignores the one in _headers",
  },
  {
    pattern: /^head: (file|query): status 200; other headers than GET: etag$/,
    reason: "netlify dev computes the ETag of a HEAD answer from the empty body",
  },
];

/** Output lines with a complaint about rules, headers or functions, without Node's own warnings. */
const COMPLAINT = /^(?!\(node:|\(Use `node).*(warning|error|invalid|failed)/i;

/**
 * Starts Netlify's own dev server over the build, offline and in a new folder, because it writes where it runs.
 * Fetches netlify-cli (350 MB) and Node 22 with npx.
 * @throws CommandError with its output when it does not start.
 */
async function startNetlifyDev() {
  const folder = await mkdtemp(join(tmpdir(), "almanac-deploy-"));
  for (const name of COPIED) await cp(name, join(folder, name), { recursive: true });
  for (const name of LINKED) await symlink(resolve(name), join(folder, name));
  const offline = ["--offline", "--internal-disable-edge-functions", "--no-open", "--dir", "dist"];
  const packages = ["-y", "-p", "node@22", "-p", CLI];
  const child = spawn("npx", [...packages, "netlify", "dev", ...offline, "--port", `${PORT}`], {
    cwd: folder,
    detached: true,
    // The environment contains no secrets and no settings of the user.
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CI: "1",
      NO_COLOR: "1",
      npm_config_cache: resolve(".cache/npm"),
      npm_config_ignore_scripts: "true",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const close = async () => {
    if (child.exitCode === null && child.pid !== undefined) {
      const ended = once(child, "exit");
      // Kills npx and the server that it started, as one process group.
      process.kill(-child.pid, "SIGKILL");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const limit = AbortSignal.timeout(LIMIT_MS);
  while (!output.includes("Local dev server ready")) {
    if (child.exitCode !== null || limit.aborted) {
      await close();
      throw new CommandError(`the dev server did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url: `http://localhost:${PORT}`,
    complaints: () => [...new Set(output.split("\n").filter((line) => COMPLAINT.test(line)))],
    close,
  };
}

const AFTER = `
Each check has one of these results: "differs" is an error to fix; "seen" is never an error; "known" is a known
difference between netlify dev and the platform. The command does not check one thing: a second deploy of the same
build should upload no file. To check this, deploy twice and look at the number of uploaded files. If the check "odd
queries" differs, the CDN does not read the rule that sends such queries to the function: build with npm run build --
--no-query-files.

Exit codes: 0 nothing differs; 1 something differs; 2 nothing was compared (no answer, another build, wrong usage).`;

const command = new Command("npm run smoke --")
  .description(
    "Sends about 400 requests to a deployed service and compares its answers with the build in dist/.",
  )
  .argument("[url]", "URL of the deployed service: https://almanac.example.org", parseAddressOption)
  .option(
    "--netlify-dev",
    "compare Netlify's dev server on this machine instead of a deployed service; npx downloads it (350 MB)",
  )
  .option("--dist <folder>", "folder with the published files of the deployed build", "dist")
  .option(
    "--function-data <file>",
    "file with the data that the function of that build reads",
    FUNCTION_DATA_FILE,
  )
  .addHelpText("after", AFTER)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse();
type Options = { netlifyDev?: true; dist: string; functionData: string };
const { netlifyDev, dist, functionData } = command.opts<Options>();

await runTaskOrPrintError(
  async () => {
    process.exitCode = (await run(command.processedArgs[0] as string | undefined)) === 0 ? 0 : 1;
  },
  { exitCode: 2 },
);

/** @returns The number of differences. */
async function run(address: string | undefined): Promise<number> {
  if (!existsSync(dist)) throw new CommandError(`${dist} has not been built; run npm run build`);
  if ((address === undefined) !== (netlifyDev === true))
    throw new CommandError("give the URL of a service, or --netlify-dev");
  const server = netlifyDev && (await startNetlifyDev());
  try {
    const { sent, differences } = await runSmokeTest({
      address: address ?? (server ? server.url : ""),
      dist: resolve(dist),
      handle: createApiHandler(readAnswerContextOfFunction(functionData)),
      known: server ? NETLIFY_DEV_DIFFERENCES : [],
      onResult: print,
    });
    const complaints = server ? server.complaints() : [];
    for (const detail of complaints) print({ check: "dev server", verdict: "differs", detail });
    const all = differences + complaints.length;
    process.stdout.write(`${sent} requests: ${all} differences\n`);
    return all;
  } finally {
    if (server) await server.close();
  }
}

function print({ check, verdict, detail }: SmokeCheckResult): void {
  process.stdout.write(`${verdict.padEnd(8)}${check.padEnd(14)}${detail}\n`);
}

/** `npm run rehearse`: the first deploy, rehearsed on the platform's own dev server. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { BuildError } from "../../build/facts/fault.ts";
import { createHandle } from "../handle.ts";
import { FUNCTION_DATA, readFunctionContext } from "../read-function-context.ts";
import { formatCheckResult } from "../smoke/check-result.ts";
import { smoke } from "../smoke/smoke.ts";
import { startDevServer } from "./dev-server.ts";
import { fetchCli } from "./fetch-cli.ts";
import { KNOWN_DIFFERENCES } from "./known-differences.ts";

const AFTER = `
Needs \`npm run build\`; fetches netlify-cli into .cache/ (350 MB) and, where Node is older, Node 22.
"known" is what the dev server does otherwise than the platform, with the reason; one that is not met any more
counts as a difference.

Exit codes: 0 no difference without a reason; 1 there is one; 2 nothing was compared.`;

new Command("rehearse")
  .description(
    "Asks the platform's dev server, offline, what npm run smoke asks a deployed service.",
  )
  .addHelpText("after", AFTER)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse();

try {
  if (!existsSync("dist")) throw new BuildError("dist has not been built; run npm run build");
  process.exitCode = (await rehearse()) === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

/** @returns How many differences have no reason. */
async function rehearse(): Promise<number> {
  const server = await startDevServer(await fetchCli());
  try {
    const { asked, differences } = await smoke({
      address: server.url,
      dist: resolve("dist"),
      handle: createHandle(readFunctionContext(FUNCTION_DATA)),
      known: KNOWN_DIFFERENCES,
      onResult: (result) => process.stdout.write(`${formatCheckResult(result)}\n`),
    });
    const complaints = server.complaints();
    for (const line of complaints) process.stdout.write(`differs dev server    ${line.trim()}\n`);
    const unexplained = differences + complaints.length;
    process.stdout.write(`asked ${asked} questions: ${unexplained} differences without a reason\n`);
    return unexplained;
  } finally {
    await server.close();
  }
}

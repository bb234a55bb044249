/** `npm run smoke -- <address>`: what only a deployed service can show. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { BuildError } from "../../build/facts/fault.ts";
import { FUNCTION_DATA_PATH, readFunctionContext } from "../../generator/pipeline/function-data.ts";
import { createRequestHandler } from "../function.ts";
import { NETLIFY_DEV_DIFFERENCES, startNetlifyDev } from "./netlify-dev.ts";
import { runSmokeTest, type SmokeCheckResult } from "./smoke.ts";

const AFTER = `
"differs" must be fixed; "seen" is right either way; "known" is what netlify dev does otherwise than the platform.
Not checked: that a second deploy of the same build uploads no file; deploy twice and look at the count.

Exit codes: 0 nothing differs; 1 something does; 2 nothing was compared (no answer, another build, wrong usage).`;

const command = new Command("smoke")
  .description("Compares a deployed service with the build in dist/, by some 300 requests.")
  .argument("[address]", "https://almanac.example.org", toAddress)
  .option("--netlify-dev", "compare the platform's dev server, offline; npx fetches it (350 MB)")
  .option("--dist <folder>", "published files of the build that is deployed", "dist")
  .option("--function-data <file>", "what its function reads", FUNCTION_DATA_PATH)
  .addHelpText("after", AFTER)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse();
type Options = { netlifyDev?: true; dist: string; functionData: string };
const { netlifyDev, dist, functionData } = command.opts<Options>();

try {
  process.exitCode = (await run(command.processedArgs[0] as string | undefined)) === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

/** @returns How many differences there are. */
async function run(address: string | undefined): Promise<number> {
  if (!existsSync(dist)) throw new BuildError(`${dist} has not been built; run npm run build`);
  if ((address === undefined) !== (netlifyDev === true))
    throw new BuildError("give the address of a service, or --netlify-dev");
  const server = netlifyDev && (await startNetlifyDev());
  try {
    const { sent, differences } = await runSmokeTest({
      address: address ?? (server ? server.url : ""),
      dist: resolve(dist),
      handle: createRequestHandler(readFunctionContext(functionData)),
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

function toAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("write https://host.");
}

/** `npm run smoke -- <address>`: what only a deployed service can show. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { runCommandOrExplain } from "../../build/facts/command-line.ts";
import { CommandError } from "../../build/facts/fault.ts";
import {
  FUNCTION_DATA_FILE,
  readAnswerContextOfFunction,
} from "../../generator/pipeline/function-data.ts";
import { createApiHandler } from "../function.ts";
import { NETLIFY_DEV_DIFFERENCES, startNetlifyDev } from "./netlify-dev.ts";
import { runSmokeTest, type SmokeCheckResult } from "./smoke.ts";

const AFTER = `
Each check has one of these results: "differs" is an error to fix; "seen" is never an error; "known" is a known
difference between netlify dev and the platform. The command does not check one thing: a second deploy of the same
build should upload no file. To check this, deploy twice and look at the number of uploaded files. If the check "odd
queries" differs, the CDN does not read the rule that sends such queries to the function: build with npm run build --
--no-query-files.

Exit codes: 0 nothing differs; 1 something differs; 2 nothing was compared (no answer, another build, wrong usage).`;

const command = new Command("smoke")
  .description(
    "Sends about 300 requests to a deployed service and compares its answers with the build in dist/.",
  )
  .argument("[url]", "https://almanac.example.org", toAddress)
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

await runCommandOrExplain(
  async () => {
    process.exitCode = (await run(command.processedArgs[0] as string | undefined)) === 0 ? 0 : 1;
  },
  { exitCode: 2 },
);

/** @returns How many differences there are. */
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

function toAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("write https://host.");
}

/** `npm run smoke -- <address>`: checks that are only possible on a deployed service. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { parseAddressOption, runTaskOrPrintError } from "../../build/facts/command-line.ts";
import { CommandError } from "../../build/facts/fault.ts";
import {
  FUNCTION_DATA_FILE,
  readAnswerContextOfFunction,
} from "../../generator/pipeline/function-data.ts";
import { createApiHandler } from "../function.ts";
import { runSmokeTest, type SmokeCheckResult } from "./smoke.ts";

const AFTER = `
Each check has one of these results: "differs" is an error to fix; "seen" is never an error. The command does not check
one thing: a second deploy of the same build should upload no file. To check this, deploy twice and look at the number
of uploaded files. If the check "odd queries" differs, the CDN does not read the rule that sends such queries to the
function: build with npm run build -- --no-query-files.

Exit codes: 0 nothing differs; 1 something differs; 2 nothing was compared (no answer, another build, wrong usage).`;

const [address = ""] = new Command("npm run smoke --")
  .description(
    "Sends several hundred requests to a deployed service and compares its answers with the build in dist/.",
  )
  .argument("<url>", "URL of the deployed service: https://almanac.example.org", parseAddressOption)
  .addHelpText("after", AFTER)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse().processedArgs as [string];

await runTaskOrPrintError(
  async () => {
    const dist = resolve("dist");
    if (!existsSync(dist)) throw new CommandError(`${dist} has not been built; run npm run build`);
    const handle = createApiHandler(readAnswerContextOfFunction(FUNCTION_DATA_FILE));
    const { sent, differences } = await runSmokeTest({ address, dist, handle, onResult: print });
    process.stdout.write(`${sent} requests: ${differences} differences\n`);
    process.exitCode = differences === 0 ? 0 : 1;
  },
  { exitCode: 2 },
);

function print({ check, verdict, detail }: SmokeCheckResult): void {
  process.stdout.write(`${verdict.padEnd(8)}${check.padEnd(14)}${detail}\n`);
}

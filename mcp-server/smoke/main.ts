/** `npm run smoke -- <address>`: what only a deployed service can tell. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { BuildError } from "../../build/facts/fault.ts";
import { createHandle } from "../function.ts";
import { FUNCTION_DATA, readFunctionContext } from "../read-function-context.ts";
import { formatCheckResult } from "./check-result.ts";
import { smoke } from "./smoke.ts";

const AFTER = `
"differs" must be fixed; "seen" is right either way, and says which way it goes. What no question can tell: that a
second deploy of the same build uploads no file; deploy twice and look at the count.

Exit codes: 0 nothing differs; 1 something does; 2 nothing was compared (no answer, another build, wrong usage).`;

const command = new Command("smoke")
  .description("Compares a deployed service with the build in dist/, by some 300 questions.")
  .argument("<address>", "https://almanac.example.org", toAddress)
  .option("--dist <folder>", "published files of the build that is deployed", "dist")
  .option("--function-data <file>", "what its function reads", FUNCTION_DATA)
  .addHelpText("after", AFTER)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse();
const { dist, functionData } = command.opts<{ dist: string; functionData: string }>();

try {
  if (!existsSync(dist)) throw new BuildError(`${dist} has not been built; run npm run build`);
  const { asked, differences } = await smoke({
    address: command.processedArgs[0] as string,
    dist: resolve(dist),
    handle: createHandle(readFunctionContext(functionData)),
    onResult: (result) => process.stdout.write(`${formatCheckResult(result)}\n`),
  });
  process.stdout.write(`asked ${asked} questions: ${differences} differences\n`);
  process.exitCode = differences === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

function toAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("write https://host.");
}

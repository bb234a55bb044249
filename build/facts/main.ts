/** `npm run data:check`, `npm run data:fmt`. */
import { resolve } from "node:path";
import { Command } from "commander";
import { BuildError } from "./fault.ts";
import { readFacts } from "./read-facts.ts";
import { formatFiles } from "./write-facts.ts";

const program = new Command("data").description("Checks or formats the facts in data/.");

program
  .command("check")
  .description(
    "Reads every fact and reports all faults with file and line; exit code 1 when there are any.",
  )
  .option("--data <folder>", "facts", "data")
  .action(async ({ data }: { data: string }) => {
    const facts = await readFacts(resolve(data));
    const rows = Object.values(facts).reduce((sum, kind) => sum + kind.length, 0);
    process.stdout.write(
      `checked ${rows} facts of ${Object.keys(facts).length} kinds: no faults\n`,
    );
  });

program
  .command("fmt")
  .description("Sorts rows, orders fields and fixes spacing, so that a diff shows only facts.")
  .option("--data <folder>", "facts", "data")
  .action(async ({ data }: { data: string }) => {
    const rewritten = await formatFiles(resolve(data));
    for (const path of rewritten) process.stdout.write(`formatted ${path}\n`);
    process.stdout.write(`${rewritten.length} files formatted\n`);
  });

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** `npm run data:check`, `npm run data:fmt` and `npm run notice`. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Command, Option } from "commander";
import { readPackageGroups } from "../packages/licenses.ts";
import { checkAppendOnly } from "./append-only.ts";
import { BuildError, FactsError } from "./fault.ts";
import { formatFiles } from "./format-files.ts";
import { toNotice } from "./notice.ts";
import { readFacts } from "./read-facts.ts";
import { readSources } from "./read-sources.ts";
import { writeFileIfChanged } from "./write-facts.ts";

const program = new Command("data").description("Checks, formats or credits the facts in data/.");

program
  .command("check")
  .description(
    "Reads every fact and reports all faults with file and line; exit code 1 when there are any.",
  )
  .option("--data <folder>", "facts", "data")
  .addOption(
    new Option(
      "--since <git ref>",
      "also say which rows of prices/ were changed or deleted since then",
    ).env("PUBLISHED_COMMIT"),
  )
  .action(async ({ data, since }: { data: string; since?: string }) => {
    const removed = since ? checkAppendOnly(resolve(data), since) : [];
    const facts = await readFacts(resolve(data)).catch((error: unknown) => {
      throw error instanceof FactsError ? new FactsError([...error.faults, ...removed]) : error;
    });
    if (removed.length > 0) throw new FactsError(removed);
    const rows = Object.values(facts).reduce((sum, kind) => sum + kind.length, 0);
    const compared = since ? `, and no row of the ledger is lost since ${since}` : "";
    process.stdout.write(
      `checked ${rows} facts of ${Object.keys(facts).length} kinds: no faults${compared}\n`,
    );
  });

program
  .command("fmt")
  .description(
    "Sorts rows, orders fields and repairs spacing, so that a diff shows only facts; records new rows.",
  )
  .option("--data <folder>", "facts", "data")
  .option(
    "--amend <path...>",
    "files or folders below data/ (`.`: all) of which recorded rows were changed or deleted by intent",
    [],
  )
  .action(async ({ data, amend }: { data: string; amend: string[] }) => {
    const rewritten = await formatFiles(resolve(data), amend.map(toPath));
    for (const path of rewritten) process.stdout.write(`formatted ${path}\n`);
    process.stdout.write(`${rewritten.length} files formatted\n`);
  });

program
  .command("notice")
  .description(
    "Writes NOTICE: the credits of every upstream, from data/sources/, and the licences of packages, from the lock files.",
  )
  .option("--check", "only say whether NOTICE is stale; exit code 1 when it is", false)
  .action(async ({ check }: { check: boolean }) => {
    const text = toNotice(
      await readSources(resolve("data")),
      await readPackageGroups(resolve(".")),
    );
    const isStale = (await readFile("NOTICE", "utf8")) !== text;
    if (isStale && check)
      throw new BuildError(
        "NOTICE does not say what data/sources/ and the lock files say; run `npm run notice`",
      );
    if (isStale) await writeFileIfChanged(resolve("NOTICE"), text);
    process.stdout.write(isStale ? "NOTICE written\n" : "NOTICE is up to date\n");
  });

/** As people write it, too: `data/prices/acme.csv`. */
const toPath = (name: string): string => name.replace(/^data\//, "").replace(/\/$/, "");

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

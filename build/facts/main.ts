/** The commands on facts: `npm run data:check`, `data:verify`, `data:fmt`, `data:record`, `correct` and `retract`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Command, Option } from "commander";
import { recordChangesIfValid } from "../model/record-changes.ts";
import { checkRuleCoverage } from "../rules/rules.ts";
import {
  getToday,
  NPM_SCRIPT_HELP,
  parseDayOption,
  parsePastDayOption,
  parseTextOption,
  runTaskOrPrintError,
} from "./command-line.ts";
import {
  type PriceCorrectionInput,
  type PriceRetractionInput,
  planPriceCorrection,
  planPriceRetraction,
} from "./correct.ts";
import { readFactFileTexts } from "./fact-files.ts";
import { CommandError, type FactFault, FactsError, formatFactFaults } from "./fault.ts";
import { withFactsLock } from "./lock.ts";
import { readFacts, readFactsOfKinds } from "./read-facts.ts";
import { checkFactsNotRewritten, checkNoRowsOfFutureDays } from "./recorded-rows.ts";
import { verifyDataFolderAgainstRoot } from "./verify-facts.ts";
import { reformatFactFiles, writeFactFile } from "./write-facts.ts";

interface CheckOptions {
  data: string;
  since?: string;
  reason?: string;
  report?: string;
}

interface WriteOptions {
  yes: boolean;
  data: string;
}

const REPLACED =
  'this replaces your correction of today; if that one is already committed, end the message of the next commit with "Rewrites-facts: <why>"';

/** Up to this many rows are a person's correction. More, such as all rows of a night, must be confirmed. */
const MAX_UNCONFIRMED = 20;

const program = new Command("data")
  .configureHelp(NPM_SCRIPT_HELP)
  .description("Checks, formats or corrects the facts in data/.");

program
  .command("data:check")
  .description(
    "Reads every fact, reports all errors with file and line, and checks with git that no recorded row was rewritten.",
  )
  .option("--data <folder>", "facts", "data")
  .addOption(
    new Option(
      "--since <commit>",
      "also check the commits after this one; a recorded row may be rewritten if the message of the commit that does it has the trailer `Rewrites-facts: <reason>`",
    ).env("PUBLISHED_COMMIT"),
  )
  .option("--reason <text>", "reason why the uncommitted changes rewrite recorded rows")
  .option("--report <file>", "also write the errors as Markdown into this file, for a pull request")
  .addHelpText(
    "after",
    "\nExit codes: 0 no errors; 1 errors, or recorded rows rewritten without a reason.",
  )
  .action(async ({ data, since, reason, report }: CheckOptions) => {
    const folder = resolve(data);
    const faults: FactFault[] = [];
    const keep = (error: unknown) => {
      if (!(error instanceof FactsError)) throw error;
      faults.push(...error.faults);
    };
    const facts = await readFacts(folder).catch(keep);
    if (facts)
      faults.push(
        ...checkNoRowsOfFutureDays(facts, getToday(), folder),
        ...checkRuleCoverage(facts.rules),
      );
    const compare = async () => checkFactsNotRewritten(folder, since || undefined, reason);
    const compared = (await compare().catch(keep)) ?? [];
    if (report !== undefined) {
      mkdirSync(dirname(resolve(report)), { recursive: true });
      writeFileSync(report, formatFactFaults(faults));
    }
    if (faults.length > 0) throw new FactsError(faults);
    const kinds = Object.values(facts ?? {});
    const rows = kinds.reduce((sum, ofKind) => sum + ofKind.length, 0);
    const checked = `checked ${rows} facts of ${kinds.length} kinds: no faults`;
    process.stdout.write(`${[checked, ...compared].join("\n")}\n`);
  });

program
  .command("retract")
  .description(
    "Marks recorded prices as wrong. A price that is marked as wrong stays in data/prices/, but no current price, history, finding or export uses it any more.",
  )
  .argument("[host]", "slug of the host; by default every host")
  .argument("[model_id]", "the host's own model id; by default every id")
  .requiredOption(
    "--recorded <day>",
    "day on which the prices were recorded, YYYY-MM-DD",
    parsePastDayOption,
  )
  .option("--source <source>", "source that stated the prices; by default every source")
  .requiredOption(
    "--because <reason>",
    "why the prices were wrong, in a few words",
    parseTextOption,
  )
  .requiredOption("--page <url>", "https:// URL of the page that shows that the prices were wrong")
  .option("--yes", "do not ask for confirmation when more than 20 rows match", false)
  .option("--data <folder>", "facts", "data")
  .addHelpText("after", "\nExit codes: 0 recorded; 1 refused: nothing is recorded.")
  .action(
    (
      host: string | undefined,
      modelId: string | undefined,
      { data, yes, ...options }: RetractOptions,
    ) =>
      withFactsLock(data, "writes the facts", async () => {
        const input = { host, modelId, ...options };
        const texts = readFactFileTexts(data);
        const { files, retracted } = planPriceRetraction(texts, input, getToday());
        process.stdout.write(`to retract:\n${retracted.map((line) => `  ${line}\n`).join("")}`);
        if (retracted.length > MAX_UNCONFIRMED && !yes)
          await confirm(`${retracted.length} prices would be marked as wrong`);
        for (const file of files) await writeFactFile(data, file);
        process.stdout.write(
          `recorded in ${files.map(({ path }) => join(data, path)).join(", ")}\n`,
        );
      }),
  );

type RetractOptions = Omit<PriceRetractionInput, "host" | "modelId"> & WriteOptions;

program
  .command("data:verify")
  .description(
    "Compares the facts with the Merkle root that was recorded when they were published, and lists every row that was changed, added or removed since.",
  )
  .option("--data <folder>", "facts", "data")
  .option(
    "--day <day>",
    "check the facts of this day in the git history; by default, the facts on disk are compared with the newest root",
    parseDayOption,
  )
  .addHelpText(
    "after",
    "\nExit codes: 0 the facts match the recorded root; 1 they do not match it, or no root is recorded.",
  )
  .action(({ data, day }: { data: string; day?: string }) => {
    const { holds, lines } = verifyDataFolderAgainstRoot(resolve(data), day);
    process.stdout.write(`${lines.join("\n")}\n`);
    if (!holds) process.exitCode = 1;
  });

program
  .command("data:fmt")
  .description(
    "Formats the files in data/: sorts rows, orders fields and fixes spacing, so that a diff shows only changed facts.",
  )
  .option("--data <folder>", "facts", "data")
  .addHelpText(
    "after",
    "\nExit codes: 0 formatted; 1 there are no facts, or a file cannot be read.",
  )
  .action(async ({ data }: { data: string }) => {
    const rewritten = await reformatFactFiles(resolve(data));
    for (const path of rewritten) process.stdout.write(`formatted ${path}\n`);
    process.stdout.write(`files formatted: ${rewritten.length}\n`);
  });

program
  .command("data:record")
  .description(
    "Finds changes of facts in data/ that data/changes.csv does not list, and adds them. After you edit facts by hand, run npm run data:record to list the changes in data/changes.csv.",
  )
  .option("--data <folder>", "facts", "data")
  .addHelpText(
    "after",
    "\nExit codes: 0 recorded, or nothing is new; 1 errors: nothing is recorded.",
  )
  .action(({ data }: { data: string }) =>
    withFactsLock(data, "records changes", async () => {
      const count = () => readFactsOfKinds(data, ["recordedChanges"]).recordedChanges.length;
      const before = count();
      const faults = await recordChangesIfValid(data, { day: getToday(), before: [] });
      if (faults.length > 0) throw new CommandError(faults.join("\n"));
      process.stdout.write(`changes added to ${join(data, "changes.csv")}: ${count() - before}\n`);
    }),
  );

program
  .command("correct")
  .description(
    "Records the price that a web page shows: adds a row with the source `operator` or `third-party` to data/prices/<host>.csv. The command does not change prices that you do not give. If you give another input price and another output price, cache prices and other rates that you do not give are unknown, because they belonged to the old price.",
  )
  .argument("<host>", "slug of the host: openai")
  .argument("<model_id>", "the host's own id of the model: gpt-4o")
  .option("--input <price>", "USD per 1M input tokens: 2.5")
  .option("--output <price>", "USD per 1M output tokens")
  .option("--cache-read <price>", "USD per 1M input tokens read from the cache")
  .option("--cache-write <price>", "USD per 1M tokens written to the cache")
  .option(
    "--rate <rate...>",
    "other rates, separated by blanks: input@batch=1.25 cache_write@1h=6 input_audio=0.006/minute",
  )
  .requiredOption("--source <url>", "https:// URL of the page that shows the price")
  .option(
    "--page-date <day>",
    "day from which the price applies according to the page, YYYY-MM-DD: the price history shows a change on that day, which may be a day to come; without this option the row corrects the current price",
    parseDayOption,
  )
  .option(
    "--third-party",
    "the page is not the host's or the lab's own: it never replaces what other sources state, except a price that it announces, from its day until another source is read",
    false,
  )
  .option(
    "--yes",
    "do not ask for confirmation when a price changes by a factor of 3 or more",
    false,
  )
  .option("--data <folder>", "facts", "data")
  .addHelpText("after", "\nExit codes: 0 recorded; 1 refused: nothing is recorded.")
  .action((host: string, modelId: string, { data, yes, ...options }: CorrectOptions) =>
    withFactsLock(data, "writes the facts", async () => {
      const { input, output, cacheRead: cache_read, cacheWrite: cache_write } = options;
      const prices = { input, output, cache_read, cache_write };
      const plan = planPriceCorrection(
        readFactFileTexts(data),
        { host, modelId, prices, ...options },
        getToday(),
      );
      const { file, changes, largeChanges, kept, others, isReplaced } = plan;
      const lines = [
        `${host} "${modelId}", USD per 1M tokens unless a rate names another unit`,
        ...changes.map((change) => `  ${change}`),
        ...(kept
          ? [`unchanged rates (if the page shows another value, give it with --rate):`, `  ${kept}`]
          : []),
        ...(others.length > 0 ? ["other sources state:", ...others.map((one) => `  ${one}`)] : []),
        ...(isReplaced ? [REPLACED] : []),
      ];
      process.stdout.write(`${lines.join("\n")}\n`);
      if (largeChanges.length > 0 && !yes)
        await confirm(`the price changes by a factor of 3 or more: ${largeChanges.join(", ")}`);
      await writeFactFile(data, file);
      process.stdout.write(`recorded in ${join(data, file.path)}\n`);
    }),
  );

type CorrectOptions = Omit<PriceCorrectionInput, "host" | "modelId" | "prices"> &
  Partial<Record<"input" | "output" | "cacheRead" | "cacheWrite", string>> &
  WriteOptions;

/** @throws CommandError unless a person confirms. */
async function confirm(change: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandError(`${change}. Nothing was recorded; check the page again, then add --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${change}. Record it? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError("nothing was recorded");
}

await runTaskOrPrintError(() => program.parseAsync(), { place: "data/" });

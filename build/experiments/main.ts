/** `npm run own-tests`: runs the tests and writes the results to `data/experiments/`. */
import { resolve } from "node:path";
import { Command } from "commander";
import { parsePastDayOption, runTaskOrPrintError } from "../facts/command-line.ts";
import { readFacts } from "../facts/read-facts.ts";
import {
  type FactFileText,
  toCsvFactFile,
  toJsonFactFile,
  writeFactFile,
} from "../facts/write-facts.ts";
import { createOwnTestCommand } from "./command.ts";
import { countPassageTokens, loadTokenizer } from "./count-tokens.ts";
import { OWN_TESTS_RUN_ON_MODELS, toOwnTestWithItems } from "./items.ts";
import { TOKENIZER_TAX_TEST, TOKENIZER_TAX_TOKENIZERS } from "./own-tests.ts";
import { rescoreOwnTestRuns } from "./run.ts";

const program = new Command("npm run own-tests --").description("Runs our own tests of AI models.");

program
  .command("tokenizer-tax")
  .description(
    "Counts the tokens of one passage in every language with every tokenizer; needs no model and no API key.",
  )
  .requiredOption("--date <day>", "day of the run, YYYY-MM-DD", parsePastDayOption)
  .option("--data <folder>", "facts", "data")
  .addHelpText(
    "after",
    "\nInstall the tokenizers first: npm ci --prefix build/experiments/tokenizers (about a gigabyte)\nExample: npm run own-tests -- tokenizer-tax --date 2026-11-21\nExit codes: 0 done, 1 stopped by a fault.",
  )
  .action(async ({ date: day, data }: { date: string; data: string }) => {
    const facts = await readFacts(resolve(data));
    const { version } = toOwnTestWithItems(TOKENIZER_TAX_TEST, facts).about;
    const passages = facts.passageSets.flatMap((set) => set.passages);
    const files: FactFileText[] = [];
    for (const [index, tokenizer] of TOKENIZER_TAX_TOKENIZERS.entries()) {
      process.stderr.write(`${index + 1}/${TOKENIZER_TAX_TOKENIZERS.length}  ${tokenizer.name}\n`);
      const { count, packageVersion } = await loadTokenizer(tokenizer);
      const recorded = facts.tokenCounts.filter(({ file }) => file === tokenizer.id);
      const input = { passages, version, tokenizer, packageVersion, day, recorded };
      const rows = countPassageTokens(input, count);
      if (rows.length > 0) files.push(toCsvFactFile("tokenCounts", tokenizer.id, rows));
    }
    const done = `counted the tokens of ${passages.length} languages with ${TOKENIZER_TAX_TOKENIZERS.length} tokenizers`;
    await write(data, files, done);
  });

for (const about of OWN_TESTS_RUN_ON_MODELS) program.addCommand(createOwnTestCommand(about));

program
  .command("rescore")
  .description(
    "Recomputes the score of every recorded run from its answers, for instance after a change to the scoring code.",
  )
  .option("--data <folder>", "facts", "data")
  .addHelpText(
    "after",
    "\nThe command does not change runs of older versions of a test.\nExit codes: 0 done, 1 stopped by a fault.",
  )
  .action(async ({ data }: { data: string }) => {
    const facts = await readFacts(resolve(data));
    const tests = OWN_TESTS_RUN_ON_MODELS.map((about) => toOwnTestWithItems(about, facts));
    const runs = rescoreOwnTestRuns(tests, facts);
    const files = runs.map((run) => toJsonFactFile("ownTestRuns", run));
    await write(data, files, `scored ${runs.length} runs`);
  });

/** @param done Summary for the last line of output. */
async function write(data: string, files: readonly FactFileText[], done: string): Promise<void> {
  let changed = 0;
  for (const file of files) if (await writeFactFile(resolve(data), file)) changed++;
  process.stdout.write(`${done}: changed files: ${changed}\n`);
}

await runTaskOrPrintError(() => program.parseAsync(), { place: "data/experiments" });

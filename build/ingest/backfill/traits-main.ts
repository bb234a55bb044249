/** `npm run backfill:traits`: what copies of the upstreams say of models → their traits, decided anew by the rule of voices. */
import { resolve } from "node:path";
import { Command } from "commander";
import { BuildError } from "../../facts/fault.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { toJsonFile, writeFactFile } from "../../facts/write-facts.ts";
import { writeIdleCorrections, writeSplitTraits } from "../reports.ts";
import { retellTraits } from "./traits.ts";
import { readCopies } from "./upstreams.ts";

interface Options {
  from: string;
  data: string;
  reports: string;
}

const program = new Command("backfill:traits")
  .description(
    "Decides every trait of every model anew, by all that copies of the upstreams say; slugs, names and labs stay.",
  )
  .requiredOption("--from <folder>", "copies of the upstreams, one folder each")
  .option("--data <folder>", "facts", "data")
  .option("--reports <folder>", "where split-traits.csv and idle-corrections.csv go", "reports")
  .addHelpText("after", "\nExit codes: 0 done, 1 nothing was written because of a fault.");

async function run({ from, data, reports }: Options): Promise<void> {
  const folder = resolve(data);
  const facts = await readFacts(folder);
  const days = new Map(facts.sources.map(({ id, recorded_on }) => [id, recorded_on]));
  const dayOf = (source: string) => days.get(source) ?? "";
  const answers = await readCopies(resolve(from), facts, dayOf);
  const { models, splits, idle } = retellTraits(facts, answers, dayOf);
  let changed = 0;
  for (const model of models)
    if (await writeFactFile(folder, toJsonFile("models", model))) changed += 1;
  await writeSplitTraits(resolve(reports), splits);
  await writeIdleCorrections(resolve(reports), idle);
  const unknown = splits.filter(({ decided }) => decided === null).length;
  process.stdout.write(
    `${changed} of ${models.length} models changed; ${splits.length} traits are not what most voices say, ${unknown} of them unknown: see ${reports}/split-traits.csv\n` +
      `${idle.length} corrections change nothing any more: see ${reports}/idle-corrections.csv\n`,
  );
}

program.action(run);
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/**
 * `npm run mutate -- --seed 1 --count 200`: random single corruptions of the facts, each tried in memory: how many of
 * those that change a published number by more than 1 % are stopped, or marked as unverified or disputed.
 */
import { resolve } from "node:path";
import { Command } from "commander";
import { isEnough, toLine, toSummary, toTable } from "./report.ts";
import { tryCorruptions } from "./try-corruptions.ts";

const program = new Command("mutate")
  .description("Corrupts copies of the facts, one place at a time, and says what stops it.")
  .option("--data <folder>", "facts, which stay as they are", "data")
  .option("--seed <n>", "another seed, other places", Number, 1)
  .option("--count <n>", "corruptions, the kinds taking turns", Number, 200)
  .option("--kind <word>", "only kinds with this word in their name", "")
  .parse();
const {
  data,
  seed,
  count,
  kind: word,
} = program.opts<{
  data: string;
  seed: number;
  count: number;
  kind: string;
}>();

const trials = await tryCorruptions(resolve(data), { seed, count, word }, (trial) =>
  process.stdout.write(`${toLine(trial)}\n`),
);
process.stdout.write(`\n${toTable(trials)}\n\n${toSummary(trials)}\n`);
process.exitCode = isEnough(trials) ? 0 : 1;

/** `npm run build`: data → dist. */
import { Command, InvalidArgumentError } from "commander";
import { BuildError } from "../build/facts/fault.ts";
import { type BuildOptions, build } from "./build.ts";

function toCount(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError("write a whole number from 1.");
}

export async function main(): Promise<void> {
  const command = new Command("build")
    .description(
      "Builds dist/ from the facts in data/. dist/ is replaced only when everything is there.",
    )
    .option("--data <folder>", "facts", "data")
    .option("--out <folder>", "published files", "dist")
    .option("--function-data <file>", "what the function bundles", ".cache/function/data.mjs")
    .option("--snapshot <file>", "keep the DuckDB database in this file, to query it")
    .option(
      "--max-files <number>",
      "at most so many files of one endpoint; the function answers the rest",
      toCount,
    )
    .option("--quiet", "only the summary line", false);
  try {
    await build(command.parse().opts<BuildOptions>());
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    process.stderr.write(`${error.message}\nbuild: stopped; dist/ is as it was\n`);
    process.exitCode = 1;
  }
}

/** `npm run build`: data → dist. */
import { Command } from "commander";
import { BuildError } from "../build/facts/fault.ts";
import { type BuildOptions, build } from "./build.ts";

const command = new Command("build")
  .description(
    "Builds dist/ from the facts in data/. dist/ is replaced only when everything is there.",
  )
  .option("--data <folder>", "facts", "data")
  .option("--out <folder>", "published files", "dist")
  .option("--function-data <file>", "what the function bundles", ".cache/function/data.js")
  .option("--snapshot <file>", "DuckDB snapshot", ".cache/snapshot.duckdb")
  .option("--quiet", "only the summary line", false);

try {
  await build(command.parse().opts<BuildOptions>());
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\nbuild: stopped; dist/ is as it was\n`);
  process.exitCode = 1;
}

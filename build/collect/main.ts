/** `npm run collect`: upstreams → `data/`. */
import { resolve } from "node:path";
import { Command } from "commander";
import { BuildError } from "../facts/fault.ts";
import { collect, type Summary } from "./run.ts";

const program = new Command("collect")
  .description("Reads the upstreams and writes the facts of data/ that come from them.")
  .requiredOption("--from <folder>", "frozen copies of the upstreams, one folder each")
  .option("--data <folder>", "facts", "data")
  .option("--reports <folder>", "what was unmatched, in conflict or rejected", "reports")
  .option("--allow-shrink", "accept far fewer offers than stand in data/", false)
  .addHelpText("after", "\nExit codes: 0 done, 1 nothing was written because of a fault.");

interface Options {
  from: string;
  data: string;
  reports: string;
  allowShrink: boolean;
}

program.action(async ({ from, data, reports, allowShrink }: Options) => {
  const summary = await collect({
    from: resolve(from),
    dataFolder: resolve(data),
    reportsFolder: resolve(reports),
    allowShrink,
  });
  process.stdout.write(`${toLine(summary)}\n`);
});

function toLine(summary: Summary): string {
  const { models, soldModels, hosts, offers, historyRows, scores, rejected } = summary;
  const { changed, deleted } = summary;
  const gone =
    deleted.length > 0
      ? ` (${deleted.slice(0, 5).join(", ")}${deleted.length > 5 ? ", …" : ""})`
      : "";
  return `${models} models (${soldModels} sold), ${hosts} hosts, ${offers} offers, ${historyRows} price rows, ${scores} scores; ${rejected} rows rejected; ${changed} files changed, ${deleted.length} deleted${gone}`;
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** `npm run ingest`: reads the upstreams into `data/`. */
import { join, resolve } from "node:path";
import { Command } from "commander";
import { runTaskOrPrintError } from "../facts/command-line.ts";
import { withFactsLock } from "../facts/lock.ts";
import { recordChangesIfValid } from "../model/record-changes.ts";
import { createJsonLogger } from "../sources/requests/upstream.ts";
import {
  addIngestCommandOptions,
  createSourceReader,
  type IngestCommandOptions,
  parseIngestOptions,
  readServiceDescription,
} from "./command-options.ts";
import { stageIngest } from "./ingest.ts";
import { formatIngestSummary } from "./reports.ts";

const EXIT_CODES = `
Exit codes: 0 done; 1 nothing was written because of a fault; 2 done, but a source could not be read.`;

const program = addIngestCommandOptions(
  new Command("npm run ingest --").description(
    "Reads the data sources, holds back changes that look wrong, and adds the rest to data/.",
  ),
)
  .option("--dry-run", "change nothing in data/; print what would change", false)
  .addHelpText("after", EXIT_CODES);

type Options = IngestCommandOptions & { dryRun: boolean };

const options = program.parse().opts<Options>();
await runTaskOrPrintError(
  async () => {
    const folder = resolve(options.data);
    const work = `reads sources into ${folder}`;
    process.exitCode = await withFactsLock(folder, work, () => main(options));
  },
  { place: "data/, reports/ or the cache", end: "ingest: nothing was written" },
);

async function main(options: Options): Promise<number> {
  const ingest = parseIngestOptions(options);
  const { dataFolder, reportsFolder, day } = ingest;
  const service = readServiceDescription(dataFolder);
  const log = createJsonLogger(join(reportsFolder, `ingest-${day}.log`));
  const staged = await stageIngest(ingest, {
    reader: createSourceReader(options, service, log),
    onProgress: (step) => process.stderr.write(`${step}\n`),
    check: recordChangesIfValid,
  });
  const { summary } = staged;
  const isFaulty = summary.faults.length > 0;
  if (options.dryRun || isFaulty) await staged.discard();
  else await staged.accept();
  for (const fault of summary.faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(formatIngestSummary(summary, options.dryRun));
  if (isFaulty) return 1;
  return summary.outcomes.some(({ state }) => state === "failed") ? 2 : 0;
}

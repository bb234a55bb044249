/** `npm run nightly`: ingests, publishes and notifies in one command. */
import { join, resolve } from "node:path";
import { Command } from "commander";
import { parseCountOption, toCommandErrorIfExpected } from "../build/facts/command-line.ts";
import { CommandError } from "../build/facts/fault.ts";
import { withFactsLock } from "../build/facts/lock.ts";
import { writeFileIfChanged } from "../build/facts/write-facts.ts";
import {
  addIngestCommandOptions,
  createSourceReader,
  type IngestCommandOptions,
  parseIngestOptions,
  readServiceDescription,
} from "../build/ingest/command-options.ts";
import { recordChangesIfValid } from "../build/model/record-changes.ts";
import type { ServiceDescription } from "../build/schema/service.ts";
import { createJsonLogger } from "../build/sources/requests/upstream.ts";
import { type NightlyDependencies, runNightlyJob, toNightlyExitCode } from "./night.ts";
import { type CommitAndNotifyOptions, checkOnlyOwnChanges, commitAndNotify } from "./notify.ts";
import { findNightlyAlarms } from "./report.ts";
import { exitWhenNpmExits } from "./run-program.ts";
import { buildSite, runContractTests } from "./site.ts";
import { readWebhookSubscribers, type WebhookSubscriber } from "./webhooks/subscribers.ts";

type Options = CommitAndNotifyOptions &
  IngestCommandOptions & {
    functionData: string;
    contract: boolean;
    webhooks?: string;
    maxFiles?: number;
    dryRun: boolean;
  };

const EXIT_CODES = `
Exit codes: 0 published, or nothing new; 1 stopped: a contract test or a step failed; data/ is unchanged unless the
message says otherwise; 2 published, but a source could not be read (see the report); 3 published or stopped, and an
alarm: nothing new for three days, a source not read for a week, or a change held back for more than 14 days.`;

const program = addIngestCommandOptions(
  new Command("npm run nightly --").description(
    "Reads the data sources, checks the facts, builds and tests the site, publishes it and sends notifications. The command writes a report of the run to reports/.",
  ),
)
  .option(
    "--cache <folder>",
    "folder for the journal and the queue of unsent webhooks",
    ".cache/night",
  )
  .option("--dist <folder>", "published files", "dist")
  .option(
    "--function-data <file>",
    "file with the data that the function reads",
    ".cache/function/data.bin",
  )
  .option(
    "--max-files <number>",
    "maximum files per endpoint, as for npm run build",
    parseCountOption,
  )
  .option("--no-contract", "publish without running the contract tests")
  .option("--commit", "commit data/ with the report as commit message", false)
  .option("--push", "with --commit: push the commit; the platform deploys the site from it", false)
  .option(
    "--propose",
    "with --push: open a pull request to accept the changes that are held back (needs gh)",
    false,
  )
  .option(
    "--webhooks <file>",
    "JSON file of the webhook subscribers, outside the repository",
    process.env.WEBHOOKS_FILE,
  )
  .option("--dry-run", "work on copies of data/ and dist/, and write only the report", false)
  .addHelpText("after", EXIT_CODES);

const options = program.parse().opts<Options>();
exitWhenNpmExits("nightly");
if (options.push && !options.commit) program.error("error: option '--push' needs --commit");
if (options.propose && !options.push) program.error("error: option '--propose' needs --push");
try {
  const folder = resolve(options.data);
  process.exitCode = await withFactsLock(folder, `reads sources into ${folder}`, () =>
    main(options),
  );
} catch (error) {
  const fault = toCommandErrorIfExpected(error, "data/, reports/ or the cache");
  if (fault === undefined) throw error;
  process.stderr.write(
    `${fault.message}\nnightly: stopped; fix the problem and run the command again\n`,
  );
  const alarms = alarmsOf(options);
  printAlarms(alarms);
  process.exitCode = alarms.length > 0 ? 3 : 1;
}

/** Alarms of the current facts. Empty if the facts cannot be read: that error has stopped the run already. */
function alarmsOf({ data, day }: Options): string[] {
  try {
    return findNightlyAlarms(resolve(data), day);
  } catch {
    return [];
  }
}

/** GitHub shows lines with `::error` on the summary page of the workflow run. */
function printAlarms(alarms: readonly string[]): void {
  const start = process.env.GITHUB_ACTIONS === "true" ? "::error title=nightly::" : "nightly: ";
  for (const alarm of alarms) process.stderr.write(`${start}${alarm}\n`);
}

async function main(options: Options): Promise<number> {
  const { dist, functionData, cache, dryRun } = options;
  if (options.commit && !dryRun) await checkOnlyOwnChanges(resolve(options.data));
  const service = readServiceDescription(resolve(options.data));
  const url = process.env.BASE_URL || process.env.URL || service.base_url;
  const json = process.env.WEBHOOKS_JSON;
  const subscribers = await readWebhookSubscribers({ file: options.webhooks, json });
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const result = await runNightlyJob(
    {
      ...parseIngestOptions(options),
      distFolder: resolve(dist),
      functionData: resolve(functionData),
      announced: join(resolve(cache), "announced.bin"),
      dryRun,
      hasAddress: Boolean(url),
    },
    createNightlyDependencies(options, { ...service, base_url: url }, subscribers, (step) =>
      process.stderr.write(`${seconds().padStart(8)}  ${step}\n`),
    ),
  );
  const { report, state, alarms } = result;
  const file = await writeReport(options, report);
  const [summary] = report.split("\n");
  process.stdout.write(`${state} in ${seconds()}: ${summary} (${file})\n`);
  printAlarms(alarms);
  return toNightlyExitCode(result);
}

/** @returns Path of the report. */
async function writeReport({ reports, day }: Options, report: string): Promise<string> {
  const file = join(reports, `night-${day}.md`);
  await writeFileIfChanged(resolve(file), report);
  return file;
}

function createNightlyDependencies(
  options: Options,
  service: ServiceDescription,
  subscribers: readonly WebhookSubscriber[],
  onStep: (step: string) => void,
): NightlyDependencies {
  const { reports, day, contract, maxFiles } = options;
  const log = createJsonLogger(join(reports, `night-${day}.log`));
  return {
    reader: createSourceReader(options, service, log),
    check: recordChangesIfValid,
    build: (...places) => buildSite(...places, maxFiles),
    testContract: async (facts) => {
      onStep(contract ? "testing the contract" : "leaving out the contract tests");
      return contract ? runContractTests(facts) : null;
    },
    notify: async (report, events, { held }) => {
      // From here on the new site is published, so its report must exist even if a later step fails.
      const file = await writeReport(options, report);
      try {
        return await commitAndNotify(report, { events, held, subscribers }, options, service);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        throw new CommandError(
          `${error.message}\n${options.data} and ${options.dist} were already replaced; ${file} lists the new facts`,
        );
      }
    },
    onStep,
  };
}

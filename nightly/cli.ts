/** `npm run nightly`: ingest, publish and notify in one command. */
import { join, resolve } from "node:path";
import { Command } from "commander";
import { BuildError, toBuildError } from "../build/facts/fault.ts";
import { lockOfFacts, withLock } from "../build/facts/lock.ts";
import { readKinds } from "../build/facts/read-facts.ts";
import { writeFileIfChanged } from "../build/facts/write-facts.ts";
import {
  type ReadingOptions,
  toIngestOptions,
  toReading,
  withReadingOptions,
} from "../build/ingest/command-options.ts";
import { checkWhole } from "../build/model/invariants.ts";
import { createLog } from "../build/sources/requests/upstream.ts";
import { exitCodeOf, type NightlyEffects, runNight } from "./night.ts";
import { type NotifyOptions, notify } from "./notify.ts";
import { newestRecorded, toAlarm } from "./report.ts";
import { buildSite, testContract } from "./site.ts";

type Options = NotifyOptions &
  ReadingOptions & {
    dist: string;
    functionData: string;
    contract: boolean;
    maxFiles?: string;
    dryRun: boolean;
  };

const EXIT_CODES = `
Exit codes: 0 published, or nothing new; 1 stopped: a contract test or a step failed; 2 published, but a source
failed or was held back (see the report); 3 nothing new was published for three nights or more.`;

const program = withReadingOptions(
  new Command("nightly").description(
    "Ingests, checks, builds, tests the contract, publishes and notifies; report in reports/.",
  ),
)
  .option("--dist <folder>", "published files", "dist")
  .option("--function-data <file>", "file that the function reads", ".cache/function/data.bin")
  .option("--max-files <number>", "at most so many files per endpoint, as for npm run build")
  .option("--no-contract", "publish without testing the contract")
  .option("--commit", "commit data/ with the report as message", false)
  .option("--push", "push the commit; the site is deployed from it", false)
  .option("--webhooks <file>", "subscribers, outside the repository", process.env.WEBHOOKS_FILE)
  .option("--dry-run", "do everything to copies; write only the report", false)
  .addHelpText("after", EXIT_CODES);

const options = program.parse().opts<Options>();
/** A night that stops half way has published nothing: what was published before counts for the alarm. */
let published: string | undefined;
try {
  const folder = resolve(options.data);
  published = newestRecorded(folder);
  process.exitCode = await withLock(lockOfFacts(folder), `reads upstreams into ${folder}`, () =>
    main(options),
  );
} catch (error) {
  const fault = toBuildError(error, "data/, reports/ or the cache");
  if (fault === undefined) throw error;
  process.stderr.write(`${fault.message}\nnightly: stopped; run it again when that is fixed\n`);
  const alarm = toAlarm(published, options.day);
  printAlarm(alarm);
  process.exitCode = alarm === null ? 1 : 3;
}

/** A workflow shows it on its first page. */
function printAlarm(alarm: string | null): void {
  const start = process.env.GITHUB_ACTIONS === "true" ? "::error title=nightly::" : "nightly: ";
  if (alarm !== null) process.stderr.write(`${start}${alarm}\n`);
}

async function main(options: Options): Promise<number> {
  const { dist, functionData, reports, cache, day, dryRun } = options;
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const result = await runNight(
    {
      ...toIngestOptions(options),
      distFolder: resolve(dist),
      functionData: resolve(functionData),
      announced: join(resolve(cache), "announced.bin"),
      dryRun,
    },
    toEffects(options, (step) => process.stderr.write(`${seconds().padStart(8)}  ${step}\n`)),
  );
  const { report, state, alarm } = result;
  const file = join(reports, `night-${day}.md`);
  await writeFileIfChanged(resolve(file), report);
  const [summary] = report.split("\n");
  process.stdout.write(`${state} in ${seconds()}: ${summary} (${file})\n`);
  printAlarm(alarm);
  return exitCodeOf(result);
}

function toEffects(options: Options, onStep: (step: string) => void): NightlyEffects {
  const { data, reports, day, contract, maxFiles } = options;
  const [service] = readKinds(resolve(data), ["service"]).service;
  if (service === undefined)
    throw new BuildError(`${join(data, "service.json")} is missing: it names the service`);
  return {
    ...toReading(options, service, createLog(join(reports, `night-${day}.log`))),
    check: checkWhole,
    build: (...places) => buildSite(...places, maxFiles),
    testContract: contract ? testContract : async () => null,
    notify: (report, events) => notify(report, events, options, service),
    onStep,
  };
}

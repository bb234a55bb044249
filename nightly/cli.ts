/** `npm run nightly`: the whole night in one command. */
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { BuildError, toBuildError } from "../build/facts/fault.ts";
import { lockOfFacts, withLock } from "../build/facts/lock.ts";
import { readKinds } from "../build/facts/read-facts.ts";
import {
  type ReadingOptions,
  toIngestOptions,
  toReading,
  withReadingOptions,
} from "../build/ingest/command-options.ts";
import { checkWhole } from "../build/model/invariants.ts";
import { createLog } from "../build/sources/requests/upstream.ts";
import { exitCodeOf, type NightEffects, night } from "./night.ts";
import { type NotifyOptions, notify } from "./notify.ts";
import { newestRecorded, toAlarm } from "./report.ts";
import { buildSite, testPublishedFacts, tryBuild } from "./site.ts";

type Options = NotifyOptions &
  ReadingOptions & {
    dist: string;
    functionData: string;
    contract: boolean;
    maxFiles?: string;
    dryRun: boolean;
  };

const EXIT_CODES = `
Exit codes: 0 published, or nothing new; 1 stopped: the contract does not hold, or a step failed; 2 published, but
a source failed or was held back (the report says which); 3 nothing new was published for three nights or more.`;

const program = withReadingOptions(
  new Command("nightly").description(
    "Ingests, gates, builds, tests the contract, publishes and notifies; report in reports/.",
  ),
)
  .option("--dist <folder>", "published files", "dist")
  .option("--function-data <file>", "what the function reads", ".cache/function/data.bin")
  .option("--max-files <number>", "at most so many files of one endpoint, as for npm run build")
  .option("--no-contract", "publish without testing the contract")
  .option("--commit", "commit data/ with the report as message", false)
  .option("--push", "push the commit; the site is deployed from it", false)
  .option("--webhooks <file>", "subscribers, outside the repository", process.env.WEBHOOKS_FILE)
  .option("--dry-run", "do everything to copies; write only the report", false)
  .addHelpText("after", EXIT_CODES);

const options = program.parse().opts<Options>();
/** A night that stops half way has published nothing of what it wrote: what stood before it counts. */
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
  process.stderr.write(`${fault.message}\nnightly: stopped; run it again when that is mended\n`);
  process.exitCode = sound(toAlarm(published, options.day)) ? 3 : 1;
}

/** Where a workflow shows it on its first page. @returns Whether there was an alarm. */
function sound(alarm: string | null): boolean {
  if (alarm === null) return false;
  const start = process.env.GITHUB_ACTIONS === "true" ? "::error title=nightly::" : "nightly: ";
  process.stderr.write(`${start}${alarm}\n`);
  return true;
}

async function main(options: Options): Promise<number> {
  const { dist, functionData, reports, cache, day, dryRun } = options;
  const started = performance.now();
  const result = await night(
    {
      ...toIngestOptions(options),
      distFolder: resolve(dist),
      functionData: resolve(functionData),
      lastNight: join(resolve(cache), "told.bin"),
      dryRun,
    },
    await toEffects(options, started),
  );
  const { report, state, alarm } = result;
  await mkdir(resolve(reports), { recursive: true });
  const file = join(reports, `night-${day}.md`);
  await writeFile(file, report);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const [summary] = report.split("\n");
  process.stdout.write(`${state} in ${seconds} s: ${summary} (${file})\n`);
  sound(alarm);
  return exitCodeOf(result);
}

async function toEffects(options: Options, started: number): Promise<NightEffects> {
  const { data, reports, day, contract, maxFiles } = options;
  const [service] = readKinds(resolve(data), ["service"]).service;
  if (service === undefined)
    throw new BuildError(`${join(data, "service.json")} is missing: it says who asks`);
  return {
    ...toReading(options, service, createLog(join(reports, `night-${day}.log`))),
    check: checkWhole,
    build: (...places) => buildSite(...places, maxFiles),
    testPublishedFacts: contract ? testPublishedFacts : (folder) => tryBuild(folder, maxFiles),
    notify: (report, events) => notify(report, events, options, service),
    onStep: (step) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stderr.write(`${seconds.padStart(6)} s  ${step}\n`);
    },
  };
}

/**
 * The nightly run: ingest, check, publish, notify. Nothing is written to `data/` or published unless it passes the
 * contract tests. If a run is killed at any moment, the next one completes its work.
 */
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../build/facts/fault.ts";
import { readFactsOfKinds } from "../build/facts/read-facts.ts";
import { checkDayOfNewRoot, recordMerkleRoot } from "../build/facts/verify-facts.ts";
import { stageIngest } from "../build/ingest/ingest.ts";
import type { IngestSummary } from "../build/ingest/reports.ts";
import type { IngestDependencies, IngestOptions } from "../build/ingest/run.ts";
import { DataQualityRuleSet } from "../build/rules/rules.ts";
import { readAnswerContextOfFunction } from "../generator/pipeline/function-data.ts";
import { findNewlyDoubtedPrices, findNightlyAlarms, toNightlyReport } from "./report.ts";
import { type ChangedSiteFiles, ensureWebhookBaseline, saveWebhookBaseline } from "./site.ts";
import { toWebhookEvents, type WebhookEvent } from "./webhooks/events.ts";

export interface NightlyOptions extends IngestOptions {
  distFolder: string;
  functionData: string;
  /** Copy of the function's data from the last time events were sent. New events are the differences from it. */
  announced: string;
  /** If set, the run works on copies and notifies nobody. */
  dryRun: boolean;
  /** Whether the service has a base URL. Without one, the published answers contain a localhost URL. */
  hasAddress: boolean;
}

/** Effects of a nightly run, which tests can replace. */
export interface NightlyDependencies extends IngestDependencies {
  build(dataFolder: string, distFolder: string, functionData: string): Promise<ChangedSiteFiles>;
  /** Tests a site built from these facts in a separate folder. @returns The failures; null if there are none. */
  testContract(dataFolder: string): Promise<string | null>;
  /** @returns Lines for the report. */
  notify(
    report: string,
    events: readonly WebhookEvent[],
    ingested: IngestSummary,
  ): Promise<string[]>;
  onStep(step: string): void;
}

export interface NightlyResult {
  report: string;
  /** `stopped`: a check failed, so `data/` and the site are unchanged. */
  state: "published" | "rehearsed" | "stopped";
  ingested: IngestSummary;
  alarms: string[];
}

export function toNightlyExitCode({ state, ingested, alarms }: NightlyResult): 0 | 1 | 2 | 3 {
  if (alarms.length > 0) return 3;
  if (state === "stopped") return 1;
  return ingested.outcomes.some((one) => one.state === "failed") ? 2 : 0;
}

/** @throws CommandError if the current facts are invalid or have a later day, or if the build fails. */
export async function runNightlyJob(
  options: NightlyOptions,
  dependencies: NightlyDependencies,
): Promise<NightlyResult> {
  if (!options.dryRun) return run(options, dependencies);
  const aside = await mkdtemp(join(tmpdir(), "almanac-night-"));
  try {
    const notify = async () => ["nobody, because this was a dry run"];
    return await run(await copyPlaces(options, aside), { ...dependencies, notify });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Copies facts and site. A dry run uses the copy of the site to report which published files would change. */
async function copyPlaces(options: NightlyOptions, aside: string): Promise<NightlyOptions> {
  const at = (name: string) => join(aside, name);
  const { dataFolder, distFolder, announced } = options;
  await cp(dataFolder, at("data"), { recursive: true });
  if (existsSync(distFolder)) await cp(distFolder, at("dist"), { recursive: true });
  if (existsSync(announced)) await cp(announced, at("announced.bin"));
  return {
    ...options,
    dataFolder: at("data"),
    distFolder: at("dist"),
    functionData: at("function.bin"),
    announced: at("announced.bin"),
  };
}

async function run(
  options: NightlyOptions,
  dependencies: NightlyDependencies,
): Promise<NightlyResult> {
  const { dataFolder, distFolder, functionData, announced, day, dryRun } = options;
  const { onStep } = dependencies;
  checkDayOfNewRoot(readFactsOfKinds(dataFolder, ["roots"]).roots, day);
  onStep("reading the sources");
  const staged = await stageIngest(options, dependencies);
  const { summary: ingested } = staged;
  const fault = ingested.faults[0] ?? (await dependencies.testContract(staged.folder));
  const rules = new DataQualityRuleSet(readFactsOfKinds(dataFolder, ["rules"]).rules);
  const facts = { day, ingested, rules, fault, hasAddress: options.hasAddress };
  if (fault !== null) {
    await staged.discard();
    const alarms = findNightlyAlarms(dataFolder, day);
    const report = toNightlyReport({ ...facts, alarms, events: [], changes: null, notified: [] });
    return { report, state: "stopped", ingested, alarms };
  }
  onStep("reading the catalogue of the last notifications");
  await ensureWebhookBaseline(announced, (dist, file) =>
    dependencies.build(dataFolder, dist, file),
  );
  onStep("publishing");
  await recordMerkleRoot(staged.folder, day);
  await staged.accept();
  const changes = await dependencies
    .build(dataFolder, distFolder, functionData)
    .catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError(
        `${error.message}\n${dataFolder} has the new facts, which are not published yet; the next run publishes them`,
      );
    });
  const { catalog: before } = readAnswerContextOfFunction(announced);
  const { catalog: after } = readAnswerContextOfFunction(functionData);
  const events = toWebhookEvents(before, after);
  const alarms = findNightlyAlarms(dataFolder, day);
  const doubts = findNewlyDoubtedPrices(before, after);
  const draft = { ...facts, alarms, events, changes, doubts, notified: [] };
  const notified = await dependencies.notify(toNightlyReport(draft), events, ingested);
  await saveWebhookBaseline(announced, functionData);
  const report = toNightlyReport({ ...draft, notified });
  return { report, state: dryRun ? "rehearsed" : "published", ingested, alarms };
}

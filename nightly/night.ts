/**
 * One night: ingest, check, publish, notify. Nothing enters `data/` and nothing is published that does not pass the
 * contract tests, and a night that is killed at any moment is finished by the next one.
 */
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFactsOfKinds } from "../build/facts/read-facts.ts";
import { checkDayOfNewRoot, recordMerkleRoot } from "../build/facts/verify-facts.ts";
import { runIngest } from "../build/ingest/ingest.ts";
import type { IngestDependencies, IngestOptions, IngestSummary } from "../build/ingest/run.ts";
import { DataQualityRuleSet } from "../build/rules/rules.ts";
import { readAnswerContextOfFunction } from "../generator/pipeline/function-data.ts";
import { findNewlyDoubtedPrices, findNightlyAlarms, toNightlyReport } from "./report.ts";
import { type ChangedSiteFiles, ensureWebhookBaseline, saveWebhookBaseline } from "./site.ts";
import { toWebhookEvents, type WebhookEvent } from "./webhooks/events.ts";

export interface NightlyOptions extends IngestOptions {
  distFolder: string;
  /** What the function bundles; belongs to `distFolder`. */
  functionData: string;
  /** A copy of the function's data as it was when events were last sent: new events are the differences. */
  announced: string;
  /** Everything happens to copies, and nobody is notified. */
  dryRun: boolean;
  /** Whether the published site has an address of its own; without one it is named after this machine. */
  hasAddress: boolean;
}

/** What a night does beyond computing, each replaceable in a test. */
export interface NightlyDependencies extends IngestDependencies {
  /** Facts → published files and the function's data. */
  build(dataFolder: string, distFolder: string, functionData: string): Promise<ChangedSiteFiles>;
  /** Builds the site of these facts aside and tests it. @returns What fails; null when nothing does. */
  testContract(dataFolder: string): Promise<string | null>;
  /** A commit, webhooks. @returns A line about each. */
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
  /** What a person has to look at; empty when nothing is. */
  alarms: string[];
}

/** Exit code of the command; its help lists them. */
export function toNightlyExitCode({ state, ingested, alarms }: NightlyResult): 0 | 1 | 2 | 3 {
  if (alarms.length > 0) return 3;
  if (state === "stopped") return 1;
  return ingested.outcomes.some((one) => one.state === "failed") ? 2 : 0;
}

/** @throws CommandError when the current facts are invalid or those of a later day, or the build stops. */
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

/** Copies facts and site, so that the report says which published files would change. */
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
  onStep("reading the upstreams");
  const staged = await runIngest(options, dependencies);
  const { summary: ingested } = staged;
  onStep("testing the contract");
  const fault = ingested.faults[0] ?? (await dependencies.testContract(staged.folder));
  const rules = new DataQualityRuleSet(readFactsOfKinds(dataFolder, ["rules"]).rules);
  const facts = { day, ingested, rules, fault, hasAddress: options.hasAddress };
  if (fault !== null) {
    await staged.discard();
    const alarms = findNightlyAlarms(dataFolder, day);
    const report = toNightlyReport({ ...facts, alarms, events: null, changes: null, notified: [] });
    return { report, state: "stopped", ingested, alarms };
  }
  onStep("reading the catalogue of the last notifications");
  await ensureWebhookBaseline(announced, (dist, file) =>
    dependencies.build(dataFolder, dist, file),
  );
  onStep("publishing");
  await recordMerkleRoot(staged.folder, day);
  await staged.accept();
  const changes = await dependencies.build(dataFolder, distFolder, functionData);
  const { catalog: before } = readAnswerContextOfFunction(announced);
  const { catalog: after } = readAnswerContextOfFunction(functionData);
  const events = toWebhookEvents(before, after);
  const alarms = findNightlyAlarms(dataFolder, day);
  const draft = {
    ...facts,
    alarms,
    events,
    changes,
    doubts: findNewlyDoubtedPrices(before, after),
  };
  const notified = await dependencies.notify(
    toNightlyReport({ ...draft, notified: [] }),
    events,
    ingested,
  );
  await saveWebhookBaseline(announced, functionData);
  const report = toNightlyReport({ ...draft, notified });
  return { report, state: dryRun ? "rehearsed" : "published", ingested, alarms };
}

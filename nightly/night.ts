/**
 * One night: collect, check, publish, notify. Nothing is published that does not hold the contract, and a night
 * that is killed anywhere is finished by the next one.
 */
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Acceptance, collectLive, type LiveSummary } from "../build/collect/live-run.ts";
import type { NetworkEffects } from "../build/ingest/http/fetch-effects.ts";
import { readFunctionContext } from "../mcp-server/read-function-context.ts";
import { ensureLastNight, rememberNight } from "./steps/last-night.ts";
import { toReport } from "./steps/report.ts";
import { toEvents, type WebhookEvent } from "./webhooks/events.ts";

export interface NightOptions {
  dataFolder: string;
  distFolder: string;
  /** What the function bundles; belongs to `distFolder`. */
  functionData: string;
  reportsFolder: string;
  /** The catalog that was announced last, to find events by: a copy of the function's data. */
  lastNight: string;
  /** Day of the night, YYYY-MM-DD. */
  day: string;
  accept: readonly Acceptance[];
  /** Ids of the sources to read; default: all. */
  only?: readonly string[];
  /** Factor on the rows below which an answer counts as cut off: below 1 for small samples. Default: 1. */
  minRowsFactor?: number;
  /** Everything happens to copies, and nobody is notified. */
  dryRun: boolean;
}

/** Paths of published files, sorted. */
export interface Built {
  written: readonly string[];
  removed: readonly string[];
  unchanged: number;
}

/** What a night does to the world, each replaceable in a test. */
export interface NightEffects {
  network: NetworkEffects;
  /** Facts → published files and the function's data. */
  build(dataFolder: string, distFolder: string, functionData: string): Promise<Built>;
  /** Builds the site aside and tests it. @returns What does not hold; null when everything does. */
  testContract(dataFolder: string): Promise<string | null>;
  /** A commit, webhooks. @returns A line about each. */
  notify(report: string, events: readonly WebhookEvent[]): Promise<string[]>;
  onStep(step: string): void;
}

export interface NightResult {
  report: string;
  /** `stopped`: the contract does not hold, so nothing was published. */
  state: "published" | "rehearsed" | "stopped";
  collection: LiveSummary;
}

/** @throws BuildError when the facts that stand are at fault, or the build stops. */
export async function night(options: NightOptions, effects: NightEffects): Promise<NightResult> {
  if (!options.dryRun) return run(options, effects);
  const aside = await mkdtemp(join(tmpdir(), "almanac-night-"));
  try {
    return await run(...(await toRehearsal(options, effects, aside)));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** The same night on copies: the network's cache, the facts and the site stay as they are. */
async function toRehearsal(
  options: NightOptions,
  effects: NightEffects,
  aside: string,
): Promise<[NightOptions, NightEffects]> {
  const dataFolder = join(aside, "data");
  await cp(options.dataFolder, dataFolder, { recursive: true });
  const at = (name: string) => join(aside, name);
  // So that the report says which published files would change.
  if (existsSync(options.distFolder)) await cp(options.distFolder, at("dist"), { recursive: true });
  return [
    {
      ...options,
      dataFolder,
      distFolder: at("dist"),
      functionData: at("function.json"),
      lastNight: at("last-night.json"),
    },
    {
      ...effects,
      network: { ...effects.network, cacheFolder: at("network") },
      notify: async () => ["nobody: this was a rehearsal"],
    },
  ];
}

async function run(options: NightOptions, effects: NightEffects): Promise<NightResult> {
  const { dataFolder, distFolder, functionData, lastNight, day, dryRun } = options;
  const { onStep } = effects;
  onStep("looking up the last night");
  await ensureLastNight(lastNight, (file) =>
    effects.build(dataFolder, `${distFolder}.remembered`, file),
  );
  await rm(`${distFolder}.remembered`, { recursive: true, force: true });
  onStep("collecting");
  const collection = await collect(options, effects.network);
  onStep("testing the contract");
  const fault = await effects.testContract(dataFolder);
  const facts = { day, collection, fault };
  if (fault !== null) {
    const report = toReport({ ...facts, events: null, built: null, notified: [] });
    return { report, state: "stopped", collection };
  }
  onStep("publishing");
  const built = await effects.build(dataFolder, distFolder, functionData);
  const { catalog: before } = await readFunctionContext(lastNight);
  const { catalog: after } = await readFunctionContext(functionData);
  const events = toEvents(before, after);
  const draft = { ...facts, events, built };
  const notified = await effects.notify(toReport({ ...draft, notified: [] }), events);
  await rememberNight(lastNight, functionData);
  return {
    report: toReport({ ...draft, notified }),
    state: dryRun ? "rehearsed" : "published",
    collection,
  };
}

const collect = (
  { dataFolder, reportsFolder, day, accept, only, minRowsFactor }: NightOptions,
  network: NetworkEffects,
): Promise<LiveSummary> =>
  collectLive({
    dataFolder,
    reportsFolder,
    day,
    network,
    accept,
    ...(only && { only }),
    ...(minRowsFactor !== undefined && { minRowsFactor }),
    dryRun: false,
    silent: true,
  });

/**
 * One night: collect, check, publish, tell. Nothing is published that does not hold the contract, and a night
 * that is killed anywhere is finished by the next one.
 */
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Acceptance, collectLive, type LiveSummary } from "../build/collect/live-run.ts";
import type { NetworkEffects } from "../build/ingest/http/fetch-effects.ts";
import { toReport } from "./report/report.ts";
import { ensureLastNight, readCatalogOf, rememberNight } from "./steps/last-night.ts";
import { type Event, toEvents } from "./webhooks/events.ts";

export interface NightOptions {
  dataFolder: string;
  distFolder: string;
  /** What the function bundles; belongs to `distFolder`. */
  functionData: string;
  reportsFolder: string;
  /** The catalogue that was told last, for events: a copy of the function's data. */
  lastNight: string;
  /** Day of the night, YYYY-MM-DD. */
  day: string;
  accept: readonly Acceptance[];
  /** Ids of the sources to read; default: all. */
  only?: readonly string[];
  /** Factor on the rows below which an answer counts as cut off: below 1 for small samples. Default: 1. */
  minRowsFactor?: number;
  /** Everything happens to copies, and nobody is told. */
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
  tell(report: string, events: readonly Event[]): Promise<string[]>;
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
  // So that the report tells what would change of what is published.
  if (existsSync(options.distFolder)) await cp(options.distFolder, at("dist"), { recursive: true });
  return [
    {
      ...options,
      dataFolder,
      distFolder: at("dist"),
      functionData: at("function.mjs"),
      lastNight: at("last-night.mjs"),
    },
    {
      ...effects,
      network: { ...effects.network, cacheFolder: at("network") },
      tell: async () => ["nobody: this was a rehearsal"],
    },
  ];
}

async function run(options: NightOptions, effects: NightEffects): Promise<NightResult> {
  const { dataFolder, distFolder, functionData, lastNight, day, dryRun } = options;
  const { onStep } = effects;
  onStep("remembering what was told last");
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
    const report = toReport({ ...facts, events: null, built: null, told: [] });
    return { report, state: "stopped", collection };
  }
  onStep("publishing");
  const built = await effects.build(dataFolder, distFolder, functionData);
  const events = toEvents(await readCatalogOf(lastNight), await readCatalogOf(functionData));
  const draft = { ...facts, events, built };
  const told = await effects.tell(toReport({ ...draft, told: [] }), events);
  await rememberNight(lastNight, functionData);
  return {
    report: toReport({ ...draft, told }),
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

/**
 * One night: ingest, check, publish, tell. Nothing enters `data/` and nothing is published that does not hold the
 * contract, and a night that is killed anywhere is finished by the next one.
 */
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IngestEffects, type IngestOptions, ingest } from "../build/ingest/ingest.ts";
import type { IngestSummary } from "../build/ingest/outcome.ts";
import { toReport } from "./report/report.ts";
import { ensureLastNight, readCatalogOf, rememberNight } from "./steps/last-night.ts";
import { type Event, toEvents } from "./webhooks/events.ts";

export interface NightOptions extends IngestOptions {
  distFolder: string;
  /** What the function bundles; belongs to `distFolder`. */
  functionData: string;
  /** The catalogue that was told last, for events: a copy of the function's data. */
  lastNight: string;
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
export interface NightEffects extends IngestEffects {
  /** Facts → published files and the function's data. */
  build(dataFolder: string, distFolder: string, functionData: string): Promise<Built>;
  /** Builds the site of these facts aside and tests it. @returns What does not hold; null when everything does. */
  testContract(dataFolder: string): Promise<string | null>;
  /** A commit, webhooks. @returns A line about each. */
  tell(report: string, events: readonly Event[]): Promise<string[]>;
  onStep(step: string): void;
}

export interface NightResult {
  report: string;
  /** `stopped`: the facts or the contract do not hold, so `data/` and the site are as they were. */
  state: "published" | "rehearsed" | "stopped";
  ingested: IngestSummary;
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

/** The same night on copies: the facts, the site and the sources' last answers stay as they are. */
async function toRehearsal(
  options: NightOptions,
  effects: NightEffects,
  aside: string,
): Promise<[NightOptions, NightEffects]> {
  const { reader } = effects;
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
      reader: {
        ...reader,
        read: async (collector) => ({ ...(await reader.read(collector)), accept: async () => {} }),
      },
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
  onStep("reading the upstreams");
  const staged = await ingest({ ...options, silent: true }, effects);
  const { summary: ingested } = staged;
  onStep("testing the contract");
  const fault = ingested.faults[0] ?? (await effects.testContract(staged.folder));
  const facts = { day, ingested, fault };
  if (fault !== null) {
    await staged.discard();
    const report = toReport({ ...facts, events: null, built: null, told: [] });
    return { report, state: "stopped", ingested };
  }
  onStep("publishing");
  await staged.accept();
  const built = await effects.build(dataFolder, distFolder, functionData);
  const events = toEvents(await readCatalogOf(lastNight), await readCatalogOf(functionData));
  const draft = { ...facts, events, built };
  const told = await effects.tell(toReport({ ...draft, told: [] }), events);
  await rememberNight(lastNight, functionData);
  return {
    report: toReport({ ...draft, told }),
    state: dryRun ? "rehearsed" : "published",
    ingested,
  };
}

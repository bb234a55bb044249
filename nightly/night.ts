/**
 * One night: ingest, check, publish, notify. Nothing enters `data/` and nothing is published that does not hold the
 * contract, and a night that is killed anywhere is finished by the next one.
 */
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ingest } from "../build/ingest/ingest.ts";
import type { IngestEffects, IngestOptions, IngestSummary } from "../build/ingest/run.ts";
import { readFunctionContext } from "../mcp-server/read-function-context.ts";
import { newestRecorded, toAlarm, toReport } from "./report.ts";
import { ensureLastNight, rememberNight } from "./site.ts";
import { toEvents, type WebhookEvent } from "./webhooks/events.ts";

export interface NightOptions extends IngestOptions {
  distFolder: string;
  /** What the function bundles; belongs to `distFolder`. */
  functionData: string;
  /** The catalog that was announced last, to find events by: a copy of the function's data. */
  lastNight: string;
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
export interface NightEffects extends IngestEffects {
  /** Facts → published files and the function's data. */
  build(dataFolder: string, distFolder: string, functionData: string): Promise<Built>;
  /** Builds the site of these facts aside and tests it. @returns What does not hold; null when everything does. */
  testPublishedFacts(dataFolder: string): Promise<string | null>;
  /** A commit, webhooks. @returns A line about each. */
  notify(report: string, events: readonly WebhookEvent[]): Promise<string[]>;
  onStep(step: string): void;
}

export interface NightResult {
  report: string;
  /** `stopped`: the facts or the contract do not hold, so `data/` and the site are as they were. */
  state: "published" | "rehearsed" | "stopped";
  ingested: IngestSummary;
  /** That nothing new was published for several nights; null when that is not so. */
  alarm: string | null;
}

/**
 * What the command ends with: 3 when nothing new was published for several nights, else 1 when this one published
 * nothing, 2 when it did without a source that failed or is held.
 */
export function exitCodeOf({ state, ingested, alarm }: NightResult): 0 | 1 | 2 | 3 {
  if (alarm !== null) return 3;
  if (state === "stopped") return 1;
  return ingested.outcomes.some(({ state: one }) => one === "failed" || one === "held") ? 2 : 0;
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
      reader: {
        ...reader,
        read: async (collector) => ({ ...(await reader.read(collector)), accept: async () => {} }),
      },
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
  onStep("reading the upstreams");
  const staged = await ingest(options, effects);
  const { summary: ingested } = staged;
  onStep("testing the contract");
  const fault = ingested.faults[0] ?? (await effects.testPublishedFacts(staged.folder));
  const facts = { day, ingested, fault };
  if (fault !== null) {
    await staged.discard();
    const alarm = toAlarm(newestRecorded(dataFolder), day);
    const report = toReport({ ...facts, alarm, events: null, built: null, notified: [] });
    return { report, state: "stopped", ingested, alarm };
  }
  onStep("publishing");
  await staged.accept();
  const built = await effects.build(dataFolder, distFolder, functionData);
  const { catalog: before } = readFunctionContext(lastNight);
  const { catalog: after } = readFunctionContext(functionData);
  const events = toEvents(before, after);
  const alarm = toAlarm(newestRecorded(dataFolder), day);
  const draft = { ...facts, alarm, events, built };
  const notified = await effects.notify(toReport({ ...draft, notified: [] }), events);
  await rememberNight(lastNight, functionData);
  return {
    report: toReport({ ...draft, notified }),
    state: dryRun ? "rehearsed" : "published",
    ingested,
    alarm,
  };
}

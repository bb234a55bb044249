/**
 * The one way of upstream statements into `data/`: read → gate → resolve → append → stage. What is staged is looked
 * at as a whole, and only then takes the place of the facts that stand, in one step. A reading that is refused, or
 * killed, leaves `data/` as it was.
 */
import { Listr } from "listr2";
import { readFactFiles } from "../facts/fact-files.ts";
import { BuildError, FactsError } from "../facts/fault.ts";
import { checkFacts } from "../facts/read-facts.ts";
import { ghostsOf, settleNames } from "../identity/settle-names.ts";
import { createCollectors } from "../sources/collectors.ts";
import type { Collector } from "../sources/listing.ts";
import { acceptedRows } from "./accepted.ts";
import {
  findChangedSources,
  hasWaitingMove,
  renewSources,
  standingSources,
} from "./changed-sources.ts";
import { checkDay } from "./day.ts";
import { StandingLedger } from "./ledger/standing-ledger.ts";
import type { Merged } from "./merge.ts";
import { mergeSafely } from "./merge-safely.ts";
import type { Acceptance, IngestSummary } from "./outcome.ts";
import { type Plan, planFiles } from "./plan-files.ts";
import { type Answer, type Reader, readSources, type SkippedSource } from "./read/read-sources.ts";
import { writeReports } from "./reports.ts";
import { acceptFacts, discardFacts, recoverFacts, stageFacts } from "./staging.ts";
import { readStandingFacts, type StandingFacts } from "./standing-facts.ts";
import { toSummary } from "./summary.ts";

export interface IngestOptions {
  dataFolder: string;
  /** Outside git. */
  reportsFolder: string;
  /** Day of the night (YYYY-MM-DD), never the clock's. */
  day: string;
  accept: readonly Acceptance[];
  /** Ids of the sources to read; the others count as not due. Default: all. */
  only?: readonly string[];
  /** Factor on the rows below which an answer counts as cut off: below 1 for small samples. Default: 1. */
  minRowsFactor?: number;
  /** The day may be far from the facts. */
  allowDay?: boolean;
  /** No progress on the terminal. */
  silent?: boolean;
}

export interface IngestEffects {
  /** Where the sources' files are had. */
  reader: Reader;
  /** Last day that may be read: of the machine, for live addresses; null for copies. */
  today: string | null;
  /** Looks at facts as a whole, built and all. @returns What does not hold; empty when everything does. */
  check?(dataFolder: string): Promise<string[]>;
}

/** Facts that are ready to stand. */
export interface Staged {
  summary: IngestSummary;
  /** Where they are: beside `data/`, or `data/` itself where nothing changes. */
  folder: string;
  /** They take the place of the facts that stand, and the sources' answers are remembered. */
  accept(): Promise<void>;
  discard(): Promise<void>;
}

interface Progress {
  standing: StandingFacts;
  /** Models that stood without anything, and go. */
  ghosts: readonly string[];
  collectors: Collector[];
  readings: (Answer | SkippedSource)[];
  merged: Merged;
  changed: ReadonlySet<string>;
  plan: Plan;
  folder: string;
  faults: string[];
}

/**
 * @throws FactsError when the facts that stand are at fault, BuildError when the day cannot be.
 * @returns What would stand; `summary.faults` says why it must not.
 */
export async function ingest(options: IngestOptions, effects: IngestEffects): Promise<Staged> {
  const { dataFolder, day } = options;
  const tasks = new Listr<Progress, "default", "simple" | "silent">(stepsOf(options, effects), {
    silentRendererCondition: options.silent ?? false,
    fallbackRendererCondition: !process.stdout.isTTY,
    fallbackRenderer: "simple",
  });
  const made = await tasks.run({} as Progress);
  const { facts } = made.standing;
  return {
    summary: toSummary({ ...made, day, facts }),
    folder: made.folder,
    async accept() {
      if (made.folder !== dataFolder) await acceptFacts(dataFolder);
      // Only now: a night that dies before asks for everything again.
      for (const answer of believedOf(made)) await answer.accept();
    },
    discard: () => discardFacts(dataFolder),
  };
}

function stepsOf(options: IngestOptions, effects: IngestEffects) {
  const { dataFolder, day } = options;
  return [
    {
      title: "Read the facts that stand",
      task: async (made: Progress) => {
        await recoverFacts(dataFolder);
        const standing = readStandingFacts(dataFolder);
        made.standing = { ...standing, facts: settleNames(standing.facts) };
        made.ghosts = ghostsOf(standing.facts);
        checkDay(made.standing.facts, day, effects.today, options.allowDay ?? false);
        made.collectors = createCollectors(made.standing.facts);
      },
    },
    {
      title: "Ask the upstreams",
      task: async (made: Progress) => {
        const { sources } = made.standing.facts;
        made.readings = await readSources(made.collectors, sources, effects.reader, options);
      },
    },
    {
      title: "Hold back what looks wrong, append the rest",
      task: (made: Progress) => merge(made, options),
    },
    {
      title: "Stage the facts and look at them as a whole",
      task: (made: Progress) => stage(made, options, effects),
    },
  ];
}

const isAnswer = (reading: Answer | SkippedSource): reading is Answer =>
  reading.state === "answered";

const believedOf = ({ readings, merged }: Progress): Answer[] =>
  readings.filter(isAnswer).filter(({ source }) => !merged.heldSources.has(source));

function merge(made: Progress, { day, accept }: IngestOptions): void {
  const { facts } = made.standing;
  const answers = made.readings.filter(isAnswer);
  const { merged, failed } = mergeSafely({ day, facts, answers, accept });
  const failures = new Map(failed.map((one) => [one.source, one]));
  made.readings = made.readings.map((one) => failures.get(one.source) ?? one);
  made.merged = merged;
  const told = findChangedSources(facts, merged);
  made.changed = new Set(
    believedOf(made)
      .map(({ source }) => source)
      .filter((id) => told.has(id)),
  );
}

async function stage(
  made: Progress,
  { dataFolder, reportsFolder, day }: IngestOptions,
  { check }: IngestEffects,
): Promise<void> {
  const { standing, merged } = made;
  made.plan = planFiles(standing, {
    merged,
    sources: sourcesOf(made, day),
    accepted: acceptedRows(standing.facts.acceptedGates, merged.findings, day),
  });
  const isSame = made.plan.changed.length === 0 && made.plan.deleted.length === 0;
  made.folder = isSame ? dataFolder : await stageFacts(dataFolder, made.plan);
  await writeReports(reportsFolder, merged, made.ghosts);
  made.faults = isSame ? [] : await lookAt(made.folder, check);
}

/** Every fact of the staging has its form and its references, and the whole holds what a whole must hold. */
async function lookAt(folder: string, check: IngestEffects["check"]): Promise<string[]> {
  try {
    checkFacts(readFactFiles(folder));
    return (await check?.(folder)) ?? [];
  } catch (error) {
    if (error instanceof FactsError || error instanceof BuildError) return [error.message];
    throw error;
  }
}

function sourcesOf(made: Progress, day: string) {
  const { standing, collectors, readings, merged, changed } = made;
  const ledger = new StandingLedger(standing.facts.prices, day);
  const sources = standingSources(standing.facts);
  const waiting = sources.filter(
    (source) => source.recorded_on < day && hasWaitingMove(source, ledger),
  );
  return renewSources(sources, {
    ...{ day, readings, held: merged.heldSources },
    texts: collectors.map(({ source }) => source),
    changed: new Set([...changed, ...waiting.map(({ id }) => id)]),
  });
}

/** The one way of upstream statements into `data/`: read → gate → resolve → append → stage → check. */
import { Listr } from "listr2";
import { readFactFiles } from "../facts/fact-files.ts";
import { BuildError, FactsError } from "../facts/fault.ts";
import { checkFacts } from "../facts/read-facts.ts";
import { normalizeNames, orphanModels } from "../identity/normalize-names.ts";
import { createCollectors } from "../sources/collectors.ts";
import type { Collector } from "../sources/listing.ts";
import type { Answer, SkippedSource } from "./answer.ts";
import { mergeAnswers, type ToMerge } from "./merge.ts";
import { readSources, toFailure } from "./read-sources.ts";
import { toSummary, writeReports } from "./reports.ts";
import type { IngestEffects, IngestOptions, IngestSummary, Merged } from "./run.ts";
import {
  checkDay,
  currentSources,
  findChangedSources,
  hasUnconfirmedMove,
  updateSources,
} from "./sources.ts";
import {
  acceptedRows,
  acceptFacts,
  type CurrentFacts,
  discardFacts,
  type Plan,
  planFiles,
  readCurrentFacts,
  recoverFacts,
  stageFacts,
} from "./stage-facts.ts";
import { CurrentLedger } from "./statements.ts";

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
  current: CurrentFacts;
  /** Models that stood without anything, and go. */
  orphans: readonly string[];
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
  const { facts } = made.current;
  return {
    summary: toSummary({ ...made, day, facts }),
    folder: made.folder,
    async accept() {
      if (made.folder !== dataFolder) await acceptFacts(dataFolder);
      // Only now: a night that dies before asks for everything again.
      for (const answer of passedAnswers(made)) await answer.accept();
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
        const current = readCurrentFacts(dataFolder);
        made.current = { ...current, facts: normalizeNames(current.facts) };
        made.orphans = orphanModels(current.facts);
        checkDay(made.current.facts, day, effects.today, options.allowDay ?? false);
        made.collectors = createCollectors(made.current.facts);
      },
    },
    {
      title: "Ask the upstreams",
      task: async (made: Progress) => {
        const { sources } = made.current.facts;
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

const passedAnswers = ({ readings, merged }: Progress): Answer[] =>
  readings.filter(isAnswer).filter(({ source }) => !merged.heldSources.has(source));

function merge(made: Progress, { day, accept }: IngestOptions): void {
  const { facts } = made.current;
  const answers = made.readings.filter(isAnswer);
  const { merged, failed } = mergeSafely({ day, facts, answers, accept });
  const failures = new Map(failed.map((one) => [one.source, one]));
  made.readings = made.readings.map((one) => failures.get(one.source) ?? one);
  made.merged = merged;
  const reported = findChangedSources(facts, merged);
  made.changed = new Set(
    passedAnswers(made)
      .map(({ source }) => source)
      .filter((id) => reported.has(id)),
  );
}

async function stage(
  made: Progress,
  { dataFolder, reportsFolder, day }: IngestOptions,
  { check }: IngestEffects,
): Promise<void> {
  const { current, merged } = made;
  made.plan = planFiles(current, {
    merged,
    sources: sourcesOf(made, day),
    accepted: acceptedRows(current.facts.acceptedGates, merged.findings, day),
  });
  const isSame = made.plan.changed.length === 0 && made.plan.deleted.length === 0;
  made.folder = isSame ? dataFolder : await stageFacts(dataFolder, made.plan);
  await writeReports(reportsFolder, merged, made.orphans);
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
  const { current, collectors, readings, merged, changed } = made;
  const ledger = new CurrentLedger(current.facts.prices, day);
  const sources = currentSources(current.facts);
  const waiting = sources.filter(
    (source) => source.recorded_on < day && hasUnconfirmedMove(source, ledger),
  );
  return updateSources(sources, {
    ...{ day, readings, held: merged.heldSources },
    texts: collectors.map(({ source }) => source),
    changed: new Set([...changed, ...waiting.map(({ id }) => id)]),
  });
}

export interface SafelyMerged {
  merged: Merged;
  failed: SkippedSource[];
}

type Outcome = { merged: Merged } | { error: unknown };

/** @throws What was thrown, where no answer is to blame. */
export function mergeSafely(night: ToMerge): SafelyMerged {
  const outcome = attempt(night);
  if ("merged" in outcome) return { merged: outcome.merged, failed: [] };
  const failed = night.answers.flatMap((answer) => findFailure(night, answer, outcome.error));
  if (failed.length === 0) throw outcome.error;
  const bad = new Set(failed.map(({ source }) => source));
  const rest = night.answers.filter(({ source }) => !bad.has(source));
  const saved = mergeSafely({ ...night, answers: rest });
  return { merged: saved.merged, failed: [...failed, ...saved.failed] };
}

/** An answer is to blame that breaks the merge alone, or without which it holds. */
function findFailure(night: ToMerge, answer: Answer, error: unknown): SkippedSource[] {
  const alone = attempt({ ...night, answers: [answer] });
  if ("error" in alone) return [toFailure(answer.source, alone.error)];
  const others = night.answers.filter((one) => one !== answer);
  return "merged" in attempt({ ...night, answers: others })
    ? [toFailure(answer.source, error)]
    : [];
}

function attempt(night: ToMerge): Outcome {
  try {
    return { merged: mergeAnswers(night) };
  } catch (error) {
    return { error };
  }
}

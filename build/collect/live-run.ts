/** One night of collection: live upstreams in, gates, `data/` and reports out. */
import { Listr } from "listr2";
import { createCollectors, createLiveCollectors } from "../ingest/collectors.ts";
import { mergeScores } from "../ingest/scores/merge-scores.ts";
import { type NightFacts, readNightFacts } from "./kept-facts.ts";
import { acceptedRows } from "./night/accepted.ts";
import { findChangedSources, mergeNightSources } from "./night/changed-sources.ts";
import { type Gated, gateAnswers } from "./night/gate-answers.ts";
import { carryOut, finish, type Journal, readJournal, removeTemporaries } from "./night/journal.ts";
import { type MergedNight, mergeNight, toScoreContext } from "./night/merge-night.ts";
import type { LiveOptions, LiveSummary } from "./night/outcome.ts";
import { resolverOf } from "./night/place-names.ts";
import { type Plan, planFiles } from "./night/plan-files.ts";
import {
  type Answer,
  type LiveCollector,
  readSources,
  type Silence,
} from "./night/read-sources.ts";
import { toSummary } from "./night/summary.ts";
import { toWords } from "./night/words.ts";
import { writeGates, writeReports } from "./reports.ts";

export type {
  Acceptance,
  GateFinding,
  GateName,
  LiveOptions,
  LiveSummary,
  SourceOutcome,
} from "./night/outcome.ts";
export { GATE_NAMES } from "./night/outcome.ts";

/** What is known after each step. */
export interface NightProgress {
  /** Of an earlier run on this machine. */
  journal: Journal | undefined;
  finishedNight: string | null;
  kept: NightFacts;
  collectors: LiveCollector[];
  readings: (Answer | Silence)[];
  gated: Gated;
  merged: MergedNight;
  /** Sources whose facts changed. */
  changed: ReadonlySet<string>;
  plan: Plan;
}

/**
 * Reads every source that is due and writes what passes the gates. The same answers again change no byte.
 * @throws FactsError when the facts that stand are at fault; an upstream's failure is an outcome.
 */
export async function collectLive(options: LiveOptions): Promise<LiveSummary> {
  const tasks = new Listr<NightProgress, "default", "simple" | "silent">(stepsOf(options), {
    silentRendererCondition: options.silent ?? false,
    fallbackRendererCondition: !process.stdout.isTTY,
    fallbackRenderer: "simple",
  });
  return toSummary(options.day, await tasks.run({} as NightProgress));
}

function stepsOf(options: LiveOptions) {
  return [
    {
      title: "Read the facts that stand",
      task: async (made: NightProgress) => {
        await finishEarlierNight(made, options);
        made.kept = await readNightFacts(options.dataFolder);
        made.collectors = [
          ...createCollectors(made.kept.hostAliases),
          ...createLiveCollectors(made.kept.attention),
        ].filter((collector): collector is LiveCollector => collector.live !== undefined);
      },
    },
    {
      title: "Ask the upstreams",
      task: async (made: NightProgress) => {
        made.readings = await readSources(made.collectors, made.kept.sources, options);
      },
    },
    {
      title: "Hold back what looks wrong, merge the rest",
      task: (made: NightProgress) => judgeAndMerge(made, options),
    },
    {
      title: options.dryRun ? "Write reports" : "Write facts and reports",
      task: (made: NightProgress) => write(made, options),
    },
  ];
}

async function finishEarlierNight(
  made: NightProgress,
  { dataFolder, network, dryRun }: LiveOptions,
): Promise<void> {
  made.journal = await readJournal(network.cacheFolder);
  made.finishedNight = null;
  if (dryRun) return;
  await removeTemporaries(dataFolder);
  if (made.journal === undefined || made.journal.files.length === 0) return;
  await finish(dataFolder, network.cacheFolder, made.journal);
  made.finishedNight = made.journal.day;
}

const isAnswer = (reading: Answer | Silence): reading is Answer => reading.state === "answered";

function judgeAndMerge(made: NightProgress, { day, accept }: LiveOptions): void {
  const { kept, readings } = made;
  const answers = readings.filter(isAnswer);
  const resolver = resolverOf(kept);
  const listings = answers.flatMap(({ collected }) =>
    collected.flatMap(({ offers }) => offers ?? []),
  );
  const words = toWords(listings, kept, resolver, day);
  const aboveMaximum = new Set(
    accept.filter(({ gate }) => gate === "above-maximum").map(({ source }) => source),
  );
  const scored = mergeScores(
    answers.flatMap(({ collected }) => collected.flatMap(({ scores }) => scores ?? [])),
    toScoreContext({ kept, resolver }, new Set(kept.models.map(({ slug }) => slug)), aboveMaximum),
  );
  made.gated = gateAnswers({ answers, words, scored, resolver, kept, day, accept });
  const believed = answers.filter(({ source }) => !made.gated.heldSources.has(source));
  made.merged = mergeNight({
    ...{ day, kept, words, aboveMaximum },
    gated: made.gated,
    answers: believed,
  });
  const told = findChangedSources(kept, made.merged);
  made.changed = new Set(believed.map(({ source }) => source).filter((id) => told.has(id)));
}

async function write(made: NightProgress, options: LiveOptions): Promise<void> {
  const { dataFolder, reportsFolder, network, day, dryRun } = options;
  made.plan = await planFiles(dataFolder, {
    ...made.merged,
    sources: sourcesOf(made, options),
    accepted: acceptedRows(made.kept.acceptedGates, made.gated.findings, day),
  });
  await writeReports(reportsFolder, made.merged);
  await writeGates(reportsFolder, made.gated.findings);
  if (dryRun) return;
  const files = [
    ...made.plan.changed.map(({ path, text }): [string, string] => [path, text]),
    ...made.plan.deleted.map((path): [string, null] => [path, null]),
  ];
  await carryOut(dataFolder, network.cacheFolder, { day, files, missed: missedOf(made, day) });
  // Only now: a night that dies before asks for everything again.
  for (const answer of made.readings.filter(isAnswer))
    if (!made.gated.heldSources.has(answer.source)) await answer.accept();
}

/** By this run and by earlier ones of the same night. */
const missedOf = ({ readings, journal }: NightProgress, day: string): string[] => [
  ...new Set([
    ...(journal?.day === day ? journal.missed : []),
    ...readings.filter(({ state }) => state === "failed").map(({ source }) => source),
  ]),
];

const sourcesOf = (
  { kept, collectors, readings, gated, changed, journal }: NightProgress,
  { day }: LiveOptions,
) =>
  mergeNightSources(kept.sources, {
    ...{ day, readings, changed },
    texts: collectors.map(({ source }) => source),
    held: new Set(gated.heldSources.keys()),
    counted: new Set(journal?.day === day ? journal.missed : []),
  });

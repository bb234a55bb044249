/** The only way from upstreams into `data/`, which stays unchanged if an ingest is refused or killed. */
import { readFactFileTexts } from "../facts/fact-files.ts";
import { CommandError, FactsError } from "../facts/fault.ts";
import { parseAndCheckFacts } from "../facts/read-facts.ts";
import { deleteFactsStagingFolder, swapInFactsStagingFolder } from "../facts/swap-facts.ts";
import { findOrphanModels, normalizeFactsByNamingRules } from "../identity/normalize-names.ts";
import { createCollectors } from "../sources/collectors.ts";
import { checkAcceptedChangeNames } from "./judge.ts";
import { mergeSourcesIntoFacts } from "./merge.ts";
import { collectFromSources, toSkippedSource } from "./read-sources.ts";
import { toIngestSummary, writeIngestReports } from "./reports.ts";
import type {
  FactMergeInput,
  IngestDependencies,
  IngestOptions,
  MergedFacts,
  SkippedSource,
} from "./run.ts";
import {
  appendAcceptedChanges,
  appendSourceReadings,
  findSourcesOfChangedRows,
  planFactFileEdits,
  toUpdatedSources,
  writeFactsStagingFolder,
} from "./stage-facts.ts";

/**
 * @throws FactsError if the current facts have faults; CommandError if an acceptance names something unknown.
 * @returns The next facts, ready to be published; `summary.faults` says why they must not be accepted.
 */
export async function stageIngest(options: IngestOptions, dependencies: IngestDependencies) {
  const { dataFolder, reportsFolder, day, accept } = options;
  const { onProgress = () => {} } = dependencies;
  onProgress("reading the current facts");
  const texts = readFactFileTexts(dataFolder);
  const stored = parseAndCheckFacts(texts);
  const facts = normalizeFactsByNamingRules(stored);

  onProgress("reading the sources");
  const collectors = createCollectors(facts.attention);
  checkAcceptedChangeNames(accept, facts);
  const read = await collectFromSources(collectors, facts, dependencies.reader, options);

  onProgress("merging the answers of the sources");
  const answers = read.filter((reading) => reading.state === "answered");
  const { merged, failed } = mergeSafely({ day, facts, answers, accept });
  const failures = new Map(failed.map((one) => [one.source, one]));
  const readings = read.map((one) => failures.get(one.source) ?? one);
  const passed = answers.filter(({ source }) => !failures.has(source));
  const withNews = findSourcesOfChangedRows(facts, merged);
  const changed = new Set(passed.flatMap(({ source }) => (withNews.has(source) ? source : [])));

  onProgress("checking the new facts");
  const plan = planFactFileEdits(stored, texts, {
    ...merged.next,
    sources: toUpdatedSources(facts, { day, readings, collectors, changed }),
    acceptedRules: appendAcceptedChanges(facts.acceptedRules, accept, day),
    readings: appendSourceReadings(facts.readings, passed, day),
  });
  const isSame = plan.changed.length === 0 && plan.deleted.length === 0;
  const folder = isSame ? dataFolder : await writeFactsStagingFolder(dataFolder, plan);
  await writeIngestReports(reportsFolder, merged, findOrphanModels(stored));
  const run = { day, before: stored.models };
  const faults = isSame
    ? []
    : await faultsOf(folder, (staged) => dependencies.check?.(staged, run));
  return {
    summary: toIngestSummary({ day, facts, readings, merged, changed, plan, faults }),
    /** Folder of the facts: next to `data/`, or `data/` itself if nothing changes. */
    folder,
    /** Replaces the current facts. */
    async accept() {
      if (!isSame) await swapInFactsStagingFolder(dataFolder);
    },
    discard: () => deleteFactsStagingFolder(dataFolder),
  };
}

/** Faults of staged facts: in their form, in their references, or in the facts as a whole. */
async function faultsOf(
  folder: string,
  check: (folder: string) => Promise<string[]> | undefined,
): Promise<string[]> {
  try {
    parseAndCheckFacts(readFactFileTexts(folder));
    return (await check(folder)) ?? [];
  } catch (error) {
    if (error instanceof FactsError || error instanceof CommandError) return [error.message];
    throw error;
  }
}

/** Merges all answers except those that make the merge fail. @throws If no single answer causes the failure. */
function mergeSafely(input: FactMergeInput): { merged: MergedFacts; failed: SkippedSource[] } {
  const { answers } = input;
  const [merged, error] = tryMerge(input);
  if (merged !== null) return { merged, failed: [] };
  // An answer is at fault if the merge fails with it alone, or succeeds without it.
  const failed = answers.flatMap((answer) => {
    const [alone, own] = tryMerge({ ...input, answers: [answer] });
    if (alone === null) return toSkippedSource(answer.source, own);
    const [rest] = tryMerge({ ...input, answers: answers.filter((one) => one !== answer) });
    return rest === null ? [] : toSkippedSource(answer.source, error);
  });
  if (failed.length === 0) throw error;
  const bad = new Set(failed.map(({ source }) => source));
  const rest = answers.filter(({ source }) => !bad.has(source));
  const saved = mergeSafely({ ...input, answers: rest });
  return { merged: saved.merged, failed: [...failed, ...saved.failed] };
}

/** @returns The next facts; or null and the error. */
function tryMerge(input: FactMergeInput): [MergedFacts | null, unknown?] {
  try {
    return [mergeSourcesIntoFacts(input)];
  } catch (error) {
    return [null, error];
  }
}

/** One test, one model, one day: sent, scored and written to the facts; or stopped, and resumed later. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../facts/fault.ts";
import type { FactOfKind, Facts } from "../../facts/kinds.ts";
import { toJsonFactFile, writeFactFile } from "../../facts/write-facts.ts";
import { compareByCodePoint } from "../../schema/collections.ts";
import type { OwnTestAnswer, OwnTestRunConfig } from "../../schema/own-test.ts";
import { toSlug } from "../../schema/values.ts";
import { gradeAndScoreRun, type TestedModel } from "../graders.ts";
import type { ModelTest } from "../items.ts";
import type { ParsedAnswersOfFirstRun } from "../metrics.ts";
import { askTestItems, type RequestPacing, type RunEndReason } from "./ask.ts";
import type { ChatEndpoint, RunEffects } from "./chat.ts";
import { RunCostEstimator, type TokenPrices } from "./costs.ts";
import { RunJournal } from "./journal.ts";

/** Which model of the catalogue is tested where, and at what price. */
export interface RunPlan {
  subject: TestedModel;
  /** Name at the endpoint. */
  modelId: string;
  route: string | null;
  prices: TokenPrices;
}

export interface RunOwnTestOptions {
  test: ModelTest;
  plan: RunPlan;
  /** YYYY-MM-DD: nothing is dated by the clock. */
  date: string;
  endpoint: Omit<ChatEndpoint, "modelId">;
  pacing: RequestPacing;
  capUsd: number;
  /** Questions that still have no answer are recorded as unanswered, instead of being left for later. */
  givesUp: boolean;
  facts: Facts;
  dataFolder: string;
  /** Where unfinished runs are kept. */
  journalFolder: string;
  effects: RunEffects;
  stop: AbortSignal;
  progress(line: string): void;
}

export interface RunOwnTestOutcome {
  id: string;
  ending: RunEndReason;
  answered: number;
  spent: number;
  /** Null while the run is unfinished. */
  run: RecordedOwnTestRun | null;
  /** Of the run's fact below the data folder; null while it is unfinished. */
  path: string | null;
}

export type RecordedOwnTestRun = FactOfKind<"ownTestRuns">;

/** All of a run but what scoring makes of it. */
type RecordedRun = Omit<
  RecordedOwnTestRun,
  "n_items" | "n_valid" | "score" | "interval" | "metrics" | "answers"
> & {
  answers: Omit<OwnTestAnswer, "parsed" | "correct">[];
};

/** @throws CommandError when the run is on record already, or the host refuses to answer. */
export async function runOwnTest(options: RunOwnTestOptions): Promise<RunOwnTestOutcome> {
  const { test, plan, date, endpoint, capUsd, dataFolder, facts } = options;
  const id = toRunId(test, plan, date);
  const known = `experiments/${test.about.test}/runs/${id}.json`;
  if (existsSync(join(dataFolder, known)))
    throw new CommandError(
      `${known} is already recorded; give another --date to run the test again`,
    );
  const journal = new RunJournal(join(options.journalFolder, `${id}.jsonl`), {
    type: "run",
    id,
    model_id: plan.modelId,
    base_url: endpoint.baseUrl,
    config: endpoint.config,
  });
  try {
    const costs = new RunCostEstimator(plan.prices, endpoint.config.maxTokens);
    // What earlier answers showed of a host's own additions holds for the rest.
    for (const { item_id, prompt } of test.items) {
      const answer = journal.answers.get(item_id);
      if (answer) costs.actual(prompt, answer);
    }
    const total = test.items.length;
    const ending = await askTestItems(test.items, {
      ...{ endpoint: { ...endpoint, modelId: plan.modelId }, costs, capUsd, journal },
      ...{ pacing: options.pacing, effects: options.effects, stop: options.stop },
      progress: () =>
        options.progress(
          `${id}: ${journal.answers.size} of ${total} answered, ${formatCostUsd(journal.spent)} of ${formatCostUsd(capUsd)}`,
        ),
    });
    const outcome = { id, ending, answered: journal.answers.size, spent: journal.spent };
    const isDone = ending === "complete" || (ending === "unanswered" && options.givesUp);
    if (!isDone) return { ...outcome, run: null, path: null };
    const recorded = {
      ...{ id, test: test.about.test, version: test.version, model: plan.subject.model },
      ...{ model_id: plan.modelId, route: plan.route, run_date: date },
      ...{ cost_usd: Number(journal.spent.toFixed(6)), config: endpoint.config },
      answers: test.items.map(({ item_id }) => {
        const { raw, finish, prompt_tokens, completion_tokens } =
          journal.answers.get(item_id) ?? UNANSWERED;
        return { item_id, raw, finish, prompt_tokens, completion_tokens };
      }),
      source: "operator",
    };
    const run = toRecordedOwnTestRun(test, recorded, plan.subject, facts.ownTestRuns);
    const file = toJsonFactFile("ownTestRuns", run);
    await writeFactFile(dataFolder, file);
    journal.remove();
    return { ...outcome, ending: "complete", run, path: file.path };
  } finally {
    journal.close();
  }
}

/** The same for the same test, model, host and day: running the command again resumes it. */
export const toRunId = (
  { about, version }: ModelTest,
  { subject, route }: RunPlan,
  date: string,
): string =>
  `${date}-${about.test}-v${toSlug(version)}-${subject.model}${route === null ? "" : `-at-${route}`}`;

const UNANSWERED = { raw: null, finish: null, prompt_tokens: null, completion_tokens: null };

/**
 * Recorded answers → the fact of a run, scored by the test's present code.
 *
 * @param earlier Runs on record, this one or later ones among them or not.
 */
export function toRecordedOwnTestRun(
  test: ModelTest,
  recorded: RecordedRun,
  subject: TestedModel,
  earlier: readonly RecordedOwnTestRun[],
): RecordedOwnTestRun {
  const context = { subject, first: firstOf(recorded, earlier) };
  const { graded, ...scored } = gradeAndScoreRun(test, recorded.answers, context);
  const answerOf = new Map(recorded.answers.map((answer) => [answer.item_id, answer]));
  const answers = graded.flatMap(({ item, parsed, correct }) => {
    const answer = answerOf.get(item.item_id);
    if (!answer) return [];
    const { item_id, raw, ...counted } = answer;
    return { item_id, raw, parsed, correct, ...counted };
  });
  return { ...recorded, ...scored, answers };
}

/** Answers of the first run of the same items, of the same name, host and settings; null when this is the first. */
function firstOf(run: RecordedRun, runs: readonly RecordedOwnTestRun[]): ParsedAnswersOfFirstRun {
  const seriesOf = ({ test, version, model, model_id, route, config }: RecordedRun) =>
    JSON.stringify([test, version, model, model_id, route, config]);
  const [first] = runs
    .filter((other) => seriesOf(other) === seriesOf(run) && other.run_date < run.run_date)
    .sort((a, b) => compareByCodePoint(a.run_date, b.run_date));
  return first ? new Map(first.answers.map(({ item_id, parsed }) => [item_id, parsed])) : null;
}

/** Scores every run of the present items again; runs of older versions stay as they are. */
export function rescoreRuns(
  tests: readonly ModelTest[],
  facts: Pick<Facts, "ownTestRuns" | "models">,
): RecordedOwnTestRun[] {
  const labs = new Map(facts.models.map(({ slug, lab }) => [slug, lab]));
  const scored: RecordedOwnTestRun[] = [];
  const inOrder = [...facts.ownTestRuns].sort(
    (a, b) => compareByCodePoint(a.run_date, b.run_date) || compareByCodePoint(a.id, b.id),
  );
  for (const { file: _, ...run } of inOrder as (RecordedOwnTestRun & { file?: string })[]) {
    const test = tests.find(
      ({ about, version }) => about.test === run.test && version === run.version,
    );
    const subject = { model: run.model, lab: labs.get(run.model) ?? "" };
    scored.push(test ? toRecordedOwnTestRun(test, run, subject, scored) : run);
  }
  return scored;
}

/** Enough digits for a fraction of a cent. */
export const formatCostUsd = (amount: number): string => `$${amount.toFixed(amount < 1 ? 4 : 2)}`;

/** The settings of every run, but for what a model does not take. */
export const withDefaultRunConfig = (
  { about }: Pick<ModelTest, "about">,
  changes: Partial<OwnTestRunConfig>,
): OwnTestRunConfig => ({
  reasoning: null,
  temperature: 0,
  seed: 1,
  systemPrompt: null,
  maxTokens: about.max_tokens ?? 0,
  method: "one question a request, through chat completions",
  ...changes,
});

/** One test, one model, one day: asked, scored and written to the facts; or stopped, and resumed later. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../facts/fault.ts";
import type { FactOfKind, Facts } from "../../facts/kinds.ts";
import { toJsonFactFile, writeFactFile } from "../../facts/write-facts.ts";
import { compareByCodePoint, mapWithConcurrency } from "../../schema/collections.ts";
import type { OwnTestAnswer, OwnTestRunConfig } from "../../schema/own-test.ts";
import { toSlug } from "../../schema/values.ts";
import { RequestFailure } from "../../sources/requests/failure.ts";
import { gradeAndScoreRun, type TestedModel } from "../graders.ts";
import type { OwnTestWithItems, TestItem } from "../items.ts";
import type { ParsedAnswersOfFirstRun } from "../metrics.ts";
import { askQuestionOnce, type ChatEndpoint } from "./chat.ts";
import { OwnTestRunJournal, RunCostEstimator, type TokenPrices } from "./journal.ts";

/** Which model of the catalogue is tested where, and at what price. */
export interface OwnTestRunPlan {
  subject: TestedModel;
  /** Name at the endpoint. */
  modelId: string;
  route: string | null;
  prices: TokenPrices;
}

export interface RunOwnTestOptions {
  test: OwnTestWithItems;
  plan: OwnTestRunPlan;
  /** YYYY-MM-DD: nothing is dated by the clock. */
  date: string;
  endpoint: Omit<ChatEndpoint, "modelId">;
  /** Questions under way at once. */
  concurrency: number;
  /** USD that the run may cost, earlier parts of it included. */
  capUsd: number;
  /** Questions that still have no answer are recorded as unanswered, instead of being left for later. */
  givesUp: boolean;
  /** Runs on record, with which this one may be compared. */
  recorded: readonly RecordedOwnTestRun[];
  dataFolder: string;
  /** Where unfinished runs are kept. */
  journalFolder: string;
  sleep(ms: number): Promise<unknown>;
  /** Aborted when the operator wants to stop: what is under way is still awaited. */
  stop: AbortSignal;
  progress(line: string): void;
}

/** `cap`: the next question could pass it; `unanswered`: some questions had no answer after every retry. */
type RunEndReason = "complete" | "cap" | "unanswered" | "stopped";

export interface RunOwnTestOutcome {
  id: string;
  ending: RunEndReason;
  answered: number;
  spent: number;
  /** Null while the run is unfinished. */
  run: RecordedOwnTestRun | null;
}

export type RecordedOwnTestRun = FactOfKind<"ownTestRuns">;

/** All of a run but what scoring makes of it. */
type RecordedRun = Omit<
  RecordedOwnTestRun,
  "n_items" | "n_valid" | "score" | "interval" | "metrics" | "answers"
> & {
  answers: Omit<OwnTestAnswer, "parsed" | "correct">[];
};

/** @throws CommandError when the run is on record already, or the host refuses the key, the model or the way of asking. */
export async function runOwnTest(options: RunOwnTestOptions): Promise<RunOwnTestOutcome> {
  const { test, plan, date, endpoint, dataFolder } = options;
  const id = toRunId(test, plan, date);
  const known = `experiments/${test.about.test}/runs/${id}.json`;
  if (existsSync(join(dataFolder, known)))
    throw new CommandError(
      `${known} is already recorded; give another --date to run the test again`,
    );
  const journal = new OwnTestRunJournal(join(options.journalFolder, `${id}.jsonl`), {
    ...{ type: "run", id, model_id: plan.modelId },
    ...{ base_url: endpoint.baseUrl, config: endpoint.config },
  });
  try {
    const ending = await askTestItems(options, journal, id);
    const outcome = { id, ending, answered: journal.answers.size, spent: journal.spent };
    const isDone = ending === "complete" || (ending === "unanswered" && options.givesUp);
    if (!isDone) return { ...outcome, run: null };
    const recorded = {
      ...{ id, test: test.about.test, version: test.version, model: plan.subject.model },
      ...{ model_id: plan.modelId, route: plan.route, run_date: date },
      ...{ cost_usd: Number(journal.spent.toFixed(6)), config: endpoint.config },
      answers: test.items.map(({ item_id }) => ({
        item_id,
        ...(journal.answers.get(item_id) ?? UNANSWERED),
      })),
      source: "operator",
    };
    const run = toRecordedOwnTestRun(test, recorded, plan.subject, options.recorded);
    await writeFactFile(dataFolder, toJsonFactFile("ownTestRuns", run));
    journal.remove();
    return { ...outcome, ending: "complete", run };
  } finally {
    journal.close();
  }
}

/** The same for the same test, model, host and day: running the command again resumes it. */
const toRunId = (
  { about, version }: OwnTestWithItems,
  { subject, route }: OwnTestRunPlan,
  date: string,
): string =>
  `${date}-${about.test}-v${toSlug(version)}-${subject.model}${route === null ? "" : `-at-${route}`}`;

const UNANSWERED = { raw: null, finish: null, prompt_tokens: null, completion_tokens: null };

/** Of one question. */
const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 1000;
/** So many questions in a row without an answer mean that the host is down. */
const MAX_FAILURES = 5;

/** Sends the questions that have no answer yet: some at a time, and none that could pass the cap. */
async function askTestItems(
  options: RunOwnTestOptions,
  journal: OwnTestRunJournal,
  id: string,
): Promise<RunEndReason> {
  const { test, plan, concurrency, capUsd, stop, sleep } = options;
  const endpoint = { ...options.endpoint, modelId: plan.modelId };
  const costs = new RunCostEstimator(plan.prices, endpoint.config.maxTokens);
  // What earlier answers showed of a host's own additions holds for the rest.
  for (const { item_id, prompt } of test.items) {
    const answer = journal.answers.get(item_id);
    if (answer) costs.actual(prompt, answer);
  }
  let ending: "cap" | CommandError | undefined;
  let failuresInRow = 0;

  async function ask(item: TestItem): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if (ending !== undefined || stop.aborted) return;
      // What is under way counts with the most that it can cost.
      if (journal.spent + costs.worstCase(item.prompt) > capUsd) {
        ending = "cap";
        return;
      }
      const failure = await send(item, endpoint, journal, costs);
      if (failure === undefined) failuresInRow = 0;
      else if (failure.isTransient && attempt < MAX_ATTEMPTS) {
        await sleep(Math.max(FIRST_WAIT_MS * 2 ** (attempt - 1), failure.retryAfterMs ?? 0));
        continue;
      } else if (!failure.isTransient || ++failuresInRow >= MAX_FAILURES) ending = toFault(failure);
      options.progress(
        `${id}: ${journal.answers.size} of ${test.items.length} answered, ${formatCostUsd(journal.spent)} of ${formatCostUsd(capUsd)}`,
      );
      return;
    }
  }

  const [first, ...rest] = test.items.filter(({ item_id }) => !journal.answers.has(item_id));
  // Alone: it shows what a host adds to a question, and whether it takes the key and the model at all.
  if (first) await ask(first);
  await mapWithConcurrency(rest, ask, concurrency);
  const ended = ending as "cap" | CommandError | undefined;
  if (ended instanceof CommandError) throw ended;
  if (journal.answers.size === test.items.length) return "complete";
  return stop.aborted ? "stopped" : (ended ?? "unanswered");
}

/** One request. @returns Why there is no answer; undefined for an answer, and for a question that the host refuses. */
async function send(
  { item_id, prompt }: TestItem,
  endpoint: ChatEndpoint,
  journal: OwnTestRunJournal,
  costs: RunCostEstimator,
): Promise<RequestFailure | undefined> {
  const worst = costs.worstCase(prompt);
  journal.write({ type: "sent", item_id, usd: worst });
  try {
    const answer = await askQuestionOnce(prompt, endpoint);
    const usd = costs.actual(prompt, answer) - worst;
    journal.write({ type: "answered", item_id, ...answer, usd });
    return undefined;
  } catch (failure) {
    if (!(failure instanceof RequestFailure)) throw failure;
    const { kind, status, message: reason } = failure;
    const usd = isUnbilled(failure) ? -worst : 0;
    if (isAboutTheQuestion(failure) && journal.answers.size > 0) {
      const finish = `error:${status ?? kind}`;
      journal.write({ type: "answered", item_id, ...UNANSWERED, finish, usd });
      return undefined;
    }
    journal.write({ type: "failed", item_id, reason, usd });
    return failure;
  }
}

function toFault({ isTransient, message }: RequestFailure): CommandError {
  const next = isTransient
    ? `${MAX_FAILURES} questions in a row had no answer; the answers so far are kept, run the same command again later`
    : "check --base-url, --model and the key; the answers so far are kept";
  return new CommandError(`the host: ${message}; ${next}`);
}

/** Statuses with which hosts refuse one question (a content filter) rather than the caller. */
const isAboutTheQuestion = ({ kind, status, isTransient }: RequestFailure): boolean =>
  !isTransient && (kind === "key-echoed" || status === 400 || status === 403 || status === 422);

/** A model that was given up on half way may be billed for what it had written. */
const TIMEOUTS = new Set([408, 504, 524]);

/** A server that was not reached, or answered with an error, billed nothing; a broken connection may be billed. */
const isUnbilled = ({ kind, status }: RequestFailure): boolean =>
  kind === "refused" || kind === "unreachable" || (kind === "status" && !TIMEOUTS.has(status ?? 0));

/**
 * Recorded answers → the fact of a run, scored by the test's present code.
 *
 * @param earlier Runs on record, this one or later ones among them or not.
 */
export function toRecordedOwnTestRun(
  test: OwnTestWithItems,
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
  tests: readonly OwnTestWithItems[],
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
  { about }: Pick<OwnTestWithItems, "about">,
  changes: Partial<OwnTestRunConfig>,
): OwnTestRunConfig => ({
  reasoning: null,
  temperature: 0,
  seed: 1,
  systemPrompt: null,
  maxTokens: about.max_tokens ?? 0,
  method: "one question per request, through the chat completions API",
  ...changes,
});

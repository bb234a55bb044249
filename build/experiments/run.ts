/** Runs one test on one model on one day and writes the run to the facts. An interrupted run can be resumed. */
import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { toSlug } from "../cost/rates.ts";
import { parseJsonOrUndefined } from "../cost/readers/reading.ts";
import { CommandError } from "../facts/fault.ts";
import type { FactOfKind, Facts } from "../facts/kinds.ts";
import { withLock } from "../facts/lock.ts";
import { toJsonFactFile, writeFactFile } from "../facts/write-facts.ts";
import { compareByCodePoint, mapWithConcurrency } from "../schema/collections.ts";
import { OwnTestAnswer, type OwnTestRequestConfig } from "../schema/own-test.ts";
import { RequestFailure } from "../sources/requests/failure.ts";
import { askTestQuestion, type ChatAnswer, type ChatEndpoint } from "./chat.ts";
import { gradeAndScoreTestRun, type ModelUnderTest } from "./graders.ts";
import type { OwnTestWithItems, TestItem } from "./items.ts";

/** USD per 1,000,000 tokens. */
export type TokenPricesPerMtok = Record<"input" | "output", number>;

export interface OwnTestRunTarget {
  subject: ModelUnderTest;
  modelId: string;
  route: string | null;
  prices: TokenPricesPerMtok;
}

export interface RunOwnTestOptions {
  test: OwnTestWithItems;
  plan: OwnTestRunTarget;
  /** YYYY-MM-DD; the clock is not used. */
  date: string;
  endpoint: Omit<ChatEndpoint, "modelId">;
  concurrency: number;
  /** Maximum cost of the run in USD, including its earlier parts. */
  capUsd: number;
  /** Recorded runs, with which this one may be compared. */
  recorded: readonly ScoredOwnTestRun[];
  dataFolder: string;
  journalFolder: string;
  sleep(ms: number): Promise<unknown>;
  progress(line: string): void;
}

export type ScoredOwnTestRun = FactOfKind<"ownTestRuns">;

type UnscoredRun = Omit<
  ScoredOwnTestRun,
  "n_items" | "n_valid" | "score" | "interval" | "metrics" | "answers"
> & { answers: Omit<OwnTestAnswer, "parsed" | "correct">[] };

/** @returns `run` is null if the next question could exceed the cap. @throws CommandError if the run cannot go on. */
export async function runOwnTest(options: RunOwnTestOptions) {
  const { test, plan, date, endpoint, dataFolder } = options;
  const { model } = plan.subject;
  const at = plan.route === null ? "" : `-at-${plan.route}`;
  // The id is the same for the same test, model, host and day, so running the command again resumes the run.
  const id = `${date}-${test.about.test}-v${toSlug(test.about.version)}-${model}${at}`;
  const known = `experiments/${test.about.test}/runs/${id}.json`;
  if (existsSync(join(dataFolder, known)))
    throw new CommandError(
      `${known} is already recorded; give another --date to run the test again`,
    );
  const path = join(options.journalFolder, `${id}.jsonl`);
  return withLock(`${path}.lock`, "is working on this run", async () => {
    const settings = {
      model_id: plan.modelId,
      base_url: endpoint.baseUrl,
      config: endpoint.config,
    };
    const journal = new RunJournal(path, { id, ...settings });
    const isComplete = await askTestItems(options, journal, id);
    const outcome = { id, answered: journal.answers.size, spent: journal.spent };
    if (!isComplete) return { ...outcome, run: null };
    const unscored = {
      id,
      test: test.about.test,
      version: test.about.version,
      model,
      model_id: plan.modelId,
      route: plan.route,
      run_date: date,
      cost_usd: Number(journal.spent.toFixed(6)),
      config: endpoint.config,
      answers: test.items.map(({ item_id }) => ({
        item_id,
        ...(journal.answers.get(item_id) ?? UNANSWERED),
      })),
      source: "operator",
    };
    const run = toScoredOwnTestRun(test, unscored, plan.subject, options.recorded);
    await writeFactFile(dataFolder, toJsonFactFile("ownTestRuns", run));
    rmSync(path);
    return { ...outcome, run };
  });
}

/** `usd` is added to the amount spent: a question's maximum cost when it is sent, then the difference to its cost. */
const JournalLine = z.object({
  item_id: z.string(),
  usd: z.number(),
  /** `raw` is null when the host will not answer this question. */
  answer: OwnTestAnswer.omit({ item_id: true, parsed: true, correct: true }).optional(),
});

/** Answers of an unfinished run, and their cost: a line before a question is sent, another before its answer counts. */
class RunJournal {
  readonly answers = new Map<string, ChatAnswer>();
  /** USD of all questions that were answered, are in progress, or may have been billed without an answer. */
  spent = 0;
  readonly #path: string;

  /** @throws CommandError if the existing journal is of a run with other settings, or is damaged before its end. */
  constructor(path: string, settings: object) {
    this.#path = path;
    writeFileSync(path, "", { flag: "a" });
    const text = readFileSync(path, "utf8");
    // Removes an incomplete last line that a killed run left.
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    truncateSync(path, Buffer.byteLength(whole));
    const [known, ...lines] = whole.split("\n").slice(0, -1);
    const first = JSON.stringify(settings);
    if (known === undefined) this.#append(first);
    else if (known !== first)
      throw new CommandError(
        `${path} contains answers of this run that were made with other settings; resume the run with those settings, or move the file away`,
      );
    for (const [index, line] of lines.entries()) this.#note(line, index + 2);
  }

  write(line: z.infer<typeof JournalLine>): void {
    const text = JSON.stringify(line);
    this.#append(text);
    this.#note(text, 0);
  }

  #append(line: string): void {
    appendFileSync(this.#path, `${line}\n`, { flush: true });
  }

  #note(line: string, number: number): void {
    const { data } = JournalLine.safeParse(parseJsonOrUndefined(line));
    if (data === undefined)
      throw new CommandError(
        `${this.#path}:${number}: this line cannot be read; fix it, or move the file away and start the run again`,
      );
    this.spent += data.usd;
    if (data.answer) this.answers.set(data.item_id, data.answer);
  }
}

/** Tokens of a chat template. No tokenizer makes more tokens of a text than it has bytes. */
const TEMPLATE_TOKENS = 64;
/** Few tokens are longer. A token count that implies longer tokens is not trusted. */
const MAX_BYTES_PER_TOKEN = 8;

const costUsd = ({ input, output }: TokenPricesPerMtok, sent: number, received: number): number =>
  (sent * input + received * output) / 1e6;

export const getMaxQuestionCostUsd = (
  prompt: string,
  maxTokens: number,
  prices: TokenPricesPerMtok,
): number => costUsd(prices, Buffer.byteLength(prompt) + TEMPLATE_TOKENS, maxTokens);

/** Cost by the host's own token count, but no less than the texts imply. @returns null if the host states no count. */
function answerUsd(prompt: string, answer: ChatAnswer, prices: TokenPricesPerMtok) {
  const { raw, prompt_tokens, completion_tokens } = answer;
  const implied = (text: string) => Math.ceil(Buffer.byteLength(text) / MAX_BYTES_PER_TOKEN);
  if (prompt_tokens === null || completion_tokens === null) return null;
  const received = Math.max(completion_tokens, implied(raw ?? ""));
  return costUsd(prices, Math.max(prompt_tokens, implied(prompt)), received);
}

const UNANSWERED = { raw: null, finish: null, prompt_tokens: null, completion_tokens: null };

const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 1000;
/** After this many questions in a row without an answer, the host is considered down. */
const MAX_FAILURES = 5;

/** @returns Whether every question was sent. @throws CommandError if the host is down, or refuses all questions. */
async function askTestItems(
  options: RunOwnTestOptions,
  journal: RunJournal,
  id: string,
): Promise<boolean> {
  const { test, plan, concurrency, capUsd, sleep } = options;
  const endpoint = { ...options.endpoint, modelId: plan.modelId };
  let stop: "cap" | CommandError | undefined;
  let failuresInRow = 0;

  async function ask(item: TestItem): Promise<void> {
    const worst = getMaxQuestionCostUsd(item.prompt, endpoint.config.maxTokens, plan.prices);
    for (let attempt = 1; stop === undefined; attempt++) {
      // Questions in progress count with their maximum cost.
      if (journal.spent + worst > capUsd) {
        stop = "cap";
        return;
      }
      journal.write({ item_id: item.item_id, usd: worst });
      const { failure, usd, ...answered } = await send(item.prompt, endpoint, plan.prices, journal);
      journal.write({ item_id: item.item_id, usd: (usd ?? worst) - worst, ...answered });
      if (failure === undefined) failuresInRow = 0;
      else if (failure.isTransient && attempt < MAX_ATTEMPTS) {
        await sleep(Math.max(FIRST_WAIT_MS * 2 ** (attempt - 1), failure.retryAfterMs ?? 0));
        continue;
      } else if (!failure.isTransient || ++failuresInRow >= MAX_FAILURES) stop = toFault(failure);
      options.progress(
        `${id}: ${journal.answers.size} of ${test.items.length} questions answered, ${formatRunCostUsd(journal.spent)} of ${formatRunCostUsd(capUsd)} spent`,
      );
      return;
    }
  }

  const [first, ...rest] = test.items.filter(({ item_id }) => !journal.answers.has(item_id));
  // The first question is sent alone: it shows whether the host accepts the key and the model.
  if (first) await ask(first);
  await mapWithConcurrency(rest, ask, concurrency);
  const reason = stop as "cap" | CommandError | undefined;
  if (reason instanceof CommandError) throw reason;
  return reason === undefined;
}

/** @returns The answer, empty if the host refuses this question; or the failure. `usd` is null if unknown. */
async function send(
  prompt: string,
  endpoint: ChatEndpoint,
  prices: TokenPricesPerMtok,
  { answers }: RunJournal,
): Promise<{ usd: number | null; answer?: ChatAnswer; failure?: RequestFailure }> {
  try {
    const answer = await askTestQuestion(prompt, endpoint);
    return { usd: answerUsd(prompt, answer, prices), answer };
  } catch (failure) {
    if (!(failure instanceof RequestFailure)) throw failure;
    const { kind, status, isTransient } = failure;
    const isReached = kind !== "refused" && kind !== "unreachable";
    const usd = isReached && (kind !== "status" || TIMEOUTS.includes(status ?? 0)) ? null : 0;
    const isRefusal = kind === "key-echoed" || REFUSALS.includes(status ?? 0);
    if (isTransient || !isRefusal || answers.size === 0) return { usd, failure };
    return { usd, answer: { ...UNANSWERED, finish: `error:${status ?? kind}` } };
  }
}

/** Statuses with which hosts refuse a single question (a content filter) rather than the caller. */
const REFUSALS = [400, 403, 422];
/** With these statuses, for timeouts, the host may bill what the model had already written. */
const TIMEOUTS = [408, 504, 524];

function toFault({ isTransient, message }: RequestFailure): CommandError {
  const next = isTransient
    ? `${MAX_FAILURES} questions in a row got no answer. The answers so far are saved; run the same command again later`
    : "check --base-url, --model and the key; the answers so far are kept";
  return new CommandError(`the host: ${message}; ${next}`);
}

/** @param earlier Recorded runs; they may include this one and later ones. */
export function toScoredOwnTestRun(
  test: OwnTestWithItems,
  unscored: UnscoredRun,
  subject: ModelUnderTest,
  earlier: readonly ScoredOwnTestRun[],
): ScoredOwnTestRun {
  const seriesOf = ({ test, version, model, model_id, route, config }: UnscoredRun) =>
    JSON.stringify([test, version, model, model_id, route, config]);
  const [firstRun] = earlier
    .filter((run) => seriesOf(run) === seriesOf(unscored) && run.run_date < unscored.run_date)
    .sort((a, b) => compareByCodePoint(a.run_date, b.run_date));
  const first = firstRun
    ? new Map(firstRun.answers.map(({ item_id, parsed }) => [item_id, parsed]))
    : null;
  const { graded, ...scored } = gradeAndScoreTestRun(test, unscored.answers, { subject, first });
  const gradeOf = new Map(
    graded.map(({ item, parsed, correct }) => [item.item_id, { parsed, correct }]),
  );
  const answers = unscored.answers.flatMap(({ item_id, raw, ...counted }) => {
    const grade = gradeOf.get(item_id);
    return grade ? [{ item_id, raw, ...grade, ...counted }] : [];
  });
  return { ...unscored, ...scored, answers };
}

/** Scores every run of the current items again; runs of older versions do not change. */
export function rescoreOwnTestRuns(
  tests: readonly OwnTestWithItems[],
  facts: Pick<Facts, "ownTestRuns" | "models">,
): ScoredOwnTestRun[] {
  const labs = new Map(facts.models.map(({ slug, lab }) => [slug, lab]));
  const scored: ScoredOwnTestRun[] = [];
  const inOrder = [...facts.ownTestRuns].sort(
    (a, b) => compareByCodePoint(a.run_date, b.run_date) || compareByCodePoint(a.id, b.id),
  );
  for (const { file: _, ...run } of inOrder as (ScoredOwnTestRun & { file?: string })[]) {
    const test = tests.find(
      ({ about }) => about.test === run.test && about.version === run.version,
    );
    const subject = { model: run.model, lab: labs.get(run.model) ?? "" };
    scored.push(test ? toScoredOwnTestRun(test, run, subject, scored) : run);
  }
  return scored;
}

/** Enough digits for a fraction of a cent. */
export const formatRunCostUsd = (amount: number): string =>
  `$${Math.max(0, amount).toFixed(amount < 1 ? 4 : 2)}`;

/** The settings of every run, except fields that the model does not accept. */
export const toTestRequestConfig = (
  { about }: Pick<OwnTestWithItems, "about">,
  changes: Partial<OwnTestRequestConfig>,
): OwnTestRequestConfig => ({
  reasoning: null,
  temperature: 0,
  seed: 1,
  systemPrompt: null,
  maxTokens: about.max_tokens ?? 0,
  method: "one question per request, sent to the chat completions API",
  ...changes,
});

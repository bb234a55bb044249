/** Sends the questions that have no answer yet: some at a time, no faster than allowed, never past the cap. */
import { CommandError } from "../../facts/fault.ts";
import { mapWithConcurrency } from "../../schema/collections.ts";
import { RequestFailure } from "../../sources/requests/failure.ts";
import type { TestItem } from "../items.ts";
import { askQuestionOnce, type ChatEndpoint, type RunEffects } from "./chat.ts";
import type { RunCostEstimator } from "./costs.ts";
import type { RunJournal } from "./journal.ts";

export interface RequestPacing {
  /** Questions under way at once. */
  concurrency: number;
  /** Requests a minute, retries among them; null for no limit. */
  perMinute: number | null;
  maxAttempts: number;
}

interface AskOptions {
  endpoint: ChatEndpoint;
  costs: RunCostEstimator;
  /** USD that the run may cost, earlier parts of it included. */
  capUsd: number;
  journal: RunJournal;
  pacing: RequestPacing;
  effects: RunEffects;
  /** Aborted when the operator wants to stop: what is under way is still awaited. */
  stop: AbortSignal;
  /** Called after each question. */
  progress(): void;
}

/** `cap`: the next question could pass it; `unanswered`: some questions had no answer after every retry. */
export type RunEndReason = "complete" | "cap" | "unanswered" | "stopped";

/** So many questions in a row without an answer mean that the host is down. */
const MAX_FAILURES = 5;
/** For one question with its retries. */
const QUESTION_MS = 1_800_000;
const FIRST_WAIT_MS = 1000;

/** @throws CommandError when the host refuses the key, the model or the way of asking. */
export async function askTestItems(
  items: readonly TestItem[],
  asking: AskOptions,
): Promise<RunEndReason> {
  const { journal, costs, capUsd, pacing, effects, stop } = asking;
  let ending: "cap" | CommandError | null = null;
  let failuresInRow = 0;
  let underWay = 0;
  let waiting: (() => void)[] = [];
  const waitTurn = toPace(pacing.perMinute, effects);
  const isOver = () => ending !== null || stop.aborted;

  /** @returns whether it was sent: not when the run ended before its turn. */
  async function attempt(item: TestItem): Promise<boolean> {
    await waitTurn();
    // Questions under way may cost less than their worst case, so it waits for them.
    while (!isOver() && journal.spent + costs.worstCase(item.prompt) > capUsd) {
      if (underWay === 0) ending = "cap";
      else await new Promise<void>((resolve) => waiting.push(resolve));
    }
    if (isOver()) return false;
    underWay++;
    try {
      await send(item, asking);
      return true;
    } finally {
      underWay--;
      for (const wake of waiting) wake();
      waiting = [];
    }
  }

  async function ask(item: TestItem): Promise<void> {
    if (isOver()) return;
    try {
      const wasSent = await withRetries(() => attempt(item), pacing.maxAttempts, effects);
      if (wasSent) failuresInRow = 0;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      if (!error.isTransient || ++failuresInRow >= MAX_FAILURES) ending = toFault(error);
    }
    asking.progress();
  }

  const [first, ...rest] = items.filter(({ item_id }) => !journal.answers.has(item_id));
  // Alone: it shows what a host adds to a question, and whether it takes the key and the model at all.
  if (first) await ask(first);
  await mapWithConcurrency(rest, ask, pacing.concurrency);
  const ended = ending as "cap" | CommandError | null;
  if (ended instanceof CommandError) throw ended;
  if (journal.answers.size === items.length) return "complete";
  return stop.aborted ? "stopped" : (ended ?? "unanswered");
}

/** One request. @throws the failure, unless it is the host's final answer to this question. */
async function send(
  { item_id, prompt }: TestItem,
  { endpoint, costs, journal, effects }: AskOptions,
): Promise<void> {
  const worst = costs.worstCase(prompt);
  journal.write({ type: "sent", item_id, usd: worst });
  try {
    const answer = await askQuestionOnce(prompt, endpoint, effects);
    journal.write({ type: "answered", item_id, ...answer, usd: costs.actual(prompt, answer) });
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const { kind, status, message: reason } = error;
    const usd = isUnbilled(error) ? 0 : worst;
    if (isAboutTheQuestion(error) && journal.answers.size > 0) {
      const none = { raw: null, prompt_tokens: null, completion_tokens: null };
      journal.write({ type: "answered", item_id, ...none, finish: `error:${status ?? kind}`, usd });
      return;
    }
    journal.write({ type: "failed", item_id, reason, usd });
    throw error;
  }
}

/** Sends a question again when that may help, after longer and longer waits. @throws RequestFailure of the last attempt. */
async function withRetries<T>(
  attempt: () => Promise<T>,
  maxAttempts: number,
  effects: RunEffects,
): Promise<T> {
  const end = effects.now() + QUESTION_MS;
  for (let number = 1; ; number++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      // Shortened by up to a half, so that many callers do not come back at once.
      const backOff = FIRST_WAIT_MS * 2 ** (number - 1) * (1 - effects.random() / 2);
      const wait = Math.round(Math.max(backOff, error.retryAfterMs ?? 0));
      const isLast = !error.isTransient || number === maxAttempts || effects.now() + wait >= end;
      if (isLast && number === 1) throw error;
      if (isLast) throw new RequestFailure(error.kind, `${error.message}, ${number} times`, error);
      await effects.sleep(wait);
    }
  }
}

/** Lets one request go at a time, `perMinute` of them. */
function toPace(perMinute: number | null, { now, sleep }: RunEffects): () => Promise<void> {
  let next = 0;
  return async () => {
    if (perMinute === null) return;
    const turn = Math.max(now(), next);
    next = turn + 60_000 / perMinute;
    await sleep(turn - now());
  };
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

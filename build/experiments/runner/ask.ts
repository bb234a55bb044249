/** Sends the questions that have no answer yet: some at a time, no faster than allowed, never past the cap. */
import { BuildError } from "../../facts/fault.ts";
import { mapSome } from "../../schema/collections.ts";
import { RequestFailure } from "../../sources/requests/failure.ts";
import type { Item } from "../items.ts";
import { askOnce, type Endpoint, type RequestEffects } from "./chat.ts";
import type { Budget, Costs } from "./costs.ts";
import type { Journal } from "./journal.ts";

export interface Pacing {
  /** Questions under way at once. */
  concurrency: number;
  /** Requests a minute, retries among them; null for no limit. */
  perMinute: number | null;
  maxAttempts: number;
}

export interface Asking {
  endpoint: Endpoint;
  costs: Costs;
  budget: Budget;
  journal: Journal;
  pacing: Pacing;
  effects: RequestEffects;
  /** Aborted when the operator wants to stop: what is under way is still awaited. */
  stop: AbortSignal;
  /** Called after each question: how many of all are answered, and what was spent. */
  progress(answered: number, spent: number): void;
}

export type Ending =
  | "complete"
  /** The next question could pass the cap. */
  | "cap"
  /** Some questions had no answer after every retry. */
  | "unanswered"
  | "stopped";

/** So many questions in a row without an answer mean that the host is down. */
const MAX_FAILURES = 5;
/** For one question with its retries. */
const QUESTION_MS = 1_800_000;
const FIRST_WAIT_MS = 1000;

/** @throws BuildError when the host refuses the key, the model or the way of asking. */
export async function askItems(items: readonly Item[], asking: Asking): Promise<Ending> {
  const { journal, pacing, effects, budget, stop } = asking;
  let ending: "cap" | BuildError | null = null;
  let failuresInRow = 0;
  const waitTurn = toPace(pacing.perMinute, effects);
  const isOver = () => ending !== null || stop.aborted;

  /** @returns whether it was sent: not when the run ended before its turn. */
  async function attempt(item: Item): Promise<boolean> {
    const usd = asking.costs.worstCase(item.prompt);
    if (!(await budget.setAside(usd))) {
      ending ??= "cap";
      return false;
    }
    await waitTurn();
    if (isOver()) {
      budget.release(usd, 0);
      return false;
    }
    await send(item, usd, asking);
    return true;
  }

  async function ask(item: Item): Promise<void> {
    if (isOver()) return;
    try {
      const wasSent = await withRetries(() => attempt(item), pacing.maxAttempts, effects);
      if (wasSent) failuresInRow = 0;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      if (!error.isTransient || ++failuresInRow >= MAX_FAILURES) ending = toFault(error);
    }
    asking.progress(journal.answers.size, budget.spent);
  }

  const [first, ...rest] = items.filter(({ item_id }) => !journal.answers.has(item_id));
  // Alone: it shows what a host adds to a question, and whether it takes the key and the model at all.
  if (first) await ask(first);
  await mapSome(rest, ask, pacing.concurrency);
  const ended = ending as "cap" | BuildError | null;
  if (ended instanceof BuildError) throw ended;
  if (journal.answers.size === items.length) return "complete";
  return stop.aborted ? "stopped" : (ended ?? "unanswered");
}

/** One request. @throws the failure, unless it is the host's final answer to this question. */
async function send(item: Item, usd: number, asking: Asking): Promise<void> {
  const { endpoint, costs, budget, journal, effects } = asking;
  journal.sent(item.item_id, usd);
  try {
    const answer = await askOnce(item.prompt, endpoint, effects);
    const cost = costs.actual(item.prompt, answer);
    journal.answered({ item_id: item.item_id, ...answer, usd: cost });
    budget.release(usd, cost);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const { kind, status, message } = error;
    const cost = isUnbilled(error) ? 0 : usd;
    const isFinal = isAboutTheQuestion(error) && journal.answers.size > 0;
    const none = { raw: null, prompt_tokens: null, completion_tokens: null };
    const finish = `error:${status ?? kind}`;
    if (isFinal) journal.answered({ item_id: item.item_id, ...none, finish, usd: cost });
    else journal.failed(item.item_id, message, cost);
    budget.release(usd, cost);
    if (!isFinal) throw error;
  }
}

/** Sends a question again when that may help, after longer and longer waits. @throws RequestFailure of the last attempt. */
async function withRetries<T>(
  attempt: () => Promise<T>,
  maxAttempts: number,
  effects: RequestEffects,
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
function toPace(perMinute: number | null, { now, sleep }: RequestEffects): () => Promise<void> {
  let next = 0;
  return async () => {
    if (perMinute === null) return;
    const turn = Math.max(now(), next);
    next = turn + 60_000 / perMinute;
    await sleep(turn - now());
  };
}

function toFault({ isTransient, message }: RequestFailure): BuildError {
  const next = isTransient
    ? `${MAX_FAILURES} questions in a row had no answer; answers are kept, run the same command again later`
    : "check --base-url, --model and the key; answers are kept";
  return new BuildError(`the host: ${message}; ${next}`);
}

/** Statuses with which hosts refuse one question (a content filter) rather than the caller. */
const isAboutTheQuestion = ({ kind, status, isTransient }: RequestFailure): boolean =>
  !isTransient && (kind === "key-echoed" || status === 400 || status === 403 || status === 422);

/** A model that was given up on half way may be billed for what it had written. */
const TIMEOUTS = new Set([408, 504, 524]);

/** A server that was not reached, or answered with an error, billed nothing; a broken connection may be billed. */
const isUnbilled = ({ kind, status }: RequestFailure): boolean =>
  kind === "refused" || kind === "unreachable" || (kind === "status" && !TIMEOUTS.has(status ?? 0));

/** Asks what is not yet answered: some at a time, no faster than allowed, never past the cap. */
import { setTimeout } from "node:timers/promises";
import PQueue from "p-queue";
import { BuildError } from "../../facts/fault.ts";
import { RequestFailure } from "../../sources/requests/failure.ts";
import type { Item } from "../asked-test.ts";
import { askOnce, type ChatAnswer, type Endpoint } from "./chat.ts";
import type { Budget, Costs } from "./costs.ts";
import type { Journal } from "./journal.ts";
import { type RequestEffects, withRetries } from "./retry.ts";

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

/** So many questions in a row without an answer mean that the host is down, not that they are odd. */
const MAX_FAILURES = 5;
/** For one question with its retries. */
const QUESTION_MS = 1_800_000;

/** @throws BuildError when the host refuses the key, the model or the way of asking. */
export async function askItems(items: readonly Item[], asking: Asking): Promise<Ending> {
  const round = new Round(items, asking);
  const [first, ...rest] = items.filter(({ item_id }) => !asking.journal.answers.has(item_id));
  if (first === undefined) return "complete";
  // Alone: it shows what a host adds to a question, and whether it takes the key and the model at all.
  await round.ask(first);
  const queue = new PQueue({ concurrency: asking.pacing.concurrency });
  await queue.addAll(rest.map((item) => () => round.ask(item)));
  return round.ending();
}

class Round {
  readonly #items: readonly Item[];
  readonly #asking: Asking;
  /** Lets a request go whenever its turn has come. */
  readonly #gate: PQueue;
  /** The money has run out: whatever else happens, the rest is for later. */
  #isCapped = false;
  #fault: BuildError | undefined;
  #failuresInRow = 0;

  constructor(items: readonly Item[], asking: Asking) {
    this.#items = items;
    this.#asking = asking;
    const { perMinute } = asking.pacing;
    this.#gate = new PQueue(
      perMinute === null ? {} : { intervalCap: 1, interval: Math.ceil(60_000 / perMinute) },
    );
  }

  ending(): Ending {
    if (this.#fault) throw this.#fault;
    const { journal, stop } = this.#asking;
    if (journal.answers.size === this.#items.length) return "complete";
    if (stop.aborted) return "stopped";
    return this.#isCapped ? "cap" : "unanswered";
  }

  /** Does nothing once the round is over. */
  async ask(item: Item): Promise<void> {
    if (this.#isOver()) return;
    const { effects, pacing, journal, budget } = this.#asking;
    try {
      const answered = await withRetries(
        () => this.#attempt(item),
        { limitMs: QUESTION_MS, maxAttempts: pacing.maxAttempts },
        effects,
      );
      if (answered) this.#failuresInRow = 0;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      this.#giveUp(error);
    }
    this.#asking.progress(journal.answers.size, budget.spent);
  }

  #isOver(): boolean {
    return this.#fault !== undefined || this.#isCapped || this.#asking.stop.aborted;
  }

  /** @returns whether it was answered: not when the round ended before its turn. */
  async #attempt(item: Item): Promise<boolean> {
    const { costs, budget, journal } = this.#asking;
    const usd = costs.worstCase(item.prompt);
    if (!(await budget.setAside(usd))) {
      this.#isCapped = true;
      return false;
    }
    await this.#gate.add(() => undefined);
    if (this.#isOver()) {
      budget.settle(usd, 0);
      return false;
    }
    journal.sent(item.item_id, usd);
    try {
      const answer = await askOnce(item.prompt, this.#asking.endpoint, this.#asking.effects);
      this.#record(item, answer, usd);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      this.#recordFailure(item, error, usd);
    }
    return true;
  }

  #record(item: Item, answer: ChatAnswer, usd: number): void {
    const { costs, budget, journal } = this.#asking;
    const cost = costs.actual(item.prompt, answer);
    journal.answered({
      item_id: item.item_id,
      raw: answer.raw,
      finish: answer.finish,
      prompt_tokens: answer.promptTokens,
      completion_tokens: answer.completionTokens,
      usd: cost,
    });
    budget.settle(usd, cost);
  }

  /** @throws the failure, unless it is the host's last word on this question. */
  #recordFailure(item: Item, failure: RequestFailure, usd: number): void {
    const { budget, journal } = this.#asking;
    const cost = isUnbilled(failure) ? 0 : usd;
    const isLastWord = isAboutTheQuestion(failure) && journal.answers.size > 0;
    const none = { raw: null, prompt_tokens: null, completion_tokens: null };
    if (isLastWord)
      journal.answered({
        ...none,
        item_id: item.item_id,
        finish: `error:${failure.status ?? failure.kind}`,
        usd: cost,
      });
    else journal.failed(item.item_id, failure.message, cost);
    budget.settle(usd, cost);
    if (!isLastWord) throw failure;
  }

  #giveUp(failure: RequestFailure): void {
    if (failure.isTransient && ++this.#failuresInRow < MAX_FAILURES) return;
    const next = failure.isTransient
      ? `${MAX_FAILURES} questions in a row had no answer; what is answered is kept, run the same command again later`
      : "check --base-url, --model and the key; what is answered is kept";
    this.#fault ??= new BuildError(`the host: ${failure.message}; ${next}`);
  }
}

/** Statuses with which hosts refuse one question (a content filter) rather than the caller. */
const isAboutTheQuestion = ({ kind, status, isTransient }: RequestFailure): boolean =>
  !isTransient && (kind === "key-echoed" || status === 400 || status === 403 || status === 422);

/** Of a model that was given up on half way, nobody knows what it had written, and what that costs. */
const TIMEOUTS = new Set([408, 504, 524]);

/**
 * A server that was not reached, or answered with an error, billed nothing; of a connection that broke nobody knows.
 */
const isUnbilled = ({ kind, status }: RequestFailure): boolean =>
  kind === "refused" || kind === "unreachable" || (kind === "status" && !TIMEOUTS.has(status ?? 0));

/** The network as it is. */
export const realEffects = (userAgent: string): RequestEffects => ({
  userAgent,
  sleep: (ms) => setTimeout(ms),
  random: Math.random,
  now: Date.now,
});

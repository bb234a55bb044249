/** What questions cost, and what may still be spent. Nothing is asked that could pass the cap. */

/** USD per 1,000,000 tokens. */
export interface Prices {
  input: number;
  output: number;
}

/** Tokens of a chat template and a host's own additions, until answers show how many there are. */
const FIRST_OVERHEAD = 64;
/** Words of prose per token: only for the estimate, never for the cap. */
const BYTES_PER_TOKEN = 4;
/** Models seldom use up what they may; only for the estimate. */
const USUAL_SHARE = 0.25;

/** Few tokens are longer: a host that counts fewer than the text holds does not count. */
const MAX_BYTES_PER_TOKEN = 8;

const bytesOf = (prompt: string): number => Buffer.byteLength(prompt);

const impliedTokens = (text: string): number => Math.ceil(bytesOf(text) / MAX_BYTES_PER_TOKEN);

/** An answer, and what its host counted; null where it did not. */
export interface Counted {
  raw: string;
  promptTokens: number | null;
  completionTokens: number | null;
}

/** Learns from the answers of a run how many tokens its questions can cost at most. */
export class Costs {
  readonly #prices: Prices;
  #overhead = FIRST_OVERHEAD;
  #maxAnswer: number;

  constructor(prices: Prices, maxTokens: number) {
    this.#prices = prices;
    this.#maxAnswer = maxTokens;
  }

  /** No tokenizer makes more tokens of a text than it has bytes. */
  worstCase(prompt: string): number {
    return this.#usd(bytesOf(prompt) + this.#overhead, this.#maxAnswer);
  }

  usual(prompt: string): number {
    return this.#usd(
      bytesOf(prompt) / BYTES_PER_TOKEN + FIRST_OVERHEAD / 4,
      this.#maxAnswer * USUAL_SHARE,
    );
  }

  /** By the host's own count, but no less than the texts imply; where it gives none, the worst case. */
  actual(prompt: string, answer: Counted): number {
    const { promptTokens, completionTokens, raw } = answer;
    const [asked, said] = [impliedTokens(prompt), impliedTokens(raw)];
    if (promptTokens === null || completionTokens === null) {
      this.#maxAnswer = Math.max(this.#maxAnswer, said);
      return this.worstCase(prompt);
    }
    this.#overhead = Math.max(this.#overhead, promptTokens - bytesOf(prompt));
    this.#maxAnswer = Math.max(this.#maxAnswer, completionTokens, said);
    return this.#usd(Math.max(promptTokens, asked), Math.max(completionTokens, said));
  }

  #usd(input: number, output: number): number {
    return (input * this.#prices.input + output * this.#prices.output) / 1e6;
  }
}

/** Money that is spent, money that is set aside for questions under way, and the cap on both. */
export class Budget {
  readonly cap: number;
  #spent: number;
  #aside = 0;
  #waiting: (() => void)[] = [];

  /** @param spent By this run before it was interrupted. */
  constructor(cap: number, spent: number) {
    this.cap = cap;
    this.#spent = spent;
  }

  get spent(): number {
    return this.#spent;
  }

  /**
   * Sets money aside. While questions under way may turn out cheaper than feared, it waits for them.
   *
   * @returns false when it would pass the cap whatever they cost.
   */
  async setAside(amount: number): Promise<boolean> {
    while (this.#spent + this.#aside + amount > this.cap) {
      if (this.#aside === 0) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#aside += amount;
    return true;
  }

  /** @param amount As it was set aside. @param cost What it cost in the end. */
  settle(amount: number, cost: number): void {
    this.#aside -= amount;
    // Sums of floating-point amounts leave crumbs, which would make the last of them wait for ever.
    if (this.#aside < 1e-12) this.#aside = 0;
    this.#spent += cost;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

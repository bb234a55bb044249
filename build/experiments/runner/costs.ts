/** What questions cost, and what may still be spent. Nothing is sent that could pass the cap. */

/** USD per 1,000,000 tokens. */
export interface Prices {
  input: number;
  output: number;
}

/** Tokens of a chat template and a host's own additions, until answers show how many there are. */
const FIRST_OVERHEAD = 64;
/** Of prose; only for the estimate, never for the cap. */
const BYTES_PER_TOKEN = 4;
/** Models seldom use up what they may; only for the estimate. */
const USUAL_SHARE = 0.25;
/** Few tokens are longer: a host that reports fewer than the text holds is not believed. */
const MAX_BYTES_PER_TOKEN = 8;

const bytesOf = (text: string): number => Buffer.byteLength(text);
const impliedTokens = (text: string): number => Math.ceil(bytesOf(text) / MAX_BYTES_PER_TOKEN);

/** An answer, and what its host counted; null where it did not. */
interface CountedAnswer {
  raw: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
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
    const input = bytesOf(prompt) / BYTES_PER_TOKEN + FIRST_OVERHEAD / 4;
    return this.#usd(input, this.#maxAnswer * USUAL_SHARE);
  }

  /** By the host's own count, but no less than the texts imply; where it gives none, the worst case. */
  actual(prompt: string, { raw, prompt_tokens, completion_tokens }: CountedAnswer): number {
    const output = Math.max(completion_tokens ?? 0, impliedTokens(raw ?? ""));
    this.#maxAnswer = Math.max(this.#maxAnswer, output);
    if (prompt_tokens === null || completion_tokens === null) return this.worstCase(prompt);
    this.#overhead = Math.max(this.#overhead, prompt_tokens - bytesOf(prompt));
    return this.#usd(Math.max(prompt_tokens, impliedTokens(prompt)), output);
  }

  #usd(input: number, output: number): number {
    return (input * this.#prices.input + output * this.#prices.output) / 1e6;
  }
}

/** Money that is spent, money that is set aside for questions under way, and the cap on both. */
export class Budget {
  readonly #cap: number;
  #spent: number;
  #aside = 0;
  #waiting: (() => void)[] = [];

  /** @param spent By this run before it was interrupted. */
  constructor(cap: number, spent: number) {
    this.#cap = cap;
    this.#spent = spent;
  }

  get spent(): number {
    return this.#spent;
  }

  /**
   * Sets money aside. Questions under way may cost less than the worst case, so it waits for them.
   *
   * @returns false when it would pass the cap whatever they cost.
   */
  async setAside(amount: number): Promise<boolean> {
    while (this.#spent + this.#aside + amount > this.#cap) {
      if (this.#aside === 0) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#aside += amount;
    return true;
  }

  /** @param amount As it was set aside. @param cost What it cost in the end. */
  release(amount: number, cost: number): void {
    this.#aside -= amount;
    // Sums of floating-point amounts leave crumbs, for which the last question would wait for ever.
    if (this.#aside < 1e-12) this.#aside = 0;
    this.#spent += cost;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

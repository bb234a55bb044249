/** What questions cost, so that nothing is sent that could pass the cap. */

import type { OwnTestAnswer } from "../../schema/own-test.ts";

/** USD per 1,000,000 tokens. */
export interface TokenPrices {
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

const impliedTokens = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / MAX_BYTES_PER_TOKEN);

/** An answer, and what its host counted. */
type CountedAnswer = Pick<OwnTestAnswer, "raw" | "prompt_tokens" | "completion_tokens">;

/** Learns from the answers of a run how many tokens its questions can cost at most. */
export class RunCostEstimator {
  readonly #prices: TokenPrices;
  #overhead = FIRST_OVERHEAD;
  #maxAnswer: number;

  constructor(prices: TokenPrices, maxTokens: number) {
    this.#prices = prices;
    this.#maxAnswer = maxTokens;
  }

  /** No tokenizer makes more tokens of a text than it has bytes. */
  worstCase(prompt: string): number {
    return this.#usd(Buffer.byteLength(prompt) + this.#overhead, this.#maxAnswer);
  }

  usual(prompt: string): number {
    const input = Buffer.byteLength(prompt) / BYTES_PER_TOKEN + FIRST_OVERHEAD / 4;
    return this.#usd(input, this.#maxAnswer * USUAL_SHARE);
  }

  /** By the host's own count, but no less than the texts imply; where it gives none, the worst case. */
  actual(prompt: string, { raw, prompt_tokens, completion_tokens }: CountedAnswer): number {
    const output = Math.max(completion_tokens ?? 0, impliedTokens(raw ?? ""));
    this.#maxAnswer = Math.max(this.#maxAnswer, output);
    if (prompt_tokens === null || completion_tokens === null) return this.worstCase(prompt);
    this.#overhead = Math.max(this.#overhead, prompt_tokens - Buffer.byteLength(prompt));
    return this.#usd(Math.max(prompt_tokens, impliedTokens(prompt)), output);
  }

  #usd(input: number, output: number): number {
    return (input * this.#prices.input + output * this.#prices.output) / 1e6;
  }
}

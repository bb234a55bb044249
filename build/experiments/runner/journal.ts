/**
 * Questions and answers of a run that is not finished, and what they cost: a line is on disk before a question is sent,
 * and another before its answer counts, so that a killed run resumes from there. It holds no key.
 */
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { CommandError } from "../../facts/fault.ts";
import { acquireLock } from "../../facts/lock.ts";
import { OwnTestAnswer, OwnTestRunConfig } from "../../schema/own-test.ts";
import type { ChatAnswer } from "./chat.ts";

/** First line: what the run is. A run with other settings is another run. */
const JournalHeader = z.object({
  type: z.literal("run"),
  id: z.string(),
  model_id: z.string(),
  base_url: z.string(),
  config: OwnTestRunConfig,
});
export type JournalHeader = z.infer<typeof JournalHeader>;

/** `usd` is added to what was spent: at most the price of a question as it is sent, then what is known to be less. */
const Line = z.discriminatedUnion("type", [
  JournalHeader,
  z.object({ type: z.literal("sent"), item_id: z.string(), usd: z.number() }),
  z.object({ type: z.literal("failed"), item_id: z.string(), usd: z.number(), reason: z.string() }),
  OwnTestAnswer.omit({ parsed: true, correct: true }).extend({
    type: z.literal("answered"),
    usd: z.number(),
  }),
]);
type Line = z.infer<typeof Line>;

export class OwnTestRunJournal {
  readonly #path: string;
  /** Another process may go on with the run from here. May be called again. */
  readonly close: () => void;
  /** item → its answer; `raw` is null when the host will not answer this question. */
  readonly answers = new Map<string, ChatAnswer>();
  /** USD of everything that was answered, is under way, or may have been billed without an answer. */
  spent = 0;

  /**
   * Begins a journal, or resumes the one that is there.
   *
   * @throws CommandError when that one is of a run with other settings, is damaged before its end, or is at work.
   */
  constructor(path: string, head: JournalHeader) {
    this.#path = path;
    this.close = acquireLock(`${path}.lock`, "is working on this run");
    try {
      const [known, ...lines] = readLines(path);
      if (known && JSON.stringify(known) !== JSON.stringify(head))
        throw new CommandError(
          `${path} contains answers of the same run with other settings; use those settings to resume it, or move the file away`,
        );
      for (const line of lines) this.#note(line);
      if (!known) this.write(head);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  write(line: Line): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`, { flush: true });
    this.#note(line);
  }

  /** The answers are in the facts now. */
  remove(): void {
    rmSync(this.#path);
  }

  #note(line: Line): void {
    if (line.type === "run") return;
    this.spent += line.usd;
    if (line.type !== "answered") return;
    const { type: _, usd: __, item_id, ...answer } = line;
    this.answers.set(item_id, answer);
  }
}

/** None of a new journal. A line that a killed run left half written is cut off. */
function readLines(path: string): Line[] {
  writeFileSync(path, "", { flag: "a" });
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
  return whole
    .split("\n")
    .slice(0, -1)
    .map((line, index) => {
      try {
        return Line.parse(JSON.parse(line));
      } catch {
        throw new CommandError(
          `${path}:${index + 1}: this line cannot be read; fix it, or move the file away and start the run again`,
        );
      }
    });
}

/** USD per 1,000,000 tokens. */
export interface TokenPrices {
  input: number;
  output: number;
}

/** Tokens of a chat template and a host's own additions, until answers show how many there are. */
const FIRST_OVERHEAD = 64;
/** Few tokens are longer: a host that reports fewer than the text holds is not believed. */
const MAX_BYTES_PER_TOKEN = 8;

const impliedTokens = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / MAX_BYTES_PER_TOKEN);

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

  /** Prose has about four bytes a token, and models seldom use up what they may. For information only. */
  usual(prompt: string): number {
    return this.#usd((Buffer.byteLength(prompt) + FIRST_OVERHEAD) / 4, this.#maxAnswer / 4);
  }

  /** By the host's own count, but no less than the texts imply; where it gives none, the worst case. */
  actual(prompt: string, { raw, prompt_tokens, completion_tokens }: ChatAnswer): number {
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

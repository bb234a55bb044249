/**
 * Questions and answers of a run that is not finished, and what they cost: a line is on disk before a question is sent,
 * and another before its answer counts, so that a killed run resumes from there. It holds no key.
 */
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { CommandError } from "../facts/fault.ts";
import { acquireLock } from "../facts/lock.ts";
import { OwnTestAnswer, type OwnTestRequestConfig } from "../schema/own-test.ts";
import type { ChatAnswer } from "./chat.ts";

/** First line: what the run is. A run with other settings is another run. */
interface JournalHeader {
  id: string;
  model_id: string;
  base_url: string;
  config: OwnTestRequestConfig;
}

/** `usd` is added to what was spent: at most the price of a question as it is sent, then what is known to be less. */
const JournalLine = z.object({
  item_id: z.string(),
  usd: z.number(),
  /** `raw` is null when the host will not answer this question. */
  answer: OwnTestAnswer.omit({ item_id: true, parsed: true, correct: true }).optional(),
});
type JournalLine = z.infer<typeof JournalLine>;

export class OwnTestRunJournal {
  readonly #path: string;
  /** Another process may go on with the run from here. May be called again. */
  readonly close: () => void;
  readonly answers = new Map<string, ChatAnswer>();
  /** USD of everything that was answered, is under way, or may have been billed without an answer. */
  spent = 0;

  /**
   * Begins a journal, or resumes the one that is there.
   *
   * @throws CommandError when that one is of a run with other settings, is damaged before its end, or is at work.
   */
  constructor(path: string, header: JournalHeader) {
    this.#path = path;
    this.close = acquireLock(`${path}.lock`, "is working on this run");
    try {
      const [known, ...lines] = readWholeLines(path);
      const first = JSON.stringify(header);
      if (known === undefined) this.#append(first);
      else if (known !== first)
        throw new CommandError(
          `${path} contains answers of the same run with other settings; use those settings to resume it, or move the file away`,
        );
      for (const [index, line] of lines.entries()) this.#note(parseLine(line, path, index + 2));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  write(line: JournalLine): void {
    this.#append(JSON.stringify(line));
    this.#note(line);
  }

  /** The answers are in the facts now. */
  remove(): void {
    rmSync(this.#path);
  }

  #append(line: string): void {
    appendFileSync(this.#path, `${line}\n`, { flush: true });
  }

  #note({ item_id, usd, answer }: JournalLine): void {
    this.spent += usd;
    if (answer) this.answers.set(item_id, answer);
  }
}

/** None of a new journal. A line that a killed run left half written is cut off. */
function readWholeLines(path: string): string[] {
  writeFileSync(path, "", { flag: "a" });
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
  return whole.split("\n").slice(0, -1);
}

function parseLine(line: string, path: string, number: number): JournalLine {
  try {
    return JournalLine.parse(JSON.parse(line));
  } catch {
    throw new CommandError(
      `${path}:${number}: this line cannot be read; fix it, or move the file away and start the run again`,
    );
  }
}

/** USD per 1,000,000 tokens. */
export interface TokenPricesPerMtok {
  input: number;
  output: number;
}

/** Tokens of a chat template. No tokenizer makes more tokens of a text than it has bytes. */
const TEMPLATE_TOKENS = 64;
/** Few tokens are longer: a host that reports fewer than the text holds is not believed. */
const MAX_BYTES_PER_TOKEN = 8;

const costUsd = ({ input, output }: TokenPricesPerMtok, sent: number, received: number): number =>
  (sent * input + received * output) / 1e6;

export const maxQuestionUsd = (
  prompt: string,
  maxTokens: number,
  prices: TokenPricesPerMtok,
): number => costUsd(prices, Buffer.byteLength(prompt) + TEMPLATE_TOKENS, maxTokens);

/** By the host's own count, but no less than the texts imply. @returns null where the host gives no count. */
export function answerUsd(prompt: string, answer: ChatAnswer, prices: TokenPricesPerMtok) {
  const { raw, prompt_tokens, completion_tokens } = answer;
  const implied = (text: string) => Math.ceil(Buffer.byteLength(text) / MAX_BYTES_PER_TOKEN);
  if (prompt_tokens === null || completion_tokens === null) return null;
  const received = Math.max(completion_tokens, implied(raw ?? ""));
  return costUsd(prices, Math.max(prompt_tokens, implied(prompt)), received);
}

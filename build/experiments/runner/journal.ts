/**
 * Questions and answers of a run that is not finished: a line is on disk before a question is sent, and another before
 * its answer counts. A killed run resumes from there. It holds no key.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { BuildError } from "../../facts/fault.ts";
import { lock } from "../../facts/lock.ts";
import { RunConfig } from "../../schema/own-test.ts";

/** First line: what the run is. A run with other settings is another run. */
const Head = z.object({
  type: z.literal("run"),
  id: z.string(),
  model_id: z.string(),
  base_url: z.string(),
  config: RunConfig,
});
export type Head = z.infer<typeof Head>;

const Entry = z.object({ item_id: z.string(), usd: z.number() });
const Answered = Entry.extend({
  type: z.literal("answered"),
  /** Null when the host will not answer this question. */
  raw: z.string().nullable(),
  finish: z.string().nullable(),
  prompt_tokens: z.int().nullable(),
  completion_tokens: z.int().nullable(),
});
type Answered = z.infer<typeof Answered>;

const Line = z.discriminatedUnion("type", [
  Head,
  /** With the money set aside for it: what it costs at most. */
  Entry.extend({ type: z.literal("sent") }),
  Answered,
  /** Without an answer; it may be sent again. */
  Entry.extend({ type: z.literal("failed"), reason: z.string() }),
]);
type Line = z.infer<typeof Line>;

export class Journal {
  readonly #path: string;
  readonly #file: number;
  readonly #unlock: () => void;
  /** item → its answer. */
  readonly answers = new Map<string, Answered>();
  /** item → amounts of questions that were sent and have no outcome yet. */
  readonly #open = new Map<string, number[]>();
  #spent = 0;
  #isClosed = false;

  /**
   * Begins a journal, or resumes the one that is there.
   *
   * @throws BuildError when that one is of a run with other settings, is damaged before its end, or is at work.
   */
  constructor(path: string, head: Head) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    this.#unlock = lock(`${path}.lock`, "is at work on this run");
    try {
      const lines = existsSync(path) ? readLines(path) : [];
      if (lines[0] && JSON.stringify(lines[0]) !== JSON.stringify(head))
        throw new BuildError(
          `${path} holds answers of this run with other settings; repeat them to resume, or move the file away`,
        );
      for (const line of lines) this.#note(line);
      this.#file = openSync(path, "a");
      if (lines.length === 0) this.#write(head);
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  /** USD of everything that was answered, or may have been billed without an answer. */
  get spent(): number {
    const open = [...this.#open.values()].flat();
    return open.reduce((sum, usd) => sum + usd, this.#spent);
  }

  sent(item_id: string, usd: number): void {
    this.#write({ type: "sent", item_id, usd });
  }

  answered(answer: Omit<Answered, "type">): void {
    this.#write({ type: "answered", ...answer });
  }

  failed(item_id: string, reason: string, usd: number): void {
    this.#write({ type: "failed", item_id, reason, usd });
  }

  /** May be called again. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#file);
    this.#unlock();
  }

  /** The answers are in the facts now. */
  remove(): void {
    rmSync(this.#path);
    this.close();
  }

  #write(line: Line): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    fsyncSync(this.#file);
    this.#note(line);
  }

  #note(line: Line): void {
    if (line.type === "run") return;
    const open = this.#open.get(line.item_id) ?? [];
    this.#open.set(line.item_id, line.type === "sent" ? [...open, line.usd] : open.slice(0, -1));
    if (line.type !== "sent") this.#spent += line.usd;
    if (line.type === "answered") this.answers.set(line.item_id, line);
  }
}

/** A line that a killed run left half written is cut off. */
function readLines(path: string): Line[] {
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
  const lines = whole.split("\n").slice(0, -1);
  return lines.map((line, index) => {
    try {
      return Line.parse(JSON.parse(line));
    } catch {
      throw new BuildError(
        `${path}:${index + 1}: is no line of a journal; fix it, or move the file away and start the run again`,
      );
    }
  });
}

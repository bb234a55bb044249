/**
 * Questions and answers of a run that is not finished: a line is on disk before a question is sent, and another before
 * its answer counts. A killed run resumes from there. It holds no key.
 */
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { CommandError } from "../../facts/fault.ts";
import { acquireLock } from "../../facts/lock.ts";
import { OwnTestAnswer, OwnTestRunConfig } from "../../schema/own-test.ts";

/** First line: what the run is. A run with other settings is another run. */
const JournalHeader = z.object({
  type: z.literal("run"),
  id: z.string(),
  model_id: z.string(),
  base_url: z.string(),
  config: OwnTestRunConfig,
});
export type JournalHeader = z.infer<typeof JournalHeader>;

const Entry = z.object({ item_id: z.string(), usd: z.number() });
/** `raw` is null when the host will not answer this question. */
const Answered = OwnTestAnswer.omit({ parsed: true, correct: true }).extend({
  type: z.literal("answered"),
  usd: z.number(),
});

const Line = z.discriminatedUnion("type", [
  JournalHeader,
  /** With what it costs at most, which counts as spent until the outcome is known. */
  Entry.extend({ type: z.literal("sent") }),
  Answered,
  /** Without an answer; it may be sent again. */
  Entry.extend({ type: z.literal("failed"), reason: z.string() }),
]);
type Line = z.infer<typeof Line>;

export class RunJournal {
  readonly #path: string;
  /** Another process may go on with the run from here. May be called again. */
  readonly close: () => void;
  /** item → its answer. */
  readonly answers = new Map<string, z.infer<typeof Answered>>();
  /** item → amounts of questions that were sent and have no outcome yet. */
  readonly #open = new Map<string, number[]>();
  #spent = 0;

  /**
   * Begins a journal, or resumes the one that is there.
   *
   * @throws CommandError when that one is of a run with other settings, is damaged before its end, or is at work.
   */
  constructor(path: string, head: JournalHeader) {
    this.#path = path;
    this.close = acquireLock(`${path}.lock`, "is at work on this run");
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

  /** USD of everything that was answered, is under way, or may have been billed without an answer. */
  get spent(): number {
    return this.#spent;
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
    const open = this.#open.get(line.item_id) ?? [];
    this.#open.set(line.item_id, open);
    this.#spent += line.usd;
    if (line.type === "sent") open.push(line.usd);
    else this.#spent -= open.pop() ?? 0;
    if (line.type === "answered") this.answers.set(line.item_id, line);
  }
}

/** None of a new journal. A line that a killed run left half written is cut off. */
function readLines(path: string): Line[] {
  writeFileSync(path, "", { flag: "a" });
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
  const lines = whole.split("\n").slice(0, -1);
  return lines.map((line, index) => {
    try {
      return Line.parse(JSON.parse(line));
    } catch {
      throw new CommandError(
        `${path}:${index + 1}: this line cannot be read; fix it, or move the file away and start the run again`,
      );
    }
  });
}

/**
 * Stores the waiting and the finished events of one subscriber in files, which outlive the process:
 *
 *   queue.jsonl  waiting events in their order; always replaced as a whole
 *   done.jsonl   ids of delivered and expired events; one line is appended for each, and counts at once
 *   gone         exists if the subscriber wants no more events; the operator deletes the file to undo this
 *
 * If the process dies between the receiver's answer and the line in `done.jsonl`, the next run sends the event again,
 * with the same id.
 */
import { appendFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { CommandError } from "../../build/facts/fault.ts";
import { makeFolder } from "../../build/facts/make-folder.ts";
import { readFileIfExists } from "../../build/facts/write-facts.ts";
import { WebhookEvent } from "./events.ts";

/** `nights`: number of completed runs in which the event was not delivered. */
const Waiting = z.strictObject({ event: WebhookEvent, nights: z.int().nonnegative() });
type Waiting = z.infer<typeof Waiting>;

const Done = z.looseObject({ id: z.string() });

/** Number of ids that are kept: many more than one run has, because only recent events can be repeated. */
const MAX_DONE = 50_000;

export class WebhookOutbox {
  readonly #folder: string;
  readonly #done: Set<string>;
  #queue: Waiting[];

  private constructor(folder: string, queue: Waiting[], done: readonly { id: string }[]) {
    this.#folder = folder;
    this.#done = new Set(done.map(({ id }) => id));
    this.#queue = queue.filter(({ event }) => !this.#done.has(event.id));
  }

  /** @throws CommandError if a file cannot be read, for example because it was edited by hand. */
  static async open(folder: string): Promise<WebhookOutbox> {
    await makeFolder(folder);
    const queue = await readLines(join(folder, "queue.jsonl"), Waiting);
    const done = await readLines(join(folder, "done.jsonl"), Done);
    return new WebhookOutbox(folder, queue, done.slice(-MAX_DONE));
  }

  /** Oldest first. */
  get waiting(): readonly Waiting[] {
    return this.#queue;
  }

  /** Skips events that are already queued, delivered or expired. */
  async add(events: readonly WebhookEvent[]): Promise<void> {
    const known = new Set([...this.#done, ...this.#queue.map(({ event }) => event.id)]);
    const fresh = events.filter(({ id }) => !known.has(id)).map((event) => ({ event, nights: 0 }));
    await this.#keep([...this.#queue, ...fresh]);
    // Rewrites the file, so that a line cut off by a crash does not merge with the next one.
    const done = Array.from(this.#done, (id) => ({ id }));
    await replaceLines(join(this.#folder, "done.jsonl"), done);
  }

  /** When this returns, the mark is on disk and the event will not be sent again. */
  async markDone(id: string): Promise<void> {
    const line = `${JSON.stringify({ id })}\n`;
    await appendFile(join(this.#folder, "done.jsonl"), line, { flush: true });
    this.#done.add(id);
  }

  /** Ends a run. @param nights Number of runs after which an event expires. @returns Number of expired events. */
  async close(nights: number): Promise<number> {
    const left = this.#queue
      .filter(({ event }) => !this.#done.has(event.id))
      .map((waiting) => ({ ...waiting, nights: waiting.nights + 1 }));
    const expired = left.filter((waiting) => waiting.nights >= nights);
    for (const { event } of expired) await this.markDone(event.id);
    await this.#keep(left.filter((waiting) => waiting.nights < nights));
    return expired.length;
  }

  async disable(): Promise<void> {
    await writeFile(join(this.#folder, "gone"), "");
    await this.#keep([]);
  }

  async isDisabled(): Promise<boolean> {
    return (await readFileIfExists(join(this.#folder, "gone"))) !== undefined;
  }

  async #keep(queue: Waiting[]): Promise<void> {
    this.#queue = queue;
    await replaceLines(join(this.#folder, "queue.jsonl"), queue);
  }
}

/** Replaces a file atomically: at any moment, even after a power failure, it has either the old or the new content. */
async function replaceLines(path: string, rows: readonly object[]): Promise<void> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  await writeFile(`${path}.next`, text, { flush: true });
  await rename(`${path}.next`, path);
}

/** Reads a file of JSON lines. A last line without line end is ignored: the process died while writing it. */
async function readLines<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const lines = ((await readFileIfExists(path)) ?? "").split("\n").slice(0, -1);
  return lines.map((line, index) => {
    try {
      return schema.parse(JSON.parse(line));
    } catch {
      throw new CommandError(
        `${path}:${index + 1}: this line of the outbox cannot be read; remove it (its event may then be sent twice or not at all)`,
      );
    }
  });
}

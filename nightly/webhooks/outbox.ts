/**
 * The events that one subscriber has still to get, and those it has: files that outlive the process.
 *
 *   queue.jsonl  events that wait, in their order; replaced as a whole
 *   done.jsonl   ids that were delivered or expired; one line is appended for each, and counts at once
 *   gone         the subscriber wants no more events; the operator undoes this by removing the file
 *
 * A process that dies between the receiver's answer and the line in `done.jsonl` sends the event once more, under the
 * same id.
 */
import { appendFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { CommandError } from "../../build/facts/fault.ts";
import { makeFolder } from "../../build/facts/make-folder.ts";
import { readFileIfExists } from "../../build/facts/write-facts.ts";
import { WebhookEvent } from "./events.ts";

/** `nights`: those that ended before it was delivered. */
const Waiting = z.strictObject({ event: WebhookEvent, nights: z.int().nonnegative() });
type Waiting = z.infer<typeof Waiting>;

const Done = z.strictObject({ id: z.string(), state: z.enum(["delivered", "expired"]) });
type Done = z.infer<typeof Done>;

/** Ids that are remembered: many more than a night has, since only recent events can come again. */
const MAX_DONE = 50_000;

export class WebhookOutbox {
  readonly #folder: string;
  readonly #done: Map<string, Done>;
  #queue: Waiting[];

  private constructor(folder: string, queue: Waiting[], done: Done[]) {
    this.#folder = folder;
    this.#done = new Map(done.map((entry) => [entry.id, entry]));
    this.#queue = queue.filter(({ event }) => !this.#done.has(event.id));
  }

  /** @throws CommandError when a file was changed by hand so that it cannot be read. */
  static async open(folder: string): Promise<WebhookOutbox> {
    await makeFolder(folder);
    const queue = await readLines(join(folder, "queue.jsonl"), Waiting);
    const done = await readLines(join(folder, "done.jsonl"), Done);
    return new WebhookOutbox(folder, queue, done.slice(-MAX_DONE));
  }

  /** Events that wait, the oldest first. */
  get waiting(): readonly Waiting[] {
    return this.#queue;
  }

  /** Keeps new events; those that wait or were delivered already are skipped. */
  async add(events: readonly WebhookEvent[]): Promise<void> {
    const known = new Set([...this.#done.keys(), ...this.#queue.map(({ event }) => event.id)]);
    const fresh = events.filter(({ id }) => !known.has(id)).map((event) => ({ event, nights: 0 }));
    await this.#keep([...this.#queue, ...fresh]);
    // A line that was cut off by a crash must not run into the next one.
    await replaceLines(join(this.#folder, "done.jsonl"), [...this.#done.values()]);
  }

  /** The event is not sent again; when this returns, that is on disk. */
  async markDone(id: string, state: Done["state"]): Promise<void> {
    const line = `${JSON.stringify({ id, state } satisfies Done)}\n`;
    await appendFile(join(this.#folder, "done.jsonl"), line, { flush: true });
    this.#done.set(id, { id, state });
  }

  /**
   * Ends a night: what was delivered leaves the queue, the rest is a night older.
   *
   * @param nights Events that have waited so many nights expire.
   * @returns How many did.
   */
  async close(nights: number): Promise<number> {
    const left = this.#queue
      .filter(({ event }) => !this.#done.has(event.id))
      .map((waiting) => ({ ...waiting, nights: waiting.nights + 1 }));
    const expired = left.filter((waiting) => waiting.nights >= nights);
    for (const { event } of expired) await this.markDone(event.id, "expired");
    await this.#keep(left.filter((waiting) => waiting.nights < nights));
    return expired.length;
  }

  /** The subscriber wants no more events. */
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

/** The file is the old one or the new one at every moment, also when the power fails. */
async function replaceLines(path: string, rows: readonly object[]): Promise<void> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  await writeFile(`${path}.next`, text, { flush: true });
  await rename(`${path}.next`, path);
}

/** A last line without its end was being written when the process died: it does not count. */
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

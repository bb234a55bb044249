/** The last accepted answers of a source, so that the next night asks only for what is newer. */
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { LiveRequest } from "../live.ts";
import { toPublicUrl } from "../outgoing/secrets.ts";

export interface KeptAnswer {
  body: Buffer;
  etag: string | null;
  lastModified: string | null;
}

/** First line of a file; the body follows as it came. */
const Head = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  sha256: z.string(),
});

export class AnswerCache {
  readonly #folder: string;

  /** @param folder Of this source alone. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A file that is cut short or was meddled with counts as none: the answer is asked for anew. */
  async find(request: LiveRequest): Promise<KeptAnswer | undefined> {
    const path = join(this.#folder, nameOf(request));
    return existsSync(path) ? parse(await readFile(path)) : undefined;
  }

  /**
   * Each file is renamed into place whole. What was not accepted for long is dropped: addresses
   * with a day in them are asked once. (Two collectors may read one source, so it may not be
   * dropped at once.)
   */
  async replace(answers: ReadonlyMap<LiveRequest, KeptAnswer>, now: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const [request, answer] of answers) await this.#write(request, answer);
    for (const name of await readdir(this.#folder)) await dropIfOld(join(this.#folder, name), now);
  }

  async #write(request: LiveRequest, answer: KeptAnswer): Promise<void> {
    const path = join(this.#folder, nameOf(request));
    const whole = `${path}.${randomUUID()}`;
    await writeFile(whole, format(request, answer));
    await rename(whole, path);
  }
}

const MAX_AGE_MS = 60 * 86_400_000;

async function dropIfOld(path: string, now: number): Promise<void> {
  if (now - (await stat(path)).mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
}

const digest = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

const nameOf = ({ url, post }: LiveRequest): string => digest(`${url}\n${post ?? ""}`).slice(0, 32);

function format({ url }: LiveRequest, { body, etag, lastModified }: KeptAnswer): Buffer {
  const head = { url: toPublicUrl(url), etag, lastModified, sha256: digest(body) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

function parse(file: Buffer): KeptAnswer | undefined {
  const end = file.indexOf("\n");
  const head = Head.safeParse(toJson(file.subarray(0, Math.max(0, end)).toString()));
  const body = file.subarray(end + 1);
  if (!head.success || head.data.sha256 !== digest(body)) return undefined;
  return { body, etag: head.data.etag, lastModified: head.data.lastModified };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

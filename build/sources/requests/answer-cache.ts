/** The last accepted answers of a source, so that an unchanged upstream costs a 304. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { toPublicUrl } from "./secrets.ts";

export interface CachedAnswer {
  body: Buffer;
  etag: string | null;
  lastModified: string | null;
}

/** First line of a file; the body follows. */
const Head = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  sha256: z.string(),
});

/** Addresses with a day in them are requested once; their answers go after this time. */
const MAX_AGE_MS = 60 * 86_400_000;

const digest = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

const fileOf = (folder: string, url: string): string => join(folder, digest(url).slice(0, 32));

/** @returns undefined without an answer, and when its file is damaged. */
export async function readCached(folder: string, url: string): Promise<CachedAnswer | undefined> {
  const file = await readFile(fileOf(folder, url)).catch(() => Buffer.alloc(0));
  const end = Math.max(0, file.indexOf("\n"));
  const body = file.subarray(end + 1);
  try {
    const { etag, lastModified, sha256 } = Head.parse(JSON.parse(file.toString("utf8", 0, end)));
    return sha256 === digest(body) ? { body, etag, lastModified } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes each answer whole, and drops those that have not been accepted for long. */
export async function writeCached(
  folder: string,
  answers: ReadonlyMap<string, CachedAnswer>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [url, { body, etag, lastModified }] of answers) {
    const path = fileOf(folder, url);
    const head = { url: toPublicUrl(url), etag, lastModified, sha256: digest(body) };
    await writeFile(`${path}.new`, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]));
    await rename(`${path}.new`, path);
  }
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
  }
}

/** Files to be sent: read as a stream, a piece whenever the client has taken the one before, so that slow clients cost no memory. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import PQueue from "p-queue";
import { SizedCache } from "../cache/sized-cache.ts";
import { createEncoder, type Encoding } from "./encoding.ts";

/** Compressed forms of files kept in memory; what does not fit is made again. */
const MAX_ENCODED_BYTES = 32 * 1024 * 1024;

/** Each holds a window of some megabytes, and two keep two cores busy. */
const ENCODERS_AT_ONCE = 2;

/** A file as it stood when it was looked at. */
export interface FileState {
  path: string;
  bytes: number;
  /** Changes whenever the file is another one, written again or cut. */
  stamp: string;
}

/** What is sent: its length, and its bytes. Nothing is opened before the first piece is asked for. */
export interface Content {
  bytes: number;
  open(): ReadableStream<Uint8Array>;
}

export class FileStore {
  readonly #etags = new Map<string, { stamp: string; etag: Promise<string> }>();
  readonly #encoded = new SizedCache<Content>(MAX_ENCODED_BYTES);
  /** Many clients may wait for one form: it is made once. */
  readonly #encoding = new Map<string, Promise<Content>>();
  readonly #encoders = new PQueue({ concurrency: ENCODERS_AT_ONCE });

  /** Looked up at every request: a build puts new files in the place of those that are served. */
  async find(path: string): Promise<FileState> {
    const { size, mtimeMs, ino } = await stat(path);
    return { path, bytes: size, stamp: `${path} ${size} ${mtimeMs} ${ino}` };
  }

  /** Weak, because the compressed forms of a file share it. */
  etagOf(file: FileState): Promise<string> {
    const known = this.#etags.get(file.path);
    if (known?.stamp === file.stamp) return known.etag;
    const etag = hashFile(file).then((hash) => `W/"${hash.slice(0, 22)}"`);
    etag.catch(() => this.#etags.delete(file.path));
    this.#etags.set(file.path, { stamp: file.stamp, etag });
    return etag;
  }

  plain(file: FileState): Content {
    return { bytes: file.bytes, open: () => ReadableStream.from(readPieces(file)) };
  }

  encoded(file: FileState, encoding: Encoding): Promise<Content> | Content {
    const key = `${encoding} ${file.stamp}`;
    return this.#encoded.get(key) ?? this.#encoding.get(key) ?? this.#encode(file, encoding, key);
  }

  #encode(file: FileState, encoding: Encoding, key: string): Promise<Content> {
    const making = this.#encoders
      .add(() => encodeFile(file, encoding))
      .then((content) => {
        this.#encoded.set(key, content);
        return content;
      })
      .finally(() => this.#encoding.delete(key));
    this.#encoding.set(key, making);
    return making;
  }
}

/** No more than was promised by its length, should the file have grown meanwhile. */
async function* readPieces({ path, bytes }: FileState): AsyncGenerator<Buffer> {
  if (bytes > 0) yield* createReadStream(path, { end: bytes - 1 });
}

async function hashFile(file: FileState): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(readPieces(file), hash);
  return hash.digest("base64url");
}

async function encodeFile(file: FileState, encoding: Encoding): Promise<Content> {
  const pieces: Buffer[] = [];
  await pipeline(readPieces(file), createEncoder(encoding), async (encoded) => {
    for await (const piece of encoded) pieces.push(piece as Buffer);
  });
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { bytes, open: () => ReadableStream.from(pieces) };
}

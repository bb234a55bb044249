/** Reads a body to its end or its bound, whichever comes first. */
import { type Readable, type Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { RequestFailure } from "./failure.ts";

export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

interface BodyBounds {
  /** Of the unpacked body; the stream ends as soon as there are more. */
  maxBytes: number;
  signal: AbortSignal;
  /** Called for every chunk that arrives. */
  onBytes(): void;
}

/**
 * @param encoding Value of `content-encoding`; several are undone from the last to the first.
 * @throws RequestFailure `too-long`, `encoding`; whatever the socket and zlib throw.
 */
export async function readBody(
  raw: Readable,
  encoding: string,
  { maxBytes, signal, onBytes }: BodyBounds,
): Promise<Buffer> {
  const sink = new BoundedSink(maxBytes, onBytes);
  await pipeline([raw, ...decodersOf(encoding), sink], { signal });
  return Buffer.concat(sink.chunks);
}

function decodersOf(encoding: string): Transform[] {
  const names = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  return names.reverse().map((name) => {
    const create = DECODERS[name];
    if (create === undefined)
      throw new RequestFailure("encoding", `came as "${name}", which nobody asked for`);
    return create();
  });
}

class BoundedSink extends Writable {
  readonly chunks: Buffer[] = [];
  readonly #maxBytes: number;
  readonly #onBytes: () => void;
  #length = 0;

  constructor(maxBytes: number, onBytes: () => void) {
    super();
    this.#maxBytes = maxBytes;
    this.#onBytes = onBytes;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#onBytes();
    this.#length += chunk.length;
    this.chunks.push(chunk);
    if (this.#length <= this.#maxBytes) done();
    else done(new RequestFailure("too-long", `more than ${this.#maxBytes} bytes`));
  }
}

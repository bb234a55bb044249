/** Reads a body to its end or its bound, whichever comes first. */
import { type Readable, Transform, Writable } from "node:stream";
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
  /** Of the body as it comes, and unpacked; the stream ends as soon as there are more. */
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
  const sink = new BoundedSink(maxBytes);
  await pipeline([raw, bounded(maxBytes, onBytes), ...decodersOf(encoding), sink], { signal });
  return sink.bytes();
}

/** What is packed may unpack to nothing, for as long as it comes. */
function bounded(maxBytes: number, onBytes: () => void): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes();
      length += chunk.length;
      if (length <= maxBytes) done(null, chunk);
      else done(tooLong(maxBytes));
    },
  });
}

const tooLong = (maxBytes: number): RequestFailure =>
  new RequestFailure("too-long", `more than ${maxBytes} bytes`);

/** Nobody packs what is packed; each layer takes memory of its own. */
const MAX_LAYERS = 2;

function decodersOf(encoding: string): Transform[] {
  const names = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  const decoders = names.map((name) => DECODERS[name]).filter((create) => create !== undefined);
  // The host's own words are not repeated: they may be our key.
  if (decoders.length < names.length || names.length > MAX_LAYERS)
    throw new RequestFailure("encoding", "came in an encoding that nobody asked for");
  return decoders.reverse().map((create) => create());
}

/** Bytes of a block that small chunks are gathered in: a chunk of its own costs a hundred times a byte. */
const BLOCK_BYTES = 65_536;

class BoundedSink extends Writable {
  readonly #blocks: Buffer[] = [];
  readonly #maxBytes: number;
  #block = Buffer.alloc(0);
  #used = 0;
  #length = 0;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  bytes(): Buffer {
    return Buffer.concat([...this.#blocks, this.#block.subarray(0, this.#used)]);
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#length += chunk.length;
    if (this.#length > this.#maxBytes) {
      done(tooLong(this.#maxBytes));
      return;
    }
    if (this.#used + chunk.length > this.#block.length) this.#begin(chunk.length);
    this.#used += chunk.copy(this.#block, this.#used);
    done();
  }

  #begin(atLeast: number): void {
    this.#blocks.push(this.#block.subarray(0, this.#used));
    this.#block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, atLeast));
    this.#used = 0;
  }
}

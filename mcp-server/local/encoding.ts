import type { Transform } from "node:stream";
import { promisify } from "node:util";
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip as gzipWithCallback,
} from "node:zlib";

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const [brotli, gzip] = [promisify(brotliCompress), promisify(gzipWithCallback)];

const ENCODERS = {
  br: (bytes: Buffer) => brotli(bytes, BROTLI),
  gzip: (bytes: Buffer) => gzip(bytes),
};
export type Encoding = keyof typeof ENCODERS;

const COMPRESSIBLE = /^(text\/|application\/(.+\+)?(json|xml|javascript)\b|image\/svg)/;

/** Below this the headers weigh more than what is saved. */
const MIN_BYTES = 512;

/** Which encoding to send, of those the client takes; undefined for the bytes as they are. */
export function chooseEncoding(
  acceptEncoding: string | null,
  contentType: string,
  length: number,
): Encoding | undefined {
  if (length < MIN_BYTES || !COMPRESSIBLE.test(contentType)) return undefined;
  const accepted = new Set(
    (acceptEncoding ?? "")
      .toLowerCase()
      .split(",")
      .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
      .map((entry) => entry.replace(/;.*/, "").trim()),
  );
  return (["br", "gzip"] as const).find((encoding) => accepted.has(encoding));
}

export function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return ENCODERS[encoding](bytes);
}

/** The same for what is too long to be held at once. */
export const createEncoder = (encoding: Encoding): Transform =>
  encoding === "br" ? createBrotliCompress(BROTLI) : createGzip();

/** Answers as bytes with their ETag. What was asked lately is kept: the catalogue never changes under a running function. */
import { createHash } from "node:crypto";
import { JSON_TYPE } from "../../generator/http/static-file.ts";

export interface Rendered {
  status: number;
  body: string;
  contentType: string;
  headers: Record<string, string>;
  etag: string;
  bytes: number;
}

export const render = (value: unknown, headers: Record<string, string>): Rendered =>
  renderText(JSON.stringify(value), JSON_TYPE, headers);

export function renderText(
  body: string,
  contentType: string,
  headers: Record<string, string> = {},
): Rendered {
  return {
    status: 200,
    body,
    contentType,
    headers,
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    bytes: Buffer.byteLength(body),
  };
}

/** Keeps the answers asked last, up to a number of bytes. */
export class RenderedCache {
  readonly #entries = new Map<string, Rendered>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Rendered | undefined {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  set(key: string, entry: Rendered): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

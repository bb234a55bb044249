/** What a build made, by endpoint: kept while files pass by, so that no body is held but the largest of each. */
import { promisify } from "node:util";
import { gzip as gzipWithCallback } from "node:zlib";
import type { StaticFile } from "../endpoints/endpoint-files.ts";

const gzip = promisify(gzipWithCallback);
/** Whole datasets are measured by the bench; compressing them here would make every build wait. */
const MAX_GZIPPED = 1_000_000;

interface Line {
  paths: string[];
  bytes: number;
  largest: string | Uint8Array;
}

export class Summary {
  readonly #lines = new Map<string, Line>();

  #gzipped: Promise<Map<string, number>> | undefined;

  /** Passes files on. The largest of each endpoint are compressed while the last files are written. */
  async *watch(files: AsyncIterable<StaticFile>): AsyncGenerator<StaticFile> {
    for await (const file of files) {
      this.#add(file);
      yield file;
    }
    this.#gzipped = this.#gzipLargest();
  }

  /** @param written Paths that were written in this build. */
  async format(written: readonly string[]): Promise<string> {
    const gzipped = await this.#gzipped;
    const changed = new Set(written);
    const rows = [...this.#lines].map(([owner, { paths, bytes }]) =>
      [
        owner.padEnd(20),
        String(paths.length).padStart(6),
        kilobytes(bytes),
        gzipped?.has(owner) ? kilobytes(gzipped.get(owner) ?? 0) : "-".padStart(10),
        String(paths.filter((path) => changed.has(path)).length).padStart(8),
      ].join(" "),
    );
    return [`${"endpoint".padEnd(20)}  files         kB  max gzip  changed`, ...rows].join("\n");
  }

  async #gzipLargest(): Promise<Map<string, number>> {
    const pages = [...this.#lines].filter(([, { largest }]) => largest.length <= MAX_GZIPPED);
    const sizes = pages.map(
      async ([owner, { largest }]) => [owner, (await gzip(largest)).length] as const,
    );
    return new Map(await Promise.all(sizes));
  }

  #add({ owner, path, body }: StaticFile): void {
    const line = this.#lines.get(owner) ?? { paths: [], bytes: 0, largest: "" };
    line.paths.push(path);
    line.bytes += body.length;
    if (body.length > line.largest.length) line.largest = body;
    this.#lines.set(owner, line);
  }
}

const kilobytes = (size: number): string => (size / 1000).toFixed(1).padStart(10);

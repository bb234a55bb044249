/** What a build made, by endpoint: kept while files pass by, so that no body is held but the largest of each. */
import { gzipSync } from "node:zlib";
import { isLarge, type LargeFile, type PublishedFile, type StaticFile } from "../http/headers.ts";

/** Whole datasets are measured by the bench; compressing them here would make every build wait. */
const MAX_GZIPPED = 1_000_000;

interface Line {
  paths: string[];
  bytes: number;
  /** Null where a file is too large to be held. */
  largest: string | Uint8Array | null;
}

export class Summary {
  readonly #lines = new Map<string, Line>();

  /** Passes files on. */
  *watch(files: Iterable<PublishedFile>): Generator<PublishedFile> {
    for (const file of files)
      if (isLarge(file)) yield this.#addLarge(file);
      else {
        this.#add(file);
        yield file;
      }
  }

  /** @param written Paths that were written in this build. */
  format(written: readonly string[]): string {
    const changed = new Set(written);
    const rows = [...this.#lines].map(([owner, { paths, bytes, largest }]) =>
      [
        owner.padEnd(20),
        String(paths.length).padStart(6),
        kilobytes(bytes),
        largest === null || largest.length > MAX_GZIPPED
          ? "-".padStart(10)
          : kilobytes(gzipSync(largest).length),
        String(paths.filter((path) => changed.has(path)).length).padStart(8),
      ].join(" "),
    );
    return [`${"endpoint".padEnd(20)}  files         kB  max gzip  changed`, ...rows].join("\n");
  }

  #add({ owner, path, body }: StaticFile): void {
    const line = this.#lineOf(owner);
    line.paths.push(path);
    line.bytes += body.length;
    if (line.largest !== null && body.length > line.largest.length) line.largest = body;
  }

  /** Counted while its chunks pass. */
  #addLarge({ chunks, ...file }: LargeFile): LargeFile {
    const line = this.#lineOf(file.owner);
    line.paths.push(file.path);
    line.largest = null;
    const counted = function* () {
      for (const chunk of chunks) {
        line.bytes += chunk.length;
        yield chunk;
      }
    };
    return { ...file, chunks: counted() };
  }

  #lineOf(owner: string): Line {
    const line = this.#lines.get(owner) ?? { paths: [], bytes: 0, largest: "" };
    this.#lines.set(owner, line);
    return line;
  }
}

const kilobytes = (size: number): string => (size / 1000).toFixed(1).padStart(10);

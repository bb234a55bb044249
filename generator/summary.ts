/** What a build made, by endpoint. */
import { gzipSync } from "node:zlib";
import type { StaticFile } from "./static-set.ts";

interface Line {
  owner: string;
  files: number;
  bytes: number;
  /** Bytes of its largest file after gzip. */
  largestGzip: number;
  changed: number;
}

/** @param written Paths that were written in this build. */
export function summarise(files: readonly StaticFile[], written: readonly string[]): Line[] {
  const changed = new Set(written);
  const groups = new Map<string, StaticFile[]>();
  for (const file of files) groups.set(file.owner, [...(groups.get(file.owner) ?? []), file]);
  return [...groups].map(([owner, group]) => {
    const sizes = group.map(({ body }) => Buffer.byteLength(body));
    const largest = group[sizes.indexOf(Math.max(...sizes))]!;
    return {
      owner,
      files: group.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      largestGzip: gzipSync(largest.body).length,
      changed: group.filter(({ path }) => changed.has(path)).length,
    };
  });
}

export function formatSummary(lines: readonly Line[]): string {
  const rows = lines.map(({ owner, files, bytes, largestGzip, changed }) =>
    [
      owner.padEnd(20),
      String(files).padStart(6),
      kilobytes(bytes),
      kilobytes(largestGzip),
      String(changed).padStart(8),
    ].join(" "),
  );
  return [`${"endpoint".padEnd(20)}  files         kB  max gzip  changed`, ...rows].join("\n");
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(10);

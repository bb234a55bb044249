/** What travels: bytes after gzip. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BenchRow, kilobytes } from "./row.ts";

const PAYLOADS: readonly [what: string, file: string, goal: number][] = [
  ["list page of 50, gzip", "_q/api/v1/models/sort-release_date.json", 12_000],
  ["list page of 50 best scored, gzip", "_q/api/v1/models/open_source-true.json", 12_000],
  ["full dump, gzip", "api/v1/dump.json", 1_000_000],
];

export async function payloadRows(dist: string): Promise<BenchRow[]> {
  return Promise.all(
    PAYLOADS.map(async ([what, file, goal]): Promise<BenchRow> => {
      const raw = await readFile(join(dist, file));
      const bytes = gzipSync(raw).length;
      return {
        what,
        measured: kilobytes(bytes),
        goal: `≤ ${kilobytes(goal)}`,
        reference: `${kilobytes(raw.length)} plain`,
        meets: bytes <= goal,
      };
    }),
  );
}

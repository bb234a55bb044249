/** Frozen copies of the upstreams, which stand beside the checkout where they are at hand. For tests. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import type { Collected, Collector, UpstreamFiles } from "../ingest/listing.ts";

const FROZEN = join(import.meta.dirname, "../../../shared/sources");

export const hasFrozenCopies = existsSync(FROZEN);

export async function readFrozenCopy({ source, frozen }: Collector): Promise<UpstreamFiles> {
  if (!frozen) throw new Error(`${source.id} has no frozen copy`);
  const folder = join(FROZEN, frozen.folder);
  const paths = await glob(frozen.files, { cwd: folder });
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const),
    ),
  );
}

/** What a collector makes of its frozen copy. */
export async function translateFrozenCopy(collector: Collector): Promise<Collected> {
  const files = await readFrozenCopy(collector);
  return collector.translate(files, collector.newestFact(files));
}

/** The upstreams' files, from a folder of frozen copies, translated. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";
import { BuildError } from "../facts/fault.ts";
import type { Collected, Collector, UpstreamFiles } from "../ingest/listing.ts";
import { byText } from "../schema/order.ts";
import type { Source } from "../schema/source.ts";

export interface Translated {
  source: Source;
  collected: Collected;
}

/**
 * @param from Folder that holds a folder per upstream.
 * @throws BuildError when a folder is missing or an answer was cut off.
 */
export async function readUpstream(collector: Collector, from: string): Promise<Translated> {
  const files = await readFiles(collector, from);
  const recorded_on = collector.newestFact(files);
  const collected = collector.translate(files, recorded_on);
  const rows = countRows(collected);
  if (rows < collector.minRows) {
    throw new BuildError(
      `${collector.source.id}: only ${rows} of at least ${collector.minRows} rows came back; the answer was cut off`,
    );
  }
  return { source: { ...collector.source, recorded_on, missed_runs: 0 }, collected };
}

async function readFiles({ source, frozen }: Collector, from: string): Promise<UpstreamFiles> {
  if (!frozen) throw new BuildError(`${source.id}: has no frozen copy; collect it live`);
  const folder = join(from, frozen.folder);
  if (!existsSync(folder)) {
    throw new BuildError(`${source.id}: no folder "${folder}"; --from must hold one per upstream`);
  }
  const paths = (await glob(frozen.files, { cwd: folder })).sort(byText);
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
  return new Map(paths.map((path, index) => [path, texts[index]!]));
}

/** Rows that an answer came to, of whatever kind. */
export function countRows({ models, offers, prices, scores, facts }: Collected): number {
  const lists = [models, offers, prices, scores].map((list) => list?.length ?? 0);
  const plain = Object.values(facts ?? {}).flatMap((files) => files.map(({ rows }) => rows.length));
  return [...lists, ...plain].reduce((sum, count) => sum + count, 0);
}

/** One fact per source: two collectors may read one upstream. */
export function mergeSources(sources: readonly Source[]): Source[] {
  const merged = new Map<string, Source>();
  for (const source of sources) {
    const other = merged.get(source.id);
    merged.set(source.id, {
      ...source,
      copyright: other?.copyright ?? source.copyright,
      provides: [...new Set([...(other?.provides ?? []), ...source.provides])].sort(byText),
      recorded_on: [other?.recorded_on ?? "", source.recorded_on].sort(byText).at(-1)!,
    });
  }
  return [...merged.values()];
}

/** Reads every source that is due, over the network or from copies. If a source fails, the others are still read. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFilePaths } from "../facts/fact-files.ts";
import { CommandError, quoteNearestNames } from "../facts/fault.ts";
import type { Facts } from "../facts/kinds.ts";
import { DataQualityRuleSet } from "../rules/rules.ts";
import { compareByCodePoint, groupBy, mapWithConcurrency } from "../schema/collections.ts";
import { daysBetween } from "../schema/values.ts";
import {
  type Collector,
  type CollectorContext,
  DataSourceError,
  runCollectorOnFiles,
} from "../sources/collector.ts";
import { type CollectedListings, mergeCollectedListings } from "../sources/listing.ts";
import { formatSchemaError } from "../sources/parse/text.ts";
import { decodeUtf8 } from "../sources/requests/archive.ts";
import { RequestFailure } from "../sources/requests/failure.ts";
import { decompress } from "../sources/requests/send.ts";
import {
  type FetchedDataSource,
  fetchDataSourceFiles,
  type NetworkAccess,
} from "../sources/requests/upstream.ts";
import { getLastReadDayBySource } from "./fact-rows.ts";
import type { AnsweredSource, IngestOptions, SkippedSource, SourceReader } from "./run.ts";
import { removeBadListings } from "./sanitize.ts";

type ReadContext = CollectorContext &
  Pick<IngestOptions, "minRowsFactor"> & { rules: DataQualityRuleSet };

/** @throws CommandError when `only` names a source that does not exist or is retired. */
export async function collectFromSources(
  collectors: readonly Collector[],
  facts: Facts,
  reader: SourceReader,
  options: IngestOptions,
): Promise<(AnsweredSource | SkippedSource)[]> {
  const { only, day } = options;
  const context = { ...facts, ...options, rules: new DataQualityRuleSet(facts.rules) };
  const lastRead = getLastReadDayBySource(facts);
  const described = new Map(facts.sources.map(({ id, retired_on }) => [id, retired_on]));
  const bySource = groupBy(collectors, ({ id }) => id);
  const findRetirement = (id: string): string | null => {
    const retiredOn = described.get(id) ?? null;
    return retiredOn !== null && retiredOn <= day ? retiredOn : null;
  };
  for (const name of only ?? []) {
    if (!bySource.has(name))
      throw new CommandError(
        `--only: unknown source "${name}"; the nearest are ${quoteNearestNames(name, [...bySource.keys()])}. Nothing was read`,
      );
    if (findRetirement(name) !== null)
      throw new CommandError(
        `--only: "${name}" was retired on ${findRetirement(name)}; to read it again, empty retired_on in data/sources/${name}.json. Nothing was read`,
      );
  }
  const readings = await mapWithConcurrency([...bySource], async ([source, group]) => {
    const last = lastRead.get(source);
    if (findRetirement(source) !== null) return toSkipped(source, "retired");
    if (only?.includes(source) === false) return toSkipped(source, "not-due");
    const reasons = group.map((one) => reader.findReasonNotToRead(one, last));
    const [reason] = reasons;
    if (typeof reason === "string" && reasons.every((one) => one !== null))
      return toSkipped(source, "not-due", only ? `${source}: not read: ${reason}` : null);
    if (!described.has(source) && !group.some(({ description }) => description)) {
      const message = `data/sources/${source}.json is missing: write it, with the licence and the credit of the source`;
      return toSkipped(source, "failed", message, "undescribed");
    }
    if (last !== undefined && last > day) {
      const message = `${source} was already read on ${last}, which is later than ${day}; set --day to ${last} or a later day`;
      return toSkipped(source, "failed", message, "older");
    }
    return readSource(source, group, reader, context);
  });
  return readings.sort((a, b) => compareByCodePoint(a.source, b.source));
}

const toSkipped = (
  source: string,
  state: SkippedSource["state"],
  message: string | null = null,
  kind: string | null = null,
): SkippedSource => ({ state, source, rows: 0, message, kind });

async function readSource(
  source: string,
  collectors: readonly Collector[],
  reader: SourceReader,
  context: ReadContext,
): Promise<AnsweredSource | SkippedSource> {
  const parts: CollectedListings[] = [];
  const missing: DataSourceError[] = [];
  for (const collector of collectors)
    try {
      const answer = await reader.read(collector);
      parts.push(translate(collector, answer, context));
      missing.push(...answer.missing);
    } catch (error) {
      const failure = toSkippedSource(source, error);
      if (!collector.isOptional) return failure;
      const text = `${failure.message}; the other facts of this source were read`;
      missing.push(new DataSourceError(failure.kind ?? "unknown", text));
    }
  const collected = mergeCollectedListings(parts);
  return { state: "answered", source, collected, missing, rows: countRows(collected) };
}

/** Converts any error of one source, so that the other sources continue. */
export function toSkippedSource(source: string, error: unknown): SkippedSource {
  if (error instanceof DataSourceError)
    return toSkipped(source, "failed", error.message, error.kind);
  const message = `${source}: ${formatSchemaError(error)}; recorded facts are unchanged. The cause is probably an error in the source's collector in build/sources`;
  return toSkipped(source, "failed", message, "unknown");
}

/** @throws DataSourceError if the answer has another format than before, or was cut off. */
function translate(
  collector: Collector,
  { files }: FetchedDataSource,
  context: ReadContext,
): CollectedListings {
  const { id: source } = collector;
  let collected: CollectedListings;
  try {
    const stated = runCollectorOnFiles(collector, files, context);
    collected = removeBadListings(stated, { ...context, source });
  } catch (error) {
    const message = `${source}: the answer cannot be read (${formatSchemaError(error)}); recorded facts are unchanged. Compare it with the schema in build/sources`;
    throw new DataSourceError("unreadable", message);
  }
  const rows = countRows(collected);
  const least = collector.minRows * (context.minRowsFactor ?? 1);
  if (rows >= least) return collected;
  const [invalid] = collected.rejected;
  const hint = invalid ? `; the first that was left out: ${invalid.place}, ${invalid.reason}` : "";
  const message = `${source}: only ${rows} of at least ${least} rows could be read${hint}; recorded facts are unchanged. Check whether the answer was cut off, or whether its fields have new names`;
  throw new DataSourceError("too-few", message);
}

/** Limit of a saved copy that ends in `.gz`, once it is unpacked. */
const MAX_COPY_BYTES = 1e9;

/**
 * Reads saved copies; a source without a folder is not due. An empty folder is allowed: no source is read, but
 * corrections and changed rules are applied. @throws CommandError if there is no folder that was asked for.
 */
export function createSavedSourceReader(
  folder: string,
  only: readonly string[] = [],
): SourceReader {
  const paths = listFilePaths(folder);
  const isOfOneSource = paths.length > 0 && !paths.some((path) => path.includes("/"));
  if (!existsSync(folder) || isOfOneSource)
    throw new CommandError(
      `--from: "${folder}" has no copies; name a folder that holds one folder per source`,
    );
  return {
    findReasonNotToRead({ id }) {
      if (existsSync(join(folder, id))) return null;
      const reason = `there is no folder "${join(folder, id)}"`;
      if (only.includes(id))
        throw new CommandError(`--only: ${reason}, so ${id} cannot be read. Nothing was read`);
      return reason;
    },
    async read({ id }) {
      const files = new Map<string, string>();
      for (const path of listFilePaths(join(folder, id)))
        try {
          const bytes = await readFile(join(folder, id, path));
          const name = path.replace(/\.gz$/, "");
          const encoding = name === path ? "" : "gzip";
          files.set(name, decodeUtf8(decompress(bytes, encoding, MAX_COPY_BYTES), name));
        } catch (error) {
          if (!(error instanceof RequestFailure)) throw error;
          const message = `${id}: the saved copy ${path} ${error.message}; recorded facts are unchanged. Save the source's answer again`;
          throw new DataSourceError(error.kind, message);
        }
      return { files, missing: [] };
    },
  };
}

export const createLiveSourceReader = (network: NetworkAccess): SourceReader => {
  const downloads = new Map<Collector["live"], Promise<FetchedDataSource>>();
  return {
    /** In a second run on the same day, a source is due again. */
    findReasonNotToRead({ live }, lastRead) {
      if (live === undefined) return "the source has no address; read a copy of it with --from";
      const { everyDays = 1 } = live;
      const days = daysBetween(lastRead ?? "1970-01-01", network.day);
      return days <= 0 || days >= everyDays
        ? null
        : `the source was read on ${lastRead}, and is read every ${everyDays} days`;
    },
    /** Collectors with the same settings share one download. */
    async read({ id, live }) {
      if (live === undefined)
        throw new DataSourceError("no-address", `${id}: this source has no address to read from`);
      const download = downloads.get(live) ?? fetchDataSourceFiles({ id, live }, network);
      downloads.set(live, download);
      return download;
    },
  };
};

function countRows({ models, offers, scores, notices, facts }: CollectedListings): number {
  const tables = Object.values(facts).flatMap((files) => files.map(({ rows }) => rows));
  return [models, offers, scores, notices, ...tables].reduce((sum, list) => sum + list.length, 0);
}

/** Asks every source that is due. What goes wrong with one, of whatever kind, is told and stops nobody else. */
import { byText, groupBy, mapSome } from "../../schema/collections.ts";
import type { Source } from "../../schema/source.ts";
import type { Collected, Collector } from "../../sources/listing.ts";
import { type Fetched, UpstreamError } from "../../sources/live.ts";
import { errorText } from "../../sources/parse/error-text.ts";
import { countRows } from "./count-rows.ts";
import { withoutOddDays } from "./odd-days.ts";
import { withoutOddText } from "./odd-text.ts";

/** What one source said. Two collectors may read one source: it answered when both were answered. */
export interface Answer {
  state: "answered";
  source: string;
  collected: Collected[];
  rows: number;
  /** Why optional parts of it are missing. */
  missing: readonly UpstreamError[];
  /** Lets the next night ask only for what is newer. */
  accept(): Promise<void>;
}

/** A source that was not read, or could not be. */
export interface SkippedSource {
  state: "failed" | "not-due";
  source: string;
  rows: number;
  message: string | null;
  kind: string | null;
}

/** Where the files of sources are had. */
export interface Reader {
  /** @param recordedOn Day the source last had news; undefined when it never answered. */
  isDue(collector: Collector, recordedOn: string | undefined): boolean;
  /** @throws UpstreamError when the files could not be had. */
  read(collector: Collector): Promise<Fetched>;
}

export interface ReadOptions {
  day: string;
  only?: readonly string[];
  /** Factor on the rows below which an answer counts as cut off: below 1 for small samples. Default: 1. */
  minRowsFactor?: number;
}

export async function readSources(
  collectors: readonly Collector[],
  standing: readonly Source[],
  reader: Reader,
  options: ReadOptions,
): Promise<(Answer | SkippedSource)[]> {
  const { only } = options;
  const recordedOn = new Map(standing.map(({ id, recorded_on }) => [id, recorded_on]));
  const bySource = [...groupBy(collectors, ({ source }) => source.id)];
  const readings = await mapSome(bySource, async ([source, group]) => {
    const isWanted = only === undefined || only.includes(source);
    const isDue = group.some((one) => reader.isDue(one, recordedOn.get(source)));
    if (!isWanted || !isDue) return toSkipped(source, "not-due", null, null);
    return readSource(source, group, reader, options);
  });
  return readings.sort((a, b) => byText(a.source, b.source));
}

const toSkipped = (
  source: string,
  state: SkippedSource["state"],
  message: string | null,
  kind: string | null,
): SkippedSource => ({ state, source, rows: 0, message, kind });

async function readSource(
  source: string,
  collectors: readonly Collector[],
  reader: Reader,
  options: ReadOptions,
): Promise<Answer | SkippedSource> {
  try {
    const fetched: Fetched[] = [];
    for (const collector of collectors) fetched.push(await reader.read(collector));
    const collected = collectors.map((one, index) => translate(one, fetched[index], options));
    return {
      ...{ state: "answered", source, collected },
      rows: collected.reduce((sum, one) => sum + countRows(one), 0),
      missing: fetched.flatMap(({ missing }) => missing),
      accept: async () => {
        for (const answer of fetched) await answer.accept();
      },
    };
  } catch (error) {
    return toFailure(source, error);
  }
}

/** Whatever was thrown on the way of one source: the others go on. */
export function toFailure(source: string, error: unknown): SkippedSource {
  if (error instanceof UpstreamError) return toSkipped(source, "failed", error.message, error.kind);
  const message = `${source}: ${errorText(error)}; what we have of it stays. Nothing is known of this error: look at the collector, build/sources`;
  return toSkipped(source, "failed", message, "unknown");
}

/** @throws UpstreamError when the answer has another form than it had, or was cut off. */
function translate(
  collector: Collector,
  fetched: Fetched | undefined,
  { day, minRowsFactor = 1 }: ReadOptions,
): Collected {
  const { id } = collector.source;
  const collected = parse(collector, fetched?.files ?? new Map(), day);
  const rows = countRows(collected);
  const least = (collector.minLiveRows ?? collector.minRows) * minRowsFactor;
  if (rows >= least) return collected;
  const [odd] = collected.rejected;
  const hint = odd ? `; the first that was left out: ${odd.place}, ${odd.reason}` : "";
  throw new UpstreamError(
    id,
    "too-few",
    `${id}: only ${rows} of at least ${least} rows could be read${hint}; what we have of it stays. See whether the answer was cut off or its fields have new names`,
  );
}

function parse(collector: Collector, files: Fetched["files"], day: string): Collected {
  const { id } = collector.source;
  try {
    return withoutOddDays(withoutOddText(collector.translate(files, day), id), id, day);
  } catch (error) {
    throw new UpstreamError(
      id,
      "unreadable",
      `${id}: the answer cannot be read (${errorText(error)}); what we have of it stays. Compare it with the form that build/sources expects`,
      { cause: error },
    );
  }
}

/** Every source that is due, asked and translated; one that fails is told of and stops nobody. */

import type { NetworkEffects } from "../../ingest/http/fetch-effects.ts";
import { fetchUpstream } from "../../ingest/http/fetch-upstream.ts";
import { mapSome } from "../../ingest/http/pace.ts";
import type { Collected, Collector, UpstreamFiles } from "../../ingest/listing.ts";
import { type Fetched, type Live, UpstreamError } from "../../ingest/live.ts";
import { errorText } from "../../ingest/parse/error-text.ts";
import { groupBy } from "../../schema/group-by.ts";
import { byText } from "../../schema/order.ts";
import type { Source } from "../../schema/source.ts";
import { countRows } from "../upstreams.ts";

export type LiveCollector = Collector & { live: Live };

/** What one source said tonight. Two collectors may read one source: it answered when both were answered. */
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

export interface Silence {
  state: "failed" | "not-due";
  source: string;
  rows: number;
  message: string | null;
  kind: string | null;
}

export interface ReadOptions {
  day: string;
  network: NetworkEffects;
  only?: readonly string[];
}

export async function readSources(
  collectors: readonly LiveCollector[],
  kept: readonly Source[],
  options: ReadOptions,
): Promise<(Answer | Silence)[]> {
  const recordedOn = new Map(kept.map(({ id, recorded_on }) => [id, recorded_on]));
  const bySource = [...groupBy(collectors, ({ source }) => source.id)];
  const readings = await mapSome(bySource, async ([source, group]) => {
    const isWanted = options.only === undefined || options.only.includes(source);
    const isDue = group.some(({ live }) => isDueOn(options.day, recordedOn.get(source), live));
    return isWanted && isDue ? readSource(source, group, options) : toNotDue(source);
  });
  return readings.sort((a, b) => byText(a.source, b.source));
}

const DAY_MS = 86_400_000;

/** Facts tell when a source last had news. A second run of the same night finds it due again. */
function isDueOn(day: string, recordedOn: string | undefined, { everyDays }: Live): boolean {
  const days = (Date.parse(day) - Date.parse(recordedOn ?? "1970-01-01")) / DAY_MS;
  return days <= 0 || days >= everyDays;
}

const toNotDue = (source: string): Silence => ({
  state: "not-due",
  source,
  rows: 0,
  message: null,
  kind: null,
});

async function readSource(
  source: string,
  collectors: readonly LiveCollector[],
  { day, network }: ReadOptions,
): Promise<Answer | Silence> {
  const fetched: Fetched[] = [];
  const collected: Collected[] = [];
  try {
    for (const collector of collectors) {
      const answer = await fetchUpstream({ id: source, live: collector.live }, { ...network, day });
      fetched.push(answer);
      collected.push(believe(collector, answer.files, day));
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { state: "failed", source, rows: 0, message: error.message, kind: error.kind };
  }
  return {
    state: "answered",
    source,
    collected,
    rows: sum(collected.map(countRows)),
    missing: fetched.flatMap(({ missing }) => missing),
    accept: async () => {
      for (const answer of fetched) await answer.accept();
    },
  };
}

/** @throws UpstreamError when the answer has another form than it had, or was cut off. */
function believe(collector: LiveCollector, files: UpstreamFiles, day: string): Collected {
  const { id } = collector.source;
  const collected = translate(collector, files, day);
  const rows = countRows(collected);
  const least = collector.minLiveRows ?? collector.minRows;
  if (rows >= least) return collected;
  const [odd] = collected.rejected;
  const hint = odd ? `; the first that was left out: ${odd.place}, ${odd.reason}` : "";
  throw new UpstreamError(
    id,
    "too-few",
    `${id}: only ${rows} of at least ${least} rows could be read${hint}; what we have of it stays. See whether the answer was cut off or its fields have new names`,
  );
}

function translate(collector: LiveCollector, files: UpstreamFiles, day: string): Collected {
  const { id } = collector.source;
  try {
    return collector.translate(files, day);
  } catch (error) {
    throw new UpstreamError(
      id,
      "unreadable",
      `${id}: the answer cannot be read (${errorText(error)}); what we have of it stays. Compare it with the form that build/collect/sources expects`,
      { cause: error },
    );
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

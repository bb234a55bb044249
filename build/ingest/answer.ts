/** What a source answered, or why it was skipped. */
import type { Collector, UpstreamError } from "../sources/collector.ts";
import type { CollectedListings } from "../sources/listing.ts";
import type { FetchedUpstream } from "../sources/requests/upstream.ts";

/** What one source stated. Two collectors may read one source. */
export interface SourceAnswer {
  state: "answered";
  source: string;
  collected: CollectedListings[];
  rows: number;
  /** Why parts of it are missing: what is recorded of them stays. */
  missing: readonly UpstreamError[];
  /** Lets the next run ask only for what is newer. */
  accept(): Promise<void>;
}

/** A source that was not read, or could not be. */
export interface SkippedSource {
  state: "failed" | "not-due" | "retired";
  source: string;
  rows: number;
  message: string | null;
  kind: string | null;
}

/** Where the files of sources are had. */
export interface SourceReader {
  /** @param lastRead Newest day on which the source was read; undefined when it never answered. */
  isDue(collector: Collector, lastRead: string | undefined): boolean;
  /** @throws UpstreamError when the files could not be had. */
  read(collector: Collector): Promise<FetchedUpstream>;
}

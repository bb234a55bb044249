/** Types of the inputs and results of an ingest run. */

import type { Facts, FactWithFileName } from "../facts/kinds.ts";
import type { LabFinder } from "../identity/labs.ts";
import type { ModelNameResolver } from "../identity/resolver.ts";
import type { ChangeRecordingInput } from "../model/record-changes.ts";
import type { Collector } from "../sources/collector.ts";
import type {
  CollectedListings,
  OfferListing,
  RejectedRow,
  UnreadableOfferId,
} from "../sources/listing.ts";
import type { FetchedDataSource } from "../sources/requests/upstream.ts";
import type { SourceAnswer } from "./fact-rows.ts";
import type {
  AcceptedChange,
  ChangeAcceptedDespiteRule,
  ChangeChecker,
  HeldChange,
} from "./judge.ts";
import type { findOutvotedTraits, ResolvedClaim } from "./models/claims.ts";
import type { CurrentPriceLedger, StatedOfferPrices } from "./statements.ts";

/** What one source stated. */
export interface AnsweredSource extends SourceAnswer {
  state: "answered";
  source: string;
  rows: number;
}

/** A source that was not read, or could not be: its recorded facts stay as they are. */
export interface SkippedSource {
  state: "failed" | "not-due" | "retired";
  source: string;
  rows: 0;
  /** Why it failed, or was not read although requested; null otherwise. */
  message: string | null;
  /** Kind of a DataSourceError or RequestFailure, or `undescribed`, `older`, `unknown`; null if it did not fail. */
  kind: string | null;
}

export interface SourceReader {
  /** @returns Null if the source is due, otherwise the reason. @param lastRead Undefined if it never answered. */
  findReasonNotToRead(collector: Collector, lastRead: string | undefined): string | null;
  /** @throws DataSourceError when the files could not be had. */
  read(collector: Collector): Promise<FetchedDataSource>;
}

export interface IngestOptions {
  dataFolder: string;
  /** A folder outside git. */
  reportsFolder: string;
  /** Day of the run (YYYY-MM-DD); the clock is not used. */
  day: string;
  accept: readonly AcceptedChange[];
  /** Ids of the sources to read; the others count as not due. Default: all. */
  only?: readonly string[];
  /** Factor on the least number of rows of a full answer; below 1 for small samples. Default: 1. */
  minRowsFactor?: number;
}

export interface IngestDependencies {
  reader: SourceReader;
  /** Called at the start of each step. */
  onProgress?(step: string): void;
  /** Checks the next facts as a whole, with a snapshot of them, and records what changed. @returns Faults, if any. */
  check?(dataFolder: string, run: ChangeRecordingInput): Promise<string[]>;
}

/** A new price, a withdrawal, a score or a changed property that only one source states; for the report. */
export interface SingleSourcePrice {
  source: string;
  host: string;
  model_id: string;
  /** `2.5/10`; empty for a first price. */
  before: string;
  /** `2/8`, or `withdrawn`. */
  after: string;
}

export interface MergedFacts {
  /** The facts as the next run will read them. */
  next: Facts;
  /** Rows that the ledger gains. */
  added: FactWithFileName<"prices">[];
  held: HeldChange[];
  /** Changes that a rule objected to and that passed. */
  passed: ChangeAcceptedDespiteRule[];
  oneSource: SingleSourcePrice[];
  /** How many ids a source listed for a host before (`of`), where half of them or more are left out now (`lost`). */
  shrunkLists: { source: string; host: string; lost: number; of: number }[];
  rejected: RejectedRow[];
  /** Traits on which today's sources disagree, for the report. */
  splits: ReturnType<typeof findOutvotedTraits>;
  /** Today's mentions by model, for the report. */
  set: { slug: string; mentions: ResolvedClaim[] }[];
}

/** One id that one source lists, in the catalogue's spelling. */
export interface KeyedListing extends OfferListing {
  key: string;
  /** Prices in the units of the ledger. */
  stated: StatedOfferPrices;
}

/** Everything that one source states about offers. */
export interface OffersOfSource {
  source: string;
  listed: KeyedListing[];
  /** Ids whose row is there but could not be read. */
  unread: UnreadableOfferId[];
  /** True for a partial list: ids that it leaves out are unchanged, and nobody has to check them. */
  isPartial: boolean;
  rejected: RejectedRow[];
}

export interface FactMergeInput {
  day: string;
  facts: Facts;
  answers: readonly AnsweredSource[];
  accept: readonly AcceptedChange[];
}

export interface FactMergeContext extends FactMergeInput {
  judge: ChangeChecker;
  labs: LabFinder;
  ledger: CurrentPriceLedger;
  resolver: ModelNameResolver;
  lists: readonly OffersOfSource[];
  /** What all sources state, and all rows that were left out so far. */
  collected: CollectedListings;
}

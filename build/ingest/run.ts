/** What an ingest run is given and what it comes to: types only. */

import type { Facts, FactWithFileName } from "../facts/kinds.ts";
import type { LabFinder } from "../identity/labs.ts";
import type { ModelNameResolver } from "../identity/resolver.ts";
import type { ChangeRecordingInput } from "../model/record-changes.ts";
import type { Collector, DataSourceError } from "../sources/collector.ts";
import type {
  CollectedListings,
  OfferListing,
  RejectedRow,
  UnreadableOfferId,
} from "../sources/listing.ts";
import type { FetchedDataSource } from "../sources/requests/upstream.ts";
import type {
  AcceptedChange,
  ChangeAcceptedDespiteRule,
  ChangeChecker,
  HeldChange,
} from "./judge.ts";
import type { DisputedTrait, ResolvedClaim } from "./models/claims.ts";
import type { CurrentPriceLedger, StatedOfferPrices } from "./statements.ts";

/** What one source stated. */
export interface AnsweredSource {
  state: "answered";
  source: string;
  /** Of all its collectors. */
  collected: CollectedListings;
  rows: number;
  /** Why parts of it are missing: what is recorded of them stays. */
  missing: readonly DataSourceError[];
}

/** A source that was not read, or could not be. */
export interface SkippedSource extends SourceRunResult {
  state: "failed" | "not-due" | "retired";
}

export interface SourceReader {
  /**
   * @param lastRead Newest day on which the source was read; undefined when it never answered.
   * @returns Null when it is due.
   */
  findReasonNotToRead(collector: Collector, lastRead: string | undefined): string | null;
  /** @throws DataSourceError when the files could not be had. */
  read(collector: Collector): Promise<FetchedDataSource>;
}

export interface SourceRunResult {
  source: string;
  /** `changed` and `unchanged` speak of its facts in `data/`; `failed`: they stay as they are. */
  state: "changed" | "unchanged" | "failed" | "not-due" | "retired";
  /** Rows that came; 0 when none did. */
  rows: number;
  /** Why it failed, or was not read although it was named; null otherwise. */
  message: string | null;
  /** Of a failure: `DataSourceError.kind`, `too-few`, `unreadable`, `older`, `unknown`; null otherwise. */
  kind: string | null;
}

/** What of the run a reader of the report looks at. */
export interface IngestSummary extends MergeOutcome {
  day: string;
  outcomes: SourceRunResult[];
  /** Below `data/`, sorted: new or with other bytes. */
  changedFiles: string[];
  /** Rows added to `data/prices/`. */
  statements: number;
  /** Slugs of models that came with these answers, sorted. */
  newModels: string[];
  /** Slugs of hosts that came with these answers, sorted. */
  newHosts: string[];
  /** Rows that were left out, and those of them that had another shape than their collector knows. */
  rejected: number;
  malformed: RejectedRow[];
  /** Names that founded a model of their own and that no other source uses. */
  unmatched: number;
  /** What does not hold of the facts as a whole: nothing may be written. Empty when all does. */
  faults: string[];
}

export interface IngestOptions {
  dataFolder: string;
  /** Outside git. */
  reportsFolder: string;
  /** Day of the run (YYYY-MM-DD), never the clock's. */
  day: string;
  accept: readonly AcceptedChange[];
  /** Ids of the sources to read; the others count as not due. Default: all. */
  only?: readonly string[];
  /** Factor on the rows below which an answer counts as cut off: below 1 for small samples. Default: 1. */
  minRowsFactor?: number;
}

export interface IngestDependencies {
  reader: SourceReader;
  /** Reports each step as it begins. */
  onProgress?(step: string): void;
  /**
   * Checks the next facts as a whole, built and all, and records what changed in them.
   * @returns What does not hold; empty when everything does.
   */
  check?(dataFolder: string, run: ChangeRecordingInput): Promise<string[]>;
}

interface MergeOutcome {
  /** Changes that wait: of today's answers, and of sources that did not answer today. */
  held: HeldChange[];
  /** Changes that a rule objected to and that passed. */
  passed: ChangeAcceptedDespiteRule[];
  /** Prices that one source alone states anew. */
  oneSource: SingleSourcePrice[];
  /** Lists of hosts that lost half of their ids or more. */
  shrunkLists: ShrunkOfferList[];
}

export interface MergedFacts extends MergeOutcome {
  /** The facts as the next run will read them. */
  next: Facts;
  /** Rows that the ledger gains. */
  added: FactWithFileName<"prices">[];
  rejected: RejectedRow[];
  /** Traits on which today's sources disagree, for the report. */
  splits: DisputedTrait[];
  /** Today's mentions, model by model, for the report. */
  set: { slug: string; mentions: ResolvedClaim[] }[];
}

/** A price that one source alone states anew or ends, for the report. */
export interface SingleSourcePrice {
  source: string;
  host: string;
  model_id: string;
  /** `2.5/10`; empty for a first price. */
  before: string;
  /** `2/8`, or `withdrawn`. */
  after: string;
}

/** What a source listed of a host before, and how many of these ids it leaves out now. */
export interface ShrunkOfferList {
  source: string;
  host: string;
  lost: number;
  of: number;
}

/** One id that one source lists, as the catalogue spells it. */
export interface KeyedListing extends OfferListing {
  key: string;
  /** In the units of the ledger. */
  stated: StatedOfferPrices;
}

/** All that one source says of offers. */
export interface OffersOfSource {
  source: string;
  listed: KeyedListing[];
  /** Ids whose row came and could not be read. */
  unread: UnreadableOfferId[];
  /** Ids that it leaves out are as they were, and nobody has to look at them. */
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

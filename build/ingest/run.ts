/** What an ingest run is given, what it reads and what it comes to: types only. */

import type { Facts, FiledFact } from "../facts/kinds.ts";
import type { LabFinder } from "../identity/labs.ts";
import type { Placed } from "../identity/model-set.ts";
import type { Score } from "../schema/benchmark.ts";
import type { Model } from "../schema/model.ts";
import type { Provider } from "../schema/provider.ts";
import type { Rejected } from "../sources/listing.ts";
import type { Answer, Reader } from "./answer.ts";
import type { PlainTables } from "./fact-rows.ts";
import type { Acceptance, GateFinding, HeldRows } from "./gates/verdict.ts";
import type { Claim, MatchedName, SplitTrait } from "./models/claims.ts";

import type { CurrentLedger } from "./statements.ts";

export interface SourceOutcome {
  source: string;
  /** `changed` and `unchanged` speak of its facts in `data/`; `failed` and `held`: they stay as they are. */
  state: "changed" | "unchanged" | "failed" | "held" | "not-due";
  /** Rows that came; 0 when none did. */
  rows: number;
  /** Why it failed or was held; null otherwise. */
  message: string | null;
  /** Of a failure: `UpstreamError.kind`, `too-few`, `unreadable`, `unknown`; null otherwise. */
  kind: string | null;
}

export interface IngestSummary {
  day: string;
  outcomes: SourceOutcome[];
  gates: GateFinding[];
  /** Below `data/`, sorted: new or with other bytes. */
  changedFiles: string[];
  /** Below `data/`, sorted. */
  deletedFiles: string[];
  /** Rows added to `data/prices/`. */
  statements: number;
  /** Slugs of models that came with these answers, sorted. */
  newModels: string[];
  /** Slugs of hosts that came with these answers, sorted. */
  newHosts: string[];
  /** Rows that were left out, and those of them that had another shape than their collector knows. */
  rejected: number;
  malformed: Rejected[];
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
  accept: readonly Acceptance[];
  /** Ids of the sources to read; the others count as not due. Default: all. */
  only?: readonly string[];
  /** Factor on the rows below which an answer counts as cut off: below 1 for small samples. Default: 1. */
  minRowsFactor?: number;
  /** The day may be far from the facts. */
  allowDay?: boolean;
}

export interface IngestEffects {
  /** Gets the sources' files. */
  reader: Reader;
  /** Last day that may be read: of the machine, for live addresses; null for copies. */
  today: string | null;
  /** Reports each step as it begins. */
  onProgress?(step: string): void;
  /** Checks the next facts as a whole, built and all. @returns What does not hold; empty when everything does. */
  check?(dataFolder: string): Promise<string[]>;
}

export interface Merged {
  findings: GateFinding[];
  /** Source → why it is held as a whole. */
  heldSources: ReadonlyMap<string, string>;
  /** Rows that the ledger gains. */
  prices: FiledFact<"prices">[];
  offers: FiledFact<"offers">[];
  models: Model[];
  providers: Provider[];
  /** Benchmark → rows. */
  scores: Map<string, Score[]>;
  /** Of the files that some answer has rows for. */
  plain: PlainTables;
  rejected: Rejected[];
  matched: MatchedName[];
  /** Traits on which today's sources disagree, for the report. */
  splits: SplitTrait[];
  /** Today's mentions, model by model, for the report. */
  set: { slug: string; mentions: Placed<Claim>[] }[];
}

export interface RunContext {
  day: string;
  facts: Facts;
  ledger: CurrentLedger;
  held: HeldRows;
  labs: LabFinder;
  /** Those that no gate holds as a whole. */
  answers: readonly Answer[];
  accept: readonly Acceptance[];
}

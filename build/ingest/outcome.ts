/** What a night is asked and what it tells: the words between the collection and the command around it. */
import type { NetworkEffects } from "../../ingest/http/fetch-effects.ts";

export const GATE_NAMES = [
  "rows",
  "median-move",
  "above-median",
  "swap",
  "unit",
  "future-date",
  "above-maximum",
] as const;
export type GateName = (typeof GATE_NAMES)[number];

/** A person has looked: what this gate holds back of this source is real. */
export interface Acceptance {
  gate: GateName;
  source: string;
  reason: string;
}

export interface LiveOptions {
  dataFolder: string;
  /** Outside git; written on a dry run too. */
  reportsFolder: string;
  /** Day of the night (YYYY-MM-DD), never the clock's. */
  day: string;
  network: NetworkEffects;
  accept: readonly Acceptance[];
  /** Neither `data/` nor the network's cache is touched. */
  dryRun: boolean;
  /** Ids of the sources to read; the others count as not due. Default: all. */
  only?: readonly string[];
  /** No progress on the terminal. */
  silent?: boolean;
}

export interface SourceOutcome {
  source: string;
  /** `changed` and `unchanged` speak of its facts in `data/`; `failed` and `held`: they stay as they are. */
  state: "changed" | "unchanged" | "failed" | "held" | "not-due";
  /** Rows that came; 0 when none did. */
  rows: number;
  /** Why it failed or was held; null otherwise. */
  message: string | null;
  /** Of a failure: `UpstreamError.kind`, `too-few` or `unreadable`; null otherwise. */
  kind: string | null;
}

export interface GateFinding {
  gate: GateName;
  source: string;
  /** What is held back: the source's id, a host, or `host model_id`, or `benchmark model`. */
  scope: string;
  holds: "source" | "row";
  /** With numbers and what to do. */
  message: string;
  /** Reason of the acceptance that lets it through; null while it is held back. */
  accepted: string | null;
}

export interface LiveSummary {
  day: string;
  outcomes: SourceOutcome[];
  gates: GateFinding[];
  /** Below `data/`, sorted: new or with other bytes. On a dry run: what would be. */
  changedFiles: string[];
  /** Below `data/`, sorted. */
  deletedFiles: string[];
  /** Rows added to `data/price-history/`. */
  historyRows: number;
  /** Slugs of models that the night founded, sorted. */
  newModels: string[];
  /** Price disagreements above 5 %, rows left out, names that stand alone: lengths of the reports. */
  conflicts: number;
  rejected: number;
  unmatched: number;
  /** An interrupted night was found and its files were finished first: its day, else null. */
  finishedNight: string | null;
}

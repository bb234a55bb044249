/** What a reading of the upstreams is asked and what it tells: the words between the ingest and the commands around it. */
import type { GateName } from "./gates/gate-names.ts";

/** A person has looked: what this gate holds back of this source is real. */
export interface Acceptance {
  gate: GateName;
  source: string;
  reason: string;
}

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

export interface GateFinding {
  gate: GateName;
  source: string;
  /** What it is about: the source's id, a host, `host model_id`, `benchmark model`. */
  scope: string;
  /** What stays as it was. `nothing`: it is published, marked. */
  holds: "source" | "row" | "nothing";
  /** Value that stood and value that came, for people; empty where there is none. */
  before: string;
  after: string;
  /** With numbers and what to do. */
  message: string;
  /** Reason of the acceptance that lets it through; null while it is held back. */
  accepted: string | null;
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
  /** Rows left out, names that stand alone: lengths of the reports. */
  rejected: number;
  unmatched: number;
  /** What does not hold of the facts as a whole: nothing may be written. Empty when all does. */
  faults: string[];
}

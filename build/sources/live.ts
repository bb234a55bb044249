/** How an upstream is read over the network: what a collector says of itself; `http/` does the rest. */
import type { UpstreamFiles } from "./listing.ts";

export interface LiveRequest {
  url: string;
  /** Path under which the collector's `translate` finds the answer, as in a frozen copy; a folder for an archive. */
  path: string;
  /**
   * `zip`: every text file of the archive stands below `path`. `repository`: the same without the
   * folder that holds all of a repository's archive (`LLMStats-main/`). Default: the text itself.
   */
  unpack?: "zip" | "repository";
  /** Environment variable whose value goes into `Authorization: Bearer`; left out when it is not set. */
  keyFrom?: string;
  /** Without it the rest is still a full answer (one model's page of many). */
  optional?: boolean;
  /** A POST with this JSON body. */
  post?: string;
}

export interface Live {
  /** @param day Day of the night (YYYY-MM-DD), for upstreams that are asked by day. */
  requests(day: string): readonly LiveRequest[];
  /** Requests that the first answers lead to, such as a page per model. */
  follow?(files: UpstreamFiles, day: string): readonly LiveRequest[];
  /** Days after which the upstream is worth reading again; 1: every night. */
  everyDays: number;
  /** Longest answer that is believed, in bytes, unpacked; for an archive, all its files together. */
  maxBytes: number;
  /** All requests together may take so long, in milliseconds, waiting included. */
  limitMs: number;
}

/** What came back. */
export interface Fetched {
  /** Always all files, also when nothing has changed: a 304 answers with the body of the last reading. */
  files: UpstreamFiles;
  /** Nothing has changed since the last accepted reading: every answer was 304 or the same bytes. */
  isUnchanged: boolean;
  /** Why optional answers are not among the files, for the report. */
  missing: readonly UpstreamError[];
  /**
   * Remembers these answers, so that the next reading asks only for what is newer. To be called
   * when the facts made of them stand in `data/`: a night that dies before asks for all again.
   */
  accept(): Promise<void>;
}

/** Why an upstream could not be read; its facts stay as they are. */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  readonly source: string;
  /** What failed, in a word that reports can count: `refused`, `reset`, `status`, `stalled`, `too-long`, `not-json`, ... (all in `build/sources/outgoing/failure.ts`) */
  readonly kind: string;
  constructor(source: string, kind: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.source = source;
    this.kind = kind;
  }
}

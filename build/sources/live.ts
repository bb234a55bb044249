/** How an upstream is read over the network: a collector states it, `requests/` does it. */

/** Path below the upstream's folder → text. */
export type UpstreamFiles = ReadonlyMap<string, string>;

export interface LiveRequest {
  url: string;
  /** Path under which the collector's `translate` finds the answer; a folder for an archive. */
  path: string;
  /**
   * `zip`: every text file of the archive goes below `path`. `repository`: the same without the
   * folder that holds all of a repository's archive (`LLMStats-main/`). Default: the text itself.
   */
  unpack?: "zip" | "repository";
  /** Environment variable whose value goes into `Authorization: Bearer`; left out when it is not set. */
  keyFrom?: string;
  /** Without it the rest is still a full answer (one model's page of many). */
  optional?: boolean;
}

export interface Live {
  /** @param day Day to read (YYYY-MM-DD), for upstreams that are read by day. */
  requests(day: string): readonly LiveRequest[];
  /** Requests that follow from the first answers, such as a page per model. */
  follow?(files: UpstreamFiles, day: string): readonly LiveRequest[];
  /** Days after which the upstream is read again; 1: every day. */
  everyDays: number;
  /** Longest answer in bytes, unpacked; for an archive, all its files together. */
  maxBytes: number;
  /** Milliseconds for all requests together, waits included. */
  limitMs: number;
}

const MEGABYTE = 1_000_000;

/** Requests that are sent each day, or every `everyDays`, with limits in megabytes and seconds. */
export const fetchDaily = (
  requests: Live["requests"],
  { everyDays = 1, megabytes, seconds }: { everyDays?: number; megabytes: number; seconds: number },
): Live => ({ requests, everyDays, maxBytes: megabytes * MEGABYTE, limitMs: seconds * 1000 });

/** An upstream's files as they were read. */
export interface Fetched {
  /** Always all files: for a 304, the body of the last reading. */
  files: UpstreamFiles;
  /** Why optional answers are not among the files, for the report. */
  missing: readonly UpstreamError[];
  /** Caches these answers, once their facts are recorded: then an unchanged upstream answers 304. */
  accept(): Promise<void>;
}

/** Why an upstream could not be read; its facts stay as they are. */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  readonly source: string;
  /** What failed, as one of the kinds in `requests/failure.ts`. */
  readonly kind: string;
  constructor(source: string, kind: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.source = source;
    this.kind = kind;
  }
}

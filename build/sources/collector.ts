/** What a collector is: one upstream's credit, how it is read over the network, and how its files are parsed. */
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { parseJsonOrUndefined } from "../cost/readers/reading.ts";
import { CommandError } from "../facts/fault.ts";
import type { EpochBenchmarkFile, IdReassignment, UpstreamHostAlias } from "../schema/editorial.ts";
import type { SourceDescription } from "../schema/source.ts";
import { IsoDate } from "../schema/values.ts";
import {
  type CollectedListings,
  mergeCollectedListings,
  type RejectedRow,
  type SourceListings,
  type UnreadableOfferId,
} from "./listing.ts";

export interface Collector {
  /** Id of the source, as in its rows and in data/sources/<id>.json. */
  id: string;
  /** Needed only until the source is first read: the first accepted answer writes it into data/sources/<id>.json. */
  description?: SourceDescription;
  /** If set, the source's other collectors are a full answer without this one, and recorded facts of its kind stay. */
  isOptional?: true;
  /** How it is read over the network; without it, only from a copy (`--from`). */
  live?: SourceDownloadSettings;
  /** A full answer has at least this many rows; fewer means it was cut off. */
  minRows: number;
  /** What the files state. Pure; rows that cannot be used are rejected at the reader. */
  translate(reader: SourceFileReader): SourceListings;
}

/** Path below the upstream's folder → text. */
export type DataSourceFileTexts = ReadonlyMap<string, string>;

export interface DataSourceFileRequest {
  url: string;
  /** Path under which the collector's `translate` finds the answer; a folder for an archive. */
  path: string;
  /**
   * `zip`: every text file of the archive is placed below `path`. `repository`: the same without the top folder of a
   * repository's archive (`LLMStats-main/`). `tarball`: the same for the gzipped tar of a package (`package/`).
   * Default: the answer is stored as text.
   */
  unpack?: "zip" | "repository" | "tarball";
  /** Environment variable whose value goes into `Authorization: Bearer`; left out when it is not set. */
  keyFrom?: string;
  /** If true, the other answers are a full answer without this one (one page of many). */
  optional?: boolean;
}

export interface SourceDownloadSettings {
  /** @param day Day to read (YYYY-MM-DD), for upstreams that are read by day. */
  requests(day: string): readonly DataSourceFileRequest[];
  /** Requests that follow from the first answers, such as a page per model. */
  follow?(files: DataSourceFileTexts): readonly DataSourceFileRequest[];
  /** Days after which the upstream is read again. Default: 1. */
  everyDays?: number;
  /** Maximum size of an unpacked answer; for an archive, of all its files together. */
  megabytes: number;
  /** Time limit for all requests together, including waits. */
  seconds: number;
}

/** Why an upstream could not be read; its facts stay as they are. */
export class DataSourceError extends Error {
  override name = "DataSourceError";
  /** @param kind What failed, as one of the kinds in `requests/failure.ts`. */
  constructor(
    readonly kind: string,
    message: string,
  ) {
    super(message);
  }
}

/** What collectors need beside the files. */
export interface CollectorContext {
  /** Day of the files, for rows that have no date of their own. */
  day: string;
  /** What upstreams call our hosts and companies: data/aliases/hosts.csv. */
  hostAliases: readonly UpstreamHostAlias[];
  benchmarks: readonly { slug: string; source_url: string }[];
  movingNames: readonly IdReassignment[];
  epochFiles: readonly EpochBenchmarkFile[];
}

export function runCollectorOnFiles(
  { id, translate }: Collector,
  files: DataSourceFileTexts,
  context: CollectorContext,
): CollectedListings {
  const reader = new SourceFileReader(id, files, context);
  const listings = translate(reader);
  return mergeCollectedListings([{ ...listings, rejected: reader.rejected }]);
}

/** Reads the files of one source. What cannot be used is in `rejected`, each with its reason. */
export class SourceFileReader {
  readonly rejected: RejectedRow[] = [];
  readonly #hosts: ReadonlyMap<string, string>;

  constructor(
    readonly source: string,
    readonly files: DataSourceFileTexts,
    readonly context: CollectorContext,
  ) {
    const own = context.hostAliases.filter((alias) => alias.source === source);
    this.#hosts = new Map(own.map(({ name, host }) => [name, host]));
  }

  /** Our slug of what this upstream calls a host or a company. */
  hostOf(name: string): string | undefined {
    return this.#hosts.get(name);
  }

  reject(place: string, value: string, reason: string): void {
    this.rejected.push({ source: this.source, place, value, reason });
  }

  /** Converts each row. @param make Returns the converted row, or a text with the reason to leave the row out. */
  each<Row, Made extends object>(
    place: string,
    rows: readonly Row[],
    nameOf: (row: Row) => string,
    make: (row: Row) => Made | string,
  ): Made[] {
    return rows.flatMap((row) => {
      const made = make(row);
      if (typeof made !== "string") return [made];
      this.reject(place, nameOf(row), made);
      return [];
    });
  }

  /** Reads each file that is named after a host. @param pattern Its first group is the upstream's name for the host. */
  eachHostFile<Made>(pattern: RegExp, read: (path: string, host: string) => Made[]): Made[] {
    return [...this.files.keys()].flatMap((path) => {
      const name = pattern.exec(path)?.[1];
      if (name === undefined) return [];
      const host = this.hostOf(name);
      if (host !== undefined) return read(path, host);
      this.reject(path, name, "no host known by this name: add it to data/aliases/hosts.csv");
      return [];
    });
  }

  /** @throws CommandError when the upstream's answer lacks the file. */
  getText(file: string): string {
    const text = this.files.get(file);
    if (text !== undefined) return text;
    throw new CommandError(`the file "${file}" is missing`);
  }

  /** @throws an error when the file is not JSON of this shape. */
  getJson<T>(file: string, schema: z.ZodType<T>): T {
    return schema.parse(JSON.parse(this.getText(file)));
  }

  /** Rows of a CSV file with a header; every cell reaches the schema as text. */
  csv<T>(file: string, schema: z.ZodType<T>): T[] {
    const records: unknown[] = parse(this.getText(file), {
      columns: true,
      bom: true,
      skip_records_with_error: true,
      on_skip: (error) => void this.#rejectMalformed(file, error?.record, error?.message ?? ""),
    });
    return this.check(file, records, schema);
  }

  /** Rows of a file with one JSON value per line. */
  jsonLines<T>(file: string, schema: z.ZodType<T>): T[] {
    const lines = this.getText(file).split("\n");
    return this.check(file, lines.filter((line) => line !== "").map(toJson), schema);
  }

  /**
   * The one JSON value that a file is; undefined, and rejected, when it has another shape.
   * @param unread The offers whose last statements then stay current.
   */
  json<T>(file: string, schema: z.ZodType<T>, unread?: UnreadableOfferId): T | undefined {
    return this.one(file, toJson(this.getText(file)), schema, unread);
  }

  /** Items of the list under `key` in a JSON file. */
  jsonList<T>(
    file: string,
    key: string,
    schema: z.ZodType<T>,
    unreadOf?: (record: unknown) => UnreadableOfferId,
  ): T[] {
    const whole = this.json(file, z.looseObject({ [key]: z.array(z.unknown()) }));
    return this.check(file, whole?.[key] ?? [], schema, unreadOf);
  }

  /** Values of a JSON object; a key is its value's `id` unless that has one of its own. */
  jsonMap<T>(file: string, schema: z.ZodType<T>): T[] {
    const map = this.json(file, z.record(z.string(), z.unknown())) ?? {};
    const values = Object.entries(map).map(([id, value]) =>
      typeof value === "object" && value !== null ? { id, ...value } : value,
    );
    return this.check(file, values, schema);
  }

  /** The records of the schema's shape. @param unreadOf Which id of an offer a malformed, rejected row is about. */
  check<T, R = unknown>(
    file: string,
    records: readonly R[],
    schema: z.ZodType<T>,
    unreadOf?: (record: R) => UnreadableOfferId,
  ): T[] {
    return records.flatMap((record, index) => {
      const place = `${file}, row ${index + 1}`;
      const data = this.one(place, record, schema, unreadOf?.(record));
      return data === undefined ? [] : [data];
    });
  }

  /** The value in the schema's shape; undefined, and rejected as malformed, when it has another. */
  one<T>(
    place: string,
    value: unknown,
    schema: z.ZodType<T>,
    unread?: UnreadableOfferId,
  ): T | undefined {
    const { data, error } = schema.safeParse(value);
    const issues = error?.issues.map(
      ({ path, message }) => `${path.join(".") || "row"}: ${message}`,
    );
    if (issues) this.#rejectMalformed(place, value, issues.join("; "), unread);
    return data;
  }

  #rejectMalformed(place: string, row: unknown, reason: string, unread?: UnreadableOfferId): void {
    const value = (JSON.stringify(row) ?? "nothing").slice(0, 100);
    const fault = { source: this.source, place, value, reason, isMalformed: true };
    this.rejected.push({ ...fault, ...(unread && { unread }) });
  }
}

/** Text that is not JSON stays text, so that the schema rejects it. */
const toJson = (text: string): unknown => parseJsonOrUndefined(text) ?? text;

/** The `id` of a row of any shape, if it has one. */
export const readIdOfRow = (record: unknown): string | null =>
  z.looseObject({ id: z.string() }).safeParse(record).data?.id ?? null;

/** Path of an answer that contains no day: `2026-08-20/agent/codex.json`. */
export const toDatedSourceFilePath = (day: string, ...parts: string[]): string =>
  `${[day, ...parts].join("/")}.json`;

/** Day and parts of such a path; of another path both are empty. */
export function parseDatedSourceFilePath(path: string): { day: string; parts: string[] } {
  const [day = "", ...parts] = path.replace(/\.json$/, "").split("/");
  return IsoDate.safeParse(day).success ? { day, parts } : { day: "", parts: [] };
}

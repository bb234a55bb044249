/** An upstream's files → rows of a known shape. */
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { BuildError } from "../../facts/fault.ts";
import { IsoDate } from "../../schema/values.ts";
import type { Rejected, UnreadId } from "../listing.ts";
import type { UpstreamFiles } from "../live.ts";

/** Reads the files of one source. What cannot be used is in `rejected`, each with its reason. */
export class UpstreamReader {
  readonly source: string;
  readonly files: UpstreamFiles;
  readonly rejected: Rejected[] = [];

  constructor(source: string, files: UpstreamFiles) {
    this.source = source;
    this.files = files;
  }

  /** @param unread The id of an offer whose last statement stays current. */
  reject(place: string, value: string, reason: string, unread?: UnreadId): void {
    this.rejected.push({ source: this.source, place, value, reason, ...(unread && { unread }) });
  }

  /** @throws BuildError when the upstream's answer lacks the file. */
  getText(file: string): string {
    const text = this.files.get(file);
    if (text !== undefined) return text;
    throw new BuildError(
      `${this.source}: the file "${file}" is missing; check the folder of --from`,
    );
  }

  /** @throws an error when the file is not JSON of this shape. */
  getJson<T>(file: string, schema: z.ZodType<T>): T {
    return schema.parse(JSON.parse(this.getText(file)));
  }

  /** Rows of a CSV file with a header; every cell reaches the schema as text. */
  csv<T>(file: string, schema: z.ZodType<T>): T[] {
    return this.check(file, parse(this.getText(file), { columns: true, bom: true }), schema);
  }

  /** Rows of a file with one JSON value a line. */
  jsonLines<T>(file: string, schema: z.ZodType<T>): T[] {
    const lines = this.getText(file).split("\n");
    return this.check(file, lines.filter((line) => line !== "").map(toJson), schema);
  }

  /** The one JSON value that a file is; undefined, and rejected, when it has another shape. */
  json<T>(file: string, schema: z.ZodType<T>): T | undefined {
    return this.check(file, [toJson(this.getText(file))], schema)[0];
  }

  /** Items of the list under `key` in a JSON file. */
  jsonList<T>(
    file: string,
    key: string,
    schema: z.ZodType<T>,
    unreadOf?: (record: unknown) => UnreadId,
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

  /**
   * The records of the schema's shape; the others are rejected.
   * @param unreadOf Which id of an offer a malformed row is about.
   */
  check<T, R = unknown>(
    file: string,
    records: readonly R[],
    schema: z.ZodType<T>,
    unreadOf?: (record: R) => UnreadId,
  ): T[] {
    return records.flatMap((record, index) => {
      const { data, error } = schema.safeParse(record);
      if (!error) return [data];
      const issues = error.issues.map(
        ({ path, message }) => `${path.join(".") || "row"}: ${message}`,
      );
      this.rejected.push({
        source: this.source,
        place: `${file}, row ${index + 1}`,
        value: shown(record),
        reason: issues.join("; "),
        isMalformed: true,
        ...(unreadOf && { unread: unreadOf(record) }),
      });
      return [];
    });
  }
}

/** Text that is not JSON stays text, so that the schema rejects it. */
function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The beginning of a value, for a report. */
export const shown = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 100);

/** The `id` of a malformed row, if it has one. */
export const idOf = (record: unknown): string | null =>
  z.looseObject({ id: z.string() }).safeParse(record).data?.id ?? null;

/**
 * Rows of the first Markdown table whose first column has this name; empty without one.
 * `|Model|Rate|`, `|---|---:|`, `|nimbus-1|1.8 %|` → `[{ Model: "nimbus-1", Rate: "1.8 %" }]`.
 */
export function parseMarkdownTable(text: string, firstColumn: string): Record<string, string>[] {
  const lines = text.split("\n").map((line) => line.trim());
  const start = lines.findIndex((line) => line.split("|")[1]?.trim() === firstColumn);
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  const [head = "", , ...rows] = lines.slice(start, end < 0 ? undefined : end);
  const options = { delimiter: "|", quote: null, trim: true, relax_column_count: true };
  return parse([head, ...rows].join("\n"), { ...options, columns: true });
}

/** `2026-03-01`, 1 → `2026-02-28`. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);

/** An answer without a day of its own is kept under it: `2026-08-20/agent/codex.json`. */
export const datedPath = (day: string, ...parts: string[]): string =>
  `${[day, ...parts].join("/")}.json`;

/** Day and parts of such a path; of another path both are empty. */
export function readDatedPath(path: string): { day: string; parts: string[] } {
  const [day = "", ...parts] = path.replace(/\.json$/, "").split("/");
  return IsoDate.safeParse(day).success ? { day, parts } : { day: "", parts: [] };
}

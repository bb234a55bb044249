/** An upstream's files → rows of a known shape; a row of another shape is returned as rejected. */
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { BuildError } from "../../facts/fault.ts";
import { IsoDate } from "../../schema/values.ts";
import type { Rejected, UnreadId } from "../listing.ts";
import type { UpstreamFiles } from "../live.ts";

export interface UpstreamRows<T> {
  rows: T[];
  rejected: Rejected[];
}

/** Where the rows come from, for messages. */
export interface Origin {
  source: string;
  /** Path below the upstream's folder. */
  file: string;
}

/** The rows that a source leaves out, and a function that adds one. */
export function createRejects(source: string) {
  const rejected: Rejected[] = [];
  const reject = (place: string, value: string, reason: string, unread?: UnreadId) =>
    void rejected.push({ source, place, value, reason, ...(unread && { unread }) });
  return { rejected, reject };
}

/** @throws BuildError when the upstream's answer lacks the file. */
export function getUpstreamText(files: UpstreamFiles, { source, file }: Origin): string {
  const text = files.get(file);
  if (text === undefined)
    throw new BuildError(`${source}: the file "${file}" is missing; check the folder of --from`);
  return text;
}

/** Rows of a CSV file with a header; every cell reaches the schema as text. */
export function parseCsvRows<T>(
  files: UpstreamFiles,
  origin: Origin,
  schema: z.ZodType<T>,
): UpstreamRows<T> {
  const records: unknown[] = parse(getUpstreamText(files, origin), { columns: true, bom: true });
  return checkRows(records, origin, schema);
}

/** Rows of a file with one JSON value a line. */
export function parseJsonLines<T>(
  files: UpstreamFiles,
  origin: Origin,
  schema: z.ZodType<T>,
): UpstreamRows<T> {
  const lines = getUpstreamText(files, origin)
    .split("\n")
    .filter((line) => line !== "");
  return checkRows(lines.map(toJson), origin, schema);
}

/** The one JSON value that a file is: a row, or none and the reason. */
export function parseJsonValue<T>(
  files: UpstreamFiles,
  origin: Origin,
  schema: z.ZodType<T>,
): UpstreamRows<T> {
  return checkRows([toJson(getUpstreamText(files, origin))], origin, schema);
}

/** Items of the list under `key` in a JSON file. */
export function parseJsonList<T>(
  files: UpstreamFiles,
  origin: Origin,
  key: string,
  schema: z.ZodType<T>,
  unreadOf?: (record: unknown) => UnreadId,
): UpstreamRows<T> {
  const { rows, rejected } = parseJsonValue(files, origin, z.record(z.string(), z.unknown()));
  const list = z.array(z.unknown()).safeParse(rows[0]?.[key]);
  if (rows.length > 0 && !list.success)
    rejected.push(
      ...checkRows(rows, origin, z.looseObject({ [key]: z.array(z.unknown()) })).rejected,
    );
  const checked = checkRows(list.data ?? [], origin, schema, unreadOf);
  return { rows: checked.rows, rejected: [...rejected, ...checked.rejected] };
}

/** Values of a JSON object; a key is its value's `id` unless that has one of its own. */
export function parseJsonMap<T>(
  files: UpstreamFiles,
  origin: Origin,
  schema: z.ZodType<T>,
): UpstreamRows<T> {
  const map = parseJsonValue(files, origin, z.record(z.string(), z.unknown()));
  const values = Object.entries(map.rows[0] ?? {}).map(([id, value]) =>
    typeof value === "object" && value !== null ? { id, ...value } : value,
  );
  const { rows, rejected } = checkRows(values, origin, schema);
  return { rows, rejected: [...map.rejected, ...rejected] };
}

/** Text that is not JSON stays text, so that the schema rejects it. */
function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The records of the schema's shape, and why the others are not.
 *
 * @param unreadOf Which id of an offer a malformed row is about.
 */
export function checkRows<T, R = unknown>(
  records: readonly R[],
  { source, file }: Origin,
  schema: z.ZodType<T>,
  unreadOf?: (record: R) => UnreadId,
): UpstreamRows<T> {
  const rows: T[] = [];
  const rejected: Rejected[] = [];
  records.forEach((record, index) => {
    const checked = schema.safeParse(record);
    if (checked.success) rows.push(checked.data);
    else
      rejected.push({
        source,
        place: `${file}, row ${index + 1}`,
        value: shown(record),
        reason: checked.error.issues
          .map(({ path, message }) => `${path.join(".") || "row"}: ${message}`)
          .join("; "),
        isMalformed: true,
        ...(unreadOf && { unread: unreadOf(record) }),
      });
  });
  return { rows, rejected };
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
  return parse([head, ...rows].join("\n"), {
    columns: true,
    delimiter: "|",
    quote: null,
    trim: true,
    relax_column_count: true,
  });
}

/** `2026-03-01`, 1 → `2026-02-28`. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);

/** An answer without a day of its own is kept under it: `2026-08-20/agent/codex.json`. */
export const datedPath = (day: string, ...parts: string[]): string =>
  `${[day, ...parts].join("/")}.json`;

/** Day and parts of such a path; undefined for another path. */
export function readDatedPath(path: string): { day: string; parts: string[] } | undefined {
  const [day = "", ...parts] = path.replace(/\.json$/, "").split("/");
  return IsoDate.safeParse(day).success ? { day, parts } : undefined;
}

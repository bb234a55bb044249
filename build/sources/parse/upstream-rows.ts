/** Text of an upstream's file → rows of the shape we know; a row of another shape is handed back as rejected. */
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { BuildError } from "../../facts/fault.ts";
import type { Rejected, UnreadId, UpstreamFiles } from "../listing.ts";

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

/** @throws BuildError when the upstream's answer lacks the file. */
export function getUpstreamText(files: UpstreamFiles, { source, file }: Origin): string {
  const text = files.get(file);
  if (text === undefined)
    throw new BuildError(`${source}: no file "${file}" came; check the folder that --from names`);
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

/** The one JSON value that a file is: a row, or nothing and the reason. */
export function parseJsonValue<T>(
  files: UpstreamFiles,
  origin: Origin,
  schema: z.ZodType<T>,
): UpstreamRows<T> {
  return checkRows([toJson(getUpstreamText(files, origin))], origin, schema);
}

/** Items of the list that stands under `key` in a JSON file, each of them a row. */
export function parseJsonList<T>(
  files: UpstreamFiles,
  origin: Origin,
  key: string,
  schema: z.ZodType<T>,
  unreadOf?: UnreadOf<unknown>,
): UpstreamRows<T> {
  const holder = z.looseObject({ [key]: z.array(z.unknown()) });
  const { rows, rejected } = parseJsonValue(files, origin, holder);
  const checked = checkRows(
    (rows[0]?.[key] as unknown[] | undefined) ?? [],
    origin,
    schema,
    unreadOf,
  );
  return { rows: checked.rows, rejected: [...rejected, ...checked.rejected] };
}

/** Values of a JSON object, each of them a row; its key is its `id` where it names none. */
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

/** Text that is no JSON stays text, so that the schema rejects it with the other odd ones. */
function toJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

/** Which id of an offer a malformed row is about. */
type UnreadOf<R> = (record: R) => UnreadId;

/** Values that came from `file` → the rows among them, and why the others are none. */
export function checkRows<T, R = unknown>(
  records: readonly R[],
  { source, file }: Origin,
  schema: z.ZodType<T>,
  unreadOf?: UnreadOf<R>,
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

/** Parses the text of one fact file into checked rows and faults. Pure. */
import { LineCounter, parseDocument } from "yaml";
import * as z from "zod";
import { memoizePerKey } from "../schema/collections.ts";
import { findSchemaIssues, isOptionalFactField } from "../schema/values.ts";
import type { FactFault } from "./fault.ts";
import {
  compareFactRowsByKey,
  type FactCellKind,
  type FactRowOfAnyKind,
  fillMissingFieldsWithNull,
  findFactColumnsToWrite,
  formatFactCsv,
  formatFactCsvCell,
  formatFactJsonFile,
  listFactColumnsWithCellKind,
  parseFactCsvCell,
} from "./format.ts";
import type { FactKindDefinition } from "./kinds.ts";

interface ParsedFile<Fault = FactFault> {
  rows: FactRowOfAnyKind[];
  faults: Fault[];
}
type FaultInFile = Omit<FactFault, "file">;
type Parsed = ParsedFile<FaultInFile>;

const FORMAT_HINT = "run `npm run data:fmt`";

/** A fault of the text as a whole; nothing else in the file is checked. */
class BrokenFile extends Error {
  readonly line: number;

  constructor(message: string, line = 1) {
    super(message);
    this.line = line;
  }
}

/** The rows of a file that can be read, and every fault. @param path Name of the file in faults. */
export const parseFactFile = (kind: FactKindDefinition, path: string, text: string): ParsedFile =>
  createFactFileParser(kind)(path, text);

/** Like `parseFactFile`, for many files of a kind: each distinct cell is read and checked only once. */
export function createFactFileParser(
  kind: FactKindDefinition,
): (path: string, text: string) => ParsedFile {
  const schema = toTableSchema(kind);
  return (path, text) => {
    const { rows, faults } = parse(kind, schema, text);
    return { rows, faults: faults.map((fault) => ({ file: path, ...fault })) };
  };
}

function parse(kind: FactKindDefinition, schema: TableSchema, text: string): Parsed {
  try {
    checkEncoding(text);
    return kind.format === "json" ? parseJson(kind, text) : parseCsv(kind, schema, text);
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    const { line, message } = error;
    return { rows: [], faults: [{ line, field: "", message }] };
  }
}

/** @param what What differs from the output of `npm run data:fmt`. */
const notFormatted = (line: number, what: string): FaultInFile => ({
  line,
  field: "",
  message: `not formatted (${what}); ${FORMAT_HINT}`,
  isLayout: true,
});

function checkEncoding(text: string): void {
  if (text === "") throw new BrokenFile("empty file; write its facts or delete it");
  if (text.startsWith("\uFEFF"))
    throw new BrokenFile("starts with a byte-order mark; save it as plain UTF-8");
  if (text.includes("\uFFFD"))
    throw new BrokenFile(
      "not UTF-8: a byte could not be read; save it as plain UTF-8 (in JSON write \\ufffd where that character is meant)",
      lineAt(text, text.indexOf("\uFFFD")),
    );
}

function parseJson(kind: FactKindDefinition, text: string): Parsed {
  const fact = fillMissingFieldsWithNull(kind.schema, parseJsonText(text));
  const faults = findSchemaIssues(kind.schema, fact).map(({ path, message }) => ({
    line: jsonLine(text, path),
    field: path.join("."),
    message,
  }));
  if (faults.length > 0) return { rows: [], faults };
  const row = fact as FactRowOfAnyKind;
  if (text === formatFactJsonFile(kind, row)) return { rows: [row], faults: [] };
  const what = "order of fields, spacing, or a key that occurs twice";
  return { rows: [row], faults: [notFormatted(1, what)] };
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const error = parseDocument(text, { prettyErrors: false }).errors[0];
    const reason =
      error?.message ?? "not valid JSON; check for single quotes, comments and trailing commas";
    const line = lineAt(text, error?.pos[0] ?? 0);
    throw new BrokenFile(`broken JSON: ${reason}; fix the syntax`, line);
  }
}

function parseCsv(kind: FactKindDefinition, schema: TableSchema, text: string): Parsed {
  if (text.includes("\r\n"))
    throw new BrokenFile(`lines end in CR LF; save them with LF, or ${FORMAT_HINT}`);
  const records = text.replace(/\n$/, "").split("\n").map(splitLine);
  const table = toTable(schema, records[0] ?? []);
  const { rows, faults } = parseRows(kind, table, records);
  // Formatting all rows takes long, so it is only done for texts that look unusual.
  const isFormatted =
    NEEDLESS_QUOTES.test(text) || text.includes("\r") || !text.endsWith("\n")
      ? text === formatFactCsv(kind, rows)
      : table.isFormatted && findFactColumnsToWrite(kind, rows).join() === records[0]?.join();
  if (faults.length === 0 && !isFormatted) {
    const line = firstDifference(text, formatFactCsv(kind, rows));
    faults.push(notFormatted(line, "columns, quotes, number notation or line ends"));
  }
  return { rows, faults };
}

/** @param records The first is the header. */
function parseRows(
  kind: FactKindDefinition,
  table: FactTable,
  records: readonly string[][],
): Parsed {
  const parsed: Parsed = { rows: [], faults: [] };
  for (const [index, cells] of records.slice(1).entries()) {
    const line = index + 2;
    const row = readRow(table, cells);
    if (row) {
      const message = orderFault(kind, parsed.rows.at(-1), row);
      if (message) parsed.faults.push({ line, field: kind.key[0] ?? "", message, isLayout: true });
      parsed.rows.push(row);
    } else
      for (const fault of findRecordFaults(kind, table, cells))
        parsed.faults.push({ line, ...fault });
  }
  return parsed;
}

/** Matches a cell: in quotes, where each quote is written twice, or without any comma and quote. */
const CELL = /(?<=^|,)(?:"((?:[^"]|"")*)"|[^",]*)(?=,|$)/g;
/**
 * Matches a cell in quotes that needs none. It also matches a few texts within cells. It begins with the quote, so that
 * only the characters around quotes are looked at.
 */
const NEEDLESS_QUOTES = /"(?<=^"|,")[^",\n]*"(?=,|$)/m;

/** No cell of a fact spans lines, so the number of a record is the number of its line. */
function splitLine(line: string, index: number): string[] {
  if (!line.includes('"')) return line.split(",");
  let read = -1;
  const cells = Array.from(line.matchAll(CELL), ([cell, quoted]) => {
    read += cell.length + 1;
    return quoted?.replaceAll('""', '"') ?? cell;
  });
  if (read === line.length) return cells;
  const message =
    "broken CSV: a cell that contains a quotation mark must be in quotation marks that end on its line";
  throw new BrokenFile(`${message}; fix the quotes or the commas`, index + 1);
}

/** A column of a kind of facts. Cells repeat, so each different text is read and checked once. */
function toColumn(name: string, type: z.ZodType, kind: FactCellKind) {
  const read = memoizePerKey((text: string) => {
    const value = parseFactCsvCell(text, kind);
    const isValid = type.safeParse(value).success;
    return { value, isValid, isFormatted: formatFactCsvCell(value) === text };
  });
  return { name, isOptional: isOptionalFactField(type), read };
}

interface TableSchema {
  columns: readonly ReturnType<typeof toColumn>[];
  /** The rules that concern several fields of a row, without the rules of single fields. */
  row: z.ZodType;
}

function toTableSchema({ schema }: FactKindDefinition): TableSchema {
  const columns = listFactColumnsWithCellKind(schema).map(([name, kind]) =>
    toColumn(name, schema.shape[name] as z.ZodType, kind),
  );
  return {
    columns,
    row: z.any().check(...((schema.def.checks ?? []) as z.core.$ZodCheck<unknown>[])),
  };
}

interface FactTable extends TableSchema {
  /** Number of columns in the header. Later columns are optional ones that the file leaves out. */
  width: number;
  /** Whether every cell so far is as `formatFactCsvCell` writes it. */
  isFormatted: boolean;
}

/** Columns in the order of the header, then those that it leaves out. */
function toTable({ columns, row }: TableSchema, header: readonly string[]): FactTable {
  const found = header.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const missing = columns.filter(({ name }) => !header.includes(name));
  if (!missing.every(({ isOptional }) => isOptional) || new Set(found).size < header.length)
    throw new BrokenFile(`the header must be: ${columns.map(({ name }) => name).join(",")}`);
  return { columns: [...found, ...missing], row, width: header.length, isFormatted: true };
}

/** @returns undefined if the record has a fault. */
function readRow(table: FactTable, cells: readonly string[]): FactRowOfAnyKind | undefined {
  const { columns, width } = table;
  if (cells.length !== width) return undefined;
  const row: FactRowOfAnyKind = {};
  let isValid = true;
  let at = 0;
  for (const column of columns) {
    const cell = column.read(cells[at++] ?? "");
    row[column.name] = cell.value;
    isValid &&= cell.isValid;
    table.isFormatted &&= cell.isFormatted;
  }
  return isValid && table.row.safeParse(row).success ? row : undefined;
}

function findRecordFaults(
  { schema }: FactKindDefinition,
  { columns, width }: FactTable,
  cells: readonly string[],
): Omit<FaultInFile, "line">[] {
  if (cells.length !== width) {
    const message = `the row has ${cells.length} cells, but the header has ${width}; check the commas`;
    return [{ field: "", message }];
  }
  const row = Object.fromEntries(
    columns.map((column, at) => [column.name, column.read(cells[at] ?? "").value]),
  );
  return findSchemaIssues(schema, row).map(({ path, message }) => ({
    field: path.join("."),
    message: `${message} (found "${shorten(row[String(path[0])])}")`,
  }));
}

/** What is wrong with a row's position after the previous row; undefined if nothing is. */
function orderFault(
  kind: FactKindDefinition,
  previous: FactRowOfAnyKind | undefined,
  row: FactRowOfAnyKind,
): string | undefined {
  if (previous === undefined) return undefined;
  const order = compareFactRowsByKey(kind, previous, row);
  if (order < 0) return undefined;
  const nameOf = (named: FactRowOfAnyKind) => kind.key.map((field) => named[field] ?? "").join(",");
  return order === 0
    ? `duplicate row "${nameOf(row)}"; keep one`
    : `not sorted: "${nameOf(row)}" comes after "${nameOf(previous)}"; ${FORMAT_HINT}`;
}

function shorten(value: unknown): string {
  const text = String(value ?? "");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return lineAt(a, index);
}

function jsonLine(text: string, path: readonly PropertyKey[]): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as { range?: [number] } | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

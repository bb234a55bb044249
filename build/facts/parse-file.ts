/** The text of one fact file → checked rows and the faults found. Pure. */
import { LineCounter, parseDocument } from "yaml";
import { issuesOf } from "../schema/issues.ts";
import { columnsOf, toValue } from "./cells.ts";
import type { Fault } from "./fault.ts";
import { compareByKey, formatCsv, formatJson, type Row } from "./format.ts";
import type { FactKind } from "./kinds/fact-kind.ts";

export type { Row } from "./format.ts";
export interface ParsedFile {
  rows: Row[];
  faults: Fault[];
}

const FORMAT_HINT = "run `npm run data:fmt`";

/** @param path Address below `data/`, as faults name it. */
export function parseFile(kind: FactKind, path: string, text: string): ParsedFile {
  const whole = (message: string, line = 1): ParsedFile => ({
    rows: [],
    faults: [{ file: path, line, field: "", message }],
  });
  if (text === "") return whole("empty file; write its facts or delete it");
  if (text.startsWith("\uFEFF"))
    return whole("starts with a byte-order mark; save it as plain UTF-8");
  if (text.includes("\uFFFD")) {
    return whole(
      "not UTF-8: a byte could not be read; save it as plain UTF-8 (in JSON write \\ufffd where that character is meant)",
      lineAt(text, text.indexOf("\uFFFD")),
    );
  }
  if (kind.format === "csv" && text.includes("\r\n"))
    return whole(`lines end in CR LF; save them with LF, or ${FORMAT_HINT}`);
  return kind.format === "json"
    ? parseJson(kind, path, text, whole)
    : parseCsv(kind, path, text, whole);
}

function parseJson(
  kind: FactKind,
  path: string,
  text: string,
  whole: (m: string, line?: number) => ParsedFile,
): ParsedFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, message } = jsonError(text);
    return whole(`broken JSON: ${message}; fix the syntax`, line);
  }
  const half = lineOfHalf(text);
  if (half !== undefined)
    return whole("half a character (\\ud800 to \\udfff alone); write \\ufffd in its place", half);
  const issues = issuesOf(kind.schema, value);
  if (issues.length > 0) {
    return {
      rows: [],
      faults: issues.map((issue) => ({
        file: path,
        line: jsonLine(text, issue.path),
        field: issue.path.join("."),
        message: issue.message,
      })),
    };
  }
  const row = value as Row;
  const faults: Fault[] = [];
  if (text !== formatJson(kind, row)) {
    faults.push({
      file: path,
      line: 1,
      field: "",
      message: `not formatted (order of fields, spacing, a key twice); ${FORMAT_HINT}`,
    });
  }
  return { rows: [row], faults };
}

/** The first line with one half of a surrogate pair, which no encoding of Unicode can hold. */
function lineOfHalf(text: string): number | undefined {
  if (!/\\ud[89a-f]/i.test(text)) return undefined;
  // `\\\\` is a backslash as itself, and two halves after each other are a whole.
  const found = text.matchAll(/\\\\|(?:\\ud[89ab]..\\ud[c-f]..)|\\ud[89a-f]/gi);
  const half = [...found].find(([characters]) => /^\\ud.$/i.test(characters));
  return half && lineAt(text, half.index);
}

function parseCsv(
  kind: FactKind,
  path: string,
  text: string,
  whole: (m: string, line?: number) => ParsedFile,
): ParsedFile {
  const columns = columnsOf(kind.schema);
  let lines: Line[];
  try {
    lines = splitLines(text);
  } catch (error) {
    if (!(error instanceof BrokenLine)) throw error;
    return whole(`broken CSV: ${error.message}; fix the quotes or the commas`, error.line);
  }
  const names = columns.map(([name]) => name).join(",");
  const [header, ...records] = lines;
  if (header?.cells.join(",") !== names) return whole(`the header must be: ${names}`);
  const faults: Fault[] = [];
  const rows: Row[] = [];
  let isFormatted =
    lines.every(({ isPlain }) => isPlain) && !text.includes("\r") && /[^\n]\n$/.test(text);
  for (const [index, { cells }] of records.entries()) {
    const report = (field: string, message: string) =>
      faults.push({ file: path, line: index + 2, field, message });
    if (cells.length !== columns.length) {
      report("", `${cells.length} cells where the header has ${columns.length}; fix the commas`);
      continue;
    }
    const row = toRow(cells, columns);
    const issues = issuesOf(kind.schema, row);
    for (const { path, message } of issues)
      report(path.join("."), `${message} (found "${toShort(row[String(path[0])])}")`);
    if (issues.length > 0) continue;
    const misplaced = orderFault(kind, rows.at(-1), row);
    if (misplaced !== undefined) report(kind.key[0] ?? "", misplaced);
    isFormatted &&= hasPlainNumbers(cells, row, columns);
    rows.push(row);
  }
  // A file whose cells are all in plain notation is formatted; only others are formatted again to compare.
  if (faults.length === 0 && !isFormatted) faults.push(...unformatted(kind, path, text, rows));
  return { rows, faults };
}

type Columns = ReturnType<typeof columnsOf>;

function toRow(cells: readonly string[], columns: Columns): Row {
  const row: Row = {};
  columns.forEach(([name, kind], at) => {
    row[name] = toValue(cells[at] ?? "", kind);
  });
  return row;
}

const hasPlainNumbers = (cells: readonly string[], row: Row, columns: Columns): boolean =>
  columns.every(([name], at) => typeof row[name] !== "number" || String(row[name]) === cells[at]);

/** What is wrong with a row's place after the one before it; undefined when nothing is. */
function orderFault(kind: FactKind, previous: Row | undefined, row: Row): string | undefined {
  const order = previous ? compareByKey(kind, previous, row) : -1;
  if (previous === undefined || order < 0) return undefined;
  const nameOf = (named: Row) => kind.key.map((field) => named[field] ?? "").join(",");
  return order === 0
    ? `duplicate row "${nameOf(row)}"; keep one`
    : `not sorted: "${nameOf(row)}" comes after "${nameOf(previous)}"; ${FORMAT_HINT}`;
}

/** Quotes where none are needed, CRLF, a missing last line end, `1.50` for `1.5`. */
function unformatted(kind: FactKind, path: string, text: string, rows: Row[]): Fault[] {
  const formatted = formatCsv(kind, rows);
  if (text === formatted) return [];
  return [
    {
      file: path,
      line: firstDifference(text, formatted),
      field: "",
      message: `not formatted (quotes, number notation or line ends); ${FORMAT_HINT}`,
    },
  ];
}

/** One line of a CSV file, which is one record. */
interface Line {
  cells: string[];
  /** Quotes stand where they are needed, and nowhere else. */
  isPlain: boolean;
}

/** No cell of a fact spans lines. Lines without quotes, most of them, are split at once. */
function splitLines(text: string): Line[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, index) => {
    if (!line.includes('"')) return { cells: line.split(","), isPlain: true };
    const cells = parseLine(line, index + 1);
    return { cells, isPlain: cells.map(quoted).join(",") === line };
  });
}

/** As `formatCsv` writes a cell. */
const quoted = (cell: string): string =>
  /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Cells of one line, RFC 4180. A full parser costs 20 µs a call, and a third of all lines would need one. */
function parseLine(line: string, number: number): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const cell = line[at] === '"' ? QUOTED_CELL : PLAIN_CELL;
    cell.lastIndex = at;
    const found = cell.exec(line);
    if (!found) throw new BrokenLine(`a stray quote at character ${at + 1}`, number);
    cells.push((found[1] ?? "").replaceAll('""', '"'));
    at = cell.lastIndex + 1;
  }
  return cells;
}

const QUOTED_CELL = /"((?:[^"]|"")*)"(?=,|$)/y;
const PLAIN_CELL = /([^",]*)(?=,|$)/y;

class BrokenLine extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

function toShort(value: unknown): string {
  const text = String(value ?? "");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return lineAt(a, index);
}

function jsonError(text: string): { line: number; message: string } {
  const error = parseDocument(text, { prettyErrors: false }).errors[0];
  if (!error) return { line: 1, message: "not JSON (single quotes, comments or a trailing comma)" };
  return { line: lineAt(text, error.pos[0]), message: error.message };
}

function jsonLine(text: string, path: readonly PropertyKey[]): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as
      | { range?: [number, number, number] }
      | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

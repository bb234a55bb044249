/** Entries of a log as a table: CSV with commas, semicolons or tabs. */
import type { Placed } from "./json-log.ts";
import { EntryFault, isEntryHead, readEntry, toFieldKey } from "./usage-entry.ts";

/** @returns Undefined for what has no column that counts tokens. */
export function readCsvLog(text: string): Placed[] | undefined {
  const [line = ""] = text.split(/\r?\n/, 1);
  const separator = [",", ";", "\t"].toSorted(
    (a, b) => line.split(b).length - line.split(a).length,
  )[0];
  const [head = [], ...rows] = readRows(text, separator ?? ",");
  if (!isEntryHead(head.map(toFieldKey))) return undefined;
  return rows.flatMap((row, index): Placed[] => {
    const place = `row ${index + 1}`;
    if (row.every((cell) => cell.trim() === "") || isTotal(row)) return [];
    if (row.length !== head.length)
      return [
        { place, entry: new EntryFault(`has ${row.length} cells instead of ${head.length}`) },
      ];
    const object = Object.fromEntries(head.map((name, at) => [name, row[at]?.trim() ?? ""]));
    return [{ place, entry: readEntry(object) }];
  });
}

/** A sum of the rows above. */
const isTotal = (row: readonly string[]): boolean =>
  row.some((cell) => /^(grand )?totals?$/i.test(cell.trim()));

/** RFC 4180: a cell in quotes may hold separators, line ends, and quotes twice. */
function readRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = new RegExp(
    `("(?:[^"]|"")*"|(?:[^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|$)`,
    "gy",
  );
  let read = 0;
  for (const [matched, content = "", end = ""] of text.matchAll(cell)) {
    if (matched === "" && row.length === 0) break;
    read += matched.length;
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  // A quote that nothing closes: the rest is no table.
  if (read < text.length) rows.push([text.slice(read)]);
  return rows;
}

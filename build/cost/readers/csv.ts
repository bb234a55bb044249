/** Tables with commas, or with tabs or semicolons, as spreadsheets copy and save them. */

/** With its place in the text; quotes around a cell are not part of it. */
export interface CsvCell {
  text: string;
  start: number;
  end: number;
}

/** RFC 4180: a cell in quotes may hold separators, line ends, and quotes twice. The first line says what separates cells. */
export function parseCsvCells(text: string): CsvCell[][] {
  const [head = ""] = /^[^\n]*/.exec(text) ?? [];
  const separator = ["\t", ",", ";"].find((sign) => head.includes(sign)) ?? ",";
  const plain = `(?:[^"${separator}\\r\\n][^${separator}\\r\\n]*)?`;
  const cell = new RegExp(`("(?:[^"]|"")*"|${plain})(${separator}|\\r?\\n|$)`, "gy");
  const rows: CsvCell[][] = [];
  let row: CsvCell[] = [];
  let read = 0;
  for (const { 0: matched, 1: content = "", 2: end = "", index } of text.matchAll(cell)) {
    if (matched === "" && row.length === 0) break;
    read += matched.length;
    const quote = content.startsWith('"') ? 1 : 0;
    const place = { start: index + quote, end: index + content.length - quote };
    const written = text.slice(place.start, place.end);
    row.push({ text: quote > 0 ? written.replaceAll('""', '"') : written, ...place });
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  // After a quote that nothing closes there is no table.
  if (read < text.length) rows.push([{ text: text.slice(read), start: read, end: text.length }]);
  return rows;
}

/** Parses tables with commas, tabs or semicolons, as spreadsheets copy and save them. */

/** A cell with its position in the text, without the quotes around it. */
export interface CsvCell {
  text: string;
  start: number;
  end: number;
}

/** Parses RFC 4180, with line breaks and doubled quotes in quoted cells. The first line determines the separator. */
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
  // An opening quote without a closing one: the rest of the text cannot be split into cells.
  if (read < text.length) rows.push([{ text: text.slice(read), start: read, end: text.length }]);
  return rows;
}

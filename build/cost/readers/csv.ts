/** Tables with commas, or with tabs, as a spreadsheet copies them. */

/** RFC 4180: a cell in quotes may hold commas, line ends, and quotes twice. Of tabs, where the first line has one. */
export function parseLogCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const separator = /^[^\n]*\t/.test(text) ? "\t" : ",";
  const plain = `(?:[^"${separator}\\r\\n][^${separator}\\r\\n]*)?`;
  const cell = new RegExp(`("(?:[^"]|"")*"|${plain})(${separator}|\\r?\\n|$)`, "gy");
  let read = 0;
  for (const [matched, content = "", end = ""] of text.matchAll(cell)) {
    if (matched === "" && row.length === 0) break;
    read += matched.length;
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  // After a quote that nothing closes there is no table.
  if (read < text.length) rows.push([text.slice(read)]);
  return rows;
}

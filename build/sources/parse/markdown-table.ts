/** A table in a Markdown text, as upstreams keep their leaderboards in a README. */

const toCells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/**
 * Rows of the first table whose first column has this name, by column name; empty without one.
 * `|Model|Rate|`, `|---|---:|`, `|nimbus-1|1.8 %|` → `[{ Model: "nimbus-1", Rate: "1.8 %" }]`.
 */
export function parseMarkdownTable(text: string, firstColumn: string): Record<string, string>[] {
  const lines = text.split("\n");
  const start = lines.findIndex(
    (line) => line.trim().startsWith("|") && toCells(line)[0] === firstColumn,
  );
  if (start < 0) return [];
  const columns = toCells(lines[start] ?? "");
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.trim().startsWith("|"));
  return rows.slice(0, end < 0 ? rows.length : end).map((line) => {
    const cells = toCells(line);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
  });
}

import { getAt } from "../build/schema/collections.ts";

/** One line of the bench table. */
export interface BenchRow {
  what: string;
  measured: string;
  goal: string;
  /** The physical reference of the same run, and how far from it. */
  reference: string;
  meets: boolean;
}

export function formatTable(rows: readonly BenchRow[]): string {
  const header = ["what", "measured", "goal", "reference in the same run", "ok"];
  const cells = rows.map(({ what, measured, goal, reference, meets }) => [
    what,
    measured,
    goal,
    reference,
    meets ? "yes" : "NO",
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => getAt(row, column).length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(getAt(widths, column))).join(" | ")} |`;
  return [
    line(header),
    `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`,
    ...cells.map(line),
  ].join("\n");
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
export const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(1)} kB`;
export const thousands = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");

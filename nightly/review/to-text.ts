import type { Section } from "./section.ts";

/** Longer cells are cut in the terminal; the page has them whole. */
const WIDEST = 90;

export const toText = (sections: readonly Section[]): string => sections.map(toPart).join("\n\n");

function toPart({ title, look, columns, rows }: Section): string {
  const table = [columns, ...rows].map((row) => row.map(shorten));
  const widths = columns.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [`${title} (${rows.length} rows)`, look, "", ...lines].join("\n");
}

const shorten = (cell: string): string =>
  cell.length > WIDEST ? `${cell.slice(0, WIDEST - 1)}…` : cell;

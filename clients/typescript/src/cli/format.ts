/** Text for a terminal: tables, prices, counts. */
import { formatWithCommas, formatWithoutExponent } from "../../../../build/cost/rates.ts";
import type { CliTableRows } from "./command.ts";

export const UNKNOWN_VALUE_TEXT = "–";

/** `$5.00`, `$0.0375`, never rounded. */
export const formatCliUsd = (usd: number | null): string =>
  usd === null ? UNKNOWN_VALUE_TEXT : `$${withCents(formatWithoutExponent(usd))}`;

/** A sum, rounded to a millionth of a dollar; sums below $0.001 get two more digits. */
export const formatCliCost = (usd: number | null): string =>
  usd === null ? UNKNOWN_VALUE_TEXT : `$${withCents(usd.toFixed(usd < 0.001 ? 8 : 6))}`;

function withCents(digits: string): string {
  const [whole = "", decimals = ""] = digits.split(".");
  return `${whole}.${decimals.replace(/0+$/, "").padEnd(2, "0")}`;
}

/** `128,000` */
export const formatCliCount = (count: number | null): string =>
  count === null ? UNKNOWN_VALUE_TEXT : formatWithCommas(count);

/** `1 host`, `12 hosts` */
export const pluralize = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : `${noun}s`}`;

/** One row per thing, with a cell for each column. The keys of `columns` are the column names. */
export const toCliTableRows = <T>(
  things: readonly T[],
  columns: Readonly<Record<string, (thing: T) => string>>,
): CliTableRows => [
  Object.keys(columns),
  ...things.map((thing) => Object.values(columns).map((toText) => toText(thing))),
];

/** Aligned lines of a table; columns of numbers are right-aligned. An empty first row means no header. */
export function formatCliTable([head = [], ...rows]: CliTableRows, isColored: boolean): string[] {
  const all = head.length > 0 ? [head, ...rows] : rows;
  const widths: number[] = [];
  for (const row of all)
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, [...cell].length);
  const isNumeric = widths.map((_, column) =>
    rows.every((row) => /^([$\d]|–$|$)/.test(row[column] ?? "")),
  );
  const lines = all.map((row) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? "";
        const space = " ".repeat(width - [...cell].length);
        return isNumeric[column] ? space + cell : cell + space;
      })
      .join("  ")
      .trimEnd(),
  );
  const [first = "", ...rest] = lines;
  return head.length > 0 && isColored ? [`\u001b[1m${first}\u001b[0m`, ...rest] : lines;
}

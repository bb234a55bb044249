/** Middles, ratios and how people write them. */

/** Middle of the numbers; of an even count the mean of the middle two. NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN;
  return (low + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

/** How many times more: 2 → 4 is 2, 4 → 0 is 0, 0 → 4 is infinite; 1 when both are 0. */
export function ratioOf(before: number, after: number): number {
  if (before === after) return 1;
  return before === 0 ? Number.POSITIVE_INFINITY : after / before;
}

/** The larger distance of the two ways to divide: 2 for half and for double; infinite from or to 0. */
export function distance(before: number, after: number): number {
  const ratio = ratioOf(before, after);
  return ratio >= 1 ? ratio : 1 / ratio;
}

/** `−20 %`, `+25 %`; `from or to 0`. */
export function toPercent(ratio: number): string {
  if (ratio === 0 || !Number.isFinite(ratio)) return "from or to 0";
  const percent = Math.round(100 * (ratio - 1));
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)} %`;
}

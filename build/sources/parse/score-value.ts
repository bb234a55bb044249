/** A score as an upstream prints it → a number without float noise. */

/** Digits kept: more than any upstream measures, fewer than floating point invents. */
const DIGITS = 9;

/** `0.37520000000000003` → 0.3752. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(DIGITS));

/** `79.83%`, `5.3 %`, `0.42` → the number that stands there; undefined for `N/A`, empty and the like. */
export function findNumber(cell: string): number | undefined {
  const text = cell.replace(/\s*%\s*$/, "").trim();
  return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text) ? Number(text) : undefined;
}

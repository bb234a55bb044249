/**
 * How many runs a property test makes, and how many items a test checks. `npm run test:slow` runs the same files with
 * more of both (`LONG_RUNS=1`).
 */
export const IS_LONG_TEST_RUN = process.env.LONG_RUNS === "1";

export const toPropertyRunCount = (count: number): number =>
  IS_LONG_TEST_RUN ? 40 * count : count;

/** All items in a long test run; otherwise at most `most` of them, evenly spaced. */
export function sampleEvenly<T>(items: readonly T[], most: number): readonly T[] {
  const step = IS_LONG_TEST_RUN ? 1 : Math.ceil(items.length / most);
  return items.filter((_, index) => index % step === 0);
}

/** `npm run test:slow` (`LONG_RUNS=1`) makes more runs of property tests, and checks more items. */
export const IS_LONG_TEST_RUN = process.env.LONG_RUNS === "1";

export const toPropertyRunCount = (count: number): number =>
  IS_LONG_TEST_RUN ? 40 * count : count;

/** All items in a long test run; otherwise at most `most` of them, evenly spaced. */
export function sampleEvenly<T>(items: readonly T[], most: number): readonly T[] {
  const step = IS_LONG_TEST_RUN ? 1 : Math.ceil(items.length / most);
  return items.filter((_, index) => index % step === 0);
}

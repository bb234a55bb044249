/** How often a property is tried, and how much is looked at. `npm run test:slow` runs the same files again, for long. */
export const IS_LONG_TEST_RUN = process.env.LONG_RUNS === "1";

export const toPropertyRunCount = (count: number): number =>
  IS_LONG_TEST_RUN ? 40 * count : count;

/** All of them, where there is time; else so many or fewer, evenly spread. */
export function sampleEvenly<T>(items: readonly T[], most: number): readonly T[] {
  const step = IS_LONG_TEST_RUN ? 1 : Math.ceil(items.length / most);
  return items.filter((_, index) => index % step === 0);
}

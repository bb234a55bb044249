/** How often a property is tried. `npm run test:slow` runs the same files again, ten times as long. */
export const IS_LONG = process.env.LONG_RUNS === "1";

export const runs = (count: number): number => (IS_LONG ? 10 * count : count);

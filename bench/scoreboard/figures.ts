/** A figure of the scoreboard and the floor that it must not fall below. Pure. */

export interface Figure {
  name: string;
  value: number;
  /** What stands behind the value, for people: the cases that are wrong, cut after a few. */
  cases: readonly string[];
}

/**
 * What a figure must come to. A share has a floor that is raised when the figure rises; what must never happen has
 * the ceiling 0.
 */
export type Bound = { floor: number } | { ceiling: number };

export interface Verdict extends Figure {
  bound: Bound | undefined;
  isHeld: boolean;
}

/** A figure without a bound is a fault of the list of bounds, and so is a bound without a figure. */
export function judge(
  figures: readonly Figure[],
  bounds: Readonly<Record<string, Bound>>,
): Verdict[] {
  const measured = figures.map((figure) => {
    const bound = bounds[figure.name];
    return { ...figure, bound, isHeld: bound !== undefined && holds(figure.value, bound) };
  });
  const names = new Set(figures.map(({ name }) => name));
  const missing = Object.entries(bounds)
    .filter(([name]) => !names.has(name))
    .map(([name, bound]) => ({ name, value: Number.NaN, cases: [], bound, isHeld: false }));
  return [...measured, ...missing];
}

const holds = (value: number, bound: Bound): boolean =>
  "floor" in bound ? value >= bound.floor : value <= bound.ceiling;

const SHOWN_CASES = 8;

/** One line a figure, with its bound; below it the cases behind a figure that fell. */
export const toText = (verdicts: readonly Verdict[]): string =>
  verdicts
    .flatMap(({ name, value, bound, isHeld, cases }) => [
      `${isHeld ? "  " : "✗ "}${name.padEnd(44)} ${toNumber(value).padStart(8)}   ${toBound(bound)}`,
      ...(isHeld ? [] : shorten(cases).map((text) => `      ${text}`)),
    ])
    .join("\n");

const shorten = (cases: readonly string[]): readonly string[] =>
  cases.length <= SHOWN_CASES
    ? cases
    : [...cases.slice(0, SHOWN_CASES), `and ${cases.length - SHOWN_CASES} more`];

const toNumber = (value: number): string =>
  Number.isInteger(value) || Number.isNaN(value) ? String(value) : value.toFixed(4);

function toBound(bound: Bound | undefined): string {
  if (bound === undefined) return "no bound: add one to bounds.json";
  return "floor" in bound ? `at least ${bound.floor}` : `at most ${bound.ceiling}`;
}

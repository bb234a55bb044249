import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** Values that a test takes for granted: where one is missing, the test fails with its name. */

export function getDefined<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`there is no ${what}`);
  return value;
}

/** @throws Error when the list is empty: a loop over it would prove nothing. */
export function requireNonEmpty<T>(list: readonly T[], what: string): readonly T[] {
  if (list.length === 0) throw new Error(`there are no ${what}`);
  return list;
}

/** @throws Error when the text does not match or a group did not take part in the match. */
export function getRegExpGroups(text: string, pattern: RegExp): string[] {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`${pattern} is not in: ${text.slice(0, 200)}`);
  return match
    .slice(1)
    .map((group, index) => getDefined(group, `group ${index + 1} of ${pattern}`));
}

/** `toEqual` takes about 70 µs per call, so it runs only when the two values are not strictly equal. */
export function expectEqual(found: unknown, expected: unknown, what = ""): void {
  if (!isDeepStrictEqual(found, expected)) expect(found, what).toEqual(expected);
}

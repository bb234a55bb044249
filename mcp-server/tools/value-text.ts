/** How values are said to a language model: short, with their unit. */

/** `$0.25`, `free`, `price unknown`; per 1M tokens where nothing else is said. */
export function price(value: number | null): string {
  if (value === null) return "price unknown";
  return value === 0 ? "free" : `$${value}`;
}

/** `$3 in / $15 out`. */
export function prices({ input, output }: { input: number | null; output: number | null }): string {
  if (input === null && output === null) return "price unknown";
  if (input === 0 && output === 0) return "free";
  return `${price(input)} in / ${price(output)} out`;
}

/** Said beside a score that the maker of the model gives. */
export const REPORTED = "reported by its maker";

/** `200,000 tokens`. */
export const tokens = (count: number | null): string =>
  count === null ? "unknown" : `${grouped(count)} tokens`;

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

export const yesNo = (flag: boolean | null): string =>
  flag === null ? "unknown" : flag ? "yes" : "no";

/** Parts that have something to say, joined. */
export const joined = (parts: readonly (string | null | false)[], by = "; "): string =>
  parts.filter((part) => part !== null && part !== false && part !== "").join(by);

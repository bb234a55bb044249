/** `8x22B`, `30B A3B`, `0.6B`, `350m`: experts, digits, unit. */
const SIZE = /(?<![\w.])(?:(\d+)x)?(\d+(?:\.\d+)?) ?([bm])\b/gi;

/** Billions of parameters, as the largest number in a model's name says; null when it says none. */
export function billionsOf(name: string): number | null {
  const sizes = [...name.matchAll(SIZE)].map(
    ([, experts, digits, unit]) =>
      (Number(experts ?? 1) * Number(digits)) / (unit?.toLowerCase() === "m" ? 1000 : 1),
  );
  return sizes.length === 0 ? null : Math.max(...sizes);
}

/** Scores and where they come from, in words. */
import type { BenchmarkScore } from "../../../endpoints/benchmarks/benchmark.ts";
import { thousands } from "../../components/format.ts";

/** `92.6 %`, `1,432`, `4.2 minutes`. */
export function scoreText(score: number, unit: string): string {
  if (unit === "elo") return thousands(Math.round(score));
  const digits =
    Math.abs(score) >= 1000 ? thousands(Math.round(score)) : String(Number(score.toFixed(1)));
  if (unit === "points") return digits;
  // A lone % does not begin a line.
  return unit === "%" ? `${digits}\u00a0%` : `${digits} ${unit}`;
}

/** Who ran it. */
export function runnerWords({ self_reported }: Pick<BenchmarkScore, "self_reported">): string {
  if (self_reported === null) return "not said who ran it";
  return self_reported ? "reported by its maker" : "run by others";
}

/** As a heading. */
export const CATEGORY_TITLES = {
  coding: "Coding",
  knowledge: "Knowledge",
  math: "Mathematics",
  other: "Other abilities",
  reasoning: "Reasoning",
} as const;

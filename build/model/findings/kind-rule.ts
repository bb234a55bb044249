/** How facts of one kind become findings. */
import type { FindingFactRow } from "../catalog/rows.ts";
import type { Names } from "./names.ts";

/** Facts that one finding tells: the largest first, at least one. */
export type Told = readonly [FindingFactRow, ...FindingFactRow[]];

export interface Written {
  title: string;
  summary: string;
  numbers: Record<string, number>;
}

export interface KindRule {
  /** Facts of one day for which this is the same are told together. */
  together(fact: FindingFactRow): string;
  /** Whether one of them is near enough to the largest to be told with it; all are when there is no such rule. */
  isNear?(fact: FindingFactRow, largest: FindingFactRow): boolean;
  /** Tells findings of one day and kind apart in the id. */
  subject(largest: FindingFactRow): string;
  write(told: Told, names: Names): Written;
}

/** What became of the corruptions: a line each, a table of kinds, one sentence and a floor. Pure. */
import { groupBy } from "../../build/schema/group-by.ts";
import type { Fate, Trial } from "./trial.ts";

export interface Told extends Trial {
  /** Of `CORRUPTIONS`. */
  kind: string;
  what: string;
}

/** Of those that change a published number, so many must be stopped or marked. */
const FLOOR = 0.95;

const SHOWN = 300;

export const toLine = ({ fate, kind, what, reason }: Told): string =>
  `${fate.padEnd(9)} ${kind}: ${what}${reason === "" ? "" : ` | ${reason}`}`.slice(0, SHOWN);

const COLUMNS: readonly (readonly [title: string, of: (trials: readonly Told[]) => number])[] = [
  ["drawn", (trials) => trials.length],
  ["no fact", (trials) => countOf(trials, "unread")],
  ["no number", (trials) => countOf(trials, "unchanged")],
  ["stopped", (trials) => countOf(trials, "stopped")],
  ["marked", (trials) => countOf(trials, "marked")],
  ["slipped", (trials) => countOf(trials, "slipped")],
  ["unrecorded", (trials) => trials.filter(({ unrecorded }) => unrecorded === "slipped").length],
];

/** `unrecorded`: what would slip through if no row had been recorded. */
export function toTable(trials: readonly Told[]): string {
  const kinds = [...groupBy(trials, ({ kind }) => kind)];
  const width = Math.max(...kinds.map(([kind]) => kind.length));
  const head = ["".padEnd(width), ...COLUMNS.map(([title]) => title)].join("  ");
  const lines = [...kinds, ["all", trials] as const].map(([kind, of]) =>
    [
      kind.padEnd(width),
      ...COLUMNS.map(([title, count]) => String(count(of)).padStart(title.length)),
    ].join("  "),
  );
  return [head, ...lines].join("\n");
}

export function toSummary(trials: readonly Told[]): string {
  const { changing, caught } = shareOf(trials);
  const alone = changing.filter(({ unrecorded }) => unrecorded !== "slipped").length;
  const of = `${changing.length} of ${trials.length} corruptions change a published number by more than 1 %`;
  return `${of}; ${caught} of them are stopped or marked: ${percent(caught, changing.length)} (floor ${100 * FLOOR} %); without recorded rows ${percent(alone, changing.length)}`;
}

/** Nothing that changes a number is no proof. */
export function isEnough(trials: readonly Told[]): boolean {
  const { changing, caught } = shareOf(trials);
  return changing.length > 0 && caught >= FLOOR * changing.length;
}

function shareOf(trials: readonly Told[]) {
  const changing = trials.filter(({ fate }) => fate !== "unread" && fate !== "unchanged");
  return { changing, caught: changing.filter(({ fate }) => fate !== "slipped").length };
}

const countOf = (trials: readonly Told[], fate: Fate): number =>
  trials.filter((trial) => trial.fate === fate).length;

const percent = (part: number, whole: number): string =>
  whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`;

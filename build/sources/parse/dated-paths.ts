/** Answers that name no day of their own stand in a folder named after the day they speak of. */
import { IsoDate } from "../../schema/values.ts";
import type { UpstreamFiles } from "../listing.ts";
import { newestDay } from "./newest-day.ts";

const DAY_MS = 86_400_000;

/** `2026-03-01`, 1 → `2026-02-28`. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);

/** Seconds since 1970 at the start of a day (UTC). */
export const toUnixSeconds = (day: string): number => Date.parse(day) / 1000;

/** `2026-08-20`, `agent`, `codex` → `2026-08-20/agent/codex.json`. */
export const datedPath = (day: string, ...parts: string[]): string =>
  `${[day, ...parts].join("/")}.json`;

/** Day and parts of such a path; undefined for a path of another kind. */
export function readDatedPath(path: string): { day: string; parts: string[] } | undefined {
  const [day = "", ...parts] = path.replace(/\.json$/, "").split("/");
  return IsoDate.safeParse(day).success ? { day, parts } : undefined;
}

/** The newest day that an answer stands under. */
export const newestPathDay = (files: UpstreamFiles): string =>
  newestDay([...files.keys()].flatMap((path) => readDatedPath(path)?.day ?? []));

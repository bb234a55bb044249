import { expect, test } from "vitest";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { SourceRow } from "../../../build/model/catalog/rows.ts";
import { countDaysBehind, isSourceStale } from "./service.ts";

const source = (id: string, newest_fact: string | null, more: Partial<SourceRow> = {}) =>
  ({ id, newest_fact, missed_runs: 0, retired_on: null, usual_gap_days: 1, ...more }) as SourceRow;

/** The operator may write facts such as the glossary on any day, so the operator's newest day does not count. */
const catalog = {
  sources: [source("newest", "2026-06-30"), source("operator", "2026-12-31")],
} as Partial<Catalog> as Catalog;

test.each([
  ["news of the newest day", source("a", "2026-06-30"), 0, false],
  ["a week without news where it comes every day", source("a", "2026-06-23"), 7, false],
  ["a day more", source("a", "2026-06-22"), 8, true],
  ["twice its usual gap", source("a", "2026-06-10", { usual_gap_days: 10 }), 20, false],
  ["a day more than that", source("a", "2026-06-09", { usual_gap_days: 10 }), 21, true],
  [
    "years, where no rhythm is known",
    source("a", "2020-06-30", { usual_gap_days: null }),
    2191,
    false,
  ],
  ["no fact at all", source("a", null), null, false],
  ["a night that could not read it", source("a", "2026-06-30", { missed_runs: 1 }), 0, true],
  ["retired", source("a", "2026-01-30", { missed_runs: 1, retired_on: "2026-02-01" }), 151, false],
])("%s", (_, one, days, stale) => {
  expect([countDaysBehind(one, catalog), isSourceStale(one, catalog)]).toEqual([days, stale]);
});

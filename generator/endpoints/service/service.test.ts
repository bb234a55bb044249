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
  ["with a fact of the newest day", 0, false, source("a", "2026-06-30")],
  ["with a usual gap of one day", 7, false, source("a", "2026-06-23")],
  ["with a usual gap of one day", 8, true, source("a", "2026-06-22")],
  ["with a usual gap of ten days", 20, false, source("a", "2026-06-10", { usual_gap_days: 10 })],
  ["with a usual gap of ten days", 21, true, source("a", "2026-06-09", { usual_gap_days: 10 })],
  ["without a known usual gap", 2191, false, source("a", "2020-06-30", { usual_gap_days: null })],
  ["without any fact", null, false, source("a", null)],
  ["that the last run could not read", 0, true, source("a", "2026-06-30", { missed_runs: 1 })],
  [
    "that is retired",
    151,
    false,
    source("a", "2026-01-30", { missed_runs: 1, retired_on: "2026-02-01" }),
  ],
])("a source %s is %s days behind; stale: %s", (_, days, stale, one) => {
  expect([countDaysBehind(one, catalog), isSourceStale(one, catalog)]).toEqual([days, stale]);
});

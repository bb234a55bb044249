/** What a night does, and what its report says, when one upstream is ill. The others answer. */
import { describe, expect, test } from "vitest";
import type { IngestSummary } from "../../build/ingest/run.ts";
import { toReport } from "../../nightly/report.ts";
import { differing } from "../builders/files.ts";
import { SECOND } from "../builders/market-world.ts";
import type { Fault } from "../builders/replay-faults.ts";
import { afterFirstNight, MODELS_DEV } from "../builders/replayed-market.ts";

const here = afterFirstNight();

const reportOf = (ingested: IngestSummary): string =>
  toReport({
    day: SECOND,
    ingested,
    events: [],
    changes: null,
    fault: null,
    alarm: null,
    notified: [],
  });

describe("a night with an upstream that fails leaves every fact but the count of its misses", () => {
  const faults: [string, Fault, string][] = [
    ["connection refused", { kind: "refused" }, "refused"],
    ["reset in the middle", { kind: "reset" }, "truncated"],
    ["cut off before its end", { kind: "truncated" }, "truncated"],
    ["500 every time", { kind: "status", status: 500 }, "status"],
    ["200 with HTML", { kind: "html" }, "html"],
    ["truncated JSON", { kind: "body", transform: (text) => text.slice(0, -9) }, "not-json"],
    ["gzip garbage", { kind: "gzip-garbage" }, "encoding"],
    ["an endless body", { kind: "endless" }, "too-long"],
  ];
  test.each(faults)("%s", async (_name, fault, kind) => {
    here.replay.fault(MODELS_DEV, fault);
    const ingested = await here.night(SECOND);
    const outcome = ingested.outcomes.find(({ source }) => source === "models-dev");
    expect(outcome).toMatchObject({ state: "failed", kind });
    expect(ingested.statements).toBe(0);
    expect(differing(here.before, here.world.files())).toEqual(["sources/models-dev.json"]);
    const report = reportOf(ingested);
    expect(report).toContain(`| models-dev | failed (${kind}) |`);
    expect(report).toMatch(/^data: night of 2026-06-02: nothing new; 1 source failed\n/);
  });
});

describe("a night with an upstream that recovers is like any other", () => {
  const faults: [string, Fault, number][] = [
    ["429 with Retry-After", { kind: "status", status: 429, headers: { "retry-after": "1" } }, 1],
    ["500 three times, then fine", { kind: "status", status: 500 }, 3],
    ["a reset, then fine", { kind: "reset" }, 1],
  ];
  test.each(faults)("%s", async (_name, fault, times) => {
    here.replay.fault(MODELS_DEV, fault, times);
    const ingested = await here.night(SECOND);
    const outcome = ingested.outcomes.find(({ source }) => source === "models-dev");
    expect(outcome).toMatchObject({ state: "unchanged", kind: null });
    expect(differing(here.before, here.world.files())).toEqual([]);
    expect(reportOf(ingested)).toContain("| models-dev | unchanged |");
  });
});

/** What came of a storm: how many of each kind, how long they took, and what was wrong. */
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { thousands } from "../row.ts";

const SHOWN_FAULTS = 20;

export class Tally {
  readonly faults: string[] = [];
  faultCount = 0;
  readonly #times = new Map<string, RecordableHistogram>();
  readonly #statuses = new Map<string, number>();

  time(kind: string, ms: number): void {
    const times = this.#times.get(kind) ?? createHistogram();
    this.#times.set(kind, times);
    times.record(Math.max(1, Math.round(ms * 1e3)));
  }

  status(status: number | string): void {
    const key = String(status);
    this.#statuses.set(key, (this.#statuses.get(key) ?? 0) + 1);
  }

  fault(what: string): void {
    this.faultCount += 1;
    if (this.faults.length < SHOWN_FAULTS) this.faults.push(what);
  }

  toLines(): string[] {
    const times = [...this.#times].sort(([a], [b]) => (a < b ? -1 : 1));
    const statuses = [...this.#statuses].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      ...times.map(
        ([kind, one]) =>
          `  ${kind.padEnd(18)} ${thousands(one.count).padStart(9)}  p50 ${toMs(one.percentile(50))}  p99 ${toMs(one.percentile(99))}  longest ${toMs(one.max)}`,
      ),
      `  answered ${statuses.map(([status, count]) => `${status}: ${thousands(count)}`).join(", ")}`,
      `  faults: ${this.faultCount}`,
      ...this.faults.map((fault) => `    ${fault}`),
    ];
  }
}

const toMs = (microseconds: number): string => `${(microseconds / 1e3).toFixed(2)} ms`;

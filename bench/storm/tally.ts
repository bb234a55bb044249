/** What came of a storm: how many of each kind, how long they took, and what was wrong. */
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { thousands } from "../row.ts";

const SHOWN_FAULTS = 20;

export class Tally {
  readonly faults: string[] = [];
  faultCount = 0;
  readonly #times = new Map<string, Times>();
  readonly #statuses = new Map<string, number>();

  time(kind: string, ms: number): void {
    const times = this.#times.get(kind) ?? newTimes();
    this.#times.set(kind, times);
    const microseconds = Math.max(1, Math.round(ms * 1e3));
    times.all.record(microseconds);
    times.part.record(microseconds);
  }

  /** Times of what follows are a part of their own. */
  endPart(): void {
    for (const times of this.#times.values()) {
      times.p99s.push(times.part.percentile(99) / 1e3);
      times.part.reset();
    }
  }

  /** In ms, the longest of the parts after the first, in which code is compiled and caches are empty. */
  worstP99(kinds: RegExp): number {
    const times = [...this.#times].filter(([kind]) => kinds.test(kind));
    return Math.max(0, ...times.flatMap(([, { p99s }]) => p99s.slice(1)));
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
        ([kind, { all, p99s }]) =>
          `  ${kind.padEnd(18)} ${thousands(all.count).padStart(9)}  p50 ${toMs(all.percentile(50))}  p99 ${toMs(all.percentile(99))}  longest ${toMs(all.max)}${p99s.length > 1 ? `  p99 of each part: ${p99s.map((p99) => p99.toFixed(1)).join(", ")}` : ""}`,
      ),
      `  answered ${statuses.map(([status, count]) => `${status}: ${thousands(count)}`).join(", ")}`,
      `  faults: ${this.faultCount}`,
      ...this.faults.map((fault) => `    ${fault}`),
    ];
  }
}

interface Times {
  all: RecordableHistogram;
  /** Since the last part ended. */
  part: RecordableHistogram;
  p99s: number[];
}

const newTimes = (): Times => ({ all: createHistogram(), part: createHistogram(), p99s: [] });

const toMs = (microseconds: number): string => `${(microseconds / 1e3).toFixed(2)} ms`;

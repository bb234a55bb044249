/** What smoke found, as it is told: known differences counted, many of one check cut short. */
import type { CheckResult } from "./check-result.ts";

/** A difference between the service and this machine that is no fault of ours. */
export interface KnownDifference {
  /** Of `<check>: <detail>`. */
  pattern: RegExp;
  /** Why it is there. */
  reason: string;
}

/** Differences of one check that are told in full. */
const SHOWN = 5;

export class Report {
  /** Lines with `differs`. */
  differences = 0;
  readonly #known: readonly KnownDifference[];
  readonly #onResult: (result: CheckResult) => void;
  readonly #met = new Map<KnownDifference, number>();

  constructor(known: readonly KnownDifference[], onResult: (result: CheckResult) => void) {
    this.#known = known;
    this.#onResult = onResult;
  }

  /** @param results Of one check, or of several of which none differs often. */
  add(results: readonly CheckResult[]): void {
    const differing = results.filter(({ verdict }) => verdict === "differs");
    const unknown = differing.filter((result) => !this.#isKnown(result));
    for (const result of results) if (result.verdict !== "differs") this.#tell(result);
    for (const result of unknown.slice(0, SHOWN)) this.#tell(result);
    const [first] = differing;
    if (first === undefined) return;
    const { check } = first;
    if (unknown.length === 0)
      this.#tell({ check, verdict: "known", detail: `${differing.length} differences, see below` });
    if (unknown.length > SHOWN)
      this.#tell({ ...first, detail: `and ${unknown.length - SHOWN} more` });
  }

  /** Tells which known differences were met; one that was not is none any more. */
  close(): void {
    for (const known of this.#known) {
      const count = this.#met.get(known) ?? 0;
      this.#tell(
        count > 0
          ? { check: "reason", verdict: "known", detail: `${count} × ${known.reason}` }
          : {
              ...{ check: "reason", verdict: "differs" },
              detail: `not met: ${known.reason}; take it from the list of known differences`,
            },
      );
    }
  }

  #isKnown({ check, detail }: CheckResult): boolean {
    const known = this.#known.find(({ pattern }) => pattern.test(`${check}: ${detail}`));
    if (known) this.#met.set(known, (this.#met.get(known) ?? 0) + 1);
    return known !== undefined;
  }

  #tell(result: CheckResult): void {
    if (result.verdict === "differs") this.differences += 1;
    this.#onResult(result);
  }
}

/** What the gates of a night hold back, after people's acceptances. */
import type { Acceptance, GateFinding } from "../outcome.ts";
import type { Area, Verdict } from "./verdict.ts";

export class Held {
  readonly findings: GateFinding[];
  /** Source → why it is held as a whole. */
  readonly sources = new Map<string, string>();
  readonly #rows = new Set<string>();
  readonly #areas = new Set<string>();

  constructor(verdicts: readonly Verdict[], accept: readonly Acceptance[]) {
    const judged = verdicts.map((verdict) => withAcceptance(verdict, accept));
    this.findings = judged.map(({ area: _area, keys: _keys, ...finding }) => finding);
    for (const { gate, source, area, holds, message, accepted, keys } of judged) {
      if (accepted !== null || holds === "nothing") continue;
      if (holds === "source") this.sources.set(source, `${gate}: ${message}`);
      else if (keys.length === 0) this.#areas.add(`${area} ${source}`);
      else for (const key of keys) this.#rows.add(`${area} ${source} ${key}`);
    }
  }

  /** The row, all of its area, or its whole source. */
  isHeld(area: Area, source: string, key: string): boolean {
    return (
      this.sources.has(source) ||
      this.#areas.has(`${area} ${source}`) ||
      this.#rows.has(`${area} ${source} ${key}`)
    );
  }
}

function withAcceptance(verdict: Verdict, accept: readonly Acceptance[]): Verdict {
  const { gate, source, holds } = verdict;
  if (holds === "nothing") return verdict;
  const found = accept.find((one) => one.gate === gate && one.source === source);
  return found ? { ...verdict, accepted: found.reason } : verdict;
}

/** The time that all requests of a source have together. */
export class Deadline {
  readonly limitMs: number;
  readonly #now: () => number;
  readonly #start: number;

  constructor(limitMs: number, now: () => number) {
    this.limitMs = limitMs;
    this.#now = now;
    this.#start = now();
  }

  /** Milliseconds; 0 or less when the time is used up. */
  left(): number {
    return this.limitMs - (this.#now() - this.#start);
  }
}

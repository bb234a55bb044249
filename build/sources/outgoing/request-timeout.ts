/** Aborts a request that sends nothing for too long, or is not done in time. */
import { RequestFailure } from "./failure.ts";

/** Its own timers: those of undici come up to a second late. */
export class RequestTimeout {
  readonly #controller = new AbortController();
  readonly #idleMs: number;
  readonly #end: NodeJS.Timeout;
  #silence: NodeJS.Timeout;

  constructor(limitMs: number, idleMs: number) {
    this.#idleMs = idleMs;
    const late = `had not answered after the ${Math.ceil(limitMs)} ms left`;
    this.#end = this.#abortAfter(limitMs, new RequestFailure("out-of-time", late));
    this.#silence = this.#waitForMore();
  }

  /** Aborted with a RequestFailure as its reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Bytes arrived: the idle time starts again. */
  readonly onBytes = (): void => {
    clearTimeout(this.#silence);
    this.#silence = this.#waitForMore();
  };

  stop(): void {
    clearTimeout(this.#end);
    clearTimeout(this.#silence);
  }

  #waitForMore(): NodeJS.Timeout {
    const message = `sent nothing for ${this.#idleMs} ms`;
    const failure = new RequestFailure("stalled", message, { isTransient: true });
    return this.#abortAfter(this.#idleMs, failure);
  }

  #abortAfter(ms: number, failure: RequestFailure): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(failure), Math.max(1, Math.ceil(ms)));
  }
}

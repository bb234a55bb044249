/** What a request takes from outside: sockets, clock and chance. */
import type { Dispatcher } from "undici";

export interface RequestEffects {
  /** Says who asks and how to reach them. */
  userAgent: string;
  /** Where an address is really asked; default: there. For a replay: `toReplay(origin)`. */
  resolveUrl?: (url: URL) => URL;
  /** Default: undici's own. */
  dispatcher?: Dispatcher;
  sleep(ms: number): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
  /** Milliseconds since 1970. */
  now(): number;
}

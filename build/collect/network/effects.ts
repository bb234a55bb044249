/** What the network takes from outside: sockets, clock, chance, keys and the log. */
import type { Logger } from "pino";
import type { Dispatcher } from "undici";

type NetworkLog = Pick<Logger, "info" | "warn">;

export interface NetworkEffects {
  /** Day of the night (YYYY-MM-DD), for upstreams that are asked by day. */
  day: string;
  /** Says who asks and how to reach them. */
  userAgent: string;
  /** Holds the keys that requests name in `keyFrom`. */
  env: Readonly<Record<string, string | undefined>>;
  /** Folder of the last accepted answers: one folder per source, one file per address. */
  cacheFolder: string;
  /** Where an address is really asked; default: there. For a replay: `toReplay(origin)`. */
  resolveUrl?: (url: URL) => URL;
  /** Default: undici's own. */
  dispatcher?: Dispatcher;
  /** Milliseconds between two requests to one host; default: `pauseOf`, what the host asks for. */
  pauseOf?: (host: string) => number;
  sleep(ms: number): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
  /** Milliseconds since 1970. */
  now(): number;
  /** A line for each request: `source`, `url`, `attempt`, `ms`, `status`, and `bytes` or `kind`. */
  log: NetworkLog;
}

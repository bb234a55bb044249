/** What the network of a night takes from outside: a request's needs, the day, keys, folders and the log. */
import type { Logger } from "pino";
import type { RequestEffects } from "../outgoing/request-effects.ts";

type NetworkLog = Pick<Logger, "info" | "warn">;

export interface NetworkEffects extends RequestEffects {
  /** Day of the night (YYYY-MM-DD), for upstreams that are asked by day. */
  day: string;
  /** Holds the keys that requests name in `keyFrom`. */
  env: Readonly<Record<string, string | undefined>>;
  /** Folder of the last accepted answers: one folder per source, one file per address. */
  cacheFolder: string;
  /** Milliseconds between two requests to one host; default: `pauseOf`, what the host asks for. */
  pauseOf?: (host: string) => number;
  /** A line for each request: `source`, `url`, `attempt`, `ms`, `status`, and `bytes` or `kind`. */
  log: NetworkLog;
}

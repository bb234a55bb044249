/** The network as it is on a real night. */
import { setTimeout } from "node:timers/promises";
import { publicDispatcher } from "../outgoing/public-addresses.ts";
import type { NetworkEffects } from "./fetch-effects.ts";
import { toReplay } from "./replay-address.ts";

export interface NetworkOptions
  extends Pick<NetworkEffects, "day" | "userAgent" | "env" | "cacheFolder" | "log"> {
  /** Origin of a replay server (`http://127.0.0.1:PORT`) that is asked in place of every host. */
  replay?: string;
}

/** A replay need not be spared: its waits are shortened so much. */
const REPLAY_HASTE = 100;

export function createNetworkEffects({ replay, ...options }: NetworkOptions): NetworkEffects {
  const haste = replay === undefined ? 1 : REPLAY_HASTE;
  return {
    ...options,
    ...(replay === undefined
      ? { dispatcher: publicDispatcher() }
      : { resolveUrl: toReplay(replay), pauseOf: () => 0 }),
    sleep: (ms) => setTimeout(ms / haste),
    random: Math.random,
    now: Date.now,
  };
}
